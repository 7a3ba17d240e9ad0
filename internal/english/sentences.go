package english

import (
	"strings"
	"unicode"
)

// Sentences splits a text after each full stop, question or exclamation mark and
// ellipsis, with the quotation marks and brackets that close there. "Mr." and its
// like end no sentence, nor does an initial: "T. Vane".
func Sentences(text string) []string {
	var list []string
	start, stopped := 0, false
	for i, r := range text {
		switch {
		case strings.ContainsRune(".!?…", r):
			stopped = true
		case stopped && strings.ContainsRune(`"'”’)`, r):
		case stopped && unicode.IsSpace(r) && !abbreviates(text[start:i]):
			list = append(list, strings.TrimSpace(text[start:i]))
			start, stopped = i, false
		default:
			stopped = false
		}
	}
	if last := strings.TrimSpace(text[start:]); last != "" {
		list = append(list, last)
	}
	return list
}

// isInitials: "T.", "M.S.".
func isInitials(word string) bool {
	for i := range len(word) {
		if letter := word[i] >= 'A' && word[i] <= 'Z'; letter != (i%2 == 0) || i%2 == 1 && word[i] != '.' {
			return false
		}
	}
	return len(word) > 0 && len(word)%2 == 0
}

func abbreviates(text string) bool {
	last := text[strings.LastIndexByte(text, ' ')+1:]
	if isInitials(last) && last != "I." {
		return true
	}
	return OneOf(strings.TrimLeft(last, `"'(`), "Mr. Mrs. Ms. Dr. St. Capt. Rev. Prof.")
}
