package rank

import (
	"cmp"
	"slices"
)

// damping is how little the very first places count for more than the next: the usual 60.
const damping = 60

// Fuse joins rankings of the same documents, which may be counted in quite different ways, into
// one: by reciprocal rank fusion, in which a document has of each ranking that has it
// 1/(60+place), so that of two rankings one agrees on beats one that a single ranking puts
// first. Place is one more than how many documents are better there, and equally good ones
// share it. A first place is worth a million millionths; the relevance is the best of
// those given. All rankings have as many documents.
func Fuse(rankings ...[]Score) []Score {
	var fused []Score
	for _, scores := range rankings {
		if fused == nil {
			fused = make([]Score, len(scores))
		}
		for i, place := range places(scores) {
			if place == 0 {
				continue
			}
			fused[i].Millionths += 1e6 * (damping + 1) / int64(damping+place)
			fused[i].Relevance = max(fused[i].Relevance, scores[i].Relevance)
		}
	}
	return fused
}

// places are those of documents in a ranking, from 1; 0 where it does not have them.
func places(scores []Score) []int {
	var order []int
	for i, score := range scores {
		if score != (Score{}) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(scores[j].Millionths, scores[i].Millionths) })
	places := make([]int, len(scores))
	for n, i := range order {
		places[i] = n + 1
		if n > 0 && scores[order[n-1]].Millionths == scores[i].Millionths {
			places[i] = places[order[n-1]]
		}
	}
	return places
}
