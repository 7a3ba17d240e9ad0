package test

import (
	"context"
	"math"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/model"
)

// Embedder holds an embedder to what package model says of all.
func Embedder(t *testing.T, e model.Embedder) {
	t.Helper()
	// Words, nothing, and what is no text.
	texts := []string{"The lamp gutters.", "", "la lumière", " \t\n", "\xff\xfe", "灯", "a\x00b", "The lamp gutters."}
	vectors, err := e.Embed(t.Context(), texts)
	if err != nil || len(vectors) != len(texts) {
		t.Fatalf("of %d texts it makes %d vectors: %v", len(texts), len(vectors), err)
	}
	for i, v := range vectors {
		if sum := square(v); len(v) != e.Dimensions() || sum != 0 && math.Abs(sum-1) > 1e-4 {
			t.Errorf("the vector of %q has %d dimensions and length %v", texts[i], len(v), math.Sqrt(sum))
		}
	}
	if square(vectors[0]) == 0 || !near(vectors[0], vectors[len(texts)-1]) {
		t.Error("equal texts have vectors that are not")
	}
	if near(vectors[0], vectors[2]) {
		t.Error("all texts have the same vector")
	}
	one, err := e.Embed(t.Context(), texts[2:3])
	if err != nil || len(one) != 1 || !near(one[0], vectors[2]) {
		t.Errorf("alone a text has another vector than among others: %v", err)
	}
	if none, err := e.Embed(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("of no text it makes %d vectors: %v", len(none), err)
	}
	relevance(t, e)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if vectors, err := e.Embed(ctx, texts); err == nil || vectors != nil {
		t.Errorf("given up it makes %d vectors", len(vectors))
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if again, err := e.Embed(t.Context(), texts[:3]); err != nil || !near(again[0], vectors[0]) {
				t.Errorf("beside others: %v", err)
			}
		})
	}
	wait.Wait()
	if e.Name() == "" {
		t.Error("it has no name")
	}
}

// relevance never falls, and is from 0 to 1000.
func relevance(t *testing.T, e model.Embedder) {
	last := 0
	for cosine := int64(-1_100_000); cosine <= 1_100_000; cosine += 10_000 {
		r := e.Relevance(cosine)
		if r < last || r > 1000 {
			t.Fatalf("a cosine of %d is worth %d, one that is smaller %d", cosine, r, last)
		}
		last = r
	}
	if last == 0 {
		t.Error("no cosine is worth anything")
	}
}

func square(v []float32) (sum float64) {
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return sum
}

// near allows for what it changes in a network's numbers which texts it is given together.
func near(a, b []float32) bool {
	for i := range a {
		if math.Abs(float64(a[i]-b[i])) > 1e-3 {
			return false
		}
	}
	return len(a) == len(b)
}
