package grammar

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// What is plain is cleaned as anything is, and sooner.
func TestPlainNounsAreCleanedAsAllAre(t *testing.T) {
	pieces := []string{"a", "the", "an", "lamp", "Honor", "9", "who's", "half-moon", " ", " ", " ", " ", "  ", "'", "-", ",", ";", ":", "?", ".", "!", "*", "~", "<", "“", "é", "\t", "\x1b[1m"}
	r, plain := rand.New(rand.NewPCG(1, 2)), 0
	for range soak.Count(200_000) {
		var b strings.Builder
		for range 1 + r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := b.String()
		if isPlain(strings.Trim(text, signs)) {
			plain++
		}
		if got, want := clean(text, longestName), cleanForeign(text, longestName); got != want {
			t.Fatalf("%q is %q, and %q where it is taken for foreign", text, got, want)
		}
	}
	if plain < 100 {
		t.Errorf("%d texts were plain", plain)
	}
}
