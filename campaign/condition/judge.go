package condition

import (
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
)

// Judge says without a model whether a sentence ("established in Camelot") fits
// what is known, given as texts: the journal, the place, the state in words. All
// names in the sentence must occur, and half of its words; of a sentence without
// names two thirds. A sentence that denies ("never met Merlin") fits where what
// it denies does not. It is a pure function, and errs where words differ and
// mean the same.
func (known Vocabulary) Judge(sentence string) bool {
	words, names, denies := content(sentence)
	return len(words) > 0 && known.fits(words, names) != denies
}

// A Vocabulary is the words of all that is known, without their endings: made once for all
// sentences that are judged by it.
type Vocabulary map[string]bool

// NewVocabulary is that of some texts.
func NewVocabulary(known []string) Vocabulary {
	vocabulary := Vocabulary{}
	for _, text := range known {
		for word := range splitWords(text) {
			vocabulary[english.Stem(strings.ToLower(word))] = true
		}
	}
	return vocabulary
}

func (known Vocabulary) fits(words, names []string) bool {
	for _, name := range names {
		if !known[name] {
			return false
		}
	}
	hits := 0
	for _, word := range words {
		if known[word] {
			hits++
		}
	}
	if len(names) > 0 {
		return 2*hits >= len(words)
	}
	return 3*hits >= 2*len(words)
}

// Content are the words of a text that carry its meaning, each once, without
// their endings, for comparing texts.
func Content(text string) []string {
	words, _, _ := content(text)
	return words
}

// content are the words of a sentence that carry its meaning, each once; which
// of them are names, beginning with a capital elsewhere than at the start; and
// whether it denies.
func content(sentence string) (words, names []string, denies bool) {
	first := true
	for word := range splitWords(sentence) {
		lower := strings.ToLower(word)
		isName := unicode.IsUpper([]rune(word)[0]) && !first
		first = false
		if english.OneOf(lower, denials) {
			denies = !denies
			continue
		}
		if english.IsFunctionWord(lower) || english.OneOf(lower, empty) {
			continue
		}
		root := english.Stem(lower)
		if isName && !slices.Contains(names, root) {
			names = append(names, root)
		}
		if !slices.Contains(words, root) {
			words = append(words, root)
		}
	}
	return words, names, denies
}

func splitWords(text string) func(yield func(string) bool) {
	return strings.FieldsFuncSeq(strings.ReplaceAll(text, "’", "'"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	})
}

const (
	denials = "not no never nobody nothing none without isn't hasn't haven't doesn't didn't don't won't cannot can't wasn't aren't"
	empty   = "player chose character"
)
