package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
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
		words = append(words, english.Bases(word))
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
