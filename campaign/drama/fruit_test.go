package drama_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/drama"
)

// Nobody sends the player to look where there is nothing to be found but that nobody came from outside.
func TestNobodySendsToNothing(t *testing.T) {
	barren := 0
	for _, c := range campaignsOf(t, "*") {
		for seed := range 4 {
			p := drama.Make(c, seedOf(seed))
			staged := drama.Stage(c, p)
			hub, _ := staged.Beat("opening")
			for _, step := range p.Steps {
				if step.Kind != drama.Look || step.Thing != "" || len(step.Says) > 0 || step.From != "" {
					continue
				}
				barren++
				told := drama.PointingTo(p, step.ID)
				for _, choice := range hub.Choices {
					if choice.LeadsTo == "sent-"+step.ID {
						t.Errorf("%s sends to %s", choice.ID, step.ID)
					}
					for _, paragraph := range choice.Prose {
						for _, v := range paragraph {
							if slices.Contains(told, v.Text) {
								t.Errorf("%s: %s", choice.ID, v.Text)
							}
						}
					}
				}
			}
		}
	}
	if barren == 0 {
		t.Error("no plot has a look that shows nothing")
	}
}

// Whoever is there answers for each thread at every moment: with what they know, what they want for it, who
// would know it, or that they will not say.
func TestWhoeverIsAskedAnswers(t *testing.T) {
	eachOffer(t, func(t *testing.T, p *play, all []*campaign.Choice) {
		if p.facts.Reached["sign-5"] > 0 { // it has to be settled
			return
		}
		for _, who := range p.facts.Present {
			at := slices.IndexFunc(p.plot.People, func(of drama.Person) bool { return of.ID == who })
			if p.plot.People[at].Many {
				continue
			}
			for _, thread := range p.plot.Threads {
				asks := func(c *campaign.Choice) bool {
					return c.Topic == thread.Topic && c.Of == "ask:"+who && strings.HasPrefix(c.Text, "Ask ")
				}
				if !slices.ContainsFunc(all, asks) {
					t.Errorf("asked about %s, %s says nothing", thread.Topic, who)
				}
			}
		}
	})
}

// Whoever searches a place, or looks about it, finds what there is to be seen in it.
func TestASearchFinds(t *testing.T) {
	found := 0
	eachOffer(t, func(t *testing.T, p *play, all []*campaign.Choice) {
		looks := slices.ContainsFunc(all, func(c *campaign.Choice) bool { return c.Slot == campaign.Acting && strings.HasPrefix(c.Of, "look:") })
		for _, of := range []string{"search:", "examine:"} {
			at := slices.IndexFunc(all, func(c *campaign.Choice) bool { return c.Slot == campaign.Seeking && c.Of == of+p.facts.Place })
			if (at >= 0) != looks {
				t.Errorf("%s: a look %v, a search %v", p.facts.Place, looks, at >= 0)
			}
			if at >= 0 && p.facts.Reached[all[at].LeadsTo] == 0 {
				found++
			}
		}
	})
	if found == 0 {
		t.Error("no search was possible")
	}
}
