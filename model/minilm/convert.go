package minilm

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/gguf"
)

// The form of all-MiniLM-L6-v2.
const (
	layers      = 6
	heads       = 12
	inner       = 1536
	positions   = 512
	segments    = 2
	tensorCount = 101
)

const (
	mostVocabulary = 4 << 20 // bytes of vocab.txt
	mostPieces     = 1 << 17
	wordBegin      = "\u2581" // before a piece that begins a word, in the form of llama.cpp
)

// Convert makes of what is published of all-MiniLM-L6-v2, model.safetensors of a size in bytes and
// vocab.txt, the file that llama.cpp loads: matrices in half precision, everything else in
// single. Equal input makes equal bytes. Errors say which of the two is not as it must be; those of reading and writing are
// wrapped. What was written is then no model.
func Convert(to io.Writer, safetensors io.ReaderAt, size int64, vocabulary io.Reader) error {
	pieces, err := readVocabulary(vocabulary)
	if err != nil {
		return fmt.Errorf("vocab.txt: %w", err)
	}
	w, err := readWeights(safetensors, size)
	if err != nil {
		return fmt.Errorf("model.safetensors: %w", err)
	}
	var data []gguf.Data
	for _, part := range parts(int64(len(pieces))) {
		d, err := w.converted(part)
		if err != nil {
			return fmt.Errorf("model.safetensors: %w", err)
		}
		data = append(data, d)
	}
	return gguf.Write(to, metadata(pieces), data)
}

// A part is a tensor: its names on both sides, and its shape, the outermost dimension first.
type part struct {
	from, to string
	shape    []int64
	half     bool
}

// parts are the network's tensors. llama.cpp loads a file without one of the biases, and
// makes wrong vectors.
func parts(pieces int64) (all []part) {
	add := func(from, to string, half bool, shape ...int64) {
		all = append(all, part{from, to, shape, half})
	}
	both := func(from, to string, out int64, in ...int64) { // a matrix or a norm, and its bias
		add(from+".weight", to+".weight", len(in) > 0, append([]int64{out}, in...)...)
		add(from+".bias", to+".bias", false, out)
	}
	add("embeddings.word_embeddings.weight", "token_embd.weight", true, pieces, Dimensions)
	add("embeddings.position_embeddings.weight", "position_embd.weight", false, positions, Dimensions)
	add("embeddings.token_type_embeddings.weight", "token_types.weight", false, segments, Dimensions)
	both("embeddings.LayerNorm", "token_embd_norm", Dimensions)
	for n := range layers {
		from, to := fmt.Sprintf("encoder.layer.%d.", n), fmt.Sprintf("blk.%d.", n)
		both(from+"attention.self.query", to+"attn_q", Dimensions, Dimensions)
		both(from+"attention.self.key", to+"attn_k", Dimensions, Dimensions)
		both(from+"attention.self.value", to+"attn_v", Dimensions, Dimensions)
		both(from+"attention.output.dense", to+"attn_output", Dimensions, Dimensions)
		both(from+"attention.output.LayerNorm", to+"attn_output_norm", Dimensions)
		both(from+"intermediate.dense", to+"ffn_up", inner, Dimensions)
		both(from+"output.dense", to+"ffn_down", Dimensions, inner)
		both(from+"output.LayerNorm", to+"layer_output_norm", Dimensions)
	}
	return all
}

func (w *weights) converted(p part) (gguf.Data, error) {
	s, err := w.tensor(p.from, p.shape)
	if err != nil {
		return gguf.Data{}, err
	}
	tensor := p.tensor()
	return gguf.Data{Tensor: tensor, Write: func(to io.Writer) error {
		return w.each(s, func(values []float32) error {
			return gguf.Floats(tensor.Name, tensor.Type, tensor.Dimensions, values).Write(to)
		})
	}}, nil
}

// tensor is what a part is in the file.
func (p part) tensor() gguf.Tensor {
	t := gguf.Tensor{Name: p.to, Type: gguf.F32, Dimensions: slices.Clone(p.shape)}
	slices.Reverse(t.Dimensions)
	if p.half {
		t.Type = gguf.F16
	}
	return t
}

