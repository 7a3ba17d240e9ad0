package drama_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/campaign/effect"
)

// Whoever has confessed can be asked why, and answers: with their author's reason, else that it ends there.
func TestWhoeverConfessesIsAskedWhy(t *testing.T) {
	asked := 0
	eachOffer(t, func(t *testing.T, p *play, all []*campaign.Choice) {
		for _, step := range p.plot.Steps {
			who := slices.IndexFunc(p.plot.People, func(of drama.Person) bool { return of.ID == step.Person })
			if step.Kind != drama.Confess || p.done[step.ID] != true || p.facts.Reached["sign-5"] > 0 || p.plot.People[who].Silent || !slices.Contains(p.facts.Present, step.Person) {
				continue
			}
			at := slices.IndexFunc(all, func(c *campaign.Choice) bool { return c.Of == "why:"+step.Person })
			if at < 0 || all[at].Prose.Tell(&p.facts) == nil || all[at].Prose.Tell(&p.facts)[0] == "" {
				t.Errorf("%s has confessed, and cannot be asked why", step.Person)
			}
			asked++
		}
	})
	if asked == 0 {
		t.Error("nobody confessed")
	}
}

// The theatre's evening comes to its hour to the minute, and says so; nothing takes longer than there is time for.
func TestTheHourComes(t *testing.T) {
	c := campaignsOf(t, "further")["theatre"]
	p := drama.Make(c, seedOf(1))
	staged := drama.Stage(c, p)
	last, _ := staged.Beat("sign-5")
	first, _ := staged.Beat("sign-1")
	until := effect.Until{Minute: 19*60 + 30}
	if !slices.Contains(last.Effects, effect.Effect(until)) || !strings.HasPrefix(last.Prose[0][0].Text, "It is half past seven. ") || !strings.HasSuffix(first.Prose[0][0].Text, " left before half past seven.") {
		t.Errorf("%v %v, first %v", last.Effects, last.Prose, first.Prose)
	}
	for _, choice := range staged.Beats[0].Choices {
		if choice.Slot != campaign.Staying && choice.Minutes > staged.Pace {
			t.Errorf("%s takes %d minutes of %d", choice.ID, choice.Minutes, staged.Pace)
		}
	}
	p.Version = 4
	older, _ := drama.Stage(c, p).Beat("sign-5")
	if slices.Contains(older.Effects, effect.Effect(until)) {
		t.Error("a plot of before has its time otherwise now")
	}
}

// No ending tells again all of what a long sentence of the opening said.
func TestAnEndingIsNoOpening(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		for _, b := range drama.Stage(c, p).Beats {
			for _, choice := range b.Choices {
				for _, paragraph := range choice.Prose {
					for _, v := range paragraph {
						odd := ""
						if len(p.Threads) > 0 {
							odd = strings.TrimRight(p.Threads[0].Odd, ".")
						}
						if strings.HasPrefix(choice.Of, "end:") && len(strings.Fields(odd)) > 9 && strings.Contains(v.Text, odd[1:]) {
							t.Errorf("%s: %s", choice.ID, v.Text)
						}
					}
				}
			}
		}
	})
}

// The story begins where somebody meets the player in the premise, and nowhere that is locked.
func TestTheBeginningIsAsTheOpeningHasIt(t *testing.T) {
	c, problems := campaign.LoadDir("../reading/testdata/further/theatre", campaign.Options{})
	if c == nil {
		t.Fatal(problems)
	}
	c.Premise.Body += "\n\nMr Crole hands you the book."
	c = complete(t, c)
	p := drama.Make(c, seedOf(1))
	at := slices.IndexFunc(p.People, func(of drama.Person) bool { return strings.HasSuffix(of.Name, "Crole") })
	if at < 0 || p.People[at].Home != p.Start {
		t.Errorf("the story begins at %s, with %+v", p.Start, p.People[at])
	}
	for _, name := range []string{"theatre", "habitat"} {
		c := campaignsOf(t, "further")[name]
		for _, l := range c.Reading.Locks {
			if p := drama.Make(c, seedOf(1)); l.Of == p.Start {
				t.Errorf("%s begins behind a lock, at %s", name, p.Start)
			}
		}
	}
}

// Who is called Mrs is somebody, whatever the wardrobe is.
func TestTheWardrobeMistressIsSomebody(t *testing.T) {
	p := drama.Make(campaignsOf(t, "further")["theatre"], seedOf(1))
	if !slices.ContainsFunc(p.People, func(of drama.Person) bool { return of.Name == "Mrs Abney" }) {
		t.Errorf("people are %+v", p.People)
	}
}
