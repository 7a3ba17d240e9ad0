package rank

import (
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/words"
)

// Words splits a text into the words it is searched by: without case, accents
// and forms of writing, English endings taken off, scripts that put no space
// between words by single characters.
func Words(text string) []string { return stemmed(words.Split(text)) }

func stemmed(words []string) []string {
	for i, word := range words {
		words[i] = english.Stem(word)
	}
	return words
}
