package host

import (
	"context"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// stagedStory is the story with writes on top: those that an attempt may see, or those of
// a plan that are becoming events. What a write brings about is decided in draft
// alone, and the staged story goes on by those events: so what an attempt is told is what
// will be.
type stagedStory struct {
	as          event.CharacterID // whose view it is; what is written is the player's
	base, state *story.State
	view        *story.View // of the state; nil when it has to be made
	before      *story.View // the player's, of the base
	anybody     bool        // may exist: there is no story that says who does
}

// newStagedStory begins with a story as somebody sees it, nil for one in which nothing has
// happened and anybody may exist.
func newStagedStory(base *story.State, as event.CharacterID) *stagedStory {
	t := &stagedStory{as: as, base: base, anybody: base == nil}
	if base == nil {
		t.base = unwritten()
	}
	t.state, t.before = t.base, t.base.Player()
	return t
}

// unwritten is a story in which nothing has happened, in a save of its own, so that what
// is staged in it can be recalled.
func unwritten() *story.State {
	ctx := context.Background()
	save, err := persistence.New(mem.New(), &persistence.Options{Embedder: lexical.New()}).Create(ctx, "unwritten", "unwritten")
	if err != nil {
		return &story.State{}
	}
	p, err := story.Open(ctx, save)
	if err != nil {
		return &story.State{}
	}
	return p.State()
}

// seen is what the one who asks may know of it.
func (t *stagedStory) seen() *story.View {
	if t.view == nil {
		t.view = t.state.As(t.as)
	}
	return t.view
}

// exists reports whether the story knows somebody or something by an id.
func (t *stagedStory) exists(id string) bool { return t.anybody || t.state.Exists(id) }

// met reports whether the one who asks knows of somebody: a person of the view, or a
// faction, which is no secret.
func (t *stagedStory) met(id string) bool {
	_, known := t.seen().Person(id)
	return known || t.anybody || id == string(event.Player) || t.isFaction(id)
}

func (t *stagedStory) isFaction(id string) bool {
	return t.state.Entities[id].Type.Many()
}

// meant is the id that was probably meant, of those the one who asks knows.
func (t *stagedStory) meant(id string) string {
	var names []string
	for _, p := range t.seen().People() {
		names = append(names, string(p.ID))
	}
	for id := range t.state.Entities {
		if t.isFaction(id) {
			names = append(names, id)
		}
	}
	slices.Sort(names)
	return nearest.Name(id, append(names, string(event.Player)))
}

// apply takes in a write, and gives what it brought about. One that no host has staged
// changes nothing, nor one for which its skill has no room.
func (t *stagedStory) apply(effect plan.Effect) ([]event.Event, error) {
	drafted, err := t.draft(effect)
	for _, e := range drafted {
		t.take(e)
	}
	return drafted, err
}

// take lets an event happen, as the turn will.
func (t *stagedStory) take(e event.Event) {
	e.Moment = t.state.Moment
	e.Moment.Timed, e.Moment.Minutes = true, t.state.Minutes
	if e.Kind.Perceived() && e.Perception == nil {
		e.Perception = t.state.Openly(e)
	}
	t.state = t.state.Stage(persistence.Record{Position: t.state.Position + 1, Event: e})
	t.view = nil
}

// sessionState is what scripts read, with what was written since.
func (t *stagedStory) sessionState(state protocol.Object) protocol.Object {
	switch {
	case t.as != event.Player: // what was handed over is the player's
		return t.seen().Object()
	case t.state == t.base:
		return state
	}
	now := maps.Clone(state)
	if now == nil {
		now = protocol.Object{}
	}
	told := t.seen().Object()
	for _, key := range []string{"$relations", "$threads", "$journal"} {
		if value, there := told[key]; there {
			now[key] = value
		}
	}
	return now
}
