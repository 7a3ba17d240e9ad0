package engine

import (
	"strings"
	"testing"
)

// A walk that a beat cuts short, by telling of somewhere else, is not told as if it
// had been finished.
func TestWayOvertaken(t *testing.T) {
	for _, elsewhere := range []bool{true, false} {
		place := ""
		if elsewhere {
			place = `"place": "quay", `
		}
		c := written(t, but(harbour, beats(`
			{"id": "start", "title": "Start", "prose": "It begins.", "conditions": {"scene_count": {"max": 1}}},
			{"id": "night", "title": "Night", `+place+`"prose": "The night has come down, and with it you have come to a halt.", "conditions": {"scene_count": {"min": 99}}}`)...))
		game := at(t, c).open()
		r := must(t, game, "")
		way := ""
		for _, offered := range r.Choices {
			if strings.HasPrefix(offered.ID, "go:") && offered.ID != "go:quay" {
				way = offered.ID
			}
		}
		if way == "" {
			t.Fatalf("no way among %v", r.Choices)
		}
		picked, err := game.pick(way)
		if err != nil {
			t.Fatal(err)
		}
		turn := game.begun()
		turn.choose(chosen{Choice: picked})
		turn.tell(&c.Beats[1])
		scene := turn.teller(turn.Turn).Material()
		if walked := scene.Deed != nil; walked == elsewhere {
			t.Errorf("elsewhere %t: %+v", elsewhere, scene.Deed)
		}
	}
}
