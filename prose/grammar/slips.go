package grammar

import (
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/nearest"
)

// mostSlips is how many words of a line may be misspelled, and one more in every four.
const mostSlips = 2

// mended is a line with its slips of the pen mended: a letter too many, too few or wrong, or
// two that changed places, in words that are near to just one word of the grammar or of a
// name. It is nil where there is none, or too many.
func (r *Reader) mended(l *line) *line {
	made, slips, verb := l, 0, skipped(l.words, 0)
	for i := len(l.words) - 2; i >= 0; i-- { // "the glass house" for the Glasshouse
		if whole := l.words[i] + l.words[i+1]; r.words().known[whole] && len(l.words[i]) > 2 && len(l.words[i+1]) > 2 && !(r.words().known[l.words[i]] && r.words().known[l.words[i+1]]) {
			made = made.with(i, i+2, []string{whole})
			slips++
			break
		}
	}
	for i := len(made.words) - 1; i >= 0; i-- { // "the lamproom" for the lamp room
		if parts := r.parting(made.words[i]); parts != nil {
			made = made.with(i, i+1, parts)
			slips++
		}
	}
	l = made
	for i, w := range l.words {
		if r.knows(w) {
			continue
		}
		if short := r.drawnOut(w); short != "" {
			made = made.with(i, i+1, []string{short})
			slips++
			continue
		}
		if meant := r.near(w, i == verb && len(l.words) > 1); meant != "" && !(i == verb && isModifier(meant)) {
			made = made.with(i, i+1, []string{meant})
			slips++
		}
	}
	if slips == 0 || slips > mostSlips+len(l.words)/4 {
		return nil
	}
	return made
}

// parting are the two words of a name that somebody writes as one, nil for none.
func (r *Reader) parting(typed string) []string {
	if len(typed) < 6 || r.knows(typed) {
		return nil
	}
	for at := 3; at+3 <= len(typed); at++ {
		pair := typed[:at] + " " + typed[at:]
		for _, x := range r.index {
			if len(x.aliases[pair]) > 0 {
				return []string{typed[:at], typed[at:]}
			}
		}
	}
	return nil
}

// drawnOut is the word that somebody draws out, "pleeease", or "".
func (r *Reader) drawnOut(typed string) string {
	for _, keep := range []int{1, 2} {
		var b strings.Builder
		run := 0
		for i := range len(typed) {
			if run++; i > 0 && typed[i] != typed[i-1] {
				run = 1
			}
			if run <= keep {
				b.WriteByte(typed[i])
			}
		}
		if short := b.String(); len(short) > 2 && len(short) < len(typed)-1 && (r.knows(short) || english.OneOf(short, "please hello hey")) {
			return short
		}
	}
	return ""
}

// knows reports whether a word is one that somebody may well have meant as it stands.
func (r *Reader) knows(word string) bool {
	return patterns().words.known[word] || r.words().known[word] || patterns().bases[word] != "" || english.IsVerb(word) || english.IsAlsoNoun(word) || english.IsPast(word) && !strings.HasSuffix(word, "ed") ||
		english.OneOf(word, english.Prepositions+" "+english.Determiners+" "+english.ClauseMarkers)
}

// near is the one word that another is a slip for, or "". A verb that something follows may
// be as short as "giv"; alone, as in "loo", it may be the beginning of a command.
func (r *Reader) near(typed string, verb bool) string {
	if len(typed) < 3 || strings.ContainsAny(typed, "0123456789") {
		return ""
	}
	found := r.nearPerson(typed)
	if found == "" {
		found = r.beheaded(typed)
	}
	if verb && found != "" {
		found = ""
	}
	for _, list := range [][]string{r.words().by[typed[0]], patterns().words.by[typed[0]]} {
		for _, word := range list {
			if word == found || r.people[word] && isNoun(typed) || !isSlip(typed, word, !patterns().words.known[word]) && !(verb && isClipped(typed, word)) && spelled(typed) != spelled(word) {
				continue
			}
			if found != "" && r.people[found] && !r.people[word] {
				continue // somebody's name is likelier than a word of the grammar
			}
			if found != "" {
				return ""
			}
			found = word
		}
	}
	return found
}

// isNoun reports whether a word is one for people, places or things, and nobody's name: a bridge is not
// Bridget.
func isNoun(word string) bool { return isPersonal(word) || isLocal(word) || isThing(word) }

