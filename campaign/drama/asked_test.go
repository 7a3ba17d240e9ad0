package drama_test

import (
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
)

// The threads of the sample are what somebody did, hides or misses: not what the player was sent for, nor
// what somebody wants; and each is asked about by words that say what it is.
func TestThreadsOfTheSample(t *testing.T) {
	c := settings(t)["minimal"]
	var topics []string
	for _, thread := range drama.Make(c, rng.FromString("1")).Threads {
		topics = append(topics, thread.Topic)
	}
	if want := []string{"Saint Orla", "the page of the Black Ledger", "Pietro's silence", "the debt", "the lock of the Ossuary"}; !slices.Equal(topics, want) {
		t.Errorf("%q", topics)
	}
}

// What the player was sent for and what somebody wants is a thread only where there are too few others,
// and who noticed something is not who did it.
func TestDoubtfulThreadsComeLast(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		for _, thread := range p.Threads {
			n := slices.IndexFunc(c.Reading.Sentences, func(s reading.Sentence) bool { return s.Text == thread.Odd })
			s := c.Reading.Sentences[n]
			if (s.Player || s.Wants) && len(p.Threads) > 3 {
				t.Errorf("of %d threads one is %s", len(p.Threads), s.Text)
			}
			if thread.Owner != "" && s.Subject == thread.Owner && strings.Contains(s.Text, " noticed ") {
				t.Errorf("%s did what they noticed: %s", thread.Owner, s.Text)
			}
		}
	})
}

// Nobody is asked about what the player has never heard of: what is asked about is a thread, somebody or
// somewhere of the drama, or what the premise speaks of. And nobody says what the premise has told.
func TestAskedAboutWhatIsKnown(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		for _, s := range p.Steps {
			for _, said := range s.Says {
				if n := slices.IndexFunc(c.Reading.Sentences, func(of reading.Sentence) bool { return of.Text == said }); n >= 0 && c.Reading.Sentences[n].Premise {
					t.Errorf("%s is told again by %s", said, s.ID)
				}
			}
			if s.Kind != drama.Ask || s.Thread >= 0 {
				continue
			}
			known := slices.ContainsFunc(p.People, func(of drama.Person) bool { return of.Name == s.Topic }) ||
				slices.ContainsFunc(p.Places, func(of drama.Place) bool { return of.Name == s.Topic }) ||
				slices.ContainsFunc(c.Reading.Entities, func(of reading.Entity) bool { return of.Name == s.Topic && of.Premised })
			if !known {
				t.Errorf("%s is asked about %s", s.Person, s.Topic)
			}
		}
	})
}

// Who is met for the first time is introduced by their author's words, wherever that is, and who is met again is not.
func TestIntroducedOnce(t *testing.T) {
	staged := drama.Stage(settings(t)["minimal"], drama.Make(settings(t)["minimal"], rng.FromString("1")))
	b, _ := staged.Beat("arrive-foundry")
	told := func(met bool) string {
		return strings.Join(b.Prose.Tell(&condition.Facts{People: strictjson.Object{"tomas-hasek": strictjson.Object{"place": "foundry", "met": met}}}), " ")
	}
	if first := told(false); !strings.Contains(first, "owns the only beasts") || strings.Contains(first, "is here") {
		t.Errorf("first: %s", first)
	}
	if again := told(true); strings.Contains(again, "owns the only beasts") || !strings.Contains(again, "Tomas Hasek, the muleteer, is here.") {
		t.Errorf("again: %s", again)
	}
}

