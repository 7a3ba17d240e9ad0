package llama

import (
	"fmt"
	"os"

	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/service"
)

// A size is what is in a model's head that says how much memory it takes.
type size struct {
	file                       int64 // bytes
	layers, width, inner       int64
	heads, keyHeads            int64
	keyLength, valueLength     int64
	vocabulary, context, given int64
}

// fits looks whether a model fits the memory that it may have, and gives its context.
func (s *starter) fits(file *os.File, bytes int64) (context int, err error) {
	of, err := sizeOf(file, bytes, s.load.Context)
	if err != nil {
		return 0, &model.Error{Kind: model.Unsupported, Message: fmt.Sprintf("its file %s is no model that can be run: %v", s.file.path, err), Err: err}
	}
	limit, where := s.memory, "may be used"
	if limit == 0 {
		limit, where = available(), "are left on this device"
	}
	if need := of.need(s.load.Vectors); limit > 0 && need > limit {
		return 0, &model.Error{Kind: model.Unsupported, Message: fmt.Sprintf(
			"it takes about %s of memory with a context of %d tokens, and %s %s, so it is not loaded; take a smaller model or context, or end other programs",
			gigabytes(need), of.given, gigabytes(limit), where)}
	}
	return int(of.given), nil
}

func gigabytes(n int64) string { return fmt.Sprintf("%.1f GB", float64(n)/1e9) }

// sizeOf reads a model's head. No number in it is more than it can be for what is reckoned with it.
func sizeOf(file *os.File, bytes int64, context int) (size, error) {
	head, err := gguf.Read(file, bytes)
	if err != nil {
		return size{}, err
	}
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
