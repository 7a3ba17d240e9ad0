package grammar

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/english"
)

// sameWord reports whether two words are forms of one: "chalk" and "chalked", "dark" and
// "darkness", "splicer" and "splicing".
func sameWord(a, b string) bool {
	if a == b {
		return true
	}
	if len(a) < leastStemmed || len(b) < leastStemmed || a[:alikeFor] != b[:alikeFor] {
		return false
	}
	return stem(a) == stem(b) || agent(a, b) || agent(b, a)
}

const (
	leastStemmed = 4 // letters of a word that has endings
	alikeFor     = 3 // letters that forms of a word begin with alike
)

// stem is that of the word which "woodwork" and "wooden" are made of.
func stem(word string) string {
	word = english.Stem(word)
	for _, end := range []string{"work", "en"} {
		if rest, has := strings.CutSuffix(word, end); has && len(rest) > 2 {
			return english.Stem(rest)
		}
	}
	return word
}

// agent reports whether a word is for somebody who does what another is for doing.
func agent(who, doing string) bool {
	who, is := strings.CutSuffix(strings.TrimSuffix(who, "s"), "er")
	doing, does := strings.CutSuffix(doing, "ing")
	return is && does && who == doing
}

// means reports whether a word may stand for another in what an author wrote.
func means(typed, written string) bool {
	if sameWord(typed, written) {
		return true
	}
	return slices.ContainsFunc(nouns(), func(class []string) bool { return slices.Contains(class, typed) && slices.Contains(class, written) })
}

// Nouns of which one may stand for another in what an author wrote.
var nouns = sync.OnceValue(func() [][]string {
	return split("man fellow chap bloke guy gentleman|woman lady|boy lad|girl lass|child kid|boat vessel|path track")
})