// Who comes to where the player is, is seen to come; who has opened a place is in it.
func TestComingAndOpening(t *testing.T) {
	c := settings(t)["minimal"]
	p := drama.Make(c, rng.FromString("1"))
	staged := drama.Stage(c, p)
	seen := false
	for _, s := range p.Steps {
		if s.Mover == "" {
			continue
		}
		b, _ := staged.Beat(s.ID)
		told := strings.Join(b.Prose.Tell(&condition.Facts{Place: s.To, People: strictjson.Object{s.Mover: strictjson.Object{"place": "elsewhere", "met": true}}}), " ")
		seen = seen || strings.Contains(told, " comes in.") || strings.Contains(told, " comes up.")
		if there := strings.Join(b.Prose.Tell(&condition.Facts{Place: s.To, People: strictjson.Object{s.Mover: strictjson.Object{"place": s.To, "met": true}}}), " "); strings.Contains(there, " comes in.") || strings.Contains(there, " comes up.") {
			t.Errorf("who is there comes: %s", there)
		}
	}
	if !seen {
		t.Error("nobody comes to where the player is")
	}
	hub, _ := staged.Beat("opening")
	unlock, found := hub.Choice("unlock-ossuary")
	if !found || !slices.ContainsFunc(unlock.Effects, func(e effect.Effect) bool { m, is := e.(effect.Move); return is && m.Place == "ossuary" }) {
		t.Errorf("%+v", unlock)
	}
	open, _ := staged.Beat("open-ossuary")
	inside := strings.Join(open.Prose.Tell(&condition.Facts{Place: "ossuary"}), " ")
	outside := strings.Join(open.Prose.Tell(&condition.Facts{Place: "refectory"}), " ")
	if !strings.Contains(inside, "driest room") || strings.Contains(outside, "driest room") || !strings.Contains(outside, "stands open") {
		t.Errorf("inside %q, outside %q", inside, outside)
	}
}

// No two people who keep something want and give it in the same words, as long as there are any.
func TestBargainsDiffer(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		staged, told := drama.Stage(c, p), map[string]string{}
		for i, s := range p.Steps {
			if s.Kind != drama.Secret {
				continue
			}
			b, _ := staged.Beat("want-" + s.ID)
			words := strings.Join(b.Prose.Tell(&condition.Facts{}), " ")
			for _, of := range p.Steps[:i] {
				words = strings.ReplaceAll(words, of.Topic, "it")
			}
			if before, again := told[words]; again {
				t.Errorf("%s and %s: %s", before, s.ID, words)
			}
			told[words] = s.ID
		}
	})
}

// The last word is what came of it, and no condition any more.
func TestTheLastWordIsWhatCame(t *testing.T) {
	c := settings(t)["minimal"]
	for _, e := range drama.Stage(c, drama.Make(c, rng.FromString("1"))).Endings {
		if strings.HasPrefix(e.Body, "If ") {
			t.Errorf("%s ends with %s", e.ID, e.Body)
		}
	}
	for stake, want := range map[string]string{
		"If you refuse, the Founder's Hammer stays on its nail.":  "The Founder's Hammer stays on its nail.",
		"If you refuse, as some hope, nobody eats.":               "If you refuse, as some hope, nobody eats.",
		"If you seal her light, you lie, and forty people eat.":   "You lie, and forty people eat.",
		"If it is refused, Anna will never come back to the inn.": "Anna will never come back to the inn.",
	} {
		p := drama.Make(c, rng.FromString("1"))
		p.Options, p.Stakes = []string{"refuse it", "seal her light"}, []string{stake}
		if !slices.ContainsFunc(drama.Stage(c, p).Endings, func(e campaign.Ending) bool { return e.Body == want }) {
			t.Errorf("%q, wanted %q", stake, want)
		}
	}
}

// A place that is named twice in a choice is "it" the second time, and what is called after it keeps its name.
func TestNothingIsCalledItNotes(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		hub, _ := drama.Stage(c, p).Beat("opening")
		for _, choice := range hub.Choices {
			if _, behind, is := strings.Cut(choice.Text, " it"); is && strings.HasPrefix(behind, " ") && strings.HasPrefix(choice.Text, "Go to ") {
				t.Error(choice.Text)
			}
		}
	})
}
