package english

import (
	"strings"
	"unicode/utf8"
)

// Bases lists the words that a word in small letters may be a regular inflection of, itself
// first: "hopping" is of "hop", "hoping" of "hope", and of nothing else. It is for those who
// must not be wrong about two words; to compare and search texts, [Stem] joins more.
func Bases(word string) []string {
	all := []string{word}
	switch {
	case cut(word, "ies", 2) != "":
		all = append(all, cut(word, "ies", 2)+"y")
	case cut(word, "ied", 2) != "":
		return append(all, cut(word, "ied", 2)+"y")
	case cut(word, "ying", 1) != "" && utf8.RuneCountInString(word) <= 6:
		all = append(all, cut(word, "ying", 1)+"ie")
	}
	if stem := cut(word, "s", 3); stem != "" && !strings.HasSuffix(stem, "s") && !strings.HasSuffix(stem, "u") && !strings.HasSuffix(stem, "i") {
		all = append(all, stem)
	}
	if stem := cut(word, "es", 2); stem != "" && HasAnySuffix(stem, "s", "x", "z", "ch", "sh", "o") {
		all = append(all, stem)
	}
	for _, ending := range []string{"ing", "ed"} {
		if stem := cut(word, ending, 2); stem != "" && strings.ContainsAny(stem, "aeiouy") {
			all = append(all, beforeVowel(stem)...)
		}
	}
	return all
}

// cut takes an ending off that leaves so many letters at least, else gives "".
func cut(word, ending string, leaving int) string {
	stem, found := strings.CutSuffix(word, ending)
	if !found || utf8.RuneCountInString(stem) < leaving {
		return ""
	}
	return stem
}

// beforeVowel lists what can have lost its ending before -ing or -ed: "stopp" is
// stop, "tell" is tell, "dar" is dare and not dar, "danc" is dance.
func beforeVowel(stem string) []string {
	last, rest := stem[len(stem)-1], stem[:len(stem)-1]
	switch {
	case len(rest) > 1 && rest[len(rest)-1] == last && !IsVowel(last):
		return []string{stem, rest}
	case short(stem):
		return []string{stem + "e"}
	}
	return []string{stem, stem + "e"}
}

// short reports whether a stem is one syllable of one vowel letter between
// consonants. Such a word would have doubled its last letter.
func short(stem string) bool {
	vowels := 0
	for i := range len(stem) {
		if IsVowel(stem[i]) {
			vowels++
		}
	}
	last := stem[len(stem)-1]
	return vowels == 1 && len(stem) > 2 && IsVowel(stem[len(stem)-2]) && !IsVowel(last) && !strings.ContainsRune("wxy", rune(last))
}
