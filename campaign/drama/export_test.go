package drama

import (
	"math/rand/v2"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/prose"
)

func seeded() *rand.Rand { return rng.FromString("1").Stream() }

// Own is a sentence as somebody of a plot says it whom it is about, "" for none.
func Own(c *campaign.Campaign, p *Plot, text, who string) string {
	s := &stage{Plot: p, c: c}
	return s.own(text, s.person(who))
}

// InFirst is what stands behind "Anna" as she says it of herself.
func InFirst(rest string) string { return inFirst(rest, prose.PronounsFor("she"), "Anna") }

// DidWhat is what "somebody" did by the words behind that, "" for none.
func DidWhat(clause string) string { return didWhat(clause) }

// PointingTo is all that anybody says who sends the player to look at something, by the step.
func PointingTo(p *Plot, step string) (all []string) {
	s := &stage{Plot: p}
	for i := range p.Steps {
		for at := range p.People {
			if p.Steps[i].ID == step {
				all = append(all, s.pointsAt(&p.People[at], &p.Steps[i], true), s.pointsAt(&p.People[at], &p.Steps[i], false))
			}
		}
	}
	return all
}
