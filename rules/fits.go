package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/action"
)

// Bounds of a stat. Mastery gives the modifier of a trait to what the stat fits.
// Weakness takes off the dice what the rules say, by default nothing, and else makes
// the mark one word harder: see [Rules.Weakened] and [Rules.Mark].
const (
	Mastery  = 15 // from here on, this included
	Weakness = 5  // down from here, this included
)

// A Stat is how good somebody is at something; a Trait something they are.
type (
	Stat struct {
		ID    string   `json:"id"`
		Name  string   `json:"name"`
		Value int64    `json:"value"`
		Words []string `json:"words"` // of a text that calls for it
	}
	Trait struct {
		ID    string   `json:"id"`
		Name  string   `json:"name"`
		Words []string `json:"words"` // of a text that it helps with
	}
)

// Skilled is what a strong stat or a trait adds to what a text says: the modifier
// of a trait, once however many fit, of the first stat of [Mastery] else the first
// trait. It reports false where none fits.
func (r *Rules) Skilled(stats []Stat, traits []Trait, text string) (Modifier, bool) {
	for _, s := range stats {
		if s.Value >= Mastery && Fits(append([]string{s.ID, s.Name}, s.Words...), text) {
			return Modifier{Kind: action.Strength, Of: s.ID, Name: s.Name, Value: r.Trait, Because: fmt.Sprintf("%s %d", s.Name, s.Value)}, true
		}
	}
	for _, t := range traits {
		if Fits(append([]string{t.ID, t.Name}, t.Words...), text) {
			return Modifier{Kind: action.Trait, Of: t.ID, Name: t.Name, Value: r.Trait, Because: t.Name}, true
		}
	}
	return Modifier{}, false
}

// Weakened is what a weak stat takes off what a text says: that of the first stat down
// from [Weakness]. It reports false where none fits; under rules that take nothing off
// its value is 0.
func (r *Rules) Weakened(stats []Stat, text string) (Modifier, bool) {
	for _, s := range stats {
		if s.Value <= Weakness && Fits(append([]string{s.ID, s.Name}, s.Words...), text) {
			return Modifier{Kind: action.Weakness, Of: s.ID, Name: s.Name, Value: -r.Weak, Because: fmt.Sprintf("%s %d", s.Name, s.Value)}, true
		}
	}
	return Modifier{}, false
}

// Fits reports whether one of the words is in a text, as a whole word, in upper or
// lower case and in any regular inflection: "dare" fits "Daring the gap", and
// "daring" fits "You dare". An entry of several words fits where they follow one
// another. Hyphens, underscores and apostrophes part words, so ids may be given.
func Fits(words []string, text string) bool {
	spoken := split(text)
	return slices.ContainsFunc(words, func(entry string) bool { return within(split(entry), spoken) })
}

// split gives the words of a text, each with the base forms it may be of.
func split(text string) [][]string {
	var words [][]string
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		words = append(words, bases(word))
	}
	return words
}

func within(phrase, text [][]string) bool {
	if len(phrase) == 0 {
		return false
	}
	for start := 0; start+len(phrase) <= len(text); start++ {
		if slices.EqualFunc(phrase, text[start:start+len(phrase)], related) {
			return true
		}
	}
	return false
}

func related(a, b []string) bool {
	return slices.ContainsFunc(a, func(base string) bool { return slices.Contains(b, base) })
}

// bases lists the words that a word may be an inflection of, itself first.
func bases(word string) []string {
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
	if stem := cut(word, "es", 2); stem != "" && hisses(stem) {
		all = append(all, stem)
	}
	for _, ending := range []string{"ing", "ed"} {
		if stem := cut(word, ending, 2); stem != "" && hasVowel(stem) {
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
	case len(rest) > 1 && rest[len(rest)-1] == last && !vowel(last):
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
		if vowel(stem[i]) {
			vowels++
		}
	}
	last := stem[len(stem)-1]
	return vowels == 1 && len(stem) > 2 && vowel(stem[len(stem)-2]) && !vowel(last) && !strings.ContainsRune("wxy", rune(last))
}

func hisses(stem string) bool {
	for _, ending := range []string{"s", "x", "z", "ch", "sh", "o"} {
		if strings.HasSuffix(stem, ending) {
			return true
		}
	}
	return false
}

func vowel(letter byte) bool { return strings.IndexByte("aeiou", letter) >= 0 }

func hasVowel(stem string) bool { return strings.ContainsAny(stem, "aeiouy") }
