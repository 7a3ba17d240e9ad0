package minilm_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/minilm"
	"github.com/narratoria/narratoria/model/test"
)

// A counter is an encoder for tests: each token turns the vector at its own place. It notes what it was given.
type counter struct {
	mu    sync.Mutex
	calls [][][]int32
	spoil func([][]float32) ([][]float32, error)
}

func (c *counter) Encode(ctx context.Context, tokens [][]int32) ([][]float32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.calls = append(c.calls, tokens)
	vectors := make([][]float32, len(tokens))
	for i, text := range tokens {
		vectors[i] = make([]float32, minilm.Dimensions)
		for _, token := range text {
			vectors[i][token%minilm.Dimensions] += 3
		}
	}
	if c.spoil != nil {
		return c.spoil(vectors)
	}
	return vectors, nil
}

func TestContract(t *testing.T) {
	test.Embedder(t, minilm.New(&counter{}, tokenizer(t)))
}

// Texts are given a few at a time, none of them twice, and come back in their order.
func TestTextsAreGivenAFewAtATime(t *testing.T) {
	var texts []string
	for n := range 60 {
		texts = append(texts, strings.Repeat("lamp ", n*n%300), "a", "")
	}
	c := &counter{}
	vectors, err := minilm.New(c, tokenizer(t)).Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	given := 0
	for _, call := range c.calls {
		size := 0
		for _, text := range call {
			size += len(text)
			if len(text) < 3 {
				t.Errorf("an empty text was given: %v", text)
			}
		}
		if len(call) == 0 || len(call) > minilm.MostTexts || size > minilm.MostTokens {
			t.Errorf("%d texts of %d tokens were given at once", len(call), size)
		}
		given += len(call)
	}
	silent := 0
	for i, text := range texts {
		alone, err := minilm.New(&counter{}, tokenizer(t)).Embed(t.Context(), texts[i:i+1])
		if err != nil || !slices.Equal(alone[0], vectors[i]) {
			t.Fatalf("text %d has another vector alone: %v", i, err)
		}
		if strings.TrimSpace(text) == "" {
			silent++
			if slices.ContainsFunc(vectors[i], func(x float32) bool { return x != 0 }) {
				t.Errorf("text %d is empty, and has a vector", i)
			}
		}
	}
	if given != len(texts)-silent {
		t.Errorf("%d texts were given, of %d", given, len(texts)-silent)
	}
}

func TestWhatIsNoVectorIsAnError(t *testing.T) {
	died := &model.Error{Kind: model.Unavailable, Message: "the worker died"}
	for name, spoil := range map[string]func([][]float32) ([][]float32, error){
		"too few":    func(v [][]float32) ([][]float32, error) { return v[1:], nil },
		"too many":   func(v [][]float32) ([][]float32, error) { return append(v, v[0]), nil },
		"none":       func(v [][]float32) ([][]float32, error) { v[1] = nil; return v, nil },
		"too short":  func(v [][]float32) ([][]float32, error) { v[1] = v[1][1:]; return v, nil },
		"zeros":      func(v [][]float32) ([][]float32, error) { clear(v[1]); return v, nil },
		"no number":  func(v [][]float32) ([][]float32, error) { v[1][7] = float32(math.NaN()); return v, nil },
		"infinite":   func(v [][]float32) ([][]float32, error) { v[1][7] = float32(math.Inf(-1)); return v, nil },
		"its death":  func([][]float32) ([][]float32, error) { return nil, died },
		"a half one": func(v [][]float32) ([][]float32, error) { return v, died },
	} {
		vectors, err := minilm.New(&counter{spoil: spoil}, tokenizer(t)).Embed(t.Context(), []string{"a lamp", "a key"})
		want := model.Malformed
		if strings.HasPrefix(name, "its") || strings.HasPrefix(name, "a ") {
			want = model.Unavailable
		}
		if vectors != nil || !errors.Is(err, want) {
			t.Errorf("%s: %d vectors, %v", name, len(vectors), err)
		}
	}
}

// The signs of the network are no words: a player cannot write one.
func TestSignsInATextAreText(t *testing.T) {
	of := tokenizer(t)
	for _, sign := range []string{"[CLS]", "[SEP]", "[PAD]", "[MASK]", "[UNK]"} {
		inner := of.Tokens("a " + sign + " b")
		for _, token := range inner[1 : len(inner)-1] {
			if token == 0 || token >= 100 && token <= 103 {
				t.Errorf("%s in a text is %v", sign, inner)
			}
		}
	}
}

func TestVocabulariesThatAreRefused(t *testing.T) {
	for want, spoil := range map[string]func([]string) []string{
		"is not that of MiniLM":       func(v []string) []string { return v[:103] },
		"has \"[UNK]\" at place 99":   func(v []string) []string { return slices.Delete(v, 50, 51) },
		"at place 2000, which":        func(v []string) []string { v[2000] = v[1999]; return v },
		"has \"\" at place 3000":      func(v []string) []string { v[3000] = ""; return v },
		"has \"[SEP]\" at place 3001": func(v []string) []string { v[3001] = "[SEP]"; return v },
	} {
		if _, err := minilm.NewTokenizer(spoil(slices.Clone(pieces(t)))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// Of any bytes there are tokens of the vocabulary, between begin and end, and few enough.
func FuzzTokens(f *testing.F) {
	of, pieces := tokenizer(f), pieces(f)
	f.Add("The lamp gutters.")
	f.Add("a\x00b \xff\xfe [SEP] 灯台 é e\u0301 ﷺ")
	f.Add(strings.Repeat("x", 300) + strings.Repeat(" lamps", 300))
	f.Fuzz(func(t *testing.T, text string) {
		tokens := of.Tokens(text)
		if len(tokens) < 2 || len(tokens) > minilm.MostTokens || tokens[0] != 101 || tokens[len(tokens)-1] != 102 {
			t.Fatal(tokens)
		}
		begun := false
		for _, token := range tokens[1 : len(tokens)-1] {
			if token < 1 || int(token) >= len(pieces) || token >= 101 && token <= 103 {
				t.Fatal(tokens)
			}
			if further := strings.HasPrefix(pieces[token], "##"); further && !begun {
				t.Fatalf("%v begins with %q", tokens, pieces[token])
			}
			begun = token != 100
		}
		if again := of.Tokens(text + " "); !slices.Equal(again, tokens) {
			t.Fatalf("with a space behind it is %v, not %v", again, tokens)
		}
	})
}
