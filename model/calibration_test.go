package model_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/model"
)

func TestRelevanceOfACosine(t *testing.T) {
	table := model.Calibration{{100_000, 0}, {300_000, 700}, {1_000_000, 1000}}
	for cosine, want := range map[int64]int{
		math.MinInt64: 0, -1_000_000: 0, 0: 0, 99_999: 0, 100_000: 0, 200_000: 350, 299_999: 699, 300_000: 700,
		650_000: 850, 999_999: 999, 1_000_000: 1000, math.MaxInt64: 1000,
	} {
		if got := table.Relevance(cosine); got != want {
			t.Errorf("%d is worth %d, want %d", cosine, got, want)
		}
	}
	if got := model.Calibration(nil).Relevance(1_000_000); got != 0 {
		t.Errorf("without a table a cosine is worth %d", got)
	}
}

func TestAGreaterCosineIsWorthNoLess(t *testing.T) {
	table := model.Calibration{{-50_000, 10}, {100_000, 10}, {300_000, 700}, {300_001, 900}, {1_000_000, 1000}}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64Range(-1_000_000, 1_000_000).Draw(t, "a"), rapid.Int64Range(-1_000_000, 1_000_000).Draw(t, "b")
		if a > b {
			a, b = b, a
		}
		if table.Relevance(a) > table.Relevance(b) {
			t.Fatalf("%d is worth %d, %d is worth %d", a, table.Relevance(a), b, table.Relevance(b))
		}
	})
}
