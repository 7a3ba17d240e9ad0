package minilm_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/llama"
	"github.com/narratoria/narratoria/model/minilm"
	"github.com/narratoria/narratoria/model/test"
)

// device is the network, run really, with the weights that make native makes.
func device(t testing.TB) *minilm.Embedder {
	t.Helper()
	path, library := soak.NeedEnv(t, "NARRATORIA_MINILM"), soak.NeedEnv(t, "NARRATORIA_LLAMA")
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tokenizer, err := minilm.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "narratoria-llama")
	build := exec.Command("go", "build", "-o", program, "../../cmd/narratoria-llama")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	sum := sha256.Sum256(file)
	encoder, err := llama.NewEncoder(llama.Model{Name: "minilm", Path: path, SHA256: hex.EncodeToString(sum[:])},
		llama.Options{Program: program, Library: library, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = encoder.Close() })
	return minilm.New(encoder, tokenizer)
}

// TestVectorsOfTheOriginal holds the vectors against those of the network's definition, one text
// by one and all together.
func TestVectorsOfTheOriginal(t *testing.T) {
	e := device(t)
	t.Run("contract", func(t *testing.T) { test.Embedder(t, e) })
	file, err := os.Open("testdata/sentences.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var texts []string
	var wanted [][]float32
	for lines := json.NewDecoder(file); lines.More(); {
		var line struct{ Text, Vector string }
		if err := lines.Decode(&line); err != nil {
			t.Fatal(err)
		}
		steps, err := base64.StdEncoding.DecodeString(line.Vector)
		if err != nil || len(steps) != 2*minilm.Dimensions {
			t.Fatal(len(steps), err)
		}
		vector := make([]float32, minilm.Dimensions)
		for i := range vector {
			vector[i] = float32(int16(binary.LittleEndian.Uint16(steps[2*i:]))) / math.MaxInt16
		}
		texts, wanted = append(texts, line.Text), append(wanted, vector)
	}
	together, err := e.Embed(context.Background(), texts)
	if err != nil || len(texts) != 50 {
		t.Fatal(len(texts), err)
	}
	least := 1.0
	for i, text := range texts {
		alone, err := e.Embed(t.Context(), texts[i:i+1])
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range [][]float32{together[i], alone[0]} {
			cosine := dot(got, wanted[i])
			if least = min(least, cosine); cosine < 0.999 {
				t.Errorf("%.60q has a cosine of %v with its vector", text, cosine)
			}
		}
	}
	t.Logf("the least cosine is %v", least)
	for i, want := range []float64{-0.034478, 0.03102, 0.00673, 0.02611, -0.039362} {
		if got := float64(together[0][i]); math.Abs(got-want) > 1e-3 {
			t.Errorf("number %d of %q is %v, want %v", i, texts[0], got, want)
		}
	}
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// What the specification says that meaning finds, and words do not: of each trade some cosine with the
// question, where what is unrelated has none that is worth anything.
func TestMeaningFindsWhatSharesNoWord(t *testing.T) {
	e := device(t)
	relevant := func(asked, said string) int {
		vectors, err := e.Embed(t.Context(), []string{asked, said})
		if err != nil {
			t.Fatal(err)
		}
		return e.Relevance(int64(dot(vectors[0], vectors[1]) * 1e6))
	}
	for _, pair := range [][2]string{
		{"somebody died", "They buried old Henrik on the hill."}, {"interactions with craftspeople", "Player helped blacksmith repair anvil"},
	} {
		if got := relevant(pair[0], pair[1]); got < 100 {
			t.Errorf("%q and %q: %d", pair[0], pair[1], got)
		}
	}
	for _, said := range []string{"A storm sank the ferry in the night.", "You crossed the river at dawn.", "Mira lit the lamp at the top of the lighthouse."} {
		if got := relevant("interactions with craftspeople", said); got != 0 {
			t.Errorf("craftspeople and %q: %d", said, got)
		}
	}
}

// BenchmarkEmbed is one sentence of eight tokens, from text to vector.
func BenchmarkEmbed(b *testing.B) {
	e := device(b)
	text := []string{"You hid the key on the quay."}
	if _, err := e.Embed(b.Context(), text); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := e.Embed(b.Context(), text); err != nil {
			b.Fatal(err)
		}
	}
}