// nearPerson is the one name of somebody that a word is a slip for: a letter of it left out, or
// one too many, or another vowel.
func (r *Reader) nearPerson(typed string) string {
	found := ""
	for _, name := range r.words().by[typed[0]] {
		d := len(name) - len(typed)
		switch {
		case !r.people[name] || isNoun(typed) || patterns().words.known[typed] || sounds(typed) != sounds(name) && nearest.Distance(typed, name, 2) != 1:
			continue
		case sounds(typed) == sounds(name):
		case d == 0 && !(len(name) > 4 && sameBut(typed, name, "aeiouy") || len(name) > 5), d < -1, d > 1:
			continue
		case d != 0 && min(len(name), len(typed)) < 4 && !isDoubled(name, typed) && !isDoubled(typed, name):
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

// beheaded is the one name of somebody that a word is without its first letter: "onor".
func (r *Reader) beheaded(typed string) string {
	found := ""
	for name := range r.people {
		if len(name) > 4 && name[1:] == typed {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

// isClipped reports whether a word is a verb of four letters without one that is easily left out,
// the last or a vowel: "giv", "shw".
func isClipped(typed, verb string) bool {
	if len(typed) != 3 || len(verb) != 4 || !english.IsVerb(verb) {
		return false
	}
	for i := 1; i < len(verb); i++ {
		if verb[:i]+verb[i+1:] == typed && (i == len(verb)-1 || strings.IndexByte("aeiou", verb[i]) >= 0) {
			return true
		}
	}
	return false
}

// isSlip reports whether a word is another with a slip in it. Names are given less than the
// words of the grammar, of which there are few.
func isSlip(typed, meant string, name bool) bool {
	if d := len(typed) - len(meant); d > 1 || d < -1 {
		return false
	}
	written, long := utf8.RuneCountInString(typed), utf8.RuneCountInString(meant)
	if written == long {
		return swapped(typed, meant) && (long > 3 || !name) || long >= 7 && nearest.Distance(typed, meant, 2) == 1
	}
	least := 4
	if name {
		least = 5
	}
	return (min(written, long) >= least || name && written == 4 && long == 5 && lacksVowel(typed, meant) || long == 4 && isDoubled(typed, meant) || name && written == 3 && isDoubled(meant, typed)) && nearest.Distance(typed, meant, 2) == 1
}

// lacksVowel reports whether a word is another without one of its vowels: "labl".
func lacksVowel(typed, meant string) bool {
	for i := 1; i < len(meant); i++ {
		if strings.IndexByte("aeiou", meant[i]) >= 0 && meant[:i]+meant[i+1:] == typed {
			return true
		}
	}
	return false
}

// sounds is a word as it sounds, as far as names are concerned: "oddy" as "oddie".
func sounds(word string) string {
	word = likewise.Replace(word)
	var b strings.Builder
	for i := range len(word) {
		if i == 0 || word[i] != word[i-1] {
			b.WriteByte(word[i])
		}
	}
	if end, is := strings.CutSuffix(b.String(), "ie"); is && len(end) > 1 {
		return end + "y"
	}
	return b.String()
}

var likewise = strings.NewReplacer("ph", "f", "ck", "k", "qu", "k", "c", "k", "th", "t", "ey", "y", "ee", "i", "oo", "u")

// spelled is a word as it is spelled on one side of the Atlantic.
func spelled(word string) string {
	if len(word) < 5 {
		return word
	}
	word = atlantic.Replace(word)
	if end, is := strings.CutSuffix(word, "tre"); is {
		return end + "ter"
	}
	return word
}

var atlantic = strings.NewReplacer("our", "or", "is", "iz", "ys", "yz", "ogue", "og", "ae", "e", "oe", "e", "ll", "l", "grey", "gray", "ence", "ense")

// sameBut reports whether two words of one length differ in nothing but some letters.
func sameBut(a, b, letters string) bool {
	for i := range len(a) {
		if a[i] != b[i] && (strings.IndexByte(letters, a[i]) < 0 || strings.IndexByte(letters, b[i]) < 0) {
			return false
		}
	}
	return true
}

// isDoubled reports whether a word is another with one of its letters twice: "quaay".
func isDoubled(typed, meant string) bool {
	for i := 1; i < len(typed); i++ {
		if typed[i] == typed[i-1] && typed[:i]+typed[i+1:] == meant {
			return true
		}
	}
	return false
}

// swapped reports whether two letters that stand together changed places.
func swapped(typed, meant string) bool {
	if len(typed) != len(meant) {
		return false
	}
	for i := range len(typed) - 1 {
		if typed[i] != meant[i] {
			return typed[i] == meant[i+1] && typed[i+1] == meant[i] && typed[i+2:] == meant[i+2:]
		}
	}
	return false
}

// vocabulary is all words that names and labels are made of.
func (r *Reader) vocabulary() *vocabulary {
	v := newVocabulary()
	for _, x := range r.index {
		for w := range x.words {
			v.add(w)
		}
		for key := range x.aliases {
			for w := range strings.FieldsSeq(key) {
				v.add(w)
			}
		}
	}
	for _, x := range r.index {
		for _, e := range x.entries {
			if e.nature != nil {
				v.know(e.nature.words)
			}
		}
	}
	for _, l := range r.worded {
		v.know(l.words)
	}
	return v
}

// A vocabulary is words, also by their first byte.
type vocabulary struct {
	known map[string]bool
	by    [256][]string
}

func newVocabulary() *vocabulary { return &vocabulary{known: map[string]bool{}} }

func (v *vocabulary) know(words []string) {
	for _, w := range words {
		v.add(w)
	}
}

func (v *vocabulary) add(word string) {
	if word != "" && !v.known[word] {
		v.known[word] = true
		v.by[word[0]] = append(v.by[word[0]], word)
	}
}
