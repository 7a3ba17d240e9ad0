package drama_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/rng"
)

// What is owned to is said in so many words, the author's: what somebody did, what is not as it should be,
// and what the owner did that explains it.
func TestConfessionsSayWhat(t *testing.T) {
	c := settings(t)["minimal"]
	p := drama.Make(c, rng.FromString("7"))
	staged := drama.Stage(c, p)
	for step, want := range map[string]string{
		"step-1-confessed": `"That Saint Orla is too light is my doing," Tomas Hasek says.`,
		"step-2-confessed": `"That one page of the Black Ledger was written with a different pen is my doing," Brother Anselm Rook says.`,
		"step-4-confessed": `"I will say it now," Tomas Hasek says. "I took four mules down the Ketter Pass the morning after the casting, and they went down empty."`,
		"step-5-confessed": `"It was I who oiled the lock of the Ossuary," Abbot Celestin says.`,
	} {
		b, _ := staged.Beat(step)
		if told := strings.Join(b.Prose.Tell(&condition.Facts{}), " "); !strings.Contains(told, want) {
			t.Errorf("%s: %s", step, told)
		}
	}
}

// Nobody is faced with a fact that has nothing to do with them: it names them, and something else that the
// thread is of, or is theirs alone.
func TestFacedWithWhatBears(t *testing.T) {
	faced := 0
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		of := func(text string) reading.Sentence {
			return c.Reading.Sentences[slices.IndexFunc(c.Reading.Sentences, func(s reading.Sentence) bool { return s.Text == text })]
		}
		for _, s := range p.Steps {
			for _, fact := range s.Joins[min(1, len(s.Joins)):] {
				faced++
				thread := p.Threads[s.Thread]
				shares := of(fact).Subject == thread.Owner || slices.ContainsFunc(of(fact).Names, func(id string) bool {
					return id != thread.Owner && (id == thread.Trace || slices.Contains(of(thread.Odd).Names, id))
				})
				if !slices.Contains(of(fact).Names, thread.Owner) || !shares {
					t.Errorf("%s is faced with %q of %q", thread.Owner, fact, thread.Odd)
				}
			}
		}
	})
	if faced == 0 {
		t.Error("nobody is faced with anything")
	}
}

// What somebody did of whom the author does not say who it was, is told as it was done, or not so.
func TestWhoeverItWasDidIt(t *testing.T) {
	for clause, want := range map[string]string{
		"has oiled the lock":                "oiled the lock",
		"has written it":                    "wrote it",
		"has let the air out":               "let the air out",
		"scrubbed the floor":                "scrubbed the floor",
		"has been picking apples":           "had been picking apples",
		"on the other side waves a lantern": "",
		"waves a lantern each night":        "",
		"has always said so":                "",
	} {
		if got := drama.DidWhat(clause); got != want {
			t.Errorf("%s: %q, wanted %q", clause, got, want)
		}
	}
}

// A sentence of somebody is put into their mouth, or left alone.
func TestInFirstPerson(t *testing.T) {
	for rest, want := range map[string]string{
		"is owed money by everyone, and sits where they have to walk past her.": "I am owed money by everyone, and sit where they have to walk past me.",
		"wants the second star more than she wants to sleep.":                   "I want the second star more than I want to sleep.",
		"has lost her mother, and has not said so.":                             "I have lost my mother, and have not said so.",
		"quickly left the house.":                                               "",
		"left Anna's house.":                                                    "",
	} {
		if got := drama.InFirst(rest); got != want {
			t.Errorf("%s: %q, wanted %q", rest, got, want)
		}
	}
}
