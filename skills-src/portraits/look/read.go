package look

import (
	"strconv"
	"strings"
	"unicode"
)

// longest is how many bytes of a description are read.
const longest = 16 << 10

// Read takes from a description what it says of somebody's looks.
func Read(description string) Look {
	r := reader{tables: newTables()}
	for clause := range clauses(description) {
		r.clause = clause
		for i, word := range clause {
			r.word(i, word)
		}
	}
	if r.look.Sex == "" {
		r.look.Sex = r.sexOfPronouns()
	}
	return r.look.consistent()
}

// reader goes through a description clause by clause, a word at a time.
type reader struct {
	*tables
	look     Look
	clause   []string
	pronouns map[string]int
}

func (r *reader) word(i int, word string) {
	if p := r.parts[word]; p != nothing {
		r.name(p, i, word)
	}
	if feature, ok := r.features[word]; ok {
		feature(r, i)
	}
	r.person(i, word)
	r.attribute(i, word)
}

// name notes that a part is there, or that it is not.
func (r *reader) name(p part, i int, word string) {
	missing := r.denied(i)
	switch p {
	case beard:
		r.beardKind(i, missing, word)
	case moustache:
		first(&r.look.Moustache, either(missing, "none", "full"))
	case hair:
		if missing {
			first(&r.look.Hair.Length, "bald")
		}
	case glasses:
		first(&r.look.Glasses, either(missing, "none", either(word == "monocle", "monocle", "spectacles")))
	case dress, wrap, head:
		r.wear(p, r.garments[p][word], missing)
	}
}

func (r *reader) beardKind(i int, missing bool, word string) {
	switch {
	case missing:
		first(&r.look.Beard.Kind, "none")
	case word == "stubble", word == "goatee":
		first(&r.look.Beard.Kind, r.beards[word])
	case word == "whiskers" && r.at(i-1) == "side":
		first(&r.look.Beard.Kind, "short")
	}
	// Any other beard is full, unless an adjective says otherwise.
	if r.look.Beard.Kind == "" {
		r.look.Beard.Kind = unsaidBeard
	}
}

// unsaidBeard stands for a beard of which nothing is said yet.
const unsaidBeard = "full?"

// wear puts a garment where it belongs: the first over all, what comes after it
// beneath.
func (r *reader) wear(p part, kind string, missing bool) {
	if kind == "" {
		return
	}
	kind = either(missing, "none", kind)
	switch {
	case p == head:
		r.cover(kind)
	case p == wrap:
		first(&r.look.Wrap.Kind, kind)
	case r.look.Dress.Kind == "":
		r.look.Dress.Kind = kind
	case kind != r.look.Dress.Kind && !missing:
		first(&r.look.Under.Kind, kind)
	}
}

// cover keeps the more exact of two words for the same thing: "peaked cap",
// "knitted hat", "the hood of her cloak".
func (r *reader) cover(kind string) {
	if was := r.look.Head.Kind; was == "" || was == "hat" || was == "cap" && kind != "hat" {
		r.look.Head.Kind = kind
	}
}

// person takes words that speak of somebody as a whole.
func (r *reader) person(i int, word string) {
	if sex := r.sexes[word]; sex != "" {
		r.gender(word, sex)
	}
	if r.ofSomething(i) {
		return // an old coat does not age who wears it
	}
	if r.at(i-1) == "middle" && (word == "aged" || word == "age") && !r.denied(i-1) {
		r.aged("middle-aged")
	}
	if age := r.ages[word]; age != "" && !r.denied(i) && !(word == "aged" && r.hasNumber(i+1)) {
		r.aged(age)
	}
	if build := r.builds[word]; build != "" && !(word == "small" && r.ages[r.at(i+1)] == "child") && // as children are
		!r.denied(i) && r.partAt(i) == nothing {
		first(&r.look.Build, build)
	}
	if mood := r.moods[word]; mood != "" && !r.denied(i) {
		first(&r.look.Mood, mood)
	}
	if years, ok := r.years(i); ok {
		r.look.Age = ageOf(years)
	}
}

