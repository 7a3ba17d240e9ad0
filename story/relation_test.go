package story_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/story"
)

func TestAnOpinionFadesByWholeUnits(t *testing.T) {
	const week = 7 * 24 * 60
	weekly := func(score int64) story.Relation {
		return story.Relation{Score: score, Changed: 100, Unit: week, Keep: 900}
	}
	for _, c := range []struct {
		says string
		is   story.Relation
		at   int64
		want int64
	}{
		{"now", weekly(40000), 100, 40000},
		{"asked as of an earlier time", weekly(40000), 0, 40000},
		{"asked as of long before", weekly(40000), math.MinInt64, 40000},
		{"a minute before a unit is over", weekly(40000), 100 + week - 1, 40000},
		{"one unit", weekly(40000), 100 + week, 36000},
		{"a minute before two", weekly(40000), 100 + 2*week - 1, 36000},
		{"two units", weekly(40000), 100 + 2*week, 32400},
		{"just not strong", weekly(49999), 100 + week, 44999},
		{"just strong: half the rate", weekly(50000), 100 + week, 47500},
		{"strong, then not", weekly(50000), 100 + 2*week, 42750},
		{"strong for two units", weekly(60000), 100 + 2*week, 54150},
		{"strongest", weekly(100000), 100 + week, 95000},
		{"bad opinions fade the same way", weekly(-40000), 100 + week, -36000},
		{"strong bad ones too", weekly(-50000), 100 + week, -47500},
		{"cut towards zero", weekly(9), 100 + week, 8},
		{"cut towards zero from below", weekly(-9), 100 + week, -8},
		{"the last thousandth", weekly(1), 100 + week, 0},
		{"for ever", weekly(100000), math.MaxInt64, 0},
		{"no unit: never", story.Relation{Score: 77, Keep: 1}, math.MaxInt64, 77},
		{"all is kept", story.Relation{Score: 77, Unit: 1, Keep: 1000}, math.MaxInt64, 77},
		{"nothing is kept", story.Relation{Score: 49999, Unit: 1, Keep: 0}, 1, 0},
		{"nothing is kept of a strong one: half is", story.Relation{Score: 80000, Unit: 1, Keep: 0}, 1, 40000},
		{"too slow to fade while strong", story.Relation{Score: 80000, Unit: 1, Keep: 999}, math.MaxInt64, 80000},
		{"an odd rate", story.Relation{Score: 100000, Unit: 1, Keep: 901}, 1, 95100},
	} {
		if got := c.is.At(c.at); got != c.want {
			t.Errorf("%s: %d became %d, want %d", c.says, c.is.Score, got, c.want)
		}
	}
}

// Against a loop that knows no shortcut.
func TestFadingIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := story.Relation{
			Score:   rapid.Int64Range(-100000, 100000).Draw(t, "score"),
			Changed: rapid.Int64Range(0, 1000).Draw(t, "changed"),
			Unit:    rapid.Int64Range(1, 20).Draw(t, "unit"),
			Keep:    rapid.Int64Range(0, 1000).Draw(t, "keep"),
		}
		at := r.Changed + rapid.Int64Range(0, 20000).Draw(t, "minutes")
		if got, want := r.At(at), faded(r, at); got != want {
			t.Fatalf("%+v at %d is %d, want %d", r, at, got, want)
		}
	})
}

func faded(r story.Relation, at int64) int64 {
	score := r.Score
	for m := r.Changed + r.Unit; r.Unit > 0 && m <= at; m += r.Unit {
		if score >= 50000 || score <= -50000 {
			score = score * (1000 - (1000-r.Keep)/2) / 1000
		} else {
			score = score * r.Keep / 1000
		}
	}
	return score
}
