package world

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
)

// What there is to tell of a campaign of few files is its setting; of any other its
// public lore, and nothing that a profile, a secret or private lore says.
func TestTestimony(t *testing.T) {
	texts := func(c *campaign.Campaign) string {
		var all []string
		for _, a := range testimonyOf(c) {
			all = append(all, a.Text)
		}
		return strings.Join(all, "\n")
	}
	minimal := texts(sample(t, "minimal"))
	for _, want := range []string{"Abbot Celestin is eighty, almost blind", "Pietro has had flour on his sleeves", "Forty sacks of flour"} {
		if !strings.Contains(minimal, want) {
			t.Errorf("nobody can tell that %s", want)
		}
	}
	if strings.Contains(minimal, "straight face") || strings.Contains(minimal, "You ") {
		t.Error("how the story is to be told is told in it")
	}
	harbour := sample(t, "grey-harbour")
	told := texts(harbour)
	if !strings.Contains(told, "here was a light on Gannet Head") || !strings.Contains(told, "Eleven bodies were recovered") {
		t.Errorf("of public lore there is only:\n%s", told)
	}
	for i := range harbour.People {
		p := &harbour.People[i]
		for _, hidden := range append(valuesOf(p.Relationships), p.Background) {
			for _, sentence := range prose.Sentences(hidden) {
				if strings.Contains(told, strings.TrimSuffix(sentence, ".")) {
					t.Errorf("%s: %q is told", p.ID, sentence)
				}
			}
		}
	}
	for i := range harbour.Lore {
		d := &harbour.Lore[i]
		if d.Public() {
			continue
		}
		body, err := harbour.Body(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, sentence := range prose.Sentences(strings.Join(strings.Fields(body), " ")) {
			if len(sentence) > 20 && strings.Contains(told, sentence) {
				t.Errorf("%s: %q is told", d.File, sentence)
			}
		}
	}
}

func valuesOf(m map[string]string) (all []string) {
	for _, key := range sortedKeys(m) {
		all = append(all, m[key])
	}
	return all
}

func TestInOwnWords(t *testing.T) {
	abbot := &campaign.Person{Name: "Abbot Celestin", Pronouns: "he"}
	crowd := &campaign.Person{Name: "Jo Fell", Pronouns: "they"}
	for _, test := range []struct {
		teller *campaign.Person
		text   string
		want   string
		ok     bool
	}{
		{abbot, "Abbot Celestin rules the house.", "He rules the house.", true},
		{abbot, "Abbot Celestin's key is lost.", "His key is lost.", true},
		{abbot, "The notes are read to Abbot Celestin.", "The notes are read to him.", true},
		{abbot, "It was so, whatever Abbot Celestin was told.", "It was so, whatever he was told.", true},
		{abbot, "Nobody but Abbot Celestin knows.", "Nobody but Abbot Celestin knows.", false},
		{abbot, "The Ossuary is dry.", "The Ossuary is dry.", true},
		{crowd, "Jo Fell waits.", "Jo Fell waits.", false},
		{crowd, "It belongs to Jo Fell.", "It belongs to them.", true},
	} {
		if got, ok := InOwnWords(test.text, test.teller); got != test.want || ok != test.ok {
			t.Errorf("%q: %q, %t", test.text, got, ok)
		}
	}
}

// A rumour of public lore is one, and is told as that.
func TestRumoursAreMarked(t *testing.T) {
	rumours := 0
	for _, said := range testimonyOf(sample(t, "grey-harbour")) {
		if said.Rumour {
			rumours++
		}
		if said.Rumour != strings.HasPrefix(said.ID, "lore/rumour/") {
			t.Errorf("%s: rumour %v: %s", said.ID, said.Rumour, said.Text)
		}
	}
	if rumours == 0 {
		t.Error("there are no rumours")
	}
}

// A person introduced in this turn, and a place described, are not told of again.
func TestDescriptionsAreNoNews(t *testing.T) {
	c := sample(t, "minimal")
	turn := standing(t, c, "varn", 9*60)
	for _, a := range turn.now().unheard() {
		if a.Of != "" && !slices.Equal(a.said("someone").About, []string{a.Of}) {
			t.Errorf("of %q is told %+v", a.Of, a.said("someone"))
		}
		if p, ok := c.Place(a.Of); ok && p.Description == a.Text {
			t.Errorf("news: %q", a.Text)
		}
	}
	for _, a := range turn.now().unheard() {
		if strings.Contains(strings.Join(strings.Fields(c.Premise.Body), " "), a.Text) {
			t.Errorf("the premise was told, and this is news: %q", a.Text)
		}
	}
	told := len(turn.now().unheard())
	if all := len(turn.openedByABeat().now().unheard()); told >= all {
		t.Errorf("the premise was told, and of %d things %d are news", all, told)
	}
}

// Of what was told or found, nothing is news again: a fact and a claim count alike.
func TestWhatIsKnownIsNoNews(t *testing.T) {
	turn := standing(t, sample(t, "minimal"), "refectory", 10*60)
	news := turn.now().unheard()
	turn.learn(news[3].said("abbot-celestin"))
	turn.learn(news[5].said(""))
	left := turn.now().unheard()
	if len(left) != len(news)-2 || slices.ContainsFunc(left, func(t testimony) bool { return t.ID == news[3].ID || t.ID == news[5].ID }) {
		t.Errorf("of %d things, two of them known, %d are news", len(news), len(left))
	}
}

// What an index finds is what reading everything finds.
func TestTheIndexFindsWhatReadingDoes(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		w := Compile(sample(t, name))
		for _, sentence := range []string{"the Ossuary", "Who oiled the lock of the Ossuary?", "the false light on Gannet Head", "", "Ines Vane and the salt house", "???"} {
			about := inquiry{w: w, words: w.index.topic(sentence).words, names: w.index.topic(sentence).names}
			for range 2 { // the second time it is remembered
				for at, got := range about.topical(w.common) {
					want, t0 := 0, w.testimony[at]
					for topic := range w.named {
						if bare := strings.TrimPrefix(topic, "the "); strings.Contains(sentence, bare) && strings.Contains(t0.Text, bare) {
							want += namesTopic
						}
					}
					for _, word := range prose.Content(sentence) {
						if slices.Contains(t0.content, word) && !w.common[word] {
							want += sharesWord
						}
					}
					if got != want {
						t.Errorf("%s, %q: %q weighs %d, want %d", name, sentence, t0.Text, got, want)
					}
				}
			}
		}
	}
}
