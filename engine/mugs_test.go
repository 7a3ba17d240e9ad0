package engine

import (
	"slices"
	"strings"
	"testing"

	rooms "github.com/narratoria/narratoria/story/world"
)

// evening plays the sample by ids, and gives the prose of all turns.
func evening(t *testing.T, ids ...string) (*Game, string) {
	t.Helper()
	g := at(t, sample(t, "grey-harbour")).open()
	var prose strings.Builder
	for _, id := range append([]string{""}, ids...) {
		r := must(t, g, id)
		t.Logf("%s (%s %s) %v", id, r.Scene.Place, r.Scene.Time, r.Beats)
		prose.WriteString(r.Prose + "\n\n")
	}
	return g, prose.String()
}

// In the evening Wren counts the men who are away, mug by mug: before whoever sits in the tap-room, who sees a mug on
// the bar for that while that is else under it, and behind the back of whoever is out on the quay.
func TestTheDoingOfTheMugs(t *testing.T) {
	const counts, says = "under her breath what it holds", "thirty-four men in them and one boy"
	arrives := []string{"arrival/to_the_inn", "inn_welcome/sign_pell"}
	waits := slices.Repeat([]string{"wait"}, 9)

	sees, prose := evening(t, slices.Concat(arrives, waits[:7])...)
	if possible := idsOf(sees.Stands().Possible()); !slices.Contains(possible, "examine:eighth-mug") || strings.Contains(prose, "The eighth goes back") {
		t.Errorf("while it stands on the bar they can %q", possible)
	}
	if r := must(t, sees, "examine:eighth-mug"); !strings.Contains(r.Prose, "only the S") {
		t.Errorf("who looks at it is told %s", r.Prose)
	}

	stays, prose := evening(t, slices.Concat(arrives, waits)...)
	s := stays.story.State()
	if !strings.Contains(prose, counts) || !strings.Contains(prose, "The eighth goes back under the bar") {
		t.Errorf("who stays at the inn is told:\n%s", prose)
	}
	if s.World.Occasions["doing_the_mugs"].Stage != rooms.Completed || !knowsOf(stays, says) || s.World.In("eighth-mug") != "" {
		t.Errorf("it is %s, they know it %v, and the eighth mug is in %q", s.World.Occasions["doing_the_mugs"].Stage, knowsOf(stays, says), s.World.In("eighth-mug"))
	}
	replayed(t, stays)

	leaves, prose := evening(t, slices.Concat(arrives, []string{"go:quay"}, waits)...)
	if stage := leaves.story.State().World.Occasions["doing_the_mugs"].Stage; stage != rooms.Completed {
		t.Errorf("where the player is out it is %s", stage)
	}
	if _, knows := leaves.story.State().Player().Occasion("doing_the_mugs"); knows || strings.Contains(prose, counts) || knowsOf(leaves, says) {
		t.Errorf("who is out is told:\n%s", prose)
	}
	replayed(t, leaves)
}

func knowsOf(g *Game, words string) bool {
	for _, p := range g.story.State().Player().Pieces() {
		if strings.Contains(p.Content, words) {
			return true
		}
	}
	return false
}
