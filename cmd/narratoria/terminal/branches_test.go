package terminal

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// The drawing shows what leaves what, also where a branch of a branch stands between two of
// the trunk's; a note of somebody else's acts on nothing.
func TestBranchLines(t *testing.T) {
	branch := func(depth int, id, parent event.BranchID, from, turn int64) story.Branch {
		return story.Branch{Branch: persistence.Branch{ID: id, Parent: parent, Status: event.Active}, From: from, Turn: turn, Depth: depth}
	}
	branches := []story.Branch{
		branch(0, "main", "", 0, 9), branch(1, "a", "main", 2, 5), branch(2, "b", "a", 4, 6), branch(3, "c", "b", 5, 7),
		branch(2, "d", "a", 5, 5), branch(1, "e", "main", 3, 3), branch(2, "f", "e", 3, 4),
	}
	branches[3].Head = true
	branches[5].Status, branches[5].Note = event.Archived, "the \x1b[2J one\nwith the lamp"
	var got strings.Builder
	for _, line := range BranchLines(branches) {
		got.WriteString(line.Stem + line.Text + "\n")
	}
	want := `main, in turn 9
├─ a, from turn 2 of main, in turn 5
│  ├─ b, from turn 4 of a, in turn 6
│  │  └─ c, from turn 5 of b, in turn 7 (the story is here)
│  └─ d, from turn 5 of a, in turn 5
└─ e, from turn 3 of main, in turn 3, archived: the one with the lamp
   └─ f, from turn 3 of e, in turn 4
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
