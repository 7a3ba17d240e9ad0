package drama_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/campaign/effect"
)

// Whoever somebody else's oddity is laid to is named whole in what is known of it then, whatever letter their name begins with.
func TestWhoOwnedToItHasTheirName(t *testing.T) {
	owned := 0
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		for i := range p.People {
			p.People[i].Name = "Ivo " + p.People[i].Name
		}
		staged := drama.Stage(c, p)
		for _, b := range staged.Beats {
			for _, e := range b.Effects {
				learn, _ := e.(effect.Learn)
				_, who, is := strings.Cut(learn.Fact, ", it is because of ")
				if !is {
					continue
				}
				owned++
				if !slices.ContainsFunc(p.People, func(p drama.Person) bool { return p.Name == strings.TrimSuffix(who, ".") }) {
					t.Errorf("%s: it is because of %q", b.ID, who)
				}
			}
		}
	})
	if owned == 0 {
		t.Error("nobody owns to anything of somebody else")
	}
}

// Whoever says what they did does not say what they are as their author told it to others.
func TestNobodySaysWhatTheyAreLike(t *testing.T) {
	c := settings(t)["minimal"]
	p := drama.Make(c, seedOf(7))
	if said := drama.Own(c, p, "Brother Anselm Rook, the founder, is a burnt, cheerful giant who has cast eleven bells and been paid for nine.", "brother-anselm-rook"); said != "I have cast eleven bells and been paid for nine." {
		t.Errorf("%q", said)
	}
}
