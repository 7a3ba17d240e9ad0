package grammar

import (
	"slices"
	"strings"
	"sync"
)

// sameWord reports whether two words are forms of one: "chalk" and "chalked", "dark" and
// "darkness", "splicer" and "splicing".
func sameWord(a, b string) bool {
	if a == b {
		return true
	}
	if len(a) < leastStemmed || len(b) < leastStemmed || a[:leastStem] != b[:leastStem] {
		return false
	}
	return stem(a) == stem(b) || agent(a, b) || agent(b, a)
}

const (
	leastStemmed = 4 // letters of a word that has endings
	leastStem    = 3
)

// stem is a word without its endings.
func stem(word string) string {
	for range 2 {
		for _, end := range endings {
			if rest, has := strings.CutSuffix(word, end); has && len(rest) >= leastStem {
				word = rest
				break
			}
		}
	}
	return strings.TrimSuffix(word, "e")
}

var endings = []string{"ness", "work", "ing", "ed", "en", "es", "s"}

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
