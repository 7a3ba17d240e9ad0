package story

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/world"
)

// occasionOver takes the props of an occasion from whoever carries them, but for what they gained for good, and they notice that wherever they are.
// Those who perceive that it is over know it too, as far as they saw; and who was in one of them is where it was.
func (s *State) occasionOver(r persistence.Record) {
	o := s.World.Occasions[r.Event.Text("occasion")]
	if o.Stage == world.Planned || o.Stage == world.Active {
		return
	}
	for _, prop := range o.Props {
		s.eachWitness(r.Event, func(w event.CharacterID) {
			if !s.World.KnowsAnother(w, prop, o) {
				s.takesForGone(w, prop)
			}
		})
	}
	for _, prop := range s.World.Cleared(o) {
		for _, who := range s.carriers(prop) {
			c, kept := s.People[who], s.World.Keeps(prop, who)
			c.Items = noMore(c.Items, prop, kept)
			s.setPerson(who, c)
			s.mind(who).leave(who, prop, kept)
		}
	}
	for _, who := range slices.Sorted(maps.Keys(s.People)) {
		if slices.Contains(o.Props, s.People[who].Place) {
			s.resettle(r.Event, who)
		}
	}
}

// takesForGone has somebody take a prop for gone, wherever they thought it was, but for what they have themselves, and so many as they saw others
// gain for good: these they leave with those who gained them, and what those have handed on with whoever has it.
func (s *State) takesForGone(mind event.CharacterID, prop string) {
	k := s.mind(mind)
	holders := slices.DeleteFunc(slices.Sorted(maps.Keys(k.People)), func(who event.CharacterID) bool {
		return who == mind || countOf(k.People[who].Items, prop) == 0
	})
	handedOn := s.World.SawKept(mind, prop)
	handedOn -= min(handedOn, s.World.Keeps(prop, mind))
	keep := make(map[event.CharacterID]int64)
	for _, who := range holders {
		keep[who] = min(countOf(k.People[who].Items, prop), s.World.SawKept(mind, prop, who))
		handedOn -= min(handedOn, keep[who])
	}
	for _, who := range holders {
		more := min(countOf(k.People[who].Items, prop)-keep[who], handedOn)
		handedOn -= more
		k.leave(who, prop, keep[who]+more)
	}
}

// leave leaves somebody so many of an item at most, as the character thinks.
func (k *Knowledge) leave(who event.CharacterID, item string, most int64) {
	if a, known := k.People[who]; known {
		a.Items = noMore(a.Items, item, most)
		k.People[who] = a
	}
}

// noMore is a list with so many of an item at most.
func noMore(items []Item, id string, most int64) []Item {
	return withoutItem(items, id, countOf(items, id)-most)
}

// carriers are those who carry something, in order of their ids.
func (s *State) carriers(item string) (all []event.CharacterID) {
	for who, c := range s.People {
		if c.count(item) > 0 {
			all = append(all, who)
		}
	}
	slices.Sort(all)
	return all
}

func (s *State) admitsPlan(e event.Event) error {
	_, before := s.World.Occasions[e.Text("occasion")]
	trigger, place := event.Trigger(e.Text("trigger")), e.Text("place")
	_, sound := world.ConditionOf(e.Object("condition"))
	err := errors.Join(
		s.admitsPropsOf(e.Texts("props")),
		refuse(before, "there is an occasion %q already", e.Text("occasion")),
		refuse(e.Whole("span") < 0, "span: %d minutes are none", e.Whole("span")),
		refuse(e.Whole("at") < 0 || e.Whole("until") < 0, "at, until: story time begins at 0"),
		refuse(e.Whole("until") > 0 && e.Whole("until") < e.Whole("at"), "until: %d is before %d, when it begins at the earliest", e.Whole("until"), e.Whole("at")),
		refuse(trigger == event.ByPlace && (place == "" || len(e.Texts("people")) == 0), "trigger: one by place needs a place, and people who come there"),
		refuse(trigger == event.ByCondition && !sound, "condition: say {fact}, {occasion}, {who, at} or {who, carries}, for it is what begins it"))
	for i, item := range e.List("preconditions") {
		_, sound := world.ConditionOf(strictjson.AsObject(item))
		err = errors.Join(err, refuse(!sound, "preconditions: %d: say {fact}, {occasion}, {who, at} or {who, carries}", i))
	}
	return errors.Join(err, admitsEffects("on_start", e.List("on_start")), admitsEffects("on_complete", e.List("on_complete")))
}

