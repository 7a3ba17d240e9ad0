package story

import "math"

// The scale of opinions.
const (
	strongest = 100_000 // thousandths of a point
	strong    = 50_000  // from here on an opinion fades half as fast
	wholeKeep = 1_000   // all of it is left
)

// At is the score at a time, in story minutes: what is left of it after the units
// that have gone by since it last changed. Before that it is what it was.
//
// After each unit x*Keep/1000 is left, and of a strong opinion, 50 points or more,
// x*(1000-(1000-Keep)/2)/1000; both are cut towards zero.
func (r Relation) At(minutes int64) int64 {
	if r.Unit <= 0 || minutes <= r.Changed {
		return r.Score
	}
	units := uint64(minutes-r.Changed) / uint64(r.Unit)
	score := r.Score
	for ; units > 0; units-- {
		next := fade(score, r.Keep)
		if next == score { // it stays there, however long
			break
		}
		score = next
	}
	return score
}

// fade is what one unit leaves.
func fade(score, keep int64) int64 {
	if score >= strong || score <= -strong {
		keep = wholeKeep - (wholeKeep-keep)/2
	}
	return score * keep / wholeKeep
}

func clampScore(score int64) int64 { return min(max(score, -strongest), strongest) }

// plus adds without running over.
func plus(a, b int64) int64 {
	switch {
	case b > 0 && a > math.MaxInt64-b:
		return math.MaxInt64
	case b < 0 && a < math.MinInt64-b:
		return math.MinInt64
	}
	return a + b
}
