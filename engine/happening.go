package engine

import (
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// A happening is what happens at the moment, and lets come what comes of it: effects, movement, time, and what is known by it.
type happening struct {
	*turn
	resolved
	acting  bool            // the deed is being done: what changes came of it
	changes []action.Change // that came of it
	cause   event.Position  // of what happens now: the choice, the beat that is told
	topic   string          // of the choice or beat whose effects happen
	on      string          // the occasion that they are of, "" for none
}

// add stages an event that what happens now brings about.
func (t *happening) add(kind event.Kind, data event.Data) event.Position {
	return t.stage(event.Event{Kind: kind, Actor: event.EngineSelf, Cause: t.cause, Data: data})
}

// stage is a turn's, and stages what an occasion brings as it is perceived where that is.
func (t *happening) stage(e event.Event) event.Position {
	if t.on != "" && e.Perception == nil && e.Kind.Perceived() {
		e.Perception = t.state().World.AudienceAt(t.on, e)
	}
	return t.turn.stage(e)
}

// came notes what came of the deed that is being done.
func (t *happening) came(kind action.ChangeKind, who, what action.Ref, held event.Position) {
	if t.acting && held > 0 {
		t.changes = append(t.changes, action.Change{Kind: kind, Who: who, What: what, Event: int64(held)})
	}
}