// admitsPropsOf refuses as a prop what there is already: what there is for an occasion alone is gone with it.
func (s *State) admitsPropsOf(props []string) (err error) {
	for i, prop := range props {
		shared := slices.ContainsFunc(s.World.Agenda(), func(o world.Occasion) bool {
			return (o.Stage == world.Planned || o.Stage == world.Active) && slices.Contains(o.Props, prop)
		})
		in := s.World.In(prop)
		err = errors.Join(err,
			refuse(s.World.People[event.CharacterID(prop)] || s.World.Containers[prop].Place, "props: %d: %q is somebody or a place, and not a thing", i, prop),
			refuse(in != "" && !shared, "props: %d: %q is in or with %q already, and would be gone with the occasion; name a thing that there is for it alone", i, prop, in))
	}
	return err
}

// admitsEffects says which of some effects is no event.
func admitsEffects(field string, effects []any) error {
	for i, item := range effects {
		effect := world.EffectOf(strictjson.AsObject(item))
		e := event.Event{Kind: effect.Kind, Actor: event.EngineSelf, Moment: event.Moment{Sequence: 1}, Data: event.Data(effect.Data)}
		if e.Kind.Perceived() {
			e.Perception = &event.Perception{}
		}
		if err := event.Check(e); err != nil {
			return fmt.Errorf("%s: %d: %w", field, i, err)
		}
	}
	return nil
}

func (s *State) admitsStage(e event.Event) error {
	o, is := s.World.Occasions[e.Text("occasion")]
	if !is {
		return fmt.Errorf("occasion: nobody has planned %q", e.Text("occasion"))
	}
	err := refuse(o.Stage != world.From(e.Kind), "occasion: %q is %s, and has to be %s", o.ID, o.Stage, world.From(e.Kind))
	if err != nil || e.Kind != event.OccasionStarted {
		return err
	}
	for _, c := range o.Preconditions {
		err = errors.Join(err, refuse(!s.meets(c), "occasion: of %q it has to be so that %s", o.ID, conditionWords(c)))
	}
	return err
}

func conditionWords(c world.Condition) string {
	o := strictjson.Object{}
	for name, value := range map[string]string{"fact": c.Fact, "occasion": c.Occasion, "who": string(c.Who), "at": c.At, "carries": c.Carries} {
		strictjson.Put(o, name, value)
	}
	return string(strictjson.Append(nil, o))
}

// meets reports whether a condition is so.
func (s *State) meets(c world.Condition) bool {
	return (c.Fact == "" || isFact(s, c.Fact)) &&
		(c.Occasion == "" || s.World.Occasions[c.Occasion].Stage == world.Completed) &&
		(c.At == "" || s.World.Within(string(c.Who), c.At)) &&
		(c.Carries == "" || s.People[c.Who].count(c.Carries) > 0)
}

// Due is the next event of an occasion that is due, with what it brings: the beginning of one whose trigger is
// there and all of whose preconditions are so, the end of one that has taken its time, or that one can begin no
// more. false where nothing is. Those planned first come first.
func (s *State) Due() (event.Event, []world.Effect, bool) {
	return s.DueAs(func(_ world.Occasion, _ event.Kind, due bool) bool { return due })
}

