package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
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

// In a campaign of three files the premise is remembered, and what it speaks of can
// be asked about.
func TestPremiseIsRememberedAndAskedAbout(t *testing.T) {
	c := sample(t, "minimal")
	people, others := spokenIn(c, "Brother Anselm Rook wrote each one in the Black Ledger.")
	if len(people) == 0 || !slices.Contains(others, "black-ledger") {
		t.Errorf("%q and %q", people, others)
	}
	s := standing(c, "ossuary", 9*60)
	strangers(s)
	without := strings.Join(topicsFor(c, s, "pietro"), "\n")
	s.Memories = []story.Memory{{Knower: event.Player, Summary: "Lucan Dreyer means to take the whole sum back.", Tags: []string{premiseTag}}, {Knower: event.Player, Summary: "Somebody spoke of Tomas Hasek."}}
	with := strings.Join(topicsFor(c, s, "pietro"), "\n")
	if strings.Contains(without, "Lucan Dreyer") || !strings.Contains(with, "Lucan Dreyer") || strings.Contains(with, "Tomas Hasek") {
		t.Errorf("topics without a premise:\n%s\nand with one:\n%s", without, with)
	}
	if slices.Contains(topicsFor(c, s, "lucan-dreyer"), "Lucan Dreyer") {
		t.Error("somebody is asked about himself")
	}
}

// strangers lets the player have met nobody.
func strangers(s *story.State) {
	for id, p := range s.People {
		p.Met = 0
		s.People[id] = p
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
	if got := cueTold([]*campaign.Beat{low, {Cue: "Odd", Priority: campaign.Critical}, high}); got != "The lamp was lit." {
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

// Going somewhere is forgotten over what happened there; a choice that was made of
// other people's doings is remembered in its words, and one of one's own is not.
func TestWhatIsRememberedOfMoves(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "chapel", 16*60)
	told := []*campaign.Beat{{Cue: "The lamp was lit."}}
	for _, test := range []struct {
		f    turnFacts
		want string
	}{
		{turnFacts{Choice: "Go to the chapel", Move: &move{Kind: moveGo, PlaceName: "the chapel"}}, "You went to the chapel."},
		{turnFacts{Choice: "Go to the chapel", Move: &move{Kind: moveGo, PlaceName: "the chapel"}, Beats: told}, "The lamp was lit."},
		{turnFacts{Beats: told}, "The lamp was lit."},
		{turnFacts{Choice: "Ask him why", Beats: told}, "You asked him why."},
		{turnFacts{Choice: "Tell Lucian that the lamp is out, and mind your tongue", Move: &move{Kind: moveTalk, Person: "pask", PersonName: "Lucian Pask"}}, "You told Lucian that the lamp was out."},
		{turnFacts{Choice: "Tell Lucian that you saw the lamp", Move: &move{Kind: moveTalk, Person: "pask", PersonName: "Lucian Pask"}}, "You talked with Lucian Pask."},
		{turnFacts{Choice: "Press Lucian about the lamp, and hold your nerve", Band: "partial", Move: &move{Kind: movePress, Person: "pask", PersonName: "Lucian Pask"}}, "You pressed Lucian about the lamp, after a fashion."},
		{turnFacts{Choice: "Search it", Band: "success", Gained: []string{"fid"}, Move: &move{Kind: moveSearch, PlaceName: "the chapel"}}, "You found a whalebone fid at the chapel."},
	} {
		if got := summary(c, s, test.f).Summary; got != test.want {
			t.Errorf("%q: %q, want %q", test.f.Choice, got, test.want)
		}
	}
}

// A thread that is followed leads to somebody the player has met who has to do with
// it, else to a place where more of it is to come, else to anybody; and never to
// where the player is.
func TestWhereThreadsLead(t *testing.T) {
	c := sample(t, "grey-harbour")
	c.Beats = []campaign.Beat{
		{ID: "begun", Place: "quay", Effects: []effect.Effect{effect.Thread{ID: "dark", Title: "Why is the Tooth dark?"}}},
		{ID: "ends", Place: "chapel", People: []string{"wren"}, Effects: []effect.Effect{effect.Thread{ID: "dark", Resolved: true}}},
		{ID: "other", Place: "hall", People: []string{"ines"}},
	}
	follow := move{ID: "pursue:dark", Kind: movePursue, Thread: "dark", Title: "Why is the Tooth dark?", Topic: "why the Tooth is dark", Minutes: 20}
	s := standing(c, "quay", 19*60)
	strangers(s)
	s.Reached = map[string]int{"begun": 1}
	meet := func(id string) {
		p, at := s.People[event.CharacterID(id)], ""
		if who, ok := c.Someone(id); ok {
			at = who.WhereAt(19)
		}
		p.Place, p.Met = at, 1
		s.People[event.CharacterID(id)] = p
	}
	check := func(want string) {
		t.Helper()
		got := follow.outcome(c, s)
		if got.Thread != "dark" || len(got.Learns) > 1 || !strings.Contains(strings.Join(got.Learns, ""), want) || want == "" && len(got.Learns) > 0 {
			t.Errorf("%+v, want %q", got, want)
		}
	}
	check("If there is more to be learned of why the Tooth is dark, it is at St Olave's chapel.")
	meet("wren")
	check("You would find Wren Tallis at ")
	s = standing(c, "chapel", 19*60)
	strangers(s)
	s.Reached = map[string]int{"begun": 1}
	check("Mariners are warned that the light upon the Tooth (List, 114) is not at present exhibited.")
	c.Lore = nil
	check("")
	meet("ines") // who has nothing to do with it
	check("")
}
