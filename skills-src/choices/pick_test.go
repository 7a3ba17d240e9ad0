package choices

import (
	"strings"
	"testing"
)

// What the engine says of a deed of nothing much is dull, however long; what an
// author wrote only where it is short.
func TestDullDeeds(t *testing.T) {
	for _, test := range []struct {
		summary, tags string
		want          bool
	}{
		{"You came to Varn.", "", true}, {"You went over what you knew so far.", "recall", true}, {"You looked closely at the fid.", "", true},
		{"You put your tongue to the test.", "", true}, {"You talked with Wren Tallis.", "talk", true}, {"You searched Brask, with mixed luck.", "search wits", true},
		{"You looked into who took the name off the ninth grave.", "pursue ninth", true}, {"You looked into who took the name off the ninth grave.", "", false},
		{"You went to rob the vestry and could not.", "", false}, {"You looked closely at the ruined chart on the wall.", "salt_search", false},
		{"You searched the open oil store.", "tower_door", false}, {"You put Matty's tin in your pocket.", "", false}, {"You looked hard at her.", "", false},
		{"The boats came to Varn.", "go", false}, {"You", "go", false}, {"", "go", false},
	} {
		m := memory{Summary: test.summary, Tags: strings.Fields(test.tags)}
		if dull(strings.Fields(test.summary), m) != test.want {
			t.Errorf("%q with tags %q: dull %v", test.summary, test.tags, !test.want)
		}
	}
}

func TestLongestPiece(t *testing.T) {
	for pattern, want := range map[string]string{
		"Ask {P} about {thing}": "", "Go to {place}, now that {done}": ", now that ", "Think back to the moment when {whole}": "Think back to the moment when ",
		"Wait a while and see who comes": "Wait a while and see who comes", "": "", "Press {P} and {P}, and then leave": ", and then leave",
	} {
		if got := longestPiece(pattern); got != want {
			t.Errorf("%q: %q, want %q", pattern, got, want)
		}
	}
}
