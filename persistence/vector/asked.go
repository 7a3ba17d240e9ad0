package vector

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/narratoria/narratoria/persistence/rank"
)

// An Asked is a query whose vector is made, to be held against vectors wherever they are kept: for texts that are too
// many for a slab, and are gone through where they lie. Its order is that of [Index.Scores]; of a kinship it knows
// nothing. It is safe for concurrent use, and asks no embedder.
type Asked struct {
	index   *Index
	steps   []int16 // nil of a query that says nothing
	squares int64
}

// Ask makes the vector of a query, of its first window. Errors: those of Scores.
func (x *Index) Ask(ctx context.Context, query string) (*Asked, error) {
	asked := &Asked{index: x}
	windows := windowsOf(query, x.window)
	if len(windows) == 0 {
		return asked, nil
	}
	steps, err := x.steps(ctx, windows[:1])
	if err != nil {
		return nil, err
	}
	asked.steps, asked.squares = steps[0], squaresOf(steps[0])
	return asked, nil
}

// Floats are the query's vector, for an index of somebody else's; nil for one that says nothing.
func (a *Asked) Floats() []float32 {
	if a.squares == 0 {
		return nil
	}
	return floatsOf(a.steps)
}

// Vectors makes those of a text, as a [Cache] keeps them. They are of this text alone, whatever else is embedded.
// Errors: those of Scores.
func (x *Index) Vectors(ctx context.Context, text string) ([]byte, error) {
	steps, err := x.steps(ctx, windowsOf(text, x.window))
	if err != nil {
		return nil, err
	}
	return encode(steps), nil
}

// Are reports whether vectors that are kept are those of a text: one of length 1 for each of its windows.
func (x *Index) Are(kept []byte, text string) bool {
	steps, err := decode(kept, x.model.dimensions)
	return err == nil && len(steps) == len(windowsOf(text, x.window)) && !slices.ContainsFunc(steps, func(v []int16) bool { return squaresOf(v) == 0 })
}

// Score is what a text is worth of which such vectors are kept. Error: ErrVector.
func (a *Asked) Score(kept []byte) (rank.Score, error) {
	size := 2 * a.index.model.dimensions
	if len(kept)%size != 0 {
		return rank.Score{}, ErrVector
	}
	var best int64
	for ; len(kept) > 0; kept = kept[size:] {
		cosine, err := a.cosine(kept[:size])
		if err != nil {
			return rank.Score{}, err
		}
		best = max(best, cosine)
	}
	if best == 0 {
		return rank.Score{}, nil
	}
	return rank.Score{Millionths: best, Relevance: a.index.embedder.Relevance(best)}, nil
}

// cosine is that of question.cosine, of a vector that was not unpacked.
func (a *Asked) cosine(kept []byte) (int64, error) {
	var dot, squares int64
	for i := range a.index.model.dimensions {
		step := int64(int16(binary.LittleEndian.Uint16(kept[2*i:])))
		squares += step * step
		if a.steps != nil {
			dot += step * int64(a.steps[i])
		}
	}
	if !isLength(squares) {
		return 0, ErrVector
	}
	if squares == 0 || a.squares == 0 {
		return 0, nil
	}
	return int64(math.Round(float64(dot) / math.Sqrt(float64(squares)*float64(a.squares)) * 1e6)), nil
}
