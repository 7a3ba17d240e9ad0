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
