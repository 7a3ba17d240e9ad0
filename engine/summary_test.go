package engine

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

var rewriteSummaries = flag.Bool("rewrite-summaries", false, "write testdata/summaries.txt anew; read it then")

// TestSummariesOfAuthoredChoices compares the memory of every authored choice of
// Grey Harbour with what was read and found good.
func TestSummariesOfAuthoredChoices(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "quay", 16*60)
	var b strings.Builder
	for i := range c.Beats {
		beat := &c.Beats[i]
		for j := range beat.Choices {
			choice := &beat.Choices[j]
			f := turnFacts{Choice: choice.Text, Written: beat}
			if choice.Check != nil {
				f.Band = string(prose.Failure)
			}
			m := summary(c, s, f)
			checkSummary(t, m.Summary)
			fmt.Fprintf(&b, "%s/%s: %s\n", beat.ID, choice.ID, m.Summary)
		}
	}
	const golden = "testdata/summaries.txt"
	if *rewriteSummaries {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(got), len(wanted)) {
		if got[i] != wanted[i] {
			t.Errorf("line %d:\n got %s\nwant %s", i+1, got[i], wanted[i])
		}
	}
	if len(got) != len(wanted) {
		t.Errorf("%d summaries, and %d in %s", len(got), len(wanted), golden)
	}
}

func checkSummary(t *testing.T, text string) {
	t.Helper()
	if text == "" || !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, `."`) || strings.HasSuffix(text, "..") {
		t.Errorf("not a sentence: %q", text)
	}
	if n := prose.Words(text); n > 25 {
		t.Errorf("%d words: %q", n, text)
	}
	if len(prose.Sentences(text)) != 1 {
		t.Errorf("more than one sentence: %q", text)
	}
}

func TestSummariesOfMoves(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		for i := range c.Places {
			s := standing(c, c.Places[i].ID, 16*60)
			s.Threads = []story.Thread{{ID: "dark", Title: "Why is the Tooth dark?", Open: true}}
			s.Memories = []story.Memory{{Knower: event.Player, Summary: "You came ashore."}}
			for _, m := range moves(c, s) {
				got := summary(c, s, turnFacts{Choice: "Now that you have come ashore, do something", Move: &m}).Summary
				checkSummary(t, got)
				if strings.Contains(got, "chose this") || strings.Contains(got, "ashore") {
					t.Errorf("%s: %s", m.ID, got)
				}
			}
		}
	}
}

func TestDeedOf(t *testing.T) {
	for _, test := range []struct{ choice, who, pronouns, want string }{
		{"Ask Ines who paid for the oil.", "", "", "You asked Ines who paid for the oil."},
		{"Ask her who paid", "Ines Vane", "she", "You asked Ines Vane who paid."},
		{"Mend her coat and give it back to her", "Ines Vane", "she", "You mended Ines Vane's coat and gave it back to her."},
		{"Tell Ines you will help her", "Ines Vane", "she", "You told Ines you would help her."},
		{"Do not open the door", "", "", "You did not open the door."},
		{"Don't open the door!", "", "", "You did not open the door."},
		{`"I was never here."`, "", "", `"I was never here," you said.`},
		{"The left-hand door", "", "", "You chose this: the left-hand door."},
		{"Quietly take the can and go", "", "", "You quietly took the can and went."},
		{"Buy bread and water", "", "", "You bought bread and water."},
		{"Ask who will come and help you light it", "", "", "You asked who would come and help you light it."},
		{"Stay and help them reckon and carry", "", "", "You stayed and helped them reckon and carry."},
		{"Search", "", "", "You searched."},
		{"Ask the girl how she comes to run an inn", "Wren Tallis", "she", "You asked Wren Tallis how she came to run an inn."},
		{"Ask the innkeeper for a room", "Wren Tallis", "she", "You asked Wren Tallis for a room."},
		{"Ask the girl how she comes to run an inn", "Peder Holm", "he", "You asked the girl how she came to run an inn."},
		{"Ask the curate for a room", "Wren Tallis", "she", "You asked the curate for a room."},
		{"Ask the girl about Wren", "Wren Tallis", "she", "You asked the girl about Wren."},
		{"", "", "", ""},
		{" ...", "", "", ""},
	} {
		if got := deedOf(test.choice, referent{Name: test.who, Pronouns: test.pronouns, Role: "innkeeper, and a child"}); got != test.want {
			t.Errorf("%q: got %q, want %q", test.choice, got, test.want)
		}
	}
}

