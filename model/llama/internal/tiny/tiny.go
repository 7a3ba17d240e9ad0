// Package tiny writes a model of random weights, a few hundred kilobytes large, for tests: one of the
// architecture of Phi-3, which writes nonsense that a grammar can force into any text.
//
//	err := tiny.Write(file, 1)
//
// That of WriteMany has as many tokens as Phi-3.5, for who measures what a choice among them takes. Another, of WriteVectors, makes vectors as MiniLM does, of token ids alone. The first one's vocabulary is the 256 bytes, some words and the special tokens of Phi-3, so that every text can be
// told and every prompt read.
package tiny

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/narratoria/narratoria/internal/gguf"
)

// What the model is made of.
const (
	Context = 4096 // tokens that it takes at most
	Layers  = 2
	Width   = 64
	heads   = 4
	inner   = 128
)

// The types of tokens.
const (
	normal  int32 = 1
	unknown int32 = 2
	control int32 = 3
	byByte  int32 = 6
)

// words are tokens of more than a byte; a space is written as the tokenizer has it.
var words = []string{"▁", "▁the", "▁lamp", "▁is", "▁it", "▁dark", "the", "he", "in", "▁a", "▁of", "▁s", "▁t", "er", "on", "it", "is", "灯"}

// specials are those of Phi-3 that end or part messages.
var specials = []string{"<|endoftext|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"}

// Write writes the model. The same seed gives the same bytes.
func Write(to io.Writer, seed uint64) error { return write(to, seed, nil) }

// Many is how many tokens the model of WriteMany has: those of Phi-3.5.
const Many = 32_064

// WriteMany writes one with as many tokens as a model has that is in use: most of them words that are none.
func WriteMany(to io.Writer, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 15))
	few, _, _ := vocabulary(nil)
	var more []string
	for there := map[string]bool{}; len(few)+len(more) < Many; {
		word := make([]byte, 2+random.IntN(8))
		for i := range word {
			word[i] = byte('a' + random.IntN(26))
		}
		text := string(word)
		if random.IntN(2) == 0 {
			text = "▁" + text
		}
		if !there[text] && !slices.Contains(few, text) {
			there[text], more = true, append(more, text)
		}
	}
	return write(to, seed, more)
}

func write(to io.Writer, seed uint64, more []string) error {
	random := rand.New(rand.NewPCG(seed, 14))
	tokens, types, scores := vocabulary(more)
	metadata := []gguf.Entry{
		{Key: "general.architecture", Value: "phi3"},
		{Key: "general.name", Value: "random"},
		{Key: "phi3.context_length", Value: uint32(Context)},
		{Key: "phi3.embedding_length", Value: uint32(Width)},
		{Key: "phi3.feed_forward_length", Value: uint32(inner)},
		{Key: "phi3.block_count", Value: uint32(Layers)},
		{Key: "phi3.attention.head_count", Value: uint32(heads)},
		{Key: "phi3.attention.head_count_kv", Value: uint32(heads)},
		{Key: "phi3.attention.layer_norm_rms_epsilon", Value: float32(1e-5)},
		{Key: "phi3.rope.dimension_count", Value: uint32(Width / heads)},
		{Key: "tokenizer.ggml.model", Value: "llama"},
		{Key: "tokenizer.ggml.pre", Value: "default"},
		{Key: "tokenizer.ggml.tokens", Value: tokens},
		{Key: "tokenizer.ggml.token_type", Value: types},
		{Key: "tokenizer.ggml.scores", Value: scores},
		{Key: "tokenizer.ggml.unknown_token_id", Value: uint32(0)},
		{Key: "tokenizer.ggml.bos_token_id", Value: uint32(1)},
		{Key: "tokenizer.ggml.eos_token_id", Value: uint32(2)},
		{Key: "tokenizer.ggml.add_bos_token", Value: true},
	}
	weights := func(name string, dimensions ...int64) gguf.Data { return weights(random, name, dimensions...) }
	vocabulary := int64(len(tokens))
	tensors := []gguf.Data{weights("token_embd.weight", Width, vocabulary), weights("output_norm.weight", Width), weights("output.weight", Width, vocabulary)}
	for layer := range Layers {
		named := func(name string) string { return fmt.Sprintf("blk.%d.%s.weight", layer, name) }
		tensors = append(tensors,
			weights(named("attn_norm"), Width), weights(named("attn_qkv"), Width, 3*Width), weights(named("attn_output"), Width, Width),
			weights(named("ffn_norm"), Width), weights(named("ffn_up"), Width, 2*inner), weights(named("ffn_down"), inner, Width))
	}
	return gguf.Write(to, metadata, tensors)
}

