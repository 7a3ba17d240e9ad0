package english

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold is a letter as it is compared: small, and without an accent where it is Latin; ""
// for an accent that stands alone. Any other rune is itself, small.
func Fold(r rune) string {
	if r < utf8.RuneSelf {
		return string(unicode.ToLower(r))
	}
	if r >= 0x300 && r <= 0x36f {
		return ""
	}
	r = unicode.ToLower(r)
	for _, letters := range accented {
		if strings.ContainsRune(letters.accented, r) {
			return letters.plain
		}
	}
	return string(r)
}

var accented = []struct{ plain, accented string }{
	{"a", "àáâãäåāăą"}, {"c", "çćĉċč"}, {"d", "ďđð"}, {"e", "èéêëēĕėęě"}, {"g", "ĝğġģ"}, {"h", "ĥħ"}, {"i", "ìíîïĩīĭįı"},
	{"j", "ĵ"}, {"k", "ķ"}, {"l", "ĺļľŀł"}, {"n", "ñńņňŋ"}, {"o", "òóôõöøōŏő"}, {"r", "ŕŗř"}, {"s", "śŝşšș"}, {"t", "ţťŧț"},
	{"u", "ùúûüũūŭůűų"}, {"w", "ŵẁẃẅ"}, {"y", "ýÿŷ"}, {"z", "źżž"}, {"ae", "æǽ"}, {"oe", "œ"}, {"ss", "ß"}, {"th", "þ"},
}
