package rank_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/persistence/rank"
)

func TestFuse(t *testing.T) {
	score := func(millionths int64, relevance int) rank.Score {
		return rank.Score{Millionths: millionths, Relevance: relevance}
	}
	first, second, third := int64(16_393_442), int64(16_129_032), int64(15_873_015)
	for name, test := range map[string]struct{ words, meaning, want []rank.Score }{
		"nothing":                         {[]rank.Score{}, []rank.Score{}, []rank.Score{}},
		"unscored":                        {[]rank.Score{{}, {}}, []rank.Score{{}, {}}, []rank.Score{{}, {}}},
		"first in both":                   {[]rank.Score{score(7, 100), {}}, []rank.Score{score(9, 400), {}}, []rank.Score{score(2*first, 400), {}}},
		"one by each":                     {[]rank.Score{score(7, 100), {}}, []rank.Score{{}, score(5, 800)}, []rank.Score{score(first, 100), score(first, 800)}},
		"how much better counts not":      {[]rank.Score{score(8e9, 1), score(6, 1)}, []rank.Score{score(1, 1), score(4, 2)}, []rank.Score{score(first+second, 1), score(first+second, 2)}},
		"equal ones have the same place":  {[]rank.Score{score(8, 1), score(8, 1), score(2, 1)}, []rank.Score{{}, {}, {}}, []rank.Score{score(first, 1), score(first, 1), score(third, 1)}},
		"two seconds are before a first":  {[]rank.Score{score(8, 1), score(7, 1), {}}, []rank.Score{{}, score(7, 1), score(8, 1)}, []rank.Score{score(first, 1), score(2*second, 1), score(first, 1)}},
		"what has relevance alone counts": {[]rank.Score{score(0, 5)}, []rank.Score{{}}, []rank.Score{score(first, 5)}},
	} {
		if diff := cmp.Diff(test.want, rank.Fuse(test.words, test.meaning)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if fused := rank.Fuse(); fused != nil {
		t.Errorf("of nothing comes %v", fused)
	}
}

// Places alone count: whatever keeps them moves nothing, and whoever is no worse in every ranking is no worse in all together.
func TestFusingGoesByPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "documents")
		draw := func(name string) []rank.Score {
			return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) rank.Score {
				return rank.Score{Millionths: rapid.Int64Range(0, 6).Draw(t, "millionths")}
			}), n, n).Draw(t, name)
		}
		a, b := draw("a"), draw("b")
		fused := rank.Fuse(a, b)
		stretched := slices.Clone(a)
		for i := range stretched {
			stretched[i].Millionths *= stretched[i].Millionths * 1000
		}
		if diff := cmp.Diff(fused, rank.Fuse(b, stretched)); diff != "" {
			t.Fatal(diff)
		}
		for i := range n {
			for j := range n {
				if a[i].Millionths >= a[j].Millionths && b[i].Millionths >= b[j].Millionths && fused[i].Millionths < fused[j].Millionths {
					t.Fatalf("%d is before %d in both, and behind it in %v", i, j, fused)
				}
			}
		}
	})
}
