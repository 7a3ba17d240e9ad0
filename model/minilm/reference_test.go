package minilm_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/model/minilm"
)

// vocabulary is the network's own.
var vocabulary = sync.OnceValues(func() ([]string, error) {
	file, err := os.Open("testdata/vocab.txt.gz")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(unpacked)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), err
})

func pieces(t testing.TB) []string {
	t.Helper()
	all, err := vocabulary()
	if err != nil || len(all) != 30522 {
		t.Fatal(len(all), err)
	}
	return all
}

func tokenizer(t testing.TB) *minilm.Tokenizer {
	t.Helper()
	of, err := minilm.NewTokenizer(pieces(t))
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// TestTokensOfTheOriginal compares with what the Python library makes of the same texts.
func TestTokensOfTheOriginal(t *testing.T) {
	of, count := tokenizer(t), 0
	for _, name := range []string{"sentences", "tokens"} {
		file, err := os.Open("testdata/" + name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		for lines := json.NewDecoder(file); lines.More(); count++ {
			var line struct {
				Text   string
				Tokens []int32
			}
			if err := lines.Decode(&line); err != nil {
				t.Fatal(err)
			}
			if got := of.Tokens(line.Text); !slices.Equal(got, line.Tokens) {
				t.Errorf("%.200q\ngot  %v\nwant %v", line.Text, got, line.Tokens)
			}
		}
	}
	if count != 181 {
		t.Errorf("%d texts were compared", count)
	}
}
