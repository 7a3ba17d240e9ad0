package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"

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

// A character sheet says what a value gives now, and which trait came with which choice; a map
// shows where the player was, and what leads on from there.
func TestCharacterAndMap(t *testing.T) {
	c := written(t, but(harbour, "characters/player/template.json", `{"character_creation": {"mode": "preset"},
		"allowed_classes": [{"name": "Carpenter", "traits": ["handy"]}],
		"stats": [{"id": "nerve", "name": "Nerve", "gates": [{"at_least": 12, "text": "You dare."}, {"at_least": 18, "text": "You fly."}]}],
		"traits": [{"id": "handy", "name": "Handy", "description": "You mend."}, {"id": "deaf", "name": "Deaf"}],
		"preset": {"name": "Jo", "pronouns": "they", "class": "Carpenter", "stats": {"nerve": 13}, "traits": ["deaf"], "background": "You came by sea."}}`))
	g := at(t, c).open()
	must(t, g, "")
	want := Character{
		Name: "Jo", Pronouns: "they", Class: "Carpenter", Background: "You came by sea.",
		Stats:  []CharacterStat{{Name: "Nerve", Value: 13, Min: 1, Max: 20, Gives: []string{"You dare."}}},
		Traits: []CharacterTrait{{Name: "Deaf"}, {Name: "Handy", Description: "You mend.", From: "Carpenter"}},
	}
	if diff := cmp.Diff(want, g.Self()); diff != "" {
		t.Error(diff)
	}
	if seen := g.Map(); len(seen) != 1 || !seen[0].Here || seen[0].ID != "quay" || len(seen[0].Exits) == 0 {
		t.Errorf("at first: %+v", seen)
	}
	must(t, g, "go:inn")
	here := 0
	for _, p := range g.Map() {
		if p.Here {
			here++
		}
		if p.Here != (p.ID == "inn") {
			t.Errorf("at the inn: %+v", p)
		}
	}
	if here != 1 || len(g.Map()) != 2 {
		t.Errorf("at the inn: %+v", g.Map())
	}
}
