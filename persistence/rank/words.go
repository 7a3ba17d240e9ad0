package rank

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/narratoria/narratoria/internal/english"
)

// Words splits a text into the words it is searched by: without case, accents
// and forms of writing, English endings taken off, scripts that put no space
// between words by single characters.
func Words(text string) []string { return stemmed(split(text)) }

func stemmed(words []string) []string {
	for i, word := range words {
		words[i] = english.Stem(word)
	}
	return words
}

// split gives the words as they stand, but for case, accents and forms of writing.
func split(text string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range norm.NFKD.String(text) {
		switch r = unicode.ToLower(r); {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9': // most are, and need no looking up
			word.WriteByte(byte(r))
		case r == ' ':
			flush()
		case unicode.Is(unicode.Mn, r): // the accent of the letter before it
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			flush()
			words = append(words, string(r))
		case unicode.IsLetter(r), unicode.IsDigit(r), isApostrophe(r) && word.Len() > 0:
			word.WriteRune(plainApostrophe(r))
		default:
			flush()
		}
	}
	flush()
	return words
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

func plainApostrophe(r rune) rune {
	if isApostrophe(r) {
		return '\''
	}
	return r
}
