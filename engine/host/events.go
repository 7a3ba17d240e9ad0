package host

import (
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Events are what accepted effects bring about in a story, in the order given. To
// add them to a turn at that state, one after the other and nothing in between,
// makes it so; the turn refuses none of them. What steps that did not know of each
// other both wrote happens once: a relation begins, a thread ends, a key goes with
// the first of them. The error names effects that no host has staged; the events of
// the others are given with it.
func Events(effects []plan.Effect, s *story.State) ([]event.Event, error) {
	t := newTale(s, event.Player)
	var events []event.Event
	var faults []error
	for _, effect := range effects {
		drafted, err := t.draft(effect)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s of %s: %w", effect.Method, effect.Script, err))
			continue
		}
		for _, e := range drafted {
			t.take(e)
		}
		events = append(events, drafted...)
	}
	return events, errors.Join(faults...)
}
