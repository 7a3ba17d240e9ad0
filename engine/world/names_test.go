package world

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/campaign"
)

// People are called by what they are, in as many words as anybody would say.
func TestAlsoCalled(t *testing.T) {
	for role, want := range map[string][]string{
		"pilot":                                 {"pilot"},
		"curate of St Olave's":                  {"curate of St Olave's", "curate"},
		"chandler, treasurer of the Company":    {"chandler"},
		"net-maker, and the keeper's daughter":  {"net-maker"},
		"a gentleman collecting seabirds' eggs": {"a gentleman collecting seabirds' eggs"},
		"keeper of the Light, believed drowned": {"keeper of the Light", "keeper"},
		"somebody of this place":                nil,
		"":                                      nil,
	} {
		if got := alsoCalled(&campaign.Person{Role: role}); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", role, got, want)
		}
	}
}