// DueAs is Due for whoever has more to say of when an occasion begins and ends than the log has: of each they are
// told what would happen to it next, and whether that is due as far as the log says, and say whether it happens.
func (s *State) DueAs(happens func(o world.Occasion, next event.Kind, due bool) bool) (event.Event, []world.Effect, bool) {
	for _, o := range s.World.Agenda() {
		next, brings, due := event.OccasionStarted, o.OnStart, false
		switch {
		case o.Stage == world.Active:
			next, brings, due = event.OccasionCompleted, o.OnComplete, s.World.Over(o)
		case s.World.Late(o):
			next, brings, due = event.OccasionExpired, nil, true
		case o.Stage == world.Planned:
			due = s.begins(o)
		default:
			continue
		}
		if happens(o, next, due) {
			return event.Event{Kind: next, Actor: event.EngineSelf, Cause: o.Planning, Data: event.Data{"occasion": o.ID}}, brings, true
		}
	}
	return event.Event{}, nil, false
}

// begins reports whether an occasion that is planned begins now.
func (s *State) begins(o world.Occasion) bool {
	if !s.World.Triggered(o) || o.Trigger == event.ByCondition && !s.meets(o.Condition) {
		return false
	}
	return !slices.ContainsFunc(o.Preconditions, func(c world.Condition) bool { return !s.meets(c) })
}

// mostDue is how many occasions begin and end at once: what one brings may begin another.
const mostDue = 64

// Occur stages what is due of occasions, and what that brings, until nothing is. An effect that cannot be is
// the error, and nothing of its occasion was staged after it.
func (t *Turn) Occur() error {
	for range mostDue {
		due, brings, is := t.state.Due()
		if !is {
			return nil
		}
		if _, err := t.Occasion(due, brings...); err != nil {
			return err
		}
	}
	return nil
}

// Occasion stages an event of an occasion, and then what that brings, with it for a cause. Whoever is where the
// occasion is perceives what it brings and nobody does. It gives the position of the event, 0 where it cannot be,
// and the first error, after which nothing was staged.
func (t *Turn) Occasion(e event.Event, brings ...world.Effect) (event.Position, error) {
	at, err := t.Add(e)
	for i := 0; err == nil && i < len(brings); i++ {
		brought := event.Event{Kind: brings[i].Kind, Actor: event.EngineSelf, Cause: at, Data: event.Data(brings[i].Data)}
		if o := t.state.World.Occasions[e.Text("occasion")]; brought.Kind == event.ItemGained && slices.Contains(o.Props, brought.Text("item")) {
			brought.Cause = o.Start // for good, at the end too
		}
		if brought.Kind.Perceived() {
			brought.Perception = t.state.World.AudienceAt(e.Text("occasion"), brought)
		}
		_, err = t.Add(brought)
	}
	if err != nil {
		return at, fmt.Errorf("occasion %q: %w", e.Text("occasion"), err)
	}
	return at, nil
}

// near is how many story minutes before it begins an occasion comes to mind.
const near = 4 * hourMinutes

// An Occasion is one that the character knows of: as it was when they last heard or saw something of it.
type Occasion struct {
	ID, Name string
	Stage    world.Stage
	Place    string
	At       int64 // story minutes; 0 for any time
	Near     bool  // of one that is planned: whether it is time to think of it
	Props    []string
}

// Occasion is how far an occasion has come, as the character last heard or saw of it; false for one that they
// know nothing of.
func (v *View) Occasion(id string) (world.Stage, bool) {
	stage, knows := v.state.World.Occasions[id].Known[v.who]
	return stage, knows
}

// Occasions are those that the character knows to be planned or to go on, in the order in which they were
// planned. What there is for one alone is told of while it goes on, and never after.
func (v *View) Occasions() (all []Occasion) {
	for _, o := range v.state.World.Agenda() {
		stage := o.Known[v.who]
		if stage != world.Planned && stage != world.Active {
			continue
		}
		known := Occasion{ID: o.ID, Name: o.Name, Stage: stage, Place: o.Place, At: o.At}
		if stage == world.Active {
			known.Props = slices.Clone(o.Props)
		} else {
			known.Near = o.At <= v.Minutes()+near
		}
		all = append(all, known)
	}
	return all
}
