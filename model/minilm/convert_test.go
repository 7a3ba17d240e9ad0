package minilm_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/gguf"
	"github.com/narratoria/narratoria/model/minilm"
)

// A tensor is one of a safetensors file, as its head has it.
type tensor struct {
	Dtype   string   `json:"dtype"`
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// published are the tensors of a network of a number of pieces, as all-MiniLM-L6-v2 is published, and
// how many bytes they have. What nothing needs is among them.
func published(pieces int64) (map[string]tensor, int64) {
	shapes := map[string][]int64{
		"embeddings.word_embeddings.weight": {pieces, 384}, "embeddings.position_embeddings.weight": {512, 384},
		"embeddings.token_type_embeddings.weight": {2, 384}, "embeddings.LayerNorm.weight": {384}, "embeddings.LayerNorm.bias": {384},
		"pooler.dense.weight": {384, 384}, "pooler.dense.bias": {384},
	}
	for n := range 6 {
		p := fmt.Sprintf("encoder.layer.%d.", n)
		for _, name := range []string{"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"} {
			shapes[p+name+".weight"], shapes[p+name+".bias"] = []int64{384, 384}, []int64{384}
		}
		shapes[p+"intermediate.dense.weight"], shapes[p+"intermediate.dense.bias"] = []int64{1536, 384}, []int64{1536}
		shapes[p+"output.dense.weight"], shapes[p+"output.dense.bias"] = []int64{384, 1536}, []int64{384}
		for _, name := range []string{"attention.output.LayerNorm", "output.LayerNorm"} {
			shapes[p+name+".weight"], shapes[p+name+".bias"] = []int64{384}, []int64{384}
		}
	}
	tensors, at := map[string]tensor{"embeddings.position_ids": {"I64", []int64{1, 512}, [2]int64{0, 4096}}}, int64(4096)
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		size := int64(4)
		for _, d := range shapes[name] {
			size *= d
		}
		tensors[name] = tensor{"F32", shapes[name], [2]int64{at, at + size}}
		at += size
	}
	return tensors, at
}

// A file is a safetensors file whose number at place n is made of n alone, so that none is in memory.
type file struct {
	head []byte
	size int64
	odd  map[int64]float32 // numbers that are others, by their place
}

func newFile(tensors map[string]tensor, data int64) *file {
	text, _ := json.Marshal(tensors)
	text = append([]byte(`{"__metadata__":{"format":"pt"},`), text[1:]...)
	head := append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...)
	return &file{head: head, size: int64(len(head)) + data}
}

func number(n int64) float32 { return float32(n%4001-2000) / 1024 }

