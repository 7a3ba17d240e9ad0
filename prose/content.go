package prose

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// Content are the words of a text that carry its meaning, in small letters,
// without the endings of verbs and plurals, each once and in order of the
// alphabet: what to compare texts by. "Ask Ines about the oils" is "ine", "oil".
func Content(text string) []string {
	var kept []string
	for _, word := range wordsOf(text) {
		word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		if len(word) > 2 && !english.IsFunctionWord(word) && !english.OneOf(word, sayings) {
			kept = append(kept, english.Stem(word))
		}
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

// sayings are in half of all that is done, and "one" stands for anything.
const sayings = "one doing say says said saying tell tells told telling ask asks asked asking"
