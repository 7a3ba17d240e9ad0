package grammar

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/english"
)

// A field is a part of an action that something typed can name.
type field int

const (
	toField field = iota
	itemField
	placeField
	topicField
	threadField
	wordsField
	spanField
	fields
)

// A step is a word of a pattern, one of several, or a slot.
type step struct {
	words    []string
	slot     bool
	field    field
	question bool // only a topic that is a question
	implied  bool // a slot that no word stands for: what is meant has that part
	here     bool // the place where one is: it is no part of what is meant
	other    bool // somebody here, who is no part of what is meant
	anyone   bool // the same, and somebody who is elsewhere too
	absent   bool // of those, who is not here
	whose    bool // a name as an owner's: "Ines's"
	rest     bool // words of the player's own that speak of one topic: see free.go
	asked    bool // the same, as a question
	tail     bool // words that say no more of the deed
	thing    bool // the same, and something may be named among them
	anybody  bool // the same, and somebody who is elsewhere too
	optional bool
}

// A pattern is a form of a verb as it is read.
type pattern struct {
	verb  *verb
	steps []step
	said  string // as it stands in the table, if it is also said so
	to    bool   // it is words that are said to somebody
	soft  bool   // it is a word for doing it quietly
	asks  bool   // it may mean the deed: it is asked back
}

// slotFields are the fields that slots name; what else stands in braces is a pronoun.
var slotFields = map[string]field{
	"whom": toField, "whose": toField, "on": toField, "item": itemField, "place": placeField, "here": placeField, "other": toField, "anyone": toField, "absent": toField, "topic": topicField, "question": topicField,
	"thread": threadField, "matter": threadField, "title": threadField, "words": wordsField, "span": spanField, "rest": topicField, "asked": topicField, "tail": topicField, "thing": topicField, "anybody": topicField,
}

var pronounWords = map[string]string{"I": "i|you|we|he|she|they", "me": "me|us|you|myself", "they": "she|he|they|it", "them": "her|him|them|it"}

// A lexicon is all forms of the verb table, ready to be read.
type lexicon struct {
	by    map[string][]*pattern // by the words they begin with; under "" those that begin with a slot
	free  map[string][]*pattern // the forms that leave words over, in the same way
	words *vocabulary           // all words of the grammar
	bases map[string]string     // the verbs that forms begin with, by their other forms: "asking" is "ask"
}

var patterns = sync.OnceValue(func() *lexicon {
	all := &lexicon{map[string][]*pattern{}, map[string][]*pattern{}, newVocabulary(), map[string]string{}}
	for i := range verbs {
		v := &verbs[i]
		for _, form := range v.forms() {
			form, _, _ = strings.Cut(form, " => ")
			p := compile(v, form)
			p.said = form
			all.enter(p, all.by)
		}
		for _, form := range v.heard {
			all.hear(v, form, all.by)
		}
		for _, form := range v.free {
			all.hear(v, form, all.free)
		}
	}
	for _, list := range []book{before, after, anywhere, quietly} {
		for _, phrases := range list().first {
			for _, phrase := range phrases {
				all.words.know(phrase)
			}
		}
	}
	for _, change := range rephrased() {
		all.words.know(change.from)
	}
	return all
})

// hear enters a form that is only heard.
func (x *lexicon) hear(v *verb, form string, in map[string][]*pattern) {
	form, asks := strings.CutPrefix(form, "&")
	form, soft := strings.CutPrefix(form, "%")
	for _, one := range addressed(classed.Replace(form)) {
		p := compile(v, one)
		p.to, p.soft, p.asks = form[0] == '@', soft, asks
		x.enter(p, in)
	}
}

// enter enters a form by all the words it may begin with.
func (x *lexicon) enter(p *pattern, in map[string][]*pattern) {
	begins := true
	for _, s := range p.steps {
		x.words.know(s.words)
		if !begins {
			continue
		}
		for _, word := range s.words {
			begin(word, p, in)
			x.inflect(word)
		}
		if s.slot {
			begin("", p, in)
		}
		begins = s.optional
	}
}

func begin(word string, p *pattern, in map[string][]*pattern) {
	if of := in[word]; len(of) == 0 || of[len(of)-1] != p {
		in[word] = append(of, p)
	}
}

// inflect enters the forms of a verb that a line may begin with beside its base.
func (x *lexicon) inflect(verb string) {
	if !english.IsVerb(verb) {
		return
	}
	for _, form := range []string{english.Ing(verb), english.PastOf(verb), english.ThirdSingular(verb)} {
		if form != verb {
			x.bases[form] = verb
		}
	}
}

// expand gives the forms that a form with groups stands for: "(talk|have a word) with" is
// "talk with" and "have a word with"; behind "?" a group may be missing.
func expand(form string) []string {
	from := strings.IndexByte(form, '(')
	if from < 0 {
		return []string{form}
	}
	length := strings.IndexByte(form[from:], ')')
	ways, rest := strings.Split(form[from+1:from+length], "|"), form[from+length+1:]
	if strings.HasPrefix(rest, "?") {
		ways, rest = append(ways, ""), rest[1:]
	}
	var all []string
	for _, end := range expand(rest) {
		for _, way := range ways {
			all = append(all, form[:from]+way+end)
		}
	}
	return all
}

// addressed are the forms that a form heard stands for, with whom it is said to before or
// behind it where it begins with "@", and also nowhere where it begins with "@?".
func addressed(form string) []string {
	said, to := strings.CutPrefix(form, "@")
	said, alone := strings.CutPrefix(said, "?")
	var all []string
	for _, one := range expand(said) {
		if to {
			all = append(all, "{whom} "+one, one+" {whom}")
		}
		if alone || !to {
			all = append(all, one)
		}
	}
	return all
}

func compile(v *verb, form string) *pattern {
	p := &pattern{verb: v}
	for word := range strings.FieldsSeq(form) {
		p.steps = append(p.steps, compileStep(word))
	}
	return p
}

// compileStep reads "*ask", "talk|chat", "the?", "{whom}", "{me}?" and "[place]".
func compileStep(word string) step {
	if f, ok := slotFields[strings.Trim(word, "[]")]; ok && word[0] == '[' {
		return step{slot: true, field: f, implied: true}
	}
	word = strings.TrimRight(strings.TrimLeft(word, "*~"), ":,")
	word, optional := strings.CutSuffix(word, "?")
	slot := strings.Trim(word, "{}")
	if f, ok := slotFields[slot]; ok && word[0] == '{' {
		return step{slot: true, field: f, question: slot == "question", here: slot == "here", other: slot == "other" || slot == "anyone" || slot == "absent", anyone: slot == "anyone" || slot == "absent", absent: slot == "absent", whose: slot == "whose", rest: slot == "rest", asked: slot == "asked", tail: slot == "tail" || slot == "thing" || slot == "anybody", thing: slot == "thing", anybody: slot == "anybody", optional: optional}
	}
	if words, ok := pronounWords[slot]; ok && word[0] == '{' {
		word = words
	}
	return step{words: strings.Split(word, "|"), optional: optional}
}

// hasTopic reports whether a form speaks of the topic.
func hasTopic(form string) bool {
	return slices.ContainsFunc(strings.Fields(form), func(w string) bool { return w == "{topic}" || w == "{question}" })
}
