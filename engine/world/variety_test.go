package world_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
)

// What has just become possible is offered, and none of what has been possible for long stands in every menu: each has its turn.
func TestVarietyTakesTurns(t *testing.T) {
	var all []*campaign.Choice
	for i := range 12 {
		all = append(all, &campaign.Choice{ID: fmt.Sprint(i), Slot: campaign.Asking, Of: fmt.Sprint("ask:", i)})
	}
	all = append(all, &campaign.Choice{ID: "new", Slot: campaign.Asking, Of: "ask:new", After: []string{"found"}})
	reached := map[string]int{"found": 20}
	offered := map[string]int{}
	for turn := 20; turn < 60; turn++ {
		menu := world.Variety(all, reached, turn, 4)
		if len(menu) != 4 {
			t.Fatalf("turn %d offers %d", turn, len(menu))
		}
		if has := slices.Contains(menu, 12); has != (turn < 24) && turn < 24 {
			t.Errorf("turn %d does not offer what is new", turn)
		}
		for _, i := range menu {
			offered[all[i].ID]++
		}
	}
	for _, c := range all {
		if n := offered[c.ID]; n == 0 || n > 30 {
			t.Errorf("%s is offered in %d of 40 turns", c.ID, n)
		}
	}
}
