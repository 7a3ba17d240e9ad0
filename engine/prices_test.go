package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/engine/world"
)

// A drama's menu says what a choice costs: of each menu at least one does, and where an evening or a morning
// comes of itself with what is done next, and takes hours, it was said before it was chosen.
func TestPricesAreSaid(t *testing.T) {
	passed, said := 0, 0
	for _, seed := range []string{"1", "2", "3"} {
		b := at(t, threeFile(t, "../campaigns/minimal"))
		b.opts.Seed = seed
		g := b.open()
		r := must(t, g, "")
		for turn := 0; turn < 30 && r.Ending == nil; turn++ {
			if !slices.ContainsFunc(r.Choices, func(c Choice) bool {
				return c.Hint != "" || c.Difficulty != "" || strings.HasPrefix(c.Text, "Let ")
			}) {
				t.Errorf("seed %s, turn %d says no price: %+v", seed, turn, r.Choices)
			}
			pick := r.Choices[(turn*3+len(seed))%len(r.Choices)]
			before := g.story.State().Minutes
			r = must(t, g, pick.ID)
			night := g.story.State().Minutes-before >= 2*60
			will := strings.HasSuffix(pick.Hint, " will go by.")
			if night {
				passed++
			}
			if will {
				said++
			}
			if night && !will && !strings.HasPrefix(pick.Text, "Let ") && pick.Difficulty == "" || will && g.story.State().Minutes-before < 30 {
				day, hour, minute := world.Clock(before)
				t.Errorf("seed %s, turn %d, day %d, %d:%d: %q (%s) takes %d minutes", seed, turn, day, hour, minute, pick.Text, pick.Hint, g.story.State().Minutes-before)
			}
		}
	}
	if passed == 0 || said == 0 {
		t.Errorf("%d nights went by, %d were said", passed, said)
	}
}
