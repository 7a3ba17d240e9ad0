package replan

import (
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/plaintext"
)

// maxEcho bounds an echo, in runes.
const maxEcho = 200

// echo is a player's words fit to be shown again on one line of a terminal, a
// page or a document: what they look like, and nothing that acts. Control and
// escape sequences, direction marks, invisible and unassigned characters are
// gone, white space is single spaces, and characters that mark text up are
// replaced by look-alikes. Words that are too long are cut with an ellipsis,
// never inside what is read as one character. The echo of an echo is itself.
func echo(words string) string {
	var shown []rune
	for n := 16 * maxEcho; ; n *= 2 { // bytes: what comes after enough of them changes nothing
		begin := words[:min(n, len(words))]
		shown = []rune(strings.Join(strings.Fields(plaintext.Visible(begin, replacement)), " "))
		if n >= len(words) || len(shown) > 2*maxEcho {
			break
		}
	}
	if len(shown) <= maxEcho {
		return string(shown)
	}
	cut := maxEcho - 1
	for cut > 0 && !boundary(shown, cut) {
		cut--
	}
	return strings.TrimRight(string(shown[:cut]), " ") + "…"
}

// boundary reports whether what is read as one character ends before text[at].
func boundary(text []rune, at int) bool {
	next := text[at]
	if unicode.Is(unicode.M, next) || next >= '\U0001F3FB' && next <= '\U0001F3FF' { // skin tones
		return false
	}
	flags := 0
	for before := at; before > 0 && unicode.Is(unicode.Regional_Indicator, text[before-1]); before-- {
		flags++
	}
	return flags%2 == 0 || !unicode.Is(unicode.Regional_Indicator, next)
}

// replacement is the rune to show for r, or -1 for none.
func replacement(r rune) rune {
	switch {
	case unicode.IsSpace(r) || r == '\u2800': // a braille cell without dots
		return ' '
	case !unicode.IsGraphic(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return -1
	}
	if harmless, ok := lookalikes[r]; ok {
		return harmless
	}
	return r
}

// lookalikes stand for what HTML, Markdown, BBCode, TeX, templates or the quotes
// around the echo would take as theirs.
var lookalikes = map[rune]rune{
	'<': '‹', '>': '›', '&': '＆', '"': '”', '\'': '’', '`': '’',
	'[': '(', ']': ')', '{': '(', '}': ')', '|': '¦', '\\': '∕',
	'*': '∗', '_': '‗', '~': '∼', '#': '＃', '$': '＄', '^': 'ˆ',
}
