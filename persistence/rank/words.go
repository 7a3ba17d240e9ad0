package rank

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Words splits a text into the words it is searched by: without case, accents
// and forms of writing, English endings taken off, scripts that put no space
// between words by single characters.
func Words(text string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, stem(word.String()))
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

// stem takes the commonest English endings off, so that "lighting lamps" finds
// "lit the lamp" by the lamp at least and "betrayal" finds "betrayed". It need
// not give a word, only the same letters for forms of the same word, and it
// would rather leave an ending than join two words.
func stem(word string) string {
	word = strings.TrimRight(word, "'")
	word = strings.TrimSuffix(word, "'s")
	for _, r := range word {
		if r < 'a' || r > 'z' {
			return word
		}
	}
	return withoutE(derived(inflected(plural(word))))
}

func plural(w string) string {
	switch {
	case len(w) <= 3, hasAnySuffix(w, "ss", "us", "is"):
		return w
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case hasAnySuffix(w, "sses", "xes", "zes", "ches", "shes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	}
	return w
}

func inflected(w string) string {
	for _, ending := range []string{"ing", "ed"} {
		rest, found := strings.CutSuffix(w, ending)
		if !found || len(rest) < 3 || !strings.ContainsAny(rest, "aeiouy") || strings.HasSuffix(rest, "e") {
			continue
		}
		if last := rest[len(rest)-1]; last == rest[len(rest)-2] && !strings.ContainsRune("lsz", rune(last)) {
			return rest[:len(rest)-1] // stopped, stop
		}
		if hasAnySuffix(rest, "i") {
			return rest[:len(rest)-1] + "y" // carried, carry
		}
		return rest
	}
	return w
}

func derived(w string) string {
	for _, ending := range []string{"ly", "al", "ment", "ness"} {
		if rest, found := strings.CutSuffix(w, ending); found && len(rest) >= 5 {
			return rest
		}
	}
	return w
}

// withoutE joins "change" to "chang", which is what is left of "changing".
func withoutE(w string) string {
	if len(w) > 4 && !strings.HasSuffix(w, "ee") {
		return strings.TrimSuffix(w, "e")
	}
	return w
}

func hasAnySuffix(w string, endings ...string) bool {
	for _, ending := range endings {
		if strings.HasSuffix(w, ending) {
			return true
		}
	}
	return false
}

// commonWords say nothing of what a text is about.
var commonWords = sync.OnceValue(func() map[string]bool {
	common := make(map[string]bool)
	for word := range strings.FieldsSeq(`a an and any are as at be been but by did do doe for from had has have he her him his
		how i if in into is it its me my no not of on or our out she so some that the their them then there they this
		to up us was we were what when where which who whom why will with would you your about`) {
		common[word] = true
	}
	return common
})
