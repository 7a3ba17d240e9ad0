package drama_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
)

// Why somebody did it is one of the author's sentences, of them or of what the thing is good for, told in
// quotes where they confess and known afterwards; no two threads have the same.
func TestWhyIsTheAuthors(t *testing.T) {
	given := map[string]bool{}
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		staged, taken := drama.Stage(c, p), map[string]bool{}
		for i, thread := range p.Threads {
			if thread.Why == "" {
				continue
			}
			n := slices.IndexFunc(c.Reading.Sentences, func(s reading.Sentence) bool { return s.Text == thread.Why })
			if n < 0 || taken[thread.Why] || thread.Why == thread.Odd {
				t.Fatalf("%s is done because %q", thread.Topic, thread.Why)
			}
			taken[thread.Why], given[c.Manifest.Title] = true, true
			s := c.Reading.Sentences[n]
			if e := c.Reading.Entity(s.Subject); s.Subject != thread.Owner && (!s.Whole || e != nil && e.Kind == reading.Person) {
				t.Errorf("%s did it because %q, which is of somebody else", thread.Owner, thread.Why)
			}
			for _, s := range p.Steps {
				if s.Kind != drama.Confess || s.Thread != i {
					continue
				}
				b, _ := staged.Beat(s.ID)
				told := strings.Join(b.Prose.Tell(&condition.Facts{}), " ")
				own := drama.Own(c, p, thread.Why, thread.Owner) // as they say it themselves
				if strings.Count(told, `"`+thread.Why+`"`)+strings.Count(told+"\x00", `"`+cmp.Or(own, "\x00")+`"`) != 1 || slices.Contains(s.Joins, thread.Why) {
					t.Errorf("%q is not what is told once of why: %s", thread.Why, told)
				}
				if !slices.Contains(b.Effects, effect.Effect(effect.Learn{Fact: thread.Why})) {
					t.Errorf("%q is not known afterwards", thread.Why)
				}
			}
		}
	})
	if len(given) < 3 {
		t.Errorf("only in %d campaigns is it said why: %v", len(given), given)
	}
}

// The owner of the sample's first thread is somebody of whom it can be told why they did it.
func TestWhoIsMovedOwnsThreads(t *testing.T) {
	c, whys := settings(t)["minimal"], 0
	for seed := range 20 {
		if p := drama.Make(c, rng.FromString(strings.Repeat("x", seed))); p.Threads[0].Why != "" {
			whys++
		}
	}
	if whys < 18 {
		t.Errorf("of 20 plots %d say why", whys)
	}
}

// What the player tells somebody, or puts to them, is told: at first what is odd, later what they have found.
func TestWhatIsToldIsSaid(t *testing.T) {
	tellings := 0
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		hub, _ := drama.Stage(c, p).Beat("opening")
		for _, choice := range hub.Choices {
			kind, _, _ := strings.Cut(choice.ID, "-")
			if !slices.Contains([]string{"trade", "bring", "press", "seek"}, kind) {
				continue
			}
			i := slices.IndexFunc(p.Threads, func(of drama.Thread) bool { return of.Topic == choice.Topic })
			facts := &condition.Facts{}
			if told := lastOf(choice.Prose.Tell(facts)); !strings.Contains(told, p.Threads[i].Odd+`"`) || len(prose.Sentences(told)) != 1 {
				t.Errorf("%s tells %q", choice.ID, told)
			}
			for _, s := range p.Steps {
				if s.Thread != i || s.Kind == drama.Confess || len(s.Says) == 0 || strings.ContainsAny(s.Says[0], "\"“”") {
					continue
				}
				facts.State = strictjson.Object{"drama": strictjson.Object{s.ID: true}}
				told := lastOf(choice.Prose.Tell(facts))
				if len(prose.Sentences(told)) != 1 {
					t.Errorf("%s tells sentences that others are told too: %q", choice.ID, told)
				}
				own := s.Person != "" && strings.Contains(choice.Text, name(p, s.Person))
				if tellings++; strings.Contains(told, s.Says[0]+`"`) == own {
					t.Errorf("%s, of what %s has shown: %q", choice.ID, s.ID, told)
				}
			}
			if choice.Check != nil {
				if told := strings.Join(choice.Check.Failure.Prose.Tell(facts), " "); !strings.Contains(told, `"`) || len(choice.Check.Failure.Prose) < 2 {
					t.Errorf("%s, failing, tells only %q", choice.ID, told)
				}
			}
		}
	})
	if tellings == 0 {
		t.Error("nobody tells anything that was found")
	}
}

// lastOf is the last of some paragraphs, which is not of where somebody is.
func lastOf(told []string) string { return told[len(told)-1] }

func name(p *drama.Plot, id string) string {
	return p.People[slices.IndexFunc(p.People, func(of drama.Person) bool { return of.ID == id })].Name
}

// Whoever keeps two secrets wants to hear of something else for each.
func TestEachSecretHasItsPrice(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		hub, _ := drama.Stage(c, p).Beat("opening")
		wanted := map[string]string{}
		for _, choice := range hub.Choices {
			if strings.HasPrefix(choice.ID, "trade-") {
				if other := wanted[choice.Of+choice.Topic]; other != "" {
					t.Errorf("%s and %s are for the same", other, choice.ID)
				}
				wanted[choice.Of+choice.Topic] = choice.ID
			}
		}
	})
}

// Whom the author has elsewhere is nowhere to be met, and is asked about: what is odd about them is a
// thread of their own.
func TestWhoIsAwayIsAskedAbout(t *testing.T) {
	all := campaignsOf(t, "*")
	for name, who := range map[string]string{"habitat": "Lindgren", "letter": "Mrs Honoria Speke", "camp": "Barnaby", "quarry": "William Lewis"} {
		p := drama.Make(all[name], rng.FromString("1"))
		if i := slices.IndexFunc(p.People, func(of drama.Person) bool { return of.Name == who }); i >= 0 {
			t.Errorf("%s is at %s", who, p.People[i].Home)
		}
		i := slices.IndexFunc(p.Threads, func(of drama.Thread) bool { return of.Topic == who })
		if gone := i >= 0 && p.Threads[i].Gone; gone != (name != "quarry") { // of whom nothing odd is said
			t.Errorf("%s: the thread %d of %+v", who, i, p.Threads)
		}
	}
}
