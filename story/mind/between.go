package mind

import (
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// About are the places in [Minds.Known] of one of what they found out of another: what came out that this one had kept to
// themselves.
func (m *Minds) About(who, whom event.CharacterID) (numbers []int) {
	for i, p := range m.placed(who) {
		if p.claim == "" && p.from == whom && p.came.Revealed == p.ID && who != whom {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// Between are the places in [Minds.Known] of one of what was said, or came out, between them and another alone: as far as
// they noticed, nobody else perceived it.
func (m *Minds) Between(who, whom event.CharacterID) (numbers []int) {
	for i, p := range m.placed(who) {
		heard := p.came.Perception
		if who == whom || !heard.Witnessed(who) || !slices.Contains(heard.ApparentAudience, whom) {
			continue
		}
		other := func(id event.CharacterID) bool { return id != who && id != whom }
		if !slices.ContainsFunc(heard.ApparentAudience, other) && !slices.ContainsFunc(heard.Noticed[who], other) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}
