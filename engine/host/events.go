package host

import (
	"errors"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Events are what accepted effects bring about in a story, in the order given. To
// add them to a turn at that state, one after the other and nothing in between,
// makes it so; the turn refuses none of them. What steps that did not know of each
// other both wrote happens once: a relation begins, a thread ends, a key goes with
// the first of them. Left out are the writes of skills that have no room for them, since
// each of several steps had room for its own, but it may be that all have not. The error
// names effects that no host has staged; the events of the others are given with it.
func Events(effects []plan.Effect, s *story.State) (events []event.Event, leftOut []plan.SkillName, err error) {
	t := newStagedStory(s, event.Player)
	var faults []error
	for _, effect := range effects {
		drafted, err := t.apply(effect)
		events = append(events, drafted...)
		if _, full := errors.AsType[*shareError](err); full {
			leftOut = append(leftOut, effect.Script.Skill)
		} else if err != nil {
			faults = append(faults, fmt.Errorf("%s of %s: %w", effect.Method, effect.Script, err))
		}
	}
	slices.Sort(leftOut)
	return events, slices.Compact(leftOut), errors.Join(faults...)
}
