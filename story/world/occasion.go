package world

import (
	"cmp"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// A Stage is how far an occasion has come. The list is closed: planned, then active, then completed;
// or planned, then cancelled or expired.
type Stage string

// The stages.
const (
	Planned   Stage = "planned"
	Active    Stage = "active"
	Completed Stage = "completed"
	Cancelled Stage = "cancelled"
	Expired   Stage = "expired"
)

// An Occasion is something that happens as a whole, with props that there are for it alone: a picnic with its
// basket. When it is over, what of its props nobody gained for good is gone with it.
type Occasion struct {
	ID, Name      string
	Stage         Stage
	Trigger       event.Trigger
	At, Until     int64 // story minutes; 0 for any time
	Place         string
	Condition     Condition
	People        []event.CharacterID
	Span          int64 // in minutes; 0 for until somebody ends it
	Props         []string
	Topics        []string
	Threads       []string
	Preconditions []Condition
	OnStart       []Effect // what its beginning brings
	OnComplete    []Effect
	Significance  action.Significance
	Gist          string

	Planning event.Position // of the event that planned it
	Start    event.Position // of the event that began it; 0 for none
	End      event.Position // of the event that completed it; 0 for none
	Began    int64          // story minutes
	Promoted []string       // props that somebody gained for good
	Known    map[event.CharacterID]Stage
}

// A Condition is something that is so or is not: all that is said of it.
type Condition struct {
	Fact     string            // is established
	Occasion string            // is completed
	Who      event.CharacterID // of whom the others are
	At       string            // where they are
	Carries  string            // what they carry
}

// ConditionOf reads one; false where it says nothing, or something else.
func ConditionOf(o strictjson.Object) (c Condition, sound bool) {
	of := map[string]*string{"fact": &c.Fact, "occasion": &c.Occasion, "who": (*string)(&c.Who), "at": &c.At, "carries": &c.Carries}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		to, known := of[name]
		text, is := o[name].(string)
		if !known || !is || text == "" {
			return c, false
		}
		*to = text
	}
	someone := c.Who != ""
	return c, len(o) > 0 && someone == (c.At != "" || c.Carries != "")
}

// An Effect is an event that an occasion brings.
type Effect struct {
	Kind event.Kind
	Data strictjson.Object
}

// EffectOf reads one, {kind, data}.
func EffectOf(o strictjson.Object) Effect {
	return Effect{Kind: event.Kind(strictjson.AsString(o["kind"])), Data: strictjson.AsObject(o["data"])}
}

func (w *World) planned(at event.Position, e event.Event) {
	o := Occasion{
		ID: e.Text("occasion"), Name: e.Text("name"), Stage: Planned, Trigger: event.Trigger(e.Text("trigger")), At: e.Whole("at"), Until: e.Whole("until"),
		Place: e.Text("place"), People: characters(e.Texts("people")), Span: max(0, e.Whole("span")), Props: e.Texts("props"), Topics: e.Texts("topics"),
		Threads: e.Texts("threads"), Significance: action.Significance(e.Text("significance")), Planning: at,
	}
	o.Condition, _ = ConditionOf(e.Object("condition"))
	for _, item := range e.List("preconditions") {
		c, _ := ConditionOf(strictjson.AsObject(item))
		o.Preconditions = append(o.Preconditions, c)
	}
	for _, item := range e.List("on_start") {
		o.OnStart = append(o.OnStart, EffectOf(strictjson.AsObject(item)))
	}
	for _, item := range e.List("on_complete") {
		o.OnComplete = append(o.OnComplete, EffectOf(strictjson.AsObject(item)))
	}
	if _, before := w.Occasions[o.ID]; !before {
		w.occasion(o, e)
	}
}

// occasion takes over what an occasion is now, of which the witnesses of an event know.
func (w *World) occasion(o Occasion, e event.Event) {
	if e.Perception != nil {
		if o.Known = maps.Clone(o.Known); o.Known == nil {
			o.Known = make(map[event.CharacterID]Stage)
		}
		for _, who := range e.Perception.WitnessedBy {
			o.Known[who] = o.Stage
		}
	}
	own(&w.owned.occasions, &w.Occasions)[o.ID] = o
}

// occasionChanged takes an occasion on. What cannot be, as that what is over begins, changes nothing.
func (w *World) occasionChanged(at event.Position, e event.Event) {
	o, is := w.Occasions[e.Text("occasion")]
	if !is || o.Stage != from[e.Kind] {
		return
	}
	switch e.Kind {
	case event.OccasionStarted:
		o.Stage, o.Start, o.Began = Active, at, w.minutesOf(e)
	case event.OccasionCompleted:
		o.Stage, o.End, o.Gist = Completed, at, e.Text("gist")
	case event.OccasionCancelled:
		o.Stage = Cancelled
	case event.OccasionExpired:
		o.Stage = Expired
	}
	w.occasion(o, e)
	if o.Stage == Completed {
		w.clearAway(at, e, w.Cleared(o))
	}
}