func (r *reader) gender(word, sex string) {
	switch word {
	case "he", "him", "his", "himself", "she", "her", "hers", "herself":
		if r.pronouns == nil {
			r.pronouns = map[string]int{}
		}
		r.pronouns[sex]++
	default:
		first(&r.look.Sex, sex)
	}
}

func (r *reader) sexOfPronouns() string {
	switch he, she := r.pronouns["man"], r.pronouns["woman"]; {
	case he > she:
		return "man"
	case she > he:
		return "woman"
	}
	return ""
}

// aged lets "an old woman" win over "a girl" only when it came first; but "young"
// says less than "boy".
func (r *reader) aged(age string) {
	if r.look.Age == "" || r.look.Age == "young" && age == "child" {
		r.look.Age = age
	}
}

// years reads "aged 40", "forty years", "12-year-old" and "in her sixties".
func (r *reader) years(i int) (int, bool) {
	n, ok := r.number(i)
	if !ok {
		return 0, false
	}
	before, after := r.at(i-1), r.at(i+1)
	if extra, ok := r.number(i + 1); ok && n >= 20 && extra < 10 {
		n, after = n+extra, r.at(i+2)
	}
	switch {
	case before == "of" && r.isPerson(r.at(i-2)), strings.HasSuffix(r.at(i), "ies"), r.at(i) == "teens", before == "aged", before == "age",
		after == "years" && r.at(i+2) != "ago", after == "year", after == "winters", after == "summers":
		return n, true
	}
	return 0, false
}

func (r *reader) isPerson(word string) bool { return r.sexes[word] != "" || r.ages[word] != "" }

func (r *reader) number(i int) (int, bool) {
	word := r.at(i)
	if n, ok := r.numbers[word]; ok {
		return n, true
	}
	n, err := strconv.Atoi(strings.TrimSuffix(word, "s"))
	return n, err == nil && n > 0 && n < 150
}

func (r *reader) hasNumber(i int) bool { _, ok := r.number(i); return ok }

func ageOf(years int) string {
	switch {
	case years < 14:
		return "child"
	case years < 28:
		return "young"
	case years < 42:
		return "grown"
	case years < 60:
		return "middle-aged"
	}
	return "old"
}

// attribute takes words that speak of a part.
func (r *reader) attribute(i int, word string) {
	p := r.partAt(i)
	if p == nothing || r.denied(i) {
		return
	}
	switch r.at(i + 1) {
	case "earring", "earrings", "eyepatch", "patch", "spectacles", "glasses", "scar", "freckles":
		return // a gold one, a black one: no colour of anything else
	}
	if colour := r.colours[word]; colour != "" && !(vague(colour) && r.colours[r.at(i+1)] != "") {
		r.paint(p, colour)
	}
	switch p {
	case hair:
		first(&r.look.Hair.Length, r.lengths[word])
		first(&r.look.Hair.Style, r.styles[word])
	case beard:
		if kind := r.beards[word]; kind != "" && (r.look.Beard.Kind == "" || r.look.Beard.Kind == unsaidBeard) {
			r.look.Beard.Kind = kind
		}
	case brows:
		if word == "heavy" || word == "bushy" || word == "thick" || word == "beetling" {
			r.look.Brows = "heavy"
		}
	case skin:
		first(&r.look.Skin, r.skins[word])
		first(&r.look.Lines, r.lines[word])
	case head:
		r.shapeOfHat(word)
	}
}

// vague colours give way to the next word: "dark blue", "pale grey".
func vague(colour string) bool { return colour == "dark" || colour == "pale" }

func (r *reader) shapeOfHat(word string) {
	switch word {
	case "top", "tall":
		r.look.Head.Kind = "tophat"
	case "knitted", "knit", "woollen", "woolen", "wool", "woolly", "stocking":
		r.look.Head.Kind = "knit"
	case "officer's", "captain's", "naval", "peaked", "officer", "uniform":
		r.look.Head.Kind = "peaked"
	case "straw":
		first(&r.look.Head.Colour, "blond")
	}
}

