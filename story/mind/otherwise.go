package mind

import (
	"cmp"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// otherwise tells apart, among somebody's pieces, those of one subject that say different things of it: who heard one
// does not know the other. They go by what that mind has: the words, whom they are from, and what they said
// themselves knowing better. Of a fact, other words are another thing, but where they vouched for them themselves, or where it was
// passed on as what they heard too; of all else, what they made up is.
func (m *Minds) otherwise(who event.CharacterID, pieces []placed, of []subject) {
	said := make(map[subject]string, len(pieces)) // the words, of a subject with words of its own, that the same was said in first
	by := make(map[string]string, len(pieces))    // the same, of a claim
	held := make(map[subject]string)              // as they have it
	learned := make(map[subject]bool)             // and for good
	knows := knowing(pieces)
	for i, p := range pieces {
		about, words := of[i], folded(p.Content)
		same := subject{about.claimed, about.id, words}
		before, known := said[same]
		from, passed := by[m.Claims[p.claim].From]
		apart := p.Speaker == who && (p.Truth == action.Lie || !passed && !vouched(p.Truth) && m.Claims[p.claim].Fact != "")
		switch {
		case p.claim == "":
		case known:
			words = before
		case apart:
		case m.first(p.claim, knows).Fact == "":
			words = ""
		case passed && m.Claims[p.claim].Fact == "":
			words = from
		case p.Speaker == who:
			words = cmp.Or(held[about], words)
		}
		if said[same] = words; p.claim != "" {
			by[p.claim] = words
		}
		if p.Speaker != who && !learned[about] {
			held[about], learned[about] = words, p.claim == ""
		}
		of[i].words = words
	}
}

// so are the claims of a subject by which whoever heard them knows what is so: those in the words of the fact, and
// those in others of somebody who knew it and vouched for them. Of what is no fact all are, but where somebody passed on
// something else than they had heard.
func (m *Minds) so(of subject) map[string]bool {
	fact, is := m.Facts[of.id]
	is = is && !of.claimed
	claims := slices.DeleteFunc(slices.Collect(maps.Values(m.Claims)), func(c Claim) bool { return m.claimedSubject(c.ID, anyClaim) != of })
	slices.SortFunc(claims, func(a, b Claim) int { return cmp.Compare(a.Position, b.Position) })
	so, said := make(map[string]bool), make(map[string]bool)
	for _, c := range claims {
		words := folded(c.Content)
		before, known := said[words]
		_, passed := m.Claims[c.From]
		switch {
		case is && words == folded(fact.Content):
			so[c.ID] = true
		case known:
			so[c.ID] = before
		case c.Truth == action.Lie && passed:
		case passed:
			so[c.ID] = so[c.From]
		default:
			so[c.ID] = !is || vouched(c.Truth) && m.knew(event.CharacterID(c.Speaker.ID), of.id, c.Position, so)
		}
		said[words] = so[c.ID]
	}
	return so
}

// vouched reports whether whoever says something of their own of a fact says it as what they know: a guess, a mistake and talk are
// no other words for it.
func vouched(truth action.Truth) bool { return truth == action.Sincere }

// knew reports whether somebody knew a fact before an event: they had learned it, or heard one of the claims by which
// one knows it.
func (m *Minds) knew(who event.CharacterID, fact string, at event.Position, so map[string]bool) bool {
	of := m.Of(who)
	return slices.ContainsFunc(of.Learned, func(l Learned) bool { return l.Fact == fact && l.Position < at }) ||
		slices.ContainsFunc(of.Heard, func(h Heard) bool { return so[h.Claim] && h.Position < at })
}
