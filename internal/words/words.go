// Package words splits texts into words, for them to be compared and searched by.
//
//	words.Split("The café's lamps!") // the, cafe's, lamps
//
// It knows scripts and no language; what forms of a word have in common,
// [github.com/narratoria/narratoria/internal/english.Stem] says. Any bytes may be given:
// those that are no text separate words.
package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Split gives the words of a text as they stand, but for case, accents and forms of
// writing. Of scripts that put no space between words each character is one.
func Split(text string) []string {
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
		case Alone(r):
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

// Alone reports whether a character is a word by itself, being of a script that puts no
// space between words.
func Alone(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

func plainApostrophe(r rune) rune {
	if isApostrophe(r) {
		return '\''
	}
	return r
}
