// Package model is what a language model does for a story: so far, embedding.
//
// An [Embedder] turns texts into vectors, so that texts which mean the same lie near each
// other. How near is a cosine, and what a cosine is worth differs from one embedder to
// the next: 0.4 is much between two sentences that share a word in three, and nothing
// to a network that finds every two sentences alike. So an embedder says itself what
// a cosine of its vectors is worth, as a relevance in thousandths, and thresholds are
// held against that alone.
//
//	embedder := lexical.New()
//	vectors, err := embedder.Embed(ctx, []string{"past betrayals", "Corven betrayed the keepers."})
//	cosine := ...                      // of the two, in millionths
//	if embedder.Relevance(cosine) >= 700 { ... }
//
// The rules that hold for every embedder:
//
//   - Vectors of different names are never compared. A change that moves any vector is a
//     new name.
//   - A text is a window at most: whoever has longer texts cuts them into windows, embeds
//     each, and counts the best. That is package persistence/vector's work, done once for all.
//   - Nothing but the texts goes in, and nothing is remembered of them.
//
// Embedders are directories below this one. [github.com/narratoria/narratoria/model/lexical]
// needs no model, and is there on every machine.
package model

import "context"

// An Embedder makes vectors of texts. It is safe for concurrent use.
type Embedder interface {
	// Name is that of the vectors: those of one name have the same length, and are the
	// only ones that can be compared with each other.
	Name() string
	// Dimensions is how long each vector is.
	Dimensions() int
	// Embed gives a vector for each text, in their order, which are the caller's. Each
	// is of length 1, or all zeros where the embedder makes nothing of the text. Any bytes may be
	// given. Errors: the context's, and those of an embedder that can fail; then there are
	// no vectors at all.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Relevance is what a cosine of two of its vectors, in millionths, is worth: from 0,
	// which is that of two texts by chance, to 1000. A greater cosine is worth no less.
	Relevance(cosine int64) int
}
