package test

import (
	"context"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/words"
)

// A bag is an embedder whose vectors one can tell in advance: how often words are said, those
// of bagged each at its own place, others at one that comes from their letters. It notes what it
// is given.
type bag struct {
	mu    sync.Mutex
	given []string
	fault error // what it gives in place of vectors; may be nil
}

// places is how long its vectors are.
const places = 32

var bagged = []string{"lamp", "boat", "fog", "oil"}

func (*bag) Name() string               { return "bag" }
func (*bag) Dimensions() int            { return places }
func (*bag) Relevance(cosine int64) int { return int(max(0, cosine) / 1000) }

func (b *bag) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.given = append(b.given, texts...)
	if b.fault != nil {
		return nil, b.fault
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = counted(text)
	}
	return vectors, ctx.Err()
}

func counted(text string) []float32 {
	vector := make([]float32, places)
	for _, word := range words.Split(text) {
		place := slices.Index(bagged, word)
		if place < 0 {
			h := fnv.New32a()
			_, _ = h.Write([]byte(word))
			place = len(bagged) + int(h.Sum32()%uint32(places-len(bagged)))
		}
		vector[place]++
	}
	var squares float64
	for _, n := range vector {
		squares += float64(n) * float64(n)
	}
	for i := range vector {
		if squares > 0 {
			vector[i] = float32(float64(vector[i]) / math.Sqrt(squares))
		}
	}
	return vector
}

// read is all words that it was given, in order.
func (b *bag) read() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return sortedWords(strings.Join(b.given, " "))
}

// forget makes it forget what it was given.
func (b *bag) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.given = nil
}

func (b *bag) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = err
}
