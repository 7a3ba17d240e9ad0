package skills_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/skills"
)

// Planners are told of each script whether something of what it does may be left when the turn is over.
func TestWhatKeepsSomethingIsKnown(t *testing.T) {
	var keep []string
	for _, script := range skills.Discover(skills.DiscoverOptions{}).Catalogue(nil).Scripts() {
		if script.Keeps {
			keep = append(keep, script.Ref.String())
		}
	}
	slices.Sort(keep)
	want := []string{
		"character-portraits/generate-portrait", "character-portraits/lookup-portrait", "character-portraits/update-portrait", "echo/echo", "memory/store-memory",
		"npc-perception/initialize-perception", "npc-perception/update-perception", "reputation/update-reputation",
	}
	if diff := cmp.Diff(want, keep); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