func (f *file) ReadAt(p []byte, at int64) (int, error) {
	n := 0
	for ; n < len(p) && at < int64(len(f.head)); n, at = n+1, at+1 {
		p[n] = f.head[at]
	}
	for n < len(p) && at < f.size {
		place, from := (at-int64(len(f.head)))/4, int((at-int64(len(f.head)))%4)
		v, odd := f.odd[place]
		if !odd {
			v = number(place)
		}
		var word [4]byte
		binary.LittleEndian.PutUint32(word[:], math.Float32bits(v))
		copied := copy(p[n:], word[from:min(4, int64(from)+f.size-at)])
		n, at = n+copied, at+int64(copied)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// few is a vocabulary that is enough.
func few() []string {
	var all []string
	for n := range 120 {
		all = append(all, fmt.Sprintf("[unused%d]", n))
	}
	all[0], all[100], all[101], all[102], all[103] = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"
	return append(all, "lamp", "##s", "##", "#", "la", "mp")
}

func converted(t testing.TB, f *file, vocabulary []string) []byte {
	t.Helper()
	var to bytes.Buffer
	if err := minilm.Convert(&to, f, f.size, strings.NewReader(strings.Join(vocabulary, "\n")+"\n")); err != nil {
		t.Fatal(err)
	}
	return to.Bytes()
}

func TestConvert(t *testing.T) {
	vocabulary := few()
	tensors, data := published(int64(len(vocabulary)))
	model := converted(t, newFile(tensors, data), vocabulary)
	head, err := gguf.Read(bytes.NewReader(model), int64(len(model)))
	if err != nil || len(head.Tensors) != 101 {
		t.Fatal(len(head.Tensors), err)
	}
	// By hand: what becomes of three, the first two of which have a value in each row's second place.
	for _, c := range []struct {
		from, to   string
		of         gguf.Type
		dimensions []int64
	}{
		{"embeddings.word_embeddings.weight", "token_embd.weight", gguf.F16, []int64{384, 126}},
		{"encoder.layer.3.output.dense.weight", "blk.3.ffn_down.weight", gguf.F16, []int64{1536, 384}},
		{"encoder.layer.5.attention.output.LayerNorm.bias", "blk.5.attn_output_norm.bias", gguf.F32, []int64{384}},
		{"embeddings.position_embeddings.weight", "position_embd.weight", gguf.F32, []int64{384, 512}},
		{"embeddings.token_type_embeddings.weight", "token_types.weight", gguf.F32, []int64{384, 2}},
		{"encoder.layer.0.attention.self.key.bias", "blk.0.attn_k.bias", gguf.F32, []int64{384}},
	} {
		got, there := head.Tensor(c.to)
		if !there || got.Type != c.of || !slices.Equal(got.Dimensions, c.dimensions) {
			t.Errorf("%s is %v", c.to, got)
			continue
		}
		first := tensors[c.from].Offsets[0] / 4
		at := model[head.DataOffset+got.Offset:]
		for n := range int64(500) {
			want := number(first + n)
			if c.of == gguf.F32 && n < 384 && math.Float32frombits(binary.LittleEndian.Uint32(at[4*n:])) != want ||
				c.of == gguf.F16 && binary.LittleEndian.Uint16(at[2*n:]) != gguf.Half(want) {
				t.Fatalf("number %d of %s is not that of %s", n, c.to, c.from)
			}
		}
	}
	tokens, _ := gguf.Get[[]string](head, "tokenizer.ggml.tokens")
	if want := []string{"[CLS]", "[SEP]", "[MASK]", "\u2581[unused104]"}; !slices.Equal(tokens[101:105], want) {
		t.Errorf("tokens are %q", tokens[101:105])
	}
	if want := []string{"\u2581lamp", "s", "\u2581##", "\u2581#"}; !slices.Equal(tokens[120:124], want) {
		t.Errorf("tokens are %q", tokens[120:124])
	}
	types, _ := gguf.Get[[]int32](head, "tokenizer.ggml.token_type")
	if types[0] != 3 || types[1] != 1 || types[100] != 3 || types[103] != 3 || types[104] != 1 || len(types) != len(tokens) {
		t.Errorf("their types are %v", types)
	}
	of, err := minilm.Open(bytes.NewReader(model), int64(len(model)))
	if err != nil {
		t.Fatal(err)
	}
	if got := of.Tokens("Lamps, lamp # lam"); !slices.Equal(got, []int32{101, 120, 121, 100, 120, 123, 100, 102}) {
		t.Errorf("by the model's own vocabulary they are %v", got)
	}
}

// The vocabulary of the network comes out of the model as it went in.
func TestTheVocabularyIsInTheModel(t *testing.T) {
	all := pieces(t)
	tensors, data := published(int64(len(all)))
	model := converted(t, newFile(tensors, data), all)
	of, err := minilm.Open(bytes.NewReader(model), int64(len(model)))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"The lamp gutters: it's 1,250.50 crowns.", "Zürich 灯台 등대지기 ##", "[unused1] supercalifragilistic"} {
		if got, want := of.Tokens(text), tokenizer(t).Tokens(text); !slices.Equal(got, want) {
			t.Errorf("%q is %v, not %v", text, got, want)
		}
	}
}

func TestWeightsThatAreRefused(t *testing.T) {
	vocabulary := few()
	change := func(name string, to func(*tensor)) func(*file) {
		return func(f *file) {
			tensors, data := published(int64(len(vocabulary)))
			changed := tensors[name]
			changed.Shape = slices.Clone(changed.Shape)
			to(&changed)
			tensors[name] = changed
			*f = *newFile(tensors, data)
		}
	}
	head := func(text string) func(*file) {
		return func(f *file) {
			f.head = append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...)
			f.size = int64(len(f.head)) + 100
		}
	}
	const bias = "encoder.layer.2.attention.self.value.bias"
	for want, spoil := range map[string]func(*file){
		"no room for the length":         func(f *file) { f.size = 7 },
		"it can have 4194304":            func(f *file) { f.head[7] = 0xff },
		"bytes, it can have 12":          func(f *file) { f.size = 20 },
		"its head: ":                     head(`{"a":`),
		"its head: line 1":               head(`{"a":1,"a":2}`),
		"its head is no object":          head(`[]`),
		`tensor "a" does not say where`:  head(`{"a":7}`),
		`tensor "a" lies from -1 to 4`:   head(`{"a":{"data_offsets":[-1,4]}}`),
		`tensor "a" lies from 8 to 4`:    head(`{"a":{"data_offsets":[8,4]}}`),
		`tensor "a" lies from 0 to 101`:  head(`{"a":{"data_offsets":[0,101]}}`),
		`no tensor "embeddings.word`:     head(`{"a":{"data_offsets":[0,100]}}`),
		"the file is cut off":            func(f *file) { f.size -= 4 },
		"is of \"F16\"":                  change(bias, func(t *tensor) { t.Dtype = "F16" }),
		"has the shape [383]":            change(bias, func(t *tensor) { t.Shape[0] = 383 }),
		"has 1532 bytes, not 1536":       change(bias, func(t *tensor) { t.Offsets[1] -= 4 }),
		"weight\" has the shape [99 384": change("embeddings.word_embeddings.weight", func(t *tensor) { t.Shape[0] = 99 }),
		"has the number NaN":             func(f *file) { f.odd = map[int64]float32{200_000: float32(math.NaN())} },
		"has the number 70000":           func(f *file) { f.odd = map[int64]float32{200_000: 70_000} },
	} {
		tensors, data := published(int64(len(vocabulary)))
		f := newFile(tensors, data)
		spoil(f)
		err := minilm.Convert(io.Discard, f, f.size, strings.NewReader(strings.Join(vocabulary, "\n")))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	// A tensor that is missing, whichever it is, is named.
	tensors, data := published(int64(len(vocabulary)))
	for name := range tensors {
		if strings.HasPrefix(name, "pooler") || strings.HasSuffix(name, "ids") {
			continue
		}
		without := maps.Clone(tensors)
		delete(without, name)
		f := newFile(without, data)
		err := minilm.Convert(io.Discard, f, f.size, strings.NewReader(strings.Join(vocabulary, "\n")))
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if err := minilm.Convert(io.Discard, newFile(tensors, data), 1<<40, strings.NewReader("a\nb\n")); err == nil || !strings.Contains(err.Error(), "vocab.txt: ") {
		t.Error(err)
	}
	if err := minilm.Convert(io.Discard, newFile(tensors, data), 1<<40, strings.NewReader(strings.Repeat("\xff", 5<<20))); err == nil || !strings.Contains(err.Error(), "vocab.txt: ") {
		t.Error(err)
	}
}

// What is another model, or one of which a part was changed, is not taken for this one.
func TestOpenRefusesOthers(t *testing.T) {
	vocabulary := few()
	tensors, data := published(int64(len(vocabulary)))
	model := converted(t, newFile(tensors, data), vocabulary)
	head, err := gguf.Read(bytes.NewReader(model), int64(len(model)))
	if err != nil {
		t.Fatal(err)
	}
	again := func(metadata []gguf.Entry, tensors []gguf.Tensor) error {
		data := make([]gguf.Data, len(tensors))
		for i, tensor := range tensors {
			data[i] = gguf.Data{Tensor: tensor, Write: func(w io.Writer) error { _, err := w.Write(make([]byte, tensor.Size())); return err }}
		}
		var file bytes.Buffer
		if err := gguf.Write(&file, metadata, data); err != nil {
			t.Fatal(err)
		}
		_, err := minilm.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
		return err
	}
	if err := again(head.Metadata, head.Tensors); err != nil {
		t.Fatal(err)
	}
	for i, entry := range head.Metadata {
		if entry.Key == "general.name" {
			continue
		}
		changed := slices.Clone(head.Metadata)
		switch changed[i].Value.(type) {
		case uint32:
			changed[i].Value = uint32(77)
		case string:
			changed[i].Value = "llama"
		case bool:
			changed[i].Value = true
		case float32:
			changed[i].Value = float32(1)
		case []string:
			changed[i].Value = []string{"a"}
		case []int32: // the kinds of its pieces, which are known
			continue
		}
		// The metadata are looked at first, so that tensors need not be written each time.
		named := func(err error) bool {
			return errors.Is(err, gguf.ErrFormat) && (strings.Contains(err.Error(), strconv.Quote(entry.Key)) || entry.Key == "tokenizer.ggml.tokens")
		}
		if err := again(changed, nil); !named(err) {
			t.Errorf("with another %s: %v", entry.Key, err)
		}
		if err := again(slices.Delete(slices.Clone(head.Metadata), i, i+1), nil); !named(err) {
			t.Errorf("without %s: %v", entry.Key, err)
		}
	}
	if err := again(head.Metadata, nil); !errors.Is(err, gguf.ErrFormat) || !strings.Contains(err.Error(), "has 0 tensors") {
		t.Error("without tensors:", err)
	}
	for _, i := range []int{5, 100} {
		if err := again(head.Metadata, slices.Delete(slices.Clone(head.Tensors), i, i+1)); !errors.Is(err, gguf.ErrFormat) {
			t.Errorf("without %s: %v", head.Tensors[i].Name, err)
		}
		changed := slices.Clone(head.Tensors)
		changed[i].Name = "other"
		if err := again(head.Metadata, changed); !errors.Is(err, gguf.ErrFormat) {
			t.Errorf("with another %s: %v", head.Tensors[i].Name, err)
		}
	}
	if _, err := minilm.Open(strings.NewReader("hello"), 5); !errors.Is(err, gguf.ErrFormat) {
		t.Error(err)
	}
}

// Any bytes for weights are refused with an error, or are of the form.
func FuzzConvert(f *testing.F) {
	f.Add([]byte("\x05\x00\x00\x00\x00\x00\x00\x00{\"a\":"))
	f.Add([]byte("\x1f\x00\x00\x00\x00\x00\x00\x00{\"a\":{\"data_offsets\":[0,100000]}}"))
	f.Fuzz(func(t *testing.T, weights []byte) {
		if err := minilm.Convert(io.Discard, bytes.NewReader(weights), int64(len(weights)), strings.NewReader(strings.Join(few(), "\n"))); err == nil {
			t.Fatal("it is taken for the network")
		}
	})
}
