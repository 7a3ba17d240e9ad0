// Package minilm embeds texts by what they mean, with the network all-MiniLM-L6-v2: it finds
// "blacksmith" by "craftspeople". Here is all of it but the network's arithmetic, which an
// [Encoder] does, as package model/llama's worker is one.
//
//	file, err := os.Open("all-minilm-l6-v2-f16.gguf")
//	tokenizer, err := minilm.Open(file, size)
//	vectors, err := minilm.New(encoder, tokenizer).Embed(ctx, texts)
//
//	text ──Tokenizer──▶ numbers of pieces of words ──Encoder──▶ numbers ──length 1──▶ vector
//
// The tokenizer is the network's own, WordPiece, and not llama.cpp's: that one cuts Hangul, combining
// vowel signs and long words otherwise than what the network was taught with, and stops its
// process at a NUL. What stands in a text is never one of the network's signs: "[SEP]" is five
// pieces of text.
//
// A text has [MostTokens] at most; what is behind is not looked at. Whoever has longer ones
// cuts them into windows before, which package persistence/vector does.
//
// [Convert] makes the one file that llama.cpp loads of what is published: model.safetensors and
// vocab.txt. The vocabulary is in that file, so that nothing else is needed.
package minilm

import (
	"context"
	"fmt"
	"math"

	"github.com/narratoria/narratoria/model"
)

// Name is that of the vectors: those of the network whose matrices are in half precision.
const Name = "all-minilm-l6-v2-f16"

// Dimensions is how long a vector is.
const Dimensions = 384

// What an Encoder is given at once.
const (
	MostTokens = 256 // of a text, and of all texts of a call
	MostTexts  = 16  // of a call
)

// An Encoder runs the network. It is safe for concurrent use.
type Encoder interface {
	// Encode gives, for each text, the mean of what the network makes of its tokens: Dimensions
	// numbers, of any length. Texts have 3 tokens at the least. The error is an *model.Error or the context's.
	Encode(ctx context.Context, tokens [][]int32) ([][]float32, error)
}

// An Embedder is a network with its tokenizer.
type Embedder struct {
	Traits
	encoder   Encoder
	tokenizer *Tokenizer
}

var _ model.Embedder = (*Embedder)(nil)

// New gives the embedder. The tokenizer has to be that of the encoder's model.
func New(encoder Encoder, tokenizer *Tokenizer) *Embedder {
	return &Embedder{encoder: encoder, tokenizer: tokenizer}
}

// Traits is what is known of an embedder before there is one, for whoever opens it late: all by which its vectors are
// made and searched, but the making.
type Traits struct{}

// Name names its vectors.
func (Traits) Name() string { return Name }

// Dimensions is how long they are.
func (Traits) Dimensions() int { return Dimensions }

// Window is how many words of a text are looked at, so that whoever cuts texts cuts them there: a word may have
// two pieces on average.
func (Traits) Window() int { return MostTokens / 2 }

// Relevance is what a cosine in millionths is worth.
func (Traits) Relevance(cosine int64) int { return relevance.Relevance(cosine) }

// Kinship is how a query that names a kind finds what is told of by words of that kind, as package persistence/vector has it;
// the numbers are for its list of professions, where a blacksmith has 0.389 with craftspeople.
func (Traits) Kinship() (word, seed, kin, own int64, relevance int) {
	return 370_000, 200_000, 550_000, 30_000, 700
}

// Weights is what words weigh beside its meaning: where that is the same, they decide, and what is found by words alone
// comes last. docs/models.md has what was measured.
func (Traits) Weights() (words, meaning int64) { return 1, 1000 }

// Embed gives a vector for each text; one of zeros where there is no piece of a word in it. Errors are the
// encoder's, and of kind [model.Malformed] where what it gave is no vector. Beside which others a text is embedded
// changes its numbers by up to 2e-4.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var batch [][]int32
	var of []int // which text each of the batch is
	size := 0
	encode := func() error {
		if len(batch) == 0 {
			return nil
		}
		found, err := e.encoder.Encode(ctx, batch)
		if err != nil {
			return err
		}
		if len(found) != len(batch) {
			return malformed("of %d texts there are %d vectors", len(batch), len(found))
		}
		for i, v := range found {
			if vectors[of[i]], err = normal(v); err != nil {
				return err
			}
		}
		batch, of, size = nil, nil, 0 // the encoder may still hold the old ones
		return nil
	}
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		tokens := e.tokenizer.Tokens(text)
		if len(tokens) == 2 { // nothing is between its begin and its end
			vectors[i] = make([]float32, Dimensions)
			continue
		}
		if len(batch) == MostTexts || size+len(tokens) > MostTokens {
			if err := encode(); err != nil {
				return nil, err
			}
		}
		batch, of, size = append(batch, tokens), append(of, i), size+len(tokens)
	}
	if err := encode(); err != nil {
		return nil, err
	}
	return vectors, nil
}

// normal is a vector of length 1 in the direction of another one.
func normal(v []float32) ([]float32, error) {
	if len(v) != Dimensions {
		return nil, malformed("a vector has %d numbers, not %d", len(v), Dimensions)
	}
	var squares float64
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	if squares == 0 || math.IsNaN(squares) || math.IsInf(squares, 0) {
		return nil, malformed("a vector has no direction, the square of its length is %v", squares)
	}
	length, one := math.Sqrt(squares), make([]float32, len(v))
	for i, x := range v {
		one[i] = float32(float64(x) / length)
	}
	return one, nil
}

func malformed(format string, args ...any) error {
	return &model.Error{Generator: Name, Kind: model.Malformed, Message: fmt.Sprintf(format, args...)}
}
