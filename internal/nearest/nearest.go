// Package nearest finds the name somebody probably meant, for messages such as
// `unknown field "toolpath"; did you mean "toolPath"?`.
package nearest

import "strings"

// Name returns the candidate closest to got, or "" when none is close: case,
// hyphens and underscores weigh nothing, and of the rest at most a third of the
// letters may differ, those of the longer name. The first of equally close
// candidates wins; where none is close, the only one that begins as got does, or
// that got begins as ("warning" for "warn").
func Name(got string, candidates []string) string {
	got = fold(got)
	best, bestDistance := "", maxLength
	for _, candidate := range candidates {
		folded := fold(candidate)
		limit := min(bestDistance, max(len(got), len(folded))/3+1)
		if d := Distance(got, folded, limit); d < limit {
			best, bestDistance = candidate, d
		}
	}
	if best == "" {
		return byBeginning(got, candidates)
	}
	return best
}

// minBeginning is how many letters two names must share to be taken for one.
const minBeginning = 4

func byBeginning(got string, candidates []string) string {
	found := ""
	for _, candidate := range candidates {
		folded := fold(candidate)
		if min(len(got), len(folded)) < minBeginning || !strings.HasPrefix(got, folded) && !strings.HasPrefix(folded, got) {
			continue
		}
		if found != "" {
			return ""
		}
		found = candidate
	}
	return found
}

// maxLength keeps a hostile name from costing quadratic time.
const maxLength = 128

var weightless = strings.NewReplacer("-", "", "_", "", " ", "")

func fold(s string) string {
	s = strings.ToLower(weightless.Replace(s))
	return s[:min(len(s), maxLength)]
}

// Distance is the optimal string alignment distance (a swap of neighbours
// counts once) of two byte strings, or limit when it is no less than that.
func Distance(a, b string, limit int) int {
	if abs(len(a)-len(b)) >= limit {
		return limit
	}
	before, previous, current := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			current[j] = min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
		}
		before, previous, current = previous, current, before
	}
	return min(previous[len(b)], limit)
}

func abs(n int) int { return max(n, -n) }