func vocabulary(more []string) (tokens []string, types []int32, scores []float32) {
	add := func(token string, kind int32, score float32) {
		tokens, types, scores = append(tokens, token), append(types, kind), append(scores, score)
	}
	add("<unk>", unknown, 0)
	add("<s>", control, 0)
	add("</s>", control, 0)
	for b := range 256 {
		add(fmt.Sprintf("<0x%02X>", b), byByte, 0)
	}
	for i, word := range words {
		add(word, normal, -float32(i))
	}
	for c := rune('!'); c <= '~'; c++ { // a word is put together from its letters
		add(string(c), normal, -1000-float32(c))
	}
	for _, word := range more {
		add(word, normal, -2000)
	}
	for _, special := range specials {
		add(special, control, 0)
	}
	return tokens, types, scores
}

// Window is how many tokens the model of WriteVectors takes, Vectors how long its vectors are, and Pieces how
// many tokens it has.
const (
	Window  = 64
	Vectors = 32
	Pieces  = 105
)

// WriteVectors writes a model that makes vectors, of the architecture of MiniLM. The same seed gives the same bytes.
func WriteVectors(to io.Writer, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 14))
	var tokens []string
	var types []int32
	for _, special := range []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"} {
		tokens, types = append(tokens, special), append(types, control)
	}
	for i := range Pieces - len(tokens) {
		tokens, types = append(tokens, fmt.Sprintf("▁w%d", i)), append(types, normal)
	}
	metadata := []gguf.Entry{
		{Key: "general.architecture", Value: "bert"},
		{Key: "bert.block_count", Value: uint32(1)},
		{Key: "bert.context_length", Value: uint32(Window)},
		{Key: "bert.embedding_length", Value: uint32(Vectors)},
		{Key: "bert.feed_forward_length", Value: uint32(2 * Vectors)},
		{Key: "bert.attention.head_count", Value: uint32(heads)},
		{Key: "bert.attention.layer_norm_epsilon", Value: float32(1e-12)},
		{Key: "bert.attention.causal", Value: false},
		{Key: "bert.pooling_type", Value: uint32(1)},
		{Key: "tokenizer.ggml.model", Value: "bert"},
		{Key: "tokenizer.ggml.pre", Value: "default"},
		{Key: "tokenizer.ggml.tokens", Value: tokens},
		{Key: "tokenizer.ggml.token_type", Value: types},
		{Key: "tokenizer.ggml.token_type_count", Value: uint32(2)},
		{Key: "tokenizer.ggml.padding_token_id", Value: uint32(0)},
		{Key: "tokenizer.ggml.unknown_token_id", Value: uint32(1)},
		{Key: "tokenizer.ggml.cls_token_id", Value: uint32(2)},
		{Key: "tokenizer.ggml.bos_token_id", Value: uint32(2)},
		{Key: "tokenizer.ggml.seperator_token_id", Value: uint32(3)},
		{Key: "tokenizer.ggml.eos_token_id", Value: uint32(3)},
		{Key: "tokenizer.ggml.mask_token_id", Value: uint32(4)},
	}
	var tensors []gguf.Data
	both := func(name string, dimensions ...int64) {
		tensors = append(tensors, weights(random, name+".weight", dimensions...), weights(random, name+".bias", dimensions[len(dimensions)-1]))
	}
	tensors = append(tensors, weights(random, "token_embd.weight", Vectors, Pieces), weights(random, "position_embd.weight", Vectors, Window),
		weights(random, "token_types.weight", Vectors, 2))
	both("token_embd_norm", Vectors)
	for _, name := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
		both("blk.0."+name, Vectors, Vectors)
	}
	both("blk.0.attn_output_norm", Vectors)
	both("blk.0.ffn_up", Vectors, 2*Vectors)
	both("blk.0.ffn_down", 2*Vectors, Vectors)
	both("blk.0.layer_output_norm", Vectors)
	return gguf.Write(to, metadata, tensors)
}

// weights are at random.
func weights(random *rand.Rand, name string, dimensions ...int64) gguf.Data {
	count := int64(1)
	for _, d := range dimensions {
		count *= d
	}
	values := make([]float32, count)
	for i := range values {
		values[i] = float32(random.NormFloat64()) / 4
	}
	return gguf.Floats(name, gguf.F32, dimensions, values)
}
