package engine

import (
	"strings"
	"testing"
)

// A paragraph can introduce somebody: they are not met yet in the turn in which the player meets them, and are in the next.
func TestIntroductions(t *testing.T) {
	g := at(t, written(t, but(harbour, beats(`
		{"id": "start", "title": "Start", "prose": "It begins.", "choices": [{"id": "in", "text": "Go in", "minutes": 5, "effects": [{"move": "inn"}], "leads_to": "first"}]},
		{"id": "first", "title": "First", "conditions": {"player_choice": "start/in"}, "choices": [{"id": "on", "text": "Stay", "leads_to": "second"}], "prose": [
			[{"when": {"npc_state": {"tobias.met": false}}, "text": "You have not met Tobias."}, {"text": "You have met Tobias."}]]},
		{"id": "second", "title": "Second", "conditions": {"player_choice": "first/on"}, "prose": [
			[{"when": {"npc_state": {"tobias.met": false}}, "text": "You have not met Tobias."}, {"text": "You have met Tobias."}]]}`)...))).open()
	must(t, g, "")
	if r := must(t, g, "start/in"); !strings.Contains(r.Prose, "You have not met Tobias.") {
		t.Errorf("at first: %s", r.Prose)
	}
	if r := must(t, g, "first/on"); !strings.Contains(r.Prose, "You have met Tobias.") {
		t.Errorf("in the next turn: %s", r.Prose)
	}
}
