package engine

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/story/event"
)

// Who goes somewhere to ask hears it where they have come to, with those who are there:
// not where they came from.
func TestWhatIsAskedElsewhereIsHeardThere(t *testing.T) {
	turn := standing(t, undramatic(t), "varn", 10*60)
	turn.movePerson("abbot-celestin", "refectory")
	turn.movePerson("lucan-dreyer", "varn")
	turn.movePerson("pietro", "refectory")
	turn.acquaint("abbot-celestin", "pietro") // they were seen to go there
	turn.opens("lock", "Who oiled the lock of the Ossuary?")
	turn.takes(t, "go:refectory#who-oiled-the-lock-of-the-ossuary")
	claims := 0
	for _, r := range turn.story.Events() {
		switch e := r.Event; e.Kind {
		case event.ClaimMade:
			claims++
			if !e.Perception.Witnessed("pietro") || !e.Perception.Witnessed(event.Player) || e.Perception.Witnessed("lucan-dreyer") || e.Text("speaker") != "abbot-celestin" {
				t.Errorf("%+v %v", e.Perception, e.Data)
			}
		case event.Acted: // the going is seen at both ends
			if !e.Perception.Witnessed("pietro") || !e.Perception.Witnessed("lucan-dreyer") {
				t.Errorf("%+v", e.Perception)
			}
		}
	}
	if claims != 1 {
		t.Errorf("%d claims", claims)
	}
}

// What would be learned twice is learned once, by its id and whoever tells it.
func TestThingsAreLearnedOnce(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.movePerson("tobias", "quay")
	for _, p := range []world.Piece{
		{ID: "lore/a.md#1", Content: "The lamp is out.", Speaker: "ines"}, {ID: "lore/a.md#1", Content: "The lamp is out.", Speaker: "tobias"},
		{ID: "lore/a.md#1", Content: "The lamp is out."}, {Content: "The lamp is lit."}, {Content: "The lamp is lit."},
		{ID: "lore/a.md#2", Content: "The well is dry."}, {ID: "lore/a.md#2", Content: "The well is dry.", Speaker: "ines"},
	} {
		turn.learn(p, "discovered")
	}
	var known []string
	for _, p := range turn.view().Pieces() {
		known = append(known, string(p.Speaker)+": "+p.Content)
	}
	if want := []string{"ines: The lamp is out.", ": The lamp is lit.", ": The well is dry."}; !slices.Equal(known, want) || len(turn.Learned) != 3 {
		t.Errorf("%q, want %q", known, want)
	}
	turn.learn(world.Piece{ID: "\x00", Content: "\xff"}, "discovered")
	turn.learn(world.Piece{ID: "x", Content: "Said by nobody who is there.", Speaker: "nobody"}, "")
	if len(turn.Learned) != 3 {
		t.Errorf("what cannot be is learned: %+v", turn.Learned)
	}
}