// from is the stage that an event finds an occasion in.
var from = map[event.Kind]Stage{
	event.OccasionStarted: Planned, event.OccasionCompleted: Active, event.OccasionCancelled: Planned, event.OccasionExpired: Planned,
}

// From is the stage that an occasion has to be in for an event of a kind.
func From(kind event.Kind) Stage { return from[kind] }

// promote notes that somebody gained a prop for good: by an event whose cause is the beginning of the
// occasion, as what its end brings has it too.
func (w *World) promote(e event.Event) {
	item := e.Text("item")
	for _, id := range slices.Sorted(maps.Keys(w.Occasions)) {
		o := w.Occasions[id]
		if (o.Stage == Active || o.Stage == Completed) && e.Cause == o.Start && slices.Contains(o.Props, item) && !slices.Contains(o.Promoted, item) {
			o.Promoted = append(slices.Clip(o.Promoted), item)
			own(&w.owned.occasions, &w.Occasions)[id] = o
		}
	}
}

// Left are the props of an occasion that nobody gained for good.
func (o Occasion) Left() []string {
	return slices.DeleteFunc(slices.Clone(o.Props), func(prop string) bool { return slices.Contains(o.Promoted, prop) })
}

// Cleared are those of them that are gone with it: no other occasion goes on that has them.
func (w *World) Cleared(o Occasion) []string {
	return slices.DeleteFunc(o.Left(), func(prop string) bool {
		return slices.ContainsFunc(w.Agenda(), func(other Occasion) bool {
			return other.Stage == Active && other.ID != o.ID && slices.Contains(other.Props, prop)
		})
	})
}

// Gone is the occasion for which alone there was a thing, and which is over: nobody gained it for good, and no other
// goes on that has it. false for what is there or may be.
func (w *World) Gone(item string) (last Occasion, gone bool) {
	for _, o := range w.Occasions {
		if !slices.Contains(o.Props, item) {
			continue
		}
		if o.Stage == Active {
			return Occasion{}, false
		}
		if o.Start > last.Start {
			last = o
		}
	}
	return last, slices.Contains(last.Left(), item)
}

// clearAway takes props out of the world. What is in one of them and is none stays where they were: in the nearest thing or place around
// it that is none of them either. Who perceives it knows that they are gone.
func (w *World) clearAway(at event.Position, e event.Event, props []string) {
	for _, id := range props {
		in := w.beside(id, props)
		for _, there := range w.Holds(id) {
			switch {
			case slices.Contains(props, there):
			case in != "":
				w.put(there, Placed{In: in})
			default: // what was nowhere leaves it nowhere
				delete(own(&w.owned.placed, &w.Placed), there)
			}
		}
	}
	for _, id := range props {
		if _, lies := w.Placed[id]; lies {
			delete(own(&w.owned.placed, &w.Placed), id)
		}
		for _, held := range w.Carried[id] {
			if doing := w.Doing[held.Who]; slices.Contains(doing.Holding, id) {
				doing.Holding = slices.DeleteFunc(slices.Clone(doing.Holding), func(h string) bool { return h == id })
				own(&w.owned.doing, &w.Doing)[held.Who] = doing
			}
		}
		if w.Carried[id] != nil {
			delete(own(&w.owned.carried, &w.Carried), id)
		}
		if e.Perception != nil && len(e.Perception.WitnessedBy) > 0 && w.Things[id] != nil {
			w.sighted(id, Sighting{Position: at, Minutes: w.minutesOf(e), Perception: e.Perception}, Placed{})
		}
	}
}

// beside is the nearest thing or place that something is in, other than some, "" for nothing; whoever carries it is none.
func (w *World) beside(id string, others []string) string {
	for _, in := range w.around(id) {
		_, carrier := w.Carried[id]
		if id = in; !carrier && !slices.Contains(others, in) {
			return in
		}
	}
	return ""
}

// Agenda are the occasions in the order in which they were planned.
func (w *World) Agenda() []Occasion {
	return slices.SortedFunc(maps.Values(w.Occasions), func(a, b Occasion) int { return cmp.Compare(a.Planning, b.Planning) })
}

// Triggered reports whether what an occasion begins with is there, but for a condition, which asks for more
// than where everything is.
func (w *World) Triggered(o Occasion) bool {
	switch o.Trigger {
	case event.ByTime:
		return w.Minutes >= o.At
	case event.ByPlace:
		there := func(who event.CharacterID) bool { return w.Within(string(who), o.Place) }
		return w.Minutes >= o.At && o.Place != "" && len(o.People) > 0 && !slices.ContainsFunc(o.People, func(who event.CharacterID) bool { return !there(who) })
	case event.ByCondition:
		return w.Minutes >= o.At
	}
	return false
}

// Late reports whether an occasion that has not begun never will.
func (w *World) Late(o Occasion) bool {
	return o.Stage == Planned && o.Until > 0 && w.Minutes > o.Until
}

// Over reports whether an occasion has taken its time.
func (w *World) Over(o Occasion) bool {
	return o.Stage == Active && o.Span > 0 && w.Minutes >= o.Began && uint64(w.Minutes-o.Began) >= uint64(o.Span)
}
