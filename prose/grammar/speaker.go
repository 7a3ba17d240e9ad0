package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// A mood is the form that the first verb of a deed takes.
type mood int

const (
	imperative mood = iota // ask
	finite                 // asked, asks
	perfect                // have asked
	gerund                 // asking
)

// A speaker puts one action into words, by filling the patterns of the verb table.
type speaker struct {
	action action.Action
	names  Names
	voice  Voice
	mood   mood
	tense  english.Tense

	doer, whom party
	agrees     english.Subject // what a verb marked with "~" agrees with
	verbs      int             // how many verbs of the doer's were said
	phrases    []phrased       // what was named so far: patterns are tried in turn
}

// A phrased is what something is called in a sentence.
type phrased struct {
	ref  action.Ref
	text string
}

// phrase is what r is called.
func (s *speaker) phrase(r action.Ref) string {
	for i := range s.phrases {
		if s.phrases[i].ref == r {
			return s.phrases[i].text
		}
	}
	text := phrase(r, s.names)
	s.phrases = append(s.phrases, phrased{r, text})
	return text
}

// A party is somebody as the subject and the object of verbs.
type party struct {
	name     string
	pronouns english.Pronouns
	person   english.Viewpoint
	player   bool
}

func newSpeaker(a action.Action, names Names, v Voice, m mood) *speaker {
	v = v.normal()
	s := &speaker{action: a, names: names, voice: v, mood: m, tense: v.Tense}
	s.doer = s.party(a.By)
	if a.By.None() {
		s.doer = s.party(action.Player)
	}
	s.whom = s.those(a.To)
	s.agrees = s.doer.subject()
	return s
}

func (s *speaker) party(r action.Ref) party {
	noun, _ := s.names.Noun(r)
	if r != action.Player {
		return party{name: s.phrase(r), pronouns: english.PronounsFor(noun.Pronouns), person: english.Third}
	}
	p := party{pronouns: s.voice.pronouns(), person: s.voice.Person, player: true}
	if p.person == english.Third {
		p.name = known(or(s.voice.Name, clean(noun.Text, longestName)))
	}
	return p
}

// those are the people something is done towards, as one party.
func (s *speaker) those(refs []action.Ref) party {
	switch people := persons(refs); len(people) {
	case 0:
		return party{pronouns: english.TheyThem, person: english.Third}
	case 1:
		return s.party(people[0])
	}
	return party{name: "they", pronouns: english.TheyThem, person: english.Third}
}

func persons(refs []action.Ref) []action.Ref {
	return slices.DeleteFunc(slices.Clone(refs), func(r action.Ref) bool { return r.Kind != action.Person })
}

func (p party) subject() english.Subject {
	return english.Subject{Person: p.person, Plural: p.name == "" && p.pronouns.Plural && p.person == english.Third}
}

// called is a party as the subject of a sentence.
func (p party) called() string { return or(p.name, p.pronouns.Subject) }

// fill is what stands in a slot, and whether the action has such a part.
func (s *speaker) fill(slot string) (text string, ok bool) {
	a := s.action
	switch slot {
	case "whom", "on":
		return s.towards(), len(a.To) > 0
	case "item":
		return s.thing(a.Item)
	case "place":
		return s.thing(a.Place)
	case "topic":
		return s.phrase(a.Topic), speaksOf(a, s.names)
	case "question":
		text := s.phrase(a.Topic)
		return text, speaksOf(a, s.names) && isQuestion(text)
	case "matter", "title", "quoted":
		return s.thread(slot)
	case "span":
		return english.Span(int(min(a.Minutes, longestSpan))), a.Minutes > 0
	case "words":
		words := clean(a.Words, longestWords)
		return `"` + words + `"`, words != ""
	}
	return s.pronoun(slot), true
}

const longestSpan = 1 << 30 // minutes

func (s *speaker) thing(r action.Ref) (string, bool) { return s.phrase(r), !r.None() }

func (s *speaker) thread(slot string) (string, bool) {
	noun, _ := s.names.Noun(s.action.Thread)
	if s.action.Thread.None() {
		return "", false
	}
	if slot == "matter" {
		text := s.phrase(s.action.Thread)
		return text, text != title(noun.Text)
	}
	text := or(title(noun.Text), "something")
	if slot == "quoted" {
		text = `"` + text + `"`
	}
	return text, true
}

// mostTold are how many of those something is done towards are named.
const mostTold = 4