func TestMemoryOfATurn(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "net-loft", 16*60)
	s.Turn.Number = 5
	s.Threads = []story.Thread{{ID: "relight", Title: "A burner", Open: true, Turn: 5}, {ID: "old", Title: "Old", Open: true, Turn: 2}}
	beat, _ := c.Beat("ines_key")
	m := summary(c, s, turnFacts{Choice: "Take the key", Written: beat, Person: "ines", Stat: "hands", Band: "success", Gained: []string{"tower-key"}})
	if m.Summary != "You took the key, and it went well." || m.Place != "net-loft" || m.Significance != "high" || m.Episodic != "triumph" {
		t.Errorf("%+v", m)
	}
	if !slices.Equal(m.Characters, []string{"player", "ines"}) || !slices.Equal(m.Tags, []string{"hands", "ines_key", "relight", "tower-key"}) {
		t.Errorf("%+v", m)
	}
	talk := &move{ID: "talk:ines", Kind: moveTalk, Person: "ines", PersonName: "Ines Vane", Topic: "the salt house"}
	m = summary(c, s, turnFacts{Choice: "whatever", Move: talk, Person: "wren", Moved: true})
	if m.Characters[1] != "ines" {
		t.Errorf("those concerned are %q", m.Characters)
	}
	if m.Summary != "You asked Ines Vane about the salt house." || m.Significance != "medium" || m.Episodic != "" || !slices.Contains(m.Tags, "talk") {
		t.Errorf("%+v", m)
	}
	m = summary(c, s, turnFacts{Choice: "Wait", Band: "failure", Kind: prose.Danger})
	if m.Episodic != "failure" || m.Significance != "medium" {
		t.Errorf("%+v", m)
	}
	if m = summary(c, s, turnFacts{Choice: "Wait", Band: "partial", Kind: prose.Danger}); m.Episodic != "" {
		t.Errorf("half a success is remembered for ever: %+v", m)
	}
	if m = summary(c, s, turnFacts{Choice: "Wait"}); m.Significance != "low" {
		t.Errorf("%+v", m)
	}
	if m = summary(c, s, turnFacts{}); m.Summary != "You came to the net loft." || m.trivial() {
		t.Errorf("the opening: %+v", m)
	}
}

// What failed was tried; what was said was said all the same; a success that is not
// remembered for ever needs no word.
func TestHowItWentIsTold(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "net-loft", 16*60)
	beat, _ := c.Beat("ines_meets")
	for _, test := range []struct{ choice, band, want string }{
		{"Take out the fid and finish her splice", "failure", "You tried to take out the fid and finish Ines Vane's splice, and it went wrong."},
		{"Take out the fid and finish her splice", "partial", "You took out the fid and finished Ines Vane's splice, after a fashion."},
		{"Take out the fid and finish her splice", "success", "You took out the fid and finished Ines Vane's splice."},
		{"Try to win her over", "failure", "You tried to win Ines Vane over, and it went wrong."},
		{"Ask to see the burial register today", "failure", "You asked to see the burial register today, and it went wrong."},
		{"Stand up and say you mean to light it", "failure", "You stood up and said you meant to light it, and it went wrong."},
		{"Quietly learn how the wicks are trimmed", "failure", "You tried to learn how the wicks were trimmed, and it went wrong."},
	} {
		b := *beat
		b.Priority = campaign.Medium
		if got := retold(c, s, turnFacts{Choice: test.choice, Written: &b, Band: test.band}); got != test.want {
			t.Errorf("%q, %s: %q, want %q", test.choice, test.band, got, test.want)
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
		if got := cueTold([]*campaign.Beat{{Cue: test.cue, Prose: test.told}}); got != test.want {
			t.Errorf("%q of %v: %q", test.cue, test.told, got)
		}
	}
}

func TestSignificanceFollowsTheBeat(t *testing.T) {
	for priority, want := range map[campaign.Priority]string{
		campaign.Optional: "medium", campaign.Low: "medium", campaign.Medium: "medium", campaign.High: "high", campaign.Critical: "high",
	} {
		if got := significance(turnFacts{Beats: []*campaign.Beat{{Priority: priority}}}); got != want {
			t.Errorf("%v: %s, want %s", priority, got, want)
		}
	}
}

func TestSceneSummaryTakesTheWeightiest(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "quay", 0)
	s.Scene = story.Scene{Place: "quay", Turn: 3}
	if got := sceneSummary(c, s); got != "You spent a while at the Long Quay." {
		t.Error(got)
	}
	keep := func(turn int64, knower event.CharacterID, weight, text string) {
		s.Memories = append(s.Memories, story.Memory{Knower: knower, Turn: turn, Significance: weight, Summary: text, Position: event.Position(len(s.Memories) + 1)})
	}
	keep(2, event.Player, "high", "You came before.")
	keep(3, event.Player, "medium", "You asked.")
	keep(4, "ines", "high", "Somebody else's.")
	keep(4, event.Player, "low", "You waited.")
	keep(5, event.Player, "high", "You learned it.")
	if got := sceneSummary(c, s); got != "You asked. You learned it." {
		t.Error(got)
	}
}

func FuzzDeedOf(f *testing.F) {
	for _, seed := range []string{"Ask her who paid", `"Go," you say`, "and then", ". . .", "Élan", "Do", "“", "Take the \xff and go"} {
		f.Add(seed, "Ines Vane", "she")
	}
	f.Fuzz(func(t *testing.T, choice, name, pronouns string) {
		got := deedOf(choice, referent{prose.CleanLine(name, 50), pronouns, "innkeeper"})
		if !utf8.ValidString(got) || strings.Contains(got, "\n") {
			t.Errorf("%q became %q", choice, got)
		}
	})
}
