package engine

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

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

var rewriteSummaries = flag.Bool("rewrite-summaries", false, "write testdata/summaries.txt anew; read it then")

// authors makes an author's choice the one that was made.
func (t *resolving) authors(beat *campaign.Beat, written *campaign.Choice) {
	id := beat.ID + "/" + written.ID
	t.Choice, t.author, t.Action = id, &authored{beat, written}, t.now().Authored(beat, written)
}

// keeps is the memory of the turn and its words.
func (t *resolving) keeps() (memory, string) {
	kept := t.settles().memory()
	return kept, kept.summary(t.settles())
}

// TestSummariesOfAuthoredChoices compares the memory of every authored choice of
// Grey Harbour with what was read and found good.
func TestSummariesOfAuthoredChoices(t *testing.T) {
	c := sample(t, "grey-harbour")
	turn := standing(t, c, "quay", 16*60)
	turn.acted = 1
	var b strings.Builder
	for i := range c.Beats {
		beat := &c.Beats[i]
		for j := range beat.Choices {
			choice := &beat.Choices[j]
			turn.authors(beat, choice)
			turn.Outcome = action.Outcome{}
			if choice.Check != nil {
				turn.Outcome.Grade = action.Failure
			}
			_, words := turn.keeps()
			checkSummary(t, words)
			fmt.Fprintf(&b, "%s/%s: %s\n", beat.ID, choice.ID, words)
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

// Every offer that is taken is remembered in a sentence, whatever its choice was called.
func TestSummariesOfOffers(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		g := at(t, c).open()
		for i := range c.Places {
			turn := g.begun()
			turn.stand(c.Places[i].ID, 16*60)
			turn.opens("dark", "Why is the Tooth dark?")
			turn.acted = 1
			for _, o := range turn.offers() {
				turn.Choice, turn.Taken, turn.Action = o.ID(), &o, o.Action
				for _, grade := range action.Grades() {
					turn.Outcome.Grade = grade
					_, words := turn.keeps()
					checkSummary(t, words)
					if strings.Contains(words, "ashore") || !strings.HasPrefix(words, "You ") {
						t.Errorf("%s: %s", o.ID(), words)
					}
				}
			}
		}
	}
}

func TestMemoryOfATurn(t *testing.T) {
	c := sample(t, "grey-harbour")
	began := func() *resolving {
		turn := standing(t, c, "net-loft", 16*60)
		turn.opens("old", "Old")
		turn.later(4).movePerson("ines", "net-loft")
		return turn
	}
	turn := began()
	turn.opens("relight", "A burner")
	beat, _ := c.Beat("ines_key")
	key, _ := beat.Choice("take_key")
	turn.authors(beat, key)
	turn.Check = &world.Check{Stat: "hands", Band: "success"}
	turn.Outcome.Grade, turn.acted = turn.grade(), 1
	turn.Gained = []string{"tower-key"}
	kept, words := turn.keeps()
	if !strings.HasPrefix(words, "You took the key") || kept.Of != 1 || kept.Words != "" || kept.Place != "net-loft" || kept.Significance != action.High || kept.Episodic != "triumph" {
		t.Errorf("%q, %+v", words, kept)
	}
	if !slices.Equal(kept.Characters[:2], []string{"player", "ines"}) || !slices.Equal(kept.Tags, []string{"hands", "ines_key", "relight", "tower-key"}) {
		t.Errorf("%+v", kept)
	}

	turn = began()
	turn.takes(t, "press:ines")
	kept, words = turn.keeps()
	if kept.Characters[1] != "ines" || !strings.HasPrefix(words, "You pressed Ines Vane") || kept.Significance != action.Medium || !slices.Contains(kept.Tags, "press") || kept.Of != turn.acted || kept.Of == 0 {
		t.Errorf("%q, %+v", words, kept)
	}

	turn = began()
	turn.takes(t, "wait")
	if kept, words = turn.keeps(); kept.Significance != action.Low || kept.Episodic != "" || kept.trivial() {
		t.Errorf("%q, %+v", words, kept)
	}

	turn = began()
	if kept, words = turn.keeps(); words != "You came to the net loft." || kept.trivial() {
		t.Errorf("the opening: %q, %+v", words, kept)
	}
}

// Going somewhere and the like is forgotten over what an author let happen meanwhile;
// any other deed is remembered.
func TestWhatIsRememberedOfSlightDeeds(t *testing.T) {
	for id, want := range map[string]string{
		"go:chapel": "The lamp was lit.", "wait": "The lamp was lit.", "examine:quay": "The lamp was lit.",
		"search:quay": "You searched the Long Quay", "talk:ines": "You talked with Ines Vane", "": "The lamp was lit.",
	} {
		turn := standing(t, written(t, harbour), "quay", 10*60)
		if id != "" {
			turn.takes(t, id)
		}
		turn.Beats = []*campaign.Beat{{ID: "lit", Cue: "The lamp was lit."}}
		if _, words := turn.keeps(); !strings.HasPrefix(words, want) {
			t.Errorf("%q: %q, want %q", id, words, want)
		}
	}
}

func TestEpisodes(t *testing.T) {
	for _, test := range []struct {
		id, band string
		priority campaign.Priority
		want     string
	}{
		{"press:ines", "success", 0, "triumph"}, {"press:ines", "failure", 0, "failure"}, {"press:ines", "partial", 0, ""},
		{"wait", "", 0, ""}, {"", "", 0, ""},
	} {
		turn := standing(t, written(t, harbour), "quay", 10*60)
		if test.id != "" {
			turn.takes(t, test.id)
		}
		if test.band != "" {
			turn.Check.Band = test.band
		}
		if got := turn.settles().episode(); string(got) != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

func TestSignificanceFollowsTheBeat(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	for priority, want := range map[campaign.Priority]action.Significance{
		campaign.Optional: action.Medium, campaign.Low: action.Medium, campaign.Medium: action.Medium, campaign.High: action.High, campaign.Critical: action.High,
	} {
		turn.Beats = []*campaign.Beat{{Priority: priority}}
		if got := turn.settles().significance(); got != want {
			t.Errorf("%v: %s, want %s", priority, got, want)
		}
	}
}

// A scene is as weighty as the weightiest thing that the player perceived in it.
func TestScenesWeighWhatWasPerceivedInThem(t *testing.T) {
	c := written(t, but(harbour, "plot/beats.json", `{"beats": [{"id": "small", "title": "A gull", "prose": "A gull."}, {"id": "great", "title": "The light", "priority": "critical", "prose": "The light goes out."}]}`))
	turn := standing(t, c, "quay", 10*60)
	happens := func(weight action.Significance, who *event.Perception) {
		turn.stage(event.Event{Kind: event.Happened, Actor: event.EngineSelf, Perception: who, Data: event.Data{"text": "A bell.", "significance": string(weight)}})
	}
	ines := &event.Perception{WitnessedBy: []event.CharacterID{"ines"}, ApparentAudience: []event.CharacterID{"ines"}}
	reach := func(beat string) func() {
		return func() { turn.add(event.BeatReached, event.Data{"beat": beat, "priority": "low"}) }
	}
	happens(action.High, nil)
	turn.later(1)
	turn.leaveScene()
	turn.openScene()
	for i, step := range []struct {
		happen func()
		want   action.Significance
	}{
		{func() {}, action.Low}, {reach("small"), action.Low}, {func() { happens(action.High, ines) }, action.Low},
		{func() { happens(action.Medium, nil) }, action.Medium}, {func() { happens(action.Low, nil) }, action.Medium},
		{reach("great"), action.High},
	} {
		if step.happen(); turn.sceneWeight() != step.want {
			t.Errorf("step %d: %s", i+1, turn.sceneWeight())
		}
	}
}

// Of several beats told the weightiest is remembered whose cue can be.
func TestTheWeightiestCueIsRemembered(t *testing.T) {
	low, high := &campaign.Beat{ID: "low", Cue: "The tide came in.", Priority: campaign.Low}, &campaign.Beat{ID: "high", Cue: "The lamp was lit.", Priority: campaign.High}
	turn := &settling{&performer{turn: &turn{w: world.Compile(&campaign.Campaign{})}}, resolved{Turn: telling.Turn{Beats: []*campaign.Beat{low, {ID: "odd", Cue: "Odd", Priority: campaign.Critical}, high}}}}
	if got := turn.cueTold(); got != "The lamp was lit." {
		t.Errorf("%q", got)
	}
}
