package tagger

import (
	"strings"
	"sync"
	"testing"
)

var loaded = sync.OnceValue(Load)

func tagged(sentence string) string {
	var all []string
	for _, k := range loaded().Tag(sentence) {
		all = append(all, k.Text+"/"+k.Tag)
	}
	return strings.Join(all, " ")
}

func TestTag(t *testing.T) {
	for sentence, want := range map[string]string{
		"The dishwasher has worked here longer than anyone.": "The/DT dishwasher/NN has/VBZ worked/VBN here/RB longer/RBR than/IN anyone/NN ./.",
		"Dr. Voss didn't see the Abbot's key (twice).":       "Dr./NNP Voss/NNP did/VBD n't/RB see/VB the/DT Abbot/NNP 's/POS key/NN (/( twice/RB )/) ./.",
		"":   "",
		"  ": "",
	} {
		if got := tagged(sentence); got != want {
			t.Errorf("%q:\n got %s\nwant %s", sentence, got, want)
		}
	}
}

// TestTokens: tokens are the text without its spaces, each where it says.
func TestTokens(t *testing.T) {
	for _, text := range []string{"the Begum's (old) well—deep, and dry.", "it's the bakers' yard: 5 p.m.", "'tis \"so\"...", "\xff\xfe a", "---", "s'", "''", "Dr. A. B. Smith—Jones's?!"} {
		rest := text
		for _, k := range Tokens(text) {
			if k.Text == "" || !strings.HasPrefix(text[k.At:], k.Text) {
				t.Errorf("%q: %+v does not stand there", text, k)
			}
			rest = strings.Replace(rest, k.Text, "", 1)
		}
		if strings.TrimSpace(rest) != "" {
			t.Errorf("%q: %q is in no token", text, rest)
		}
	}
}

func FuzzTag(f *testing.F) {
	f.Add("The chef's key, which isn't his, lies here.")
	f.Fuzz(func(t *testing.T, text string) { loaded().Tag(text) })
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		Load()
	}
}
