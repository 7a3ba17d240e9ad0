package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/story"
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
	low, high := &campaign.Beat{Cue: "The tide came in.", Priority: campaign.Low}, &campaign.Beat{Cue: "The lamp was lit.", Priority: campaign.High}
	turn := &turn{beats: []*campaign.Beat{low, {Cue: "Odd", Priority: campaign.Critical}, high}}
	if got := turn.cueTold(); got != "The lamp was lit." {
		t.Errorf("%q", got)
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
		checkSummary(t, got)
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
		for _, topic := range turn.w.spokenThings(turn.view()) {
			words = append(words, topic.Words)
		}
		return words
	}
	turn.remembers(memory{Words: "Somebody spoke of Tomas Hasek's sister.", Significance: "low"})
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

// The premise that opened a story is remembered, of whom and what it speaks.
func TestThePremiseIsRemembered(t *testing.T) {
	g := at(t, sample(t, "minimal")).open()
	must(t, g, "")
	v := g.story.State().Player()
	if !premiseTold(v) || !slices.ContainsFunc(v.Memories(), func(m story.Memory) bool { return strings.Contains(v.Words(&m), "Ossuary") }) {
		t.Errorf("%+v", v.Memories())
	}
}
