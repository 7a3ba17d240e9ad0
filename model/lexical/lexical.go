// Package lexical embeds texts without a model: what they share in words, forms of words
// and pieces of words. It is there on every machine, starts in no time, and finds
// "betrayal" by "betrayed" and "smuggler's" by "smugglers"; it does not find
// "blacksmith" by "craftsman", for which a model is needed.
//
//	vectors, err := lexical.New().Embed(ctx, []string{"who lit the lamps?"})
//
// A text's vector is made like this, and the name of the vectors changes with any of it:
//
//	text ──words.Split──▶ words ──without function words, if others are left──▶
//	   each word:   its stem             at 4 places, wordWeight in all
//	                its pieces of 3 and 4 letters, "^" before and "$" behind,
//	                                     at 1 place each, pieceWeight in all
//	   said n times, the square root of n as much
//	──hashed──▶ sums of whole numbers at 384 places ──▶ length 1, in steps of 1/32767
//
// A feature's places and signs come from its hash, so that there is no table to keep and
// words of any language count. Two features that meet in one place add noise, of about 0.05
// in a cosine: why it is done so all the same, RATIONALE.md says.
//
// Everything up to the last division is counted in whole numbers, and that is a division
// of two whole numbers that every machine rounds alike: the same text gives the same bytes
// everywhere, and may be kept and compared for ever. Any bytes may be given; time and
// memory are in proportion to them.
package lexical

import (
	"context"

	"github.com/narratoria/narratoria/model"
)

// Name is that of the vectors.
const Name = "lexical-1"

// Dimensions is how long a vector is: as long as those of the network that the
// specification names, so that what is fast enough for one is for the other.
const Dimensions = 384

// An Embedder has nothing to remember: all are the same.
type Embedder struct{}

var _ model.Embedder = Embedder{}

// New gives the embedder.
func New() Embedder { return Embedder{} }

// Name names its vectors.
func (Embedder) Name() string { return Name }

// Dimensions is how long they are.
func (Embedder) Dimensions() int { return Dimensions }

// Embed gives a vector for each text. Its only error is the context's.
func (Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = embed(text)
	}
	return vectors, nil
}

// Relevance is what a cosine in millionths is worth.
func (Embedder) Relevance(cosine int64) int { return relevance.Relevance(cosine) }
