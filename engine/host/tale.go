package host

import (
	"maps"
	"slices"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// tale is the story with writes on top: those that an attempt may see, or those of
// a plan that are becoming events. What a write brings about is decided in draft
// alone, and the tale goes on by those events: so what an attempt is told is what
// will be.
type tale struct {
	base, state *story.State
	view        *story.View // of the state; nil when it has to be made
	before      *story.View // of the base, the same
	anybody     bool        // may exist: there is no story that says who does
	people      strictjson.Object
}

// newTale begins with a story, nil for one in which nothing has happened and
// anybody may exist. The view is the player's, nil to have it made where it is
// needed.
func newTale(base *story.State, view *story.View) *tale {
	t := &tale{base: base, view: view, before: view, anybody: base == nil}
	if base == nil {
		t.base = &story.State{}
	}
	t.state = t.base
	return t
}

// playerView is what the player may know of the tale.
func (t *tale) playerView() *story.View {
	if t.view == nil {
		t.view = t.state.Player()
	}
	return t.view
}

// baseView is what the player may know of the story without the writes.
func (t *tale) baseView() *story.View {
	if t.before == nil {
		t.before = t.base.Player()
	}
	return t.before
}

// exists reports whether the story knows somebody or something by an id.
func (t *tale) exists(id string) bool { return t.anybody || t.state.Known(id) }

// met reports whether the player knows of somebody: a person of the view, or a
// faction, which is no secret.
func (t *tale) met(id string) bool {
	_, known := t.known()[id]
	return known || t.anybody || id == string(event.Player) || t.isFaction(id)
}

func (t *tale) isFaction(id string) bool {
	kind := t.state.Entities[id].Type
	return kind == "faction" || kind == "group"
}

// known are the people of the player's view.
func (t *tale) known() strictjson.Object {
	if t.people == nil {
		t.people, _ = t.playerView().Object()["$people"].(strictjson.Object)
	}
	return t.people
}

// meant is the id that was probably meant, of those the player knows.
func (t *tale) meant(id string) string {
	names := slices.Collect(maps.Keys(t.known()))
	for id := range t.state.Entities {
		if t.isFaction(id) {
			names = append(names, id)
		}
	}
	slices.Sort(names)
	return nearest.Name(id, append(names, string(event.Player)))
}

func (t *tale) thread(id string) (story.Thread, bool) {
	i := slices.IndexFunc(t.state.Threads, func(thread story.Thread) bool { return thread.ID == id })
	if i < 0 {
		return story.Thread{}, false
	}
	return t.state.Threads[i], true
}

// apply takes in a write. One that no host has staged changes nothing.
func (t *tale) apply(effect plan.Effect) {
	drafted, _ := t.draft(effect)
	for _, e := range drafted {
		t.take(e)
	}
}

// take lets an event happen, as the turn will.
func (t *tale) take(e event.Event) {
	e.Moment = t.state.Moment
	e.Moment.Timed, e.Moment.Minutes = true, t.state.Minutes
	if e.Kind.Perceived() { // by whom, the turn will say; the player is where it happens
		e.Perception = &event.Perception{WitnessedBy: []event.CharacterID{event.Player}}
	}
	t.state = t.state.Apply(persistence.Record{Position: t.state.Position + 1, Event: e})
	t.view = nil
}

// sessionState is what scripts read, with what was written since.
func (t *tale) sessionState(state protocol.Object) protocol.Object {
	if t.state == t.base {
		return state
	}
	now := maps.Clone(state)
	if now == nil {
		now = protocol.Object{}
	}
	told := t.playerView().Object()
	for _, key := range []string{"$relations", "$threads", "$journal"} {
		if value, there := told[key]; there {
			now[key] = value
		}
	}
	return now
}
