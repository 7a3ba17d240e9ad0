package english

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
)

// Stem is what the forms of a word have in common, for texts to be compared and searched
// by: "lamp" of "lamps'", "carri" of "carry" and "carried". It is the Porter2 stem, and need
// be no word. The word is in small letters; one with others than those
// from a to z, or of more than 24, only loses an owner's ending.
//
// It is generous, and joins "custom" and "customer". Whoever must not be wrong about two
// words asks [Bases].
func Stem(word string) string {
	if !isPlain(word) {
		word = strings.Trim(word, "'’")
		word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		if !isPlain(word) {
			return word
		}
	}
	if len(word) < 3 || len(word) > longestStemmed {
		return word
	}
	slot := &stems[maphash.String(stemSeed, word)%uint64(len(stems))]
	if known := slot.Load(); known != nil && known.word == word {
		return known.stem
	}
	made := &stemmed{strings.Clone(word), english.Stem(word, true)}
	slot.Store(made)
	return made.stem
}

func isPlain(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

// longestStemmed is the length of the longest words that have endings.
const longestStemmed = 24

// To make a stem takes a microsecond, fourteen times as long as to look one up; and nearly
// every word of a text has come up before. What is remembered is bounded by the slots: a
// word takes the place of another, so that no text can fill them for good.
var (
	stems    [1 << 15]atomic.Pointer[stemmed]
	stemSeed = maphash.MakeSeed()
)

type stemmed struct{ word, stem string }
