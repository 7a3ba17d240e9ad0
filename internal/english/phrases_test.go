package english

import (
	"slices"
	"strings"
	"testing"
)

// A word is one of a list if it is one of its words, whatever other words hold of it.
func TestOneOf(t *testing.T) {
	for list, words := range map[string]string{
		"miss mistress aunt": "miss mistress aunt s ss mist aun nt ress",
		"aa aaaa":            "a aa aaa aaaa",
		"one":                "one o e on ne",
		"":                   "a",
	} {
		for word := range strings.FieldsSeq(words) {
			if got, want := OneOf(word, list), slices.Contains(strings.Fields(list), word); got != want {
				t.Errorf("%q in %q: %v", word, list, got)
			}
		}
	}
	if OneOf("", "a") || OneOf("a b", "a b") {
		t.Error("what is no word is one of a list")
	}
}
