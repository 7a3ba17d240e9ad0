package vector

import (
	"errors"
	"fmt"
	"math"
)

// ErrVector: what an embedder gave is no vector of its.
var ErrVector = errors.New("is no vector of this embedder")

// ErrUnready: more vectors are missing than were to be made.
var ErrUnready = errors.New("not all vectors are made yet")

// one is the length of a vector as it is kept: its numbers are steps of 1/one.
const one = math.MaxInt16

// tolerance is how far from 1 the square of a vector's length may be.
const tolerance = 0.01

// stepsOf rounds what an embedder gave.
func stepsOf(values []float32, dimensions int) ([]int16, error) {
	if len(values) != dimensions {
		return nil, fmt.Errorf("%d numbers, and not %d: %w", len(values), dimensions, ErrVector)
	}
	var squares float64
	for _, x := range values {
		squares += float64(x) * float64(x)
	}
	if squares != 0 && !(math.Abs(squares-1) <= tolerance) { // no number is not near 1 either
		return nil, fmt.Errorf("one of length %v, and not 1: %w", math.Sqrt(squares), ErrVector)
	}
	steps := make([]int16, dimensions)
	for i, x := range values {
		steps[i] = int16(math.Round(max(-1, min(1, float64(x))) * one))
	}
	return steps, nil
}

// squaresOf is the square of the length of steps; 0 for a text that says nothing.
func squaresOf(steps []int16) (squares int64) {
	for _, step := range steps {
		squares += int64(step) * int64(step)
	}
	return squares
}

// A vector is a window's, as it is kept: four steps to a word, see [pack].
type vector struct {
	packed  []uint64
	squares int64
}

func vectorOf(steps []int16) vector { return vector{pack(steps), squaresOf(steps)} }

// A question is a query's vector, as others are multiplied by it.
type question struct {
	factors factors
	squares int64
}

func questionOf(steps []int16) question { return question{factorsOf(steps), squaresOf(steps)} }

// cosine is that of two vectors of one model, in millionths; 0 where one says nothing.
func (q question) cosine(v vector) int64 {
	if v.squares == 0 || q.squares == 0 {
		return 0
	}
	// Each operation by itself: a root and a quotient are rounded alike by every machine.
	lengths := math.Sqrt(float64(v.squares) * float64(q.squares))
	return int64(math.Round(float64(q.factors.dot(v.packed)) / lengths * 1e6))
}