func (r *reader) paint(p part, colour string) {
	at := map[part]*string{
		hair: &r.look.Hair.Colour, beard: &r.look.Beard.Colour, moustache: &r.look.Beard.Colour,
		eyes: &r.look.Eyes, wrap: &r.look.Wrap.Colour, head: &r.look.Head.Colour,
	}[p]
	switch {
	case at != nil:
		first(at, colour)
	case p != dress:
	case r.look.Under.Kind != "" || r.secondGarment():
		first(&r.look.Under.Colour, colour)
	default:
		first(&r.look.Dress.Colour, colour)
	}
}

// secondGarment reports whether the dress that the clause goes on to name is not
// the first: "a blue coat over a white shirt" has painted the coat by then.
func (r *reader) secondGarment() bool {
	return r.look.Dress.Kind != "" && r.look.Dress.Kind != "none" && r.look.Dress.Colour != ""
}

// How many words an adjective may stand before its noun, and after it.
const (
	reach     = 4
	reachBack = 8
)

// partAt is the part that the adjective at a place belongs to: the next one named,
// "red hair", or one that a verb ties to it from the left, "her hair was red".
func (r *reader) partAt(i int) part {
	for j := i + 1; j <= i+reach && j < len(r.clause); j++ {
		if p := r.parts[r.clause[j]]; p != nothing {
			return p
		}
		if r.breaks[r.clause[j]] {
			break
		}
	}
	return r.partBefore(i)
}

func (r *reader) partBefore(i int) part {
	tied := false
	for j := i - 1; j >= max(0, i-reachBack); j-- {
		word := r.clause[j]
		if p := r.parts[word]; p != nothing {
			if tied {
				return p
			}
			return nothing
		}
		tied = tied || r.ties[word]
	}
	return nothing
}

// ofSomething reports whether the word belongs to a thing, not to the person.
func (r *reader) ofSomething(i int) bool {
	switch r.partAt(i) {
	case dress, under, wrap, head, other, glasses:
		return r.parts[r.at(i+1)] != nothing || r.colours[r.at(i+1)] != "" && r.parts[r.at(i+2)] != nothing
	}
	return false
}

// denied reports whether a word is said not to be so.
func (r *reader) denied(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		switch r.clause[j] {
		case "no", "not", "without", "never", "nor", "lacks", "lost", "lacking":
			return true
		case "with", "but", ",", "in", "wears", "wearing":
			return false
		}
	}
	return false
}

func (r *reader) at(i int) string {
	if i < 0 || i >= len(r.clause) {
		return ""
	}
	return r.clause[i]
}

// breakWords end an adjective's way to the next noun.
const breakWords = "a an the his her their its with in of over under beneath is was are were has have had wears wearing who whose that on at from by like as above behind beside around about to she he"

// tieWords lead from a noun to the adjective after it.
const tieWords = "is was are were of , like gone going turned turning as looks cut worn kept in gathered tied falls falling hangs grows"

func set(words string) map[string]bool {
	s := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		s[word] = true
	}
	return s
}

// clauses splits a text into clauses of words in lower case; a comma is a word.
// Words are also split at hyphens: "red-haired" names hair.
func clauses(text string) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		text = strings.ToValidUTF8(text[:min(len(text), longest)], " ")
		for clause := range strings.FieldsFuncSeq(strings.ToLower(text), endsClause) {
			clause = strings.ReplaceAll(strings.ReplaceAll(clause, ",", " , "), "’", "'")
			if fields := strings.FieldsFunc(clause, endsWord); len(fields) > 0 && !yield(fields) {
				return
			}
		}
	}
}

func endsClause(r rune) bool { return strings.ContainsRune(".;:!?()\"“”\n", r) }

func endsWord(r rune) bool {
	return r != ',' && r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

func first(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

func either(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
