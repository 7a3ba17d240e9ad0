package rank_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/persistence/rank"
)

func TestBlend(t *testing.T) {
	score := func(millionths int64, relevance int) rank.Score {
		return rank.Score{Millionths: millionths, Relevance: relevance}
	}
	for name, test := range map[string]struct {
		words, meaning []rank.Score // weighing three and one
		want           []rank.Score
	}{
		"nothing":                {[]rank.Score{}, []rank.Score{}, []rank.Score{}},
		"unscored":               {[]rank.Score{{}, {}}, []rank.Score{{}, {}}, []rank.Score{{}, {}}},
		"the best in both":       {[]rank.Score{score(7, 100), {}}, []rank.Score{score(900_000, 400), {}}, []rank.Score{score(1e6, 400), {}}},
		"one by each":            {[]rank.Score{score(7, 100), {}}, []rank.Score{{}, score(5, 800)}, []rank.Score{score(750_000, 100), score(250_000, 800)}},
		"how much better counts": {[]rank.Score{score(8, 100), score(6, 100)}, []rank.Score{score(1, 1), score(4, 2)}, []rank.Score{score(812_500, 100), score(812_500, 100)}},
		"hardly a score":         {[]rank.Score{score(math.MaxInt64, 1), score(1, 1)}, []rank.Score{{}, {}}, []rank.Score{score(750_000, 1), score(1, 1)}},
	} {
		if diff := cmp.Diff(test.want, rank.Blend(rank.Part{Weight: 3, Scores: test.words}, rank.Part{Weight: 1, Scores: test.meaning})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if blended := rank.Blend(); blended != nil {
		t.Errorf("of nothing comes %v", blended)
	}
}

// Whoever is no worse in every ranking is no worse in all together; and by what measure
// each is counted moves nothing.
func TestBlendingKeepsWhatAllAgreeOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "documents")
		scores := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) rank.Score {
			return rank.Score{Millionths: rapid.Int64Range(0, 4).Draw(t, "millionths")}
		}), n, n)
		a, b := scores.Draw(t, "a"), scores.Draw(t, "b")
		blend := func() []rank.Score {
			return rank.Blend(rank.Part{Weight: rapid.Int64Range(1, 5).Draw(t, "weight"), Scores: a}, rank.Part{Weight: 2, Scores: b})
		}
		blended := blend()
		for i := range blended {
			for j := range blended {
				if a[i].Millionths >= a[j].Millionths && b[i].Millionths >= b[j].Millionths && blended[i].Millionths < blended[j].Millionths {
					t.Fatalf("%d is no worse than %d: %v %v, %v", i, j, a, b, blended)
				}
			}
			if (blended[i].Millionths == 0) != (a[i].Millionths+b[i].Millionths == 0) {
				t.Fatalf("%d: %v %v, %v", i, a, b, blended)
			}
		}
		weight := rank.Part{Weight: 1, Scores: a}
		before := rank.Blend(weight)
		for i := range a {
			a[i].Millionths *= 1_000_000
		}
		if diff := cmp.Diff(before, rank.Blend(weight)); diff != "" {
			t.Fatal(diff)
		}
	})
}
