package world

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
)

// What a premise says of the story's people and things is kept; what it says of the
// player, or cannot be understood alone, is not.
func TestPremises(t *testing.T) {
	body := "# Premise\n\nYou are the weigher of Varn. Saint Orla is too light. She should hold twelve bars. And somebody has oiled the lock of the Ossuary. " +
		"If you seal her, you lie. Who took it? The abbot asks you to stay. It snows. By then it is late for all."
	want := []string{"Saint Orla is too light.", "Somebody has oiled the lock of the Ossuary."}
	if got := premises(body); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCuesAsMemories(t *testing.T) {
	for cue, want := range map[string]string{
		"The player arrives in Grey Harbour under another name.": "You arrived in Grey Harbour under another name.",
		"Wren Tallis wanted a name for her book.":                "Wren Tallis wanted a name for her book.",
		"Honor Strake offered the player a share.":               "Honor Strake offered you a share.",
		"The player":                   "",
		"A cue with no end":            "",
		"Two of them. One too many.":   "",
		"Is anybody there to hear it?": "",
		strings.Repeat("The lamp went out and ", 6) + "they came.": "",
	} {
		if got := retoldCue(cue); got != want {
			t.Errorf("%q: %q, want %q", cue, got, want)
		}
	}
}

// Every cue of the sample campaign makes a memory, and none is of the kind that
// nobody dwells on.
func TestSampleCues(t *testing.T) {
	c := sample(t, "grey-harbour")
	for i := range c.Beats {
		b := &c.Beats[i]
		if len(b.About) > 0 && b.Cue == "" { // what was brought up is remembered by the choice
			continue
		}
		got := retoldCue(b.Cue)
		if !strings.HasSuffix(got, ".") || prose.Words(got) > 25 || len(prose.Sentences(got)) != 1 {
			t.Errorf("not a sentence to remember: %q", got)
		}
		if strings.Contains(got, "player") || strings.HasPrefix(got, "You came to") {
			t.Errorf("%s: %q", b.ID, got)
		}
	}
}

// In a campaign of three files the premise is remembered, and what it speaks of can
// be asked about.
func TestPremiseIsRememberedAndAskedAbout(t *testing.T) {
	c := sample(t, "minimal")
	people, others := spokenIn(c, "Brother Anselm Rook wrote each one in the Black Ledger.")
	if len(people) == 0 || !slices.Contains(others, "black-ledger") {
		t.Errorf("%q and %q", people, others)
	}
	turn := standing(t, c, "ossuary", 9*60)
	spoken := func() (words []string) {
		for _, topic := range turn.now().spokenThings() {
			words = append(words, topic.Words)
		}
		return words
	}
	with := spoken()
	if !slices.Contains(with, "Lucan Dreyer") {
		t.Errorf("topics of a premise that was told: %q", with)
	}
	turn.movePerson("lucan-dreyer", "ossuary")
	if slices.Contains(spoken(), "Lucan Dreyer") {
		t.Error("somebody is asked about who is there")
	}
	turn = standing(t, c, "ossuary", 9*60).openedByABeat()
	if without := spoken(); len(without) > 0 {
		t.Errorf("topics of a premise that was not told: %q", without)
	}
}

func TestSecondPerson(t *testing.T) {
	for text, want := range map[string]string{
		"The player arrives and is seen by Merlin, then kneels.":   "You arrive and are seen by Merlin, then kneel.",
		"The player meets Merlin and Arthur draws his sword.":      "You meet Merlin and Arthur draws his sword.",
		"The player sees a boy who runs and hides.":                "You see a boy who runs and hides.",
		"The player gazes out, and freezes.":                       "You gaze out, and freeze.",
		"Merlin waits for the player, and goes.":                   "Merlin waits for you, and goes.",
		"The player's horse and saddle stand in the player's way.": "Your horse and saddle stand in your way.",
		"The player has won, but was hurt and cries out.":          "You have won, but were hurt and cry out.",
	} {
		if got := secondPerson(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A cue is remembered only where the beat's prose bears it out.
func TestCuesAreBorneOut(t *testing.T) {
	told := campaign.Prose{{{Text: "He shies at it, as a horse does. \"Oil,\" he says."}}}
	for _, test := range []struct {
		cue  string
		told campaign.Prose
		want string
	}{
		{"Aldous Coad shied at the word oil.", told, "Aldous Coad shied at the word oil."},
		{"Aldous Coad shied at the word oil.", campaign.Prose{{{Text: "He weighs out sugar."}}}, ""},
		{"Aldous Coad shied at the word oil.", nil, "Aldous Coad shied at the word oil."},
	} {
		if got := Compile(&campaign.Campaign{}).Cue(&campaign.Beat{Cue: test.cue, Prose: test.told}); got != test.want {
			t.Errorf("%q of %v: %q", test.cue, test.told, got)
		}
	}
}
