package telling

import (
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/engine/world/worldtest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
)

// teller tells a turn of a harbour in which nobody has seen anything yet.
func teller(t *testing.T, of Turn) Teller {
	t.Helper()
	w := world.Compile(worldtest.Written(t, worldtest.Harbour))
	return Teller{w.Seen(new(story.State).Player()), of}
}

// What a turn is counts for more the less it can be left out: an ending, then what its last
// beat says, a check, a way, a weighty beat, somebody who is spoken to.
func TestTypeOfScene(t *testing.T) {
	to := action.Action{Kind: action.Talk, To: []action.Ref{action.PersonRef("ines")}}
	weighty, set := &campaign.Beat{ID: "a", Priority: campaign.High}, &campaign.Beat{ID: "b", Scene: "danger"}
	all := Turn{Choice: "talk:ines", Action: to, Ending: "relit", Beats: []*campaign.Beat{weighty, set}, Check: &world.Check{}, Arrived: true}
	for _, step := range []struct {
		want action.Scene
		then func()
	}{
		{action.Resolution, func() { all.Ending = "" }},
		{action.Danger, func() { set.Scene = "travel" }},
		{action.Travel, func() { all.Beats = all.Beats[:1] }},
		{action.Danger, func() { all.Check = nil }},
		{action.Travel, func() { all.Arrived = false }},
		{action.Resolution, func() { all.Beats = nil }},
		{action.Dialogue, func() { all.Action = action.Action{Kind: action.Wait} }},
		{action.Ordinary, func() { all.Choice = "" }},
		{action.Ordinary, func() {}}, // the opening, with nobody there
	} {
		if got := teller(t, all).Type(); got != step.want {
			t.Errorf("%q, want %q: %+v", got, step.want, all)
		}
		step.then()
	}
}

// What came of a deed itself is told apart from all else that was learned by what it is from,
// though it says the same.
func TestWhatIsToldOfADeedGoesByItsID(t *testing.T) {
	turn := Turn{Does: world.Consequences{Learns: []world.Piece{{ID: "oil", Content: "The oil is gone."}}}}
	for id, want := range map[string]int{"oil": 1, "lamp": 0, "": 0} {
		turn.Learned = []world.Piece{{ID: id, Content: "The oil is gone."}}
		if told := teller(t, turn).Pieces(true); len(told) != want {
			t.Errorf("of %q: %v", id, told)
		}
		if told := teller(t, turn).Pieces(false); len(told) != 1 {
			t.Errorf("of all, %q: %v", id, told)
		}
	}
}

// Whoever tells of themselves is told of by a pronoun.
func TestThoseWhoTellOfThemselves(t *testing.T) {
	turn := Turn{
		Choice: "ask:ines", Action: action.Action{Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}},
		Learned: []world.Piece{{ID: "a", Content: "Ines Vane mends nets.", Speaker: "ines"}},
	}
	if told := teller(t, turn).Pieces(false); told[0].Text != "She mends nets." {
		t.Errorf("%+v", told)
	}
}

// Planners know of a beat its cue and mood, and of the opening no choice.
func TestSceneForPlanners(t *testing.T) {
	beat := &campaign.Beat{ID: "b", Cue: "The lamp goes out.", Mood: "grim", Description: "Ines did it."}
	opening := teller(t, Turn{Beats: []*campaign.Beat{beat}}).Scene()
	if got := fmt.Sprint(opening["beats"]); !strings.Contains(got, "The lamp goes out.") || !strings.Contains(got, "grim") || strings.Contains(fmt.Sprint(opening), "Ines did it") {
		t.Errorf("%v", opening)
	}
	if opening["before"] != nil || opening["again"] != nil {
		t.Errorf("at the opening something was before: %v", opening)
	}
	if opening["choice"] != nil || opening["check"] != nil {
		t.Errorf("at the opening somebody chose: %v", opening)
	}
	made := teller(t, Turn{Choice: "wait", Action: action.Action{Kind: action.Wait}}).Scene()
	if choice := strictjson.AsObject(made["choice"]); choice["id"] != "wait" || choice["kind"] != "wait" {
		t.Errorf("%v", made)
	}
}

// An author's words tell what they are about themselves: the deed that they answer is not
// told beside them, and one that they only follow is.
func TestAnAnsweredDeedIsNotTold(t *testing.T) {
	o := &world.Offer{Action: action.Action{By: action.Player, Kind: action.Wait}}
	turn := Turn{Choice: "wait", Action: o.Action, Taken: o, Authored: []string{"The tide turns."}}
	if teller(t, turn).Material().Deed == nil {
		t.Error("the deed is not told")
	}
	if turn.Answered = true; teller(t, turn).Material().Deed != nil {
		t.Error("the deed is told beside its author's words")
	}
}
