package prose

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// A form is a sentence or two with places to fill:
//
//	{Inside a pair of braces} is what a slot stands for
//	    you me your yours yourself    the player, in the story's person
//	    name name's they them their   the person spoken of; Name begins a sentence
//	                                  behind speech
//	    place at from stat ago ...    a value of the scene
//	[listen]    a verb whose subject is the player
//	[waits]     a verb whose subject is one thing: written with its -s
//	[+wait]     a verb whose subject is several things
//	[*wait]     a verb whose subject is the person spoken of
//
// so that "{you} [find] {items}, and {name} [*know] it" becomes "You find a key, and Ines
// knows it", or "Mara found a key, and Ines knew it". A form with a slot that has no value is
// not used.

// A table holds banks by what they are for, each row for one or several words. It is a
// list, not a map, because a list of constants is there when the program starts and a
// map is built.
type table []struct {
	keys string
	bank []string
}

// of are the forms of all rows that are for a word.
func (t table) of(key string) (bank []string) {
	for _, row := range t {
		if english.OneOf(key, row.keys) {
			bank = slices.Concat(bank, row.bank)
		}
	}
	return bank
}

// fill is what a form is filled with.
type fill struct {
	persona Persona
	person  *Person
	clash   bool // the player and someone near share their pronouns
	values  map[string]string
}

// A rendering fills one form.
type rendering struct {
	fill
	named   bool // the player's name was said, so a pronoun will be understood
	plural  bool // the last word for the player was "they"
	theirs  bool // the last word for the person was "they"
	missing bool
	out     strings.Builder
}

// render fills a form whose alternatives are chosen. It reports false where a
// slot has no value.
func (f fill) render(form string, named bool) (text string, nowNamed, complete bool) {
	spoken := strings.Contains(form, "{name") || strings.Contains(form, "{Name")
	r := rendering{fill: f, named: named && !f.clash}
	r.clash = f.clash && spoken
	for form != "" {
		i := strings.IndexAny(form, "{[")
		if i < 0 {
			break
		}
		r.out.WriteString(form[:i])
		closing := map[byte]string{'{': "}", '[': "]"}[form[i]]
		inside, rest, _ := strings.Cut(form[i+1:], closing)
		if form[i] == '{' {
			r.slot(inside)
		} else {
			r.verb(inside)
		}
		form = rest
	}
	r.out.WriteString(form)
	return tidy(r.out.String()), r.named, !r.missing
}

func (r *rendering) verb(word string) {
	tense := r.persona.Tense
	switch {
	case word[0] == '+':
		r.out.WriteString(english.Verb(word[1:], english.Subject{Person: Third, Plural: true}, tense))
	case word[0] == '*':
		r.out.WriteString(english.Verb(word[1:], english.Subject{Person: Third, Plural: r.theirs}, tense))
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		r.out.WriteString(english.Verb(english.BaseOf(word), english.Subject{Person: Third, Plural: false}, tense))
	default:
		r.out.WriteString(english.Verb(word, english.Subject{Person: r.persona.Person, Plural: r.plural}, tense))
	}
}

const formSigns = "{}[]<>|"

// known marks the wording of a value for when the player has been named.
const known = " known"

func (r *rendering) slot(key string) {
	pro := r.persona.pronouns()
	switch key {
	case "you":
		r.plural = !r.player(pro.Subject, r.persona.Name) && pro.Plural
	case "me":
		r.player(pro.Object, r.persona.Name)
	case "your":
		r.player(pro.Possessive, english.Possessive(r.persona.Name))
	case "yours":
		r.player(pro.Absolute, english.Possessive(r.persona.Name))
	case "yourself":
		r.out.WriteString(pro.Reflexive)
	case "name", "Name", "name's", "they", "them", "their":
		r.someone(key)
	default:
		value := r.values[key]
		if again := r.values[key+known]; r.named && again != "" {
			value = again
		}
		r.missing = r.missing || value == ""
		r.out.WriteString(value)
	}
}

// player writes a pronoun, or in the third person the name where the pronoun
// would not be understood. It reports whether it was the name.
func (r *rendering) player(pronoun, name string) bool {
	if r.persona.Person != Third || r.persona.Name == "" || r.named && !r.clash {
		r.out.WriteString(pronoun)
		return false
	}
	r.named = true
	r.out.WriteString(name)
	return true
}

func (r *rendering) someone(key string) {
	if r.person == nil {
		r.missing = true
		return
	}
	pro := english.PronounsFor(r.person.Pronouns)
	switch key {
	case "name":
		r.theirs = false
		r.out.WriteString(r.person.Name)
	case "Name":
		r.theirs = false
		r.out.WriteString(english.SentenceCase(r.person.Name))
	case "name's":
		r.out.WriteString(english.Possessive(r.person.Name))
	case "they":
		r.theirs = pro.Plural
		r.out.WriteString(pro.Subject)
	case "them":
		r.out.WriteString(pro.Object)
	case "their":
		r.out.WriteString(pro.Possessive)
	}
}

// tidy ends a sentence, begins each with a capital and closes up what an empty
// wording left open.
func tidy(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	text = strings.NewReplacer(" ,", ",", " .", ".", " can not ", " cannot ").Replace(text)
	sentences := Sentences(english.EndSentence(text))
	for i, s := range sentences {
		if i == 0 || !strings.HasSuffix(sentences[i-1], `"`) { // "Who?" the man asks.
			sentences[i] = english.SentenceCase(s)
		}
	}
	return strings.Join(sentences, " ")
}
