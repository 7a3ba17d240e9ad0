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
// basket. When it is over or called off, what of its props nobody gained for good is gone with it.
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
		w.nothingKept(o.Props)
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
	if o.over() {
		w.clearAway(o)
		w.takenForGone(at, e, o)
	}
}

// over reports whether an occasion is: it has been, or never will be.
func (o Occasion) over() bool { return o.Stage != Planned && o.Stage != Active }

// from is the stage that an event finds an occasion in.
var from = map[event.Kind]Stage{
	event.OccasionStarted: Planned, event.OccasionCompleted: Active, event.OccasionCancelled: Planned, event.OccasionExpired: Planned,
}

// From is the stage that an occasion has to be in for an event of a kind.
func From(kind event.Kind) Stage { return from[kind] }

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
