package rank

// standing is by how many places the first of a ranking stands behind its beginning, so that to be first in one is not
// worth more than to be among the first in all. 60 is what reciprocal rank fusion was published with.
const standing = 60

// Fuse joins rankings of the same documents by the places that they have in each, which is reciprocal rank fusion: a document
// has a share of 1/(60+place) of each ranking that gives it a score, equal ones the same. What rankings are
// counted in, and how much better one is than the next, moves nothing. The relevance is the best of those given.
func Fuse(rankings ...[]Score) []Score {
	var fused []Score
	for _, scores := range rankings {
		if fused == nil {
			fused = make([]Score, len(scores))
		}
		ranked := Top(0, scores, func(i, j int) int { return i - j })
		place := 0
		for n, i := range ranked {
			if n == 0 || scores[i].Millionths != scores[ranked[n-1]].Millionths {
				place = n + 1
			}
			fused[i].Millionths += 1e9 / int64(standing+place)
			fused[i].Relevance = max(fused[i].Relevance, scores[i].Relevance)
		}
	}
	return fused
}
