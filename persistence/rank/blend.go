package rank

import "math/bits"

// A Part is one ranking of documents that are ranked by several measures, and how much it
// weighs.
type Part struct {
	Weight int64
	Scores []Score
}

// Blend joins rankings of the same documents, which may be counted in quite different ways,
// into one. Each is measured by its own best document, which has all of its part's weight,
// and a document has the sum of what it has in each: so what a ranking says of how much
// better one is than the next is not lost, as it is where places alone are counted. A million
// millionths are the best in all parts; the relevance is the best of those given. All parts
// have as many documents, and none a score below 0.
func Blend(parts ...Part) []Score {
	var blended []Score
	var weights int64
	for _, part := range parts {
		weights += part.Weight
	}
	for _, part := range parts {
		if blended == nil {
			blended = make([]Score, len(part.Scores))
		}
		var best int64
		for _, score := range part.Scores {
			best = max(best, score.Millionths)
		}
		for i, score := range part.Scores {
			if score.Millionths > 0 {
				blended[i].Millionths += share(score.Millionths, best, part.Weight*1e6/weights)
			}
			blended[i].Relevance = max(blended[i].Relevance, score.Relevance)
		}
	}
	return blended
}

// share is what a score has of its part; at least one, so that it stays a score.
func share(score, best, whole int64) int64 {
	high, low := bits.Mul64(uint64(score), uint64(whole))
	part, _ := bits.Div64(high, low, uint64(best)) // at most whole
	return max(1, int64(part))
}
