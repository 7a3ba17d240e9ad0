package contracts

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestComparePaths checks that paths have one order, whichever a map gave them in.
func TestComparePaths(t *testing.T) {
	token := rapid.SampledFrom([]string{"", "0", "9", "10", "010", "1a", "a", "~", "é"})
	rapid.Check(t, func(t *rapid.T) {
		paths := rapid.SliceOfN(rapid.SliceOfN(token, 0, 3), 2, 8).Draw(t, "paths")
		shuffled := rapid.Permutation(paths).Draw(t, "shuffled")
		slices.SortStableFunc(paths, comparePaths)
		slices.SortStableFunc(shuffled, comparePaths)
		for i := range paths {
			if !slices.Equal(paths[i], shuffled[i]) {
				t.Fatalf("two orders: %q and %q", paths, shuffled)
			}
		}
	})
}
