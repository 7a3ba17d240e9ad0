package model

// A Calibration is a table of what cosines are worth, for an embedder's Relevance. It was
// measured on pairs of texts whose kinship is known. Between its points it is a straight
// line; below the first nothing is worth anything, beyond the last it stays.
type Calibration []Point

// A Point says what one cosine is worth. Points stand in order, neither falling.
type Point struct {
	Cosine    int64 // in millionths
	Relevance int   // in thousandths
}

// Relevance is what a cosine in millionths is worth, in thousandths. It is counted in whole
// numbers, so that a threshold cuts at the same place on every machine.
func (c Calibration) Relevance(cosine int64) int {
	for i, high := range c {
		if cosine >= high.Cosine {
			continue
		}
		if i == 0 {
			return 0
		}
		low := c[i-1]
		rise := int64(high.Relevance-low.Relevance) * (cosine - low.Cosine)
		return low.Relevance + int(rise/(high.Cosine-low.Cosine))
	}
	if len(c) == 0 {
		return 0
	}
	return c[len(c)-1].Relevance
}
