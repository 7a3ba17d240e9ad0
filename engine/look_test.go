package engine

import (
	"testing"

	"github.com/narratoria/narratoria/story/event"
)

// Whom the player has met is whom they shared a place with while the story ran: nobody before
// it begins, and nobody who only went by elsewhere in their sight.
func TestPeopleAreThoseWhomThePlayerMet(t *testing.T) {
	g := at(t, written(t, harbour)).open()
	if known := g.People(); len(known) > 0 {
		t.Errorf("before the first turn: %+v", known)
	}
	if _, err := g.Play(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if known := g.People(); len(known) != 1 || known[0].ID != "ines" || !known[0].Present {
		t.Errorf("beside Ines on the quay: %+v", known)
	}

	turn := standing(t, written(t, harbour), "quay", 10*60)
	afar := &event.Perception{WitnessedBy: []event.CharacterID{event.Player, "tobias"}}
	turn.stage(event.Event{Kind: event.Moved, Actor: "tobias", Perception: afar, Data: event.Data{"who": "tobias", "from": "inn", "to": "chapel"}})
	if at := turn.state().People["tobias"].Place; at != "chapel" {
		t.Fatalf("Tobias is at %q", at)
	}
	if p, known := turn.view().Person("tobias"); known {
		t.Errorf("Tobias, seen from afar: %+v", p)
	}
}
