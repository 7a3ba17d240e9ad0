package story

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// Experience is what kind of memory the player has of what they did: of asking, what they were told by it, where
// they were told something.
func (d *Deed) Experience() event.Experience {
	told := func(c action.Change) bool {
		return c.Kind == action.Learned && c.Who == action.Player && c.What.Kind == action.Said
	}
	switch d.Action.Kind {
	case action.Talk, action.Ask, action.AskHelp, action.Press:
		if slices.ContainsFunc(d.Outcome.Changes, told) {
			return event.Hearing
		}
		return event.Saying
	case action.Tell, action.Say, action.Befriend:
		return event.Saying
	case action.Examine, action.Search, action.Wait:
		if slices.ContainsFunc(d.Outcome.Changes, told) { // they listened
			return event.Hearing
		}
		return event.Perceiving
	case action.Recall:
		return event.Internal
	}
	return event.Doing
}
