package mind

import (
	"cmp"
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// A subject is what pieces of knowledge are of: a fact or a document by its id, or what was
// first claimed where no such id goes with it.
type subject struct {
	claimed bool
	id      string
	words   string // of somebody's own pieces: what they say of it, where others of it may say something else
}

// subjectOf is that of a piece, for whoever knows of some claims.
func (m *Minds) subjectOf(p placed, knows func(claim string) bool) subject {
	if p.claim == "" {
		return subject{id: p.ID}
	}
	return m.claimedSubject(p.claim, knows)
}

// claimedSubject is that of a claim, by its own words for it or those of the claim that it was
// heard as.
func (m *Minds) claimedSubject(claim string, knows func(claim string) bool) subject {
	c := m.first(claim, knows)
	if id := cmp.Or(c.Fact, c.Source); id != "" {
		return subject{id: id}
	}
	return subject{claimed: true, id: c.ID}
}

// first is the claim that one was heard as, back to one that names what it is of, as far as those before are known.
func (m *Minds) first(claim string, knows func(claim string) bool) Claim {
	c := m.Claims[claim]
	for range longestChain {
		before, is := m.Claims[c.From]
		if cmp.Or(c.Fact, c.Source) != "" || !is || !knows(c.From) {
			break
		}
		c = before
	}
	return c
}

// knowing is for whoever has some pieces.
func knowing(pieces []placed) func(claim string) bool {
	heard := make(map[string]bool, len(pieces))
	for _, p := range pieces {
		heard[p.claim] = true
	}
	return func(claim string) bool { return heard[claim] }
}

// anyClaim is for whoever looks from outside.
func anyClaim(string) bool { return true }

// about are the pieces that somebody has of a subject, with what they said of it themselves
// last: that is not how they know it.
func (m *Minds) about(of subject, who event.CharacterID) []placed {
	all := slices.DeleteFunc(m.placed(who), func(p placed) bool { return m.subjectOf(p, anyClaim) != of })
	own := func(p placed) int {
		if p.Speaker == who {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(own(a), own(b)) })
	return all
}

// content is what is so of a subject, or what was first said of it.
func (m *Minds) content(of subject) string {
	if fact, is := m.Facts[of.id]; is && !of.claimed {
		return fact.Content
	}
	first := Claim{}
	for _, c := range m.Claims {
		if m.claimedSubject(c.ID, anyClaim) == of && (first.Position == 0 || c.Position < first.Position) {
			first = c
		}
	}
	return first.Content
}
