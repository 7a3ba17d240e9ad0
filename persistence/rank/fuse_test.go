package rank_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/persistence/rank"
)

func TestFuse(t *testing.T) {
	score := func(millionths int64, relevance int) rank.Score {
		return rank.Score{Millionths: millionths, Relevance: relevance}
	}
	place := func(places ...int64) (sum int64) {
		for _, p := range places {
			sum += 61e6 / (60 + p)
		}
		return sum
	}
	for name, test := range map[string]struct {
		rankings [][]rank.Score
		want     []rank.Score
	}{
		"none":     {nil, nil},
		"nothing":  {[][]rank.Score{{}, {}}, []rank.Score{}},
		"unscored": {[][]rank.Score{{{}, {}}, {{}, {}}}, []rank.Score{{}, {}}},
		"one alone": {
			[][]rank.Score{{score(5, 300), {}, score(9, 200)}},
			[]rank.Score{score(place(2), 300), {}, score(place(1), 200)},
		},
		"what both have beats what one puts first": {
			[][]rank.Score{{score(9, 1000), score(8, 100), {}}, {{}, score(500_000, 400), score(600_000, 700)}},
			[]rank.Score{score(place(1), 1000), score(place(2, 2), 400), score(place(1), 700)},
		},
		"equals share a place": {
			[][]rank.Score{{score(7, 1), score(7, 1), score(6, 1), score(9, 1)}},
			[]rank.Score{score(place(2), 1), score(place(2), 1), score(place(4), 1), score(place(1), 1)},
		},
	} {
		if diff := cmp.Diff(test.want, rank.Fuse(test.rankings...)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Whoever is no worse in every ranking is no worse in all together; and by what measure
// each is counted moves nothing.
func TestFusingKeepsWhatAllAgreeOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "documents")
		scores := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) rank.Score {
			return rank.Score{Millionths: rapid.Int64Range(0, 4).Draw(t, "millionths")}
		}), n, n)
		a, b := scores.Draw(t, "a"), scores.Draw(t, "b")
		fused := rank.Fuse(a, b)
		for i := range fused {
			for j := range fused {
				if a[i].Millionths >= a[j].Millionths && b[i].Millionths >= b[j].Millionths && fused[i].Millionths < fused[j].Millionths {
					t.Fatalf("%d is no worse than %d: %v %v, %v", i, j, a, b, fused)
				}
			}
		}
		for i := range a {
			a[i].Millionths *= 1_000_000
		}
		if diff := cmp.Diff(fused, rank.Fuse(a, b)); diff != "" {
			t.Fatal(diff)
		}
	})
}