// readVocabulary reads vocab.txt: a piece on each line.
func readVocabulary(from io.Reader) ([]string, error) {
	text, err := io.ReadAll(io.LimitReader(from, mostVocabulary+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostVocabulary || !utf8.Valid(text) {
		return nil, fmt.Errorf("it has %d bytes or more, and at most %d of UTF-8 are a vocabulary", len(text), mostVocabulary)
	}
	text = bytes.TrimSuffix(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"))
	pieces := strings.Split(string(text), "\n")
	if len(pieces) > mostPieces {
		return nil, fmt.Errorf("it has %d pieces, it can have %d", len(pieces), mostPieces)
	}
	_, err = NewTokenizer(pieces)
	return pieces, err
}

func metadata(pieces []string) []gguf.Entry {
	tokens, types := make([]string, len(pieces)), make([]int32, len(pieces))
	for at, piece := range pieces {
		tokens[at], types[at] = token(at, piece), 1
		if isSign(at) {
			types[at] = 3
		}
	}
	return []gguf.Entry{
		{Key: "general.architecture", Value: "bert"},
		{Key: "general.name", Value: "all-MiniLM-L6-v2"},
		{Key: "bert.block_count", Value: uint32(layers)},
		{Key: "bert.context_length", Value: uint32(positions)},
		{Key: "bert.embedding_length", Value: uint32(Dimensions)},
		{Key: "bert.feed_forward_length", Value: uint32(inner)},
		{Key: "bert.attention.head_count", Value: uint32(heads)},
		{Key: "bert.attention.layer_norm_epsilon", Value: float32(1e-12)},
		{Key: "bert.attention.causal", Value: false},
		{Key: "bert.pooling_type", Value: uint32(1)},
		{Key: "tokenizer.ggml.model", Value: "bert"},
		{Key: "tokenizer.ggml.pre", Value: "default"},
		{Key: "tokenizer.ggml.tokens", Value: tokens},
		{Key: "tokenizer.ggml.token_type", Value: types},
		{Key: "tokenizer.ggml.token_type_count", Value: uint32(segments)},
		{Key: "tokenizer.ggml.unknown_token_id", Value: uint32(unknown)},
		{Key: "tokenizer.ggml.seperator_token_id", Value: uint32(end)}, // spelled so by llama.cpp
		{Key: "tokenizer.ggml.padding_token_id", Value: uint32(padding)},
		{Key: "tokenizer.ggml.cls_token_id", Value: uint32(begin)},
		{Key: "tokenizer.ggml.mask_token_id", Value: uint32(masked)},
		{Key: "tokenizer.ggml.bos_token_id", Value: uint32(begin)},
		{Key: "tokenizer.ggml.eos_token_id", Value: uint32(end)},
	}
}

// token is a piece in the form of llama.cpp.
func token(at int, piece string) string {
	if isSign(at) {
		return piece
	}
	if rest, is := strings.CutPrefix(piece, inWord); is && rest != "" {
		return rest
	}
	return wordBegin + piece
}

// piece is a token in the form of vocab.txt.
func piece(at int, token string) string {
	if isSign(at) {
		return token
	}
	if rest, is := strings.CutPrefix(token, wordBegin); is {
		return rest
	}
	return inWord + token
}

// Open reads the tokenizer out of a file that [Convert] wrote, and sees that it is one: with all
// the tensors, each in its form. Errors: those of reading, and such as wrap the one of package
// gguf that the file is none.
func Open(file io.ReaderAt, size int64) (*Tokenizer, error) {
	head, err := gguf.Read(file, size)
	if err != nil {
		return nil, err
	}
	tokens, err := gguf.Get[[]string](head, "tokenizer.ggml.tokens")
	if err != nil {
		return nil, err
	}
	for _, want := range metadata(nil) {
		if err := same(head, want); err != nil {
			return nil, err
		}
	}
	wanted := parts(int64(len(tokens)))
	if len(head.Tensors) != len(wanted) {
		return nil, fmt.Errorf("%w: it has %d tensors, all-MiniLM-L6-v2 has %d", gguf.ErrFormat, len(head.Tensors), len(wanted))
	}
	for _, part := range wanted {
		want := part.tensor()
		if got, there := head.Tensor(want.Name); !there || got.Type != want.Type || !slices.Equal(got.Dimensions, want.Dimensions) {
			return nil, fmt.Errorf("%w: its tensor %q is %v %v, that of all-MiniLM-L6-v2 is %v %v",
				gguf.ErrFormat, want.Name, got.Type, got.Dimensions, want.Type, want.Dimensions)
		}
	}
	pieces := make([]string, len(tokens))
	for at, token := range tokens {
		pieces[at] = piece(at, token)
	}
	t, err := NewTokenizer(pieces)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", gguf.ErrFormat, err)
	}
	return t, nil
}

// same sees that what changes a network's numbers is what it was taught with.
func same(head *gguf.Head, want gguf.Entry) error {
	switch value := want.Value.(type) {
	case []string, []int32: // the vocabulary, which is looked at by itself
		return nil
	case string:
		if want.Key == "general.name" {
			return nil
		}
	case uint32:
		n, err := gguf.Int(head, want.Key)
		if err == nil && n != int64(value) {
			err = fmt.Errorf("%w: %q is %d, that of all-MiniLM-L6-v2 is %d", gguf.ErrFormat, want.Key, n, value)
		}
		return err
	}
	at := slices.IndexFunc(head.Metadata, func(e gguf.Entry) bool { return e.Key == want.Key })
	if at < 0 || head.Metadata[at].Value != want.Value {
		return fmt.Errorf("%w: %q is not the %v of all-MiniLM-L6-v2", gguf.ErrFormat, want.Key, want.Value)
	}
	return nil
}
