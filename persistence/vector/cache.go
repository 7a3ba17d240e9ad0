package vector

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
)

// A Sum is the SHA-256 of a text.
type Sum = [sha256.Size]byte

// A Cache keeps vectors of one model for longer than a slab does. What it keeps are bytes
// that only this package reads. It is asked from one goroutine of a search; several may
// search at once.
type Cache interface {
	// Find gives what was kept of texts, in their order; nil for what was not.
	Find(ctx context.Context, texts []Sum) [][]byte
	// Keep is given the vectors of a text that were made. It must not take long.
	Keep(text Sum, vectors []byte)
}

// Warm takes vectors that were kept into the slab, until there is no more room in it, so that
// the next search finds them there. What is no vectors is passed over. It gives how many
// texts' were taken. Error: that of the sequence.
func (x *Index) Warm(kept iter.Seq2[Kept, error]) (taken int, err error) {
	search := x.slab.search()
	for k, err := range kept {
		if err != nil {
			return taken, err
		}
		steps, err := decode(k.Vectors, x.model.dimensions)
		if err != nil {
			continue
		}
		if x.slab.keep(key{x.model, k.Text}, vectorsOf(steps), search) == nil {
			return taken, nil
		}
		taken++
	}
	return taken, nil
}

// Kept is what a cache keeps of a text.
type Kept struct {
	Text    Sum
	Vectors []byte
}

// Model is whose vectors the index has: the embedder's name with their dimensions.
func (x *Index) Model() string { return fmt.Sprintf("%s/%d", x.model.name, x.model.dimensions) }

// Floats are vectors as a cache keeps them, for an index of somebody else's. Those that say nothing are left out.
// Error: ErrVector.
func (x *Index) Floats(kept []byte) (all [][]float32, err error) {
	vectors, err := decode(kept, x.model.dimensions)
	for _, steps := range vectors {
		if squaresOf(steps) != 0 {
			all = append(all, floatsOf(steps))
		}
	}
	return all, err
}

func floatsOf(steps []int16) []float32 {
	floats := make([]float32, len(steps))
	for i, step := range steps {
		floats[i] = float32(step) / one
	}
	return floats
}

// Sum is that of its content.
func (t *Text) Sum() Sum {
	if e := t.entry.Load(); e != nil {
		return e.key.sum
	}
	return sha256.Sum256([]byte(t.Content))
}

// encode writes the vectors of a text, one after the other, each step in two bytes.
func encode(vectors [][]int16) []byte {
	encoded := []byte{}
	for _, steps := range vectors {
		for _, step := range steps {
			encoded = binary.LittleEndian.AppendUint16(encoded, uint16(step))
		}
	}
	return encoded
}

// decode reads what encode wrote. Each vector is of length 1, or says nothing.
func decode(encoded []byte, dimensions int) (vectors [][]int16, err error) {
	if len(encoded)%(2*dimensions) != 0 {
		return nil, ErrVector
	}
	for len(encoded) > 0 {
		steps := make([]int16, dimensions)
		for i := range steps {
			steps[i] = int16(binary.LittleEndian.Uint16(encoded[2*i:]))
		}
		if !isLength(squaresOf(steps)) {
			return nil, ErrVector
		}
		vectors, encoded = append(vectors, steps), encoded[2*dimensions:]
	}
	return vectors, nil
}

// isLength reports whether squares are those of a vector of length 1, or of one that says nothing.
func isLength(squares int64) bool {
	of := float64(squares) / (one * one)
	return squares == 0 || of >= 1-2*tolerance && of <= 1+2*tolerance
}

func vectorsOf(all [][]int16) []vector {
	vectors := make([]vector, len(all))
	for i, steps := range all {
		vectors[i] = vectorOf(steps)
	}
	return vectors
}
