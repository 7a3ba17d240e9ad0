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
		if len(word) > 2 && !english.OneOf(word, carryNothing) {
			kept = append(kept, stem(word))
		}
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

// stem takes off what a verb or a plural adds, if enough is left.
func stem(word string) string {
	for _, ending := range []string{"ing", "ed", "es", "s", "e"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) > 2 {
			return rest
		}
	}
	return word
}

const carryNothing = "the and for are was were you your yours who what when where why how that this these those with from into about his her him she they them its their not but nor all any some has have had having does did doing done will would can could may might shall should must one out off over under then than there here been being just only very say says said saying tell tells told telling ask asks asked asking"
