package mind

import (
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// About are the places in [Minds.Known] of one of what they know of another, or were told: what came out that this one had
// kept to themselves, and what is about them, who may be anything that the story knows by an id. What one said oneself is not
// how one knows it.
func (m *Minds) About(who event.CharacterID, whom string) (numbers []int) {
	person := m.Of(event.CharacterID(whom)).Person // else it keeps nothing back
	for i, p := range m.placed(who) {
		out := person && p.claim == "" && string(p.from) == whom && p.came.Revealed == p.ID
		if string(who) != whom && p.Speaker != who && (out || slices.Contains(m.aboutWhom(p), whom)) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// aboutWhom is whom or what a piece is about, for whoever has it: of what they were told that goes by what was said, whatever
// the fact is about that it names.
func (m *Minds) aboutWhom(p placed) []string {
	if p.claim == "" {
		return m.Facts[p.ID].About
	}
	return m.Claims[p.claim].About
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