// towards names those something is done towards, whoever does it by the pronoun.
func (s *speaker) towards() string {
	var all []string
	for _, r := range s.action.To {
		p := s.party(r)
		switch {
		case s.mood == imperative:
			all = append(all, s.spokenTo(r))
		case r == s.action.By || p.player && s.doer.player:
			all = append(all, p.pronouns.Reflexive)
		case r.Kind == action.Person && p.name == "":
			all = append(all, p.pronouns.Object)
		case r.Kind == action.Person:
			all = append(all, p.name)
		default:
			all = append(all, s.phrase(r))
		}
	}
	if len(all) > mostTold {
		all = append(all[:mostTold], english.Number(len(all)-mostTold)+" more")
	}
	return english.Join(all)
}

// spokenTo is somebody as an imperative has them: the player is "yourself".
func (s *speaker) spokenTo(r action.Ref) string {
	if r == action.Player {
		return english.YouYour.Reflexive
	}
	return s.phrase(r)
}

// pronoun fills the slots of pronouns, and notes what the next verb agrees with.
func (s *speaker) pronoun(slot string) string {
	doer := s.doer.pronouns
	if s.mood == imperative {
		doer = english.YouYour
	}
	switch slot {
	case "I":
		s.agrees = english.Subject{Person: s.doer.person, Plural: doer.Plural}
		if s.mood == imperative {
			s.agrees = english.Subject{Person: english.Second}
		}
		return doer.Subject
	case "me":
		return doer.Object
	case "it":
		if item := s.phrase(s.action.Item); english.LooksPlural(item) {
			return english.TheyThem.Object
		}
		return english.ItIts.Object
	}
	return s.other(slot)
}

// other is "they" or "them": whom it is done towards, by name where the pronoun would be
// that of whoever does it.
func (s *speaker) other(slot string) string {
	p := s.whom
	if p.name == "they" || p.name == "" || p.pronouns != s.doer.pronouns || s.doer.person != english.Third {
		s.agrees = english.Subject{Person: p.person, Plural: p.pronouns.Plural}
		if slot == "them" {
			return p.pronouns.Object
		}
		return p.pronouns.Subject
	}
	s.agrees = p.subject()
	return english.ShortName(p.name)
}

// choose is the first of some patterns of which every slot can be filled, the form for
// telling where told is set.
func (s *speaker) choose(patterns []string, told bool) string {
	for i, pattern := range patterns {
		said, otherwise, differs := strings.Cut(pattern, " => ")
		if i < len(patterns)-1 && !s.fillsAll(said) {
			continue
		}
		if told && differs {
			return otherwise
		}
		return said
	}
	return ""
}

func (s *speaker) fillsAll(pattern string) bool {
	for word := range strings.FieldsSeq(pattern) {
		if _, ok := s.fills(word); !ok {
			return false
		}
	}
	return true
}

// fills gives the text of a word of a pattern that is a slot, with the sign behind it.
func (s *speaker) fills(word string) (string, bool) {
	slot, sign, ok := strings.Cut(strings.TrimPrefix(word, "{"), "}")
	if !ok || word[0] != '{' {
		return word, true
	}
	text, ok := s.fill(slot)
	return text + sign, ok
}

// render fills a pattern.
func (s *speaker) render(pattern string) string {
	s.agrees = s.doer.subject()
	if s.mood == imperative {
		s.agrees = english.Subject{Person: english.Second}
	}
	var words []string
	for word := range strings.FieldsSeq(pattern) {
		switch {
		case word[0] == '*':
			words = append(words, s.verb(word[1:]))
		case word[0] == '~':
			words = append(words, s.finite(word[1:], s.agrees))
		case word == "it" || word == "nothing":
			s.agrees = english.Subject{Person: english.Third}
			words = append(words, word)
		default:
			text, _ := s.fills(word)
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

// verb is a verb of the doer's in the speaker's mood; the first has the manner and the
// auxiliary.
func (s *speaker) verb(base string) string {
	first := s.verbs == 0
	s.verbs++
	manner := ""
	if first && s.action.Manner == action.Quietly {
		manner = string(action.Quietly) + " "
	}
	switch s.mood {
	case imperative:
		return manner + base
	case gerund:
		return manner + english.Ing(base)
	case perfect:
		if first {
			return english.Verb("have", s.doer.subject(), s.tense) + " " + manner + english.Participle(base)
		}
		return english.Participle(base)
	}
	return manner + s.finite(base, s.doer.subject())
}

func (s *speaker) finite(base string, subject english.Subject) string {
	tense := s.tense
	if s.mood == imperative {
		tense = english.Present
	}
	if base == "cannot" {
		if tense == english.Past {
			return "could not"
		}
		return base
	}
	return english.Verb(base, subject, tense)
}

// deed is what is done, in the speaker's mood and without its subject.
func (s *speaker) deed(patterns []string) string {
	s.verbs = 0
	return s.render(s.choose(patterns, s.mood != imperative))
}
