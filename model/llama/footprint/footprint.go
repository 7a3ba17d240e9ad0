// Package footprint reckons how much memory llama.cpp takes for a model, by the head of its file and
// without loading it.
//
//	takes, err := footprint.Of(file, bytes, footprint.Texts(4096))
//	there := takes.Fits(footprint.Available())
//
// It is what is taken at most, as far as can be known: the whole file, though of one that is mapped a part
// may do; the keys and values of the context; what one batch is reckoned with; and the programs. A twentieth is added.
package footprint

import (
	"fmt"
	"io"

	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/model/llama/internal/service"
)

// A Footprint is how much memory a model takes.
type Footprint struct {
	Bytes   int64
	Context int // the tokens that were asked for, or as many as the model has
}

// A Use is what a model is loaded for.
type Use struct {
	context int
	vectors bool
}

// Texts are to be written, a prompt and its answer of so many tokens together.
func Texts(context int) Use { return Use{context: context} }

// Vectors are to be made of texts of so many tokens.
func Vectors(context int) Use { return Use{context: context, vectors: true} }

// Of reckons with a GGUF file of so many bytes. Errors: those of reading, and what of the head is not as it must be.
func Of(file io.ReaderAt, bytes int64, u Use) (Footprint, error) {
	head, err := gguf.Read(file, bytes)
	if err != nil {
		return Footprint{}, err
	}
	return OfHead(head, bytes, u)
}

// OfHead is Of for a head that was read. Errors: what of it is not as it must be.
func OfHead(head *gguf.Head, bytes int64, u Use) (Footprint, error) {
	of, err := sizeOf(head, bytes, u.context)
	if err != nil {
		return Footprint{}, err
	}
	return Footprint{of.need(u.vectors), int(of.given)}, nil
}

// Fits reports whether so many bytes are enough; where they are none nothing is known of them, and it does.
func (f Footprint) Fits(bytes int64) bool { return bytes <= 0 || f.Bytes <= bytes }

// String is for people: "about 3.4 GB of memory with a context of 4096 tokens".
func (f Footprint) String() string {
	return fmt.Sprintf("about %s of memory with a context of %d tokens", Gigabytes(f.Bytes), f.Context)
}

// Gigabytes says for people how much memory some bytes are: "3.4 GB".
func Gigabytes(n int64) string { return fmt.Sprintf("%.1f GB", float64(n)/1e9) }

// A size is what is in a model's head that says how much memory it takes.
type size struct {
	file                       int64 // bytes
	layers, width, inner       int64
	heads, keyHeads            int64
	keyLength, valueLength     int64
	vocabulary, context, given int64
}

// sizeOf looks at a model's head. No number in it is more than it can be for what is reckoned with it.
func sizeOf(head *gguf.Head, bytes int64, context int) (size, error) {
	kind, err := gguf.Get[string](head, "general.architecture")
	if err != nil {
		return size{}, err
	}
	tokens, err := gguf.Get[[]string](head, "tokenizer.ggml.tokens")
	if err != nil {
		return size{}, err
	}
	of := size{file: bytes, vocabulary: int64(len(tokens))}
	number := func(key string, most int64) int64 {
		n, wrong := gguf.Int(head, kind+"."+key)
		if wrong == nil && (n < 1 || n > most) {
			wrong = fmt.Errorf("%s is %d, not from 1 to %d", key, n, most)
		}
		if wrong != nil && err == nil {
			err = wrong
		}
		return n
	}
	orElse := func(key string, most, standard int64) int64 {
		if _, missing := gguf.Int(head, kind+"."+key); missing != nil {
			return standard
		}
		return number(key, most)
	}
	of.layers, of.width, of.inner = number("block_count", 1<<12), number("embedding_length", 1<<20), number("feed_forward_length", 1<<22)
	of.heads, of.context = number("attention.head_count", 1<<12), number("context_length", 1<<30)
	if err != nil {
		return size{}, err
	}
	of.keyHeads = orElse("attention.head_count_kv", 1<<12, of.heads)
	of.keyLength, of.valueLength = orElse("attention.key_length", 1<<16, of.width/of.heads), orElse("attention.value_length", 1<<16, of.width/of.heads)
	of.given = min(int64(context), of.context)
	return of, err
}

const (
	halfNumber = 2        // bytes, as keys and values are kept
	number     = 4        // bytes, as is reckoned
	programs   = 64 << 20 // bytes of the worker and the library without a model
	spare      = 1.05
)

// need is how much memory a model takes at most, in bytes: its file; the keys and values of its context; what
// one batch is reckoned with; and the programs. It is reckoned in numbers that cannot overflow, and some is added.
func (s size) need(vectors bool) int64 {
	batch := float64(service.MostChunk)
	if vectors {
		batch = float64(s.given)
	}
	kept := float64(s.layers) * float64(s.given) * float64(s.keyHeads) * float64(s.keyLength+s.valueLength) * halfNumber
	reckoned := batch * number * (float64(s.vocabulary) + 6*float64(s.width) + 3*float64(s.inner) + float64(s.heads)*float64(s.given))
	if vectors {
		kept = 0
	}
	return int64(min((float64(s.file)+kept+reckoned+programs)*spare, 1<<62))
}
