package minilm_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/model/minilm"
	"github.com/narratoria/narratoria/model/minilm/minilmtest"
	"github.com/narratoria/narratoria/model/test"
)

// TestVectorsOfTheOriginal holds the vectors against those of the network's definition, one text
// by one and all together.
func TestVectorsOfTheOriginal(t *testing.T) {
	e := minilmtest.Device(t)
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
	e := minilmtest.Device(t)
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

// BenchmarkEmbed is from texts to vectors, with one thread: of one text, and of a hundred at once. Where
// NARRATORIA_SENTENCE_TRANSFORMERS names a Python that has the library, and NARRATORIA_MINILM_SOURCE the weights as they are
// published, the same is asked of it, on the same machine; see testdata/README.md.
func BenchmarkEmbed(b *testing.B) {
	e := minilmtest.Device(b)
	embedders := []struct {
		name  string
		embed func([]string) error
	}{{"llama.cpp", func(texts []string) error {
		_, err := e.Embed(b.Context(), texts)
		return err
	}}}
	if python, source := os.Getenv("NARRATORIA_SENTENCE_TRANSFORMERS"), os.Getenv("NARRATORIA_MINILM_SOURCE"); python != "" && source != "" {
		embedders = append(embedders, struct {
			name  string
			embed func([]string) error
		}{"sentence-transformers", library(b, python, source)})
	}
	if len(embedders) == 1 {
		b.Run("sentence-transformers", func(b *testing.B) {
			b.Skip("the Python library is not there: NARRATORIA_SENTENCE_TRANSFORMERS and NARRATORIA_MINILM_SOURCE name it, which make bench-python says how to have")
		})
	}
	const sentence = "You hid the key on the quay. " // of eight tokens
	many := make([]string, 100)
	for i := range many {
		many[i] = fmt.Sprintf("You hid the brass key number %d under a loose stone on the quay of the harbour.", i)
	}
	for _, work := range []struct {
		name  string
		texts []string
	}{{"8-tokens", []string{sentence}}, {"32-tokens", []string{strings.Repeat(sentence, 4)}}, {"128-tokens", []string{strings.Repeat(sentence, 16)}}, {"100-sentences", many}} {
		for _, by := range embedders {
			b.Run(work.name+"/"+by.name, func(b *testing.B) {
				if err := by.embed(work.texts); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if err := by.embed(work.texts); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(work.texts)*b.N)/b.Elapsed().Seconds(), "texts/s")
			})
		}
	}
}

// library asks the Python library, in a process that goes on for as long as the benchmark.
func library(b *testing.B, python, source string) func([]string) error {
	b.Helper()
	command := exec.Command(python, "testdata/library.py", source)
	command.Env = append(os.Environ(), "OMP_NUM_THREADS=1")
	in, err := command.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = in.Close(), command.Wait() })
	lines := bufio.NewReader(out)
	return func(texts []string) error {
		if err := json.NewEncoder(in).Encode(texts); err != nil {
			return err
		}
		_, err := lines.ReadString('\n')
		return err
	}
}
