package prose

import (
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// Echo tells a choice, which is written as an imperative, as what the player
// does: "Ask Ines who paid for the oil." becomes "You ask Ines who paid for the
// oil.", "I asked ..." or "Mara asks ...". A choice in quotation marks is said
// aloud. Where English leaves a doubt (is "and water" a drink or a deed?) it
// reports false, and the text is better told in its own words.
func Echo(choice string, p Persona) (sentence string, certain bool) {
	p = p.normal()
	choice = withoutHint(CleanLine(choice, 300))
	if speech, ok := quoted(choice); ok {
		return said(speech) + " " + subjectOf(p) + " " + english.Verb("say", english.Subject{Person: p.Person, Plural: false}, p.Tense) + ".", true
	}
	parts := Sentences(choice)
	for i, part := range parts {
		told, ok := echoSentence(part, p, i > 0)
		if !ok {
			return "", false
		}
		parts[i] = told
	}
	return strings.Join(parts, " "), len(parts) > 0
}

// Retell puts a sentence about "you" into the story's person: "You gave Ines your
// coin." becomes "I gave Ines my coin." or "Mara gave Ines her coin."; its tense
// stays.
func Retell(text string, p Persona) string {
	p = p.normal()
	if p.Person == Second {
		return text
	}
	s := rewriting{persona: p, words: strings.Fields(text), named: false, tense: Present}
	for i := range s.words {
		s.person(i)
	}
	return english.SentenceCase(strings.Join(s.words, " "))
}

func subjectOf(p Persona) string {
	if p.Person == Third && p.Name != "" {
		return p.Name
	}
	return p.pronouns().Subject
}

// withoutHint drops a remark in brackets behind a choice: "Climb (Nerve)".
func withoutHint(choice string) string {
	choice = strings.TrimSpace(choice)
	for _, brackets := range []string{"()", "[]"} {
		if open := strings.LastIndexByte(choice, brackets[0]); open > 0 && choice[len(choice)-1] == brackets[1] {
			choice = strings.TrimSpace(choice[:open])
		}
	}
	return choice
}

func quoted(text string) (string, bool) {
	inside := strings.Trim(text, "\"“”")
	whole := len(text)-len(inside) >= 2 && strings.ContainsAny(text[:1]+text[:min(3, len(text))], "\"“")
	return inside, whole && inside != "" && !strings.ContainsAny(inside, "\"“”") && english.HasAnySuffix(text, "\"", "”") && (text[0] == '"' || strings.HasPrefix(text, "“"))
}

func echoSentence(text string, p Persona, again bool) (string, bool) {
	s := rewriting{persona: p, words: strings.Fields(strings.TrimRight(text, ".!?… ")), named: true, tense: p.Tense}
	if len(s.words) == 0 || len(s.words) > 30 || strings.ContainsAny(text, "\"“”:;") && !s.plain() {
		return "", false
	}
	if !s.imperative() || !s.rest() {
		return "", false
	}
	subject := subjectOf(p)
	if again {
		subject = p.pronouns().Subject
	}
	if again && p.Person == Third && p.pronouns().Plural {
		return "", false
	}
	return english.SentenceCase(english.EndSentence(subject + " " + strings.Join(s.words, " "))), true
}

// A rewriting turns an imperative's words into a statement's, in place.
type rewriting struct {
	persona    Persona
	tense      Tense
	words      []string
	named      bool // the subject's name stands before
	verb       int  // the position of the first verb
	infinitive bool // a "to" and its verb were passed, so a later verb may hang on it
}

// plain: in the second person and the present an imperative is a statement
// already, but for its subject.
func (s *rewriting) plain() bool {
	return s.persona.Person == Second && s.tense == Present
}

func (s *rewriting) subject() Subject {
	return english.Subject{Person: s.persona.Person, Plural: false}
}

// imperative makes the first verb agree; it may stand behind an adverb or a "not".
func (s *rewriting) imperative() bool {
	i := 0
	for i < len(s.words)-1 && isAdverb(bare(s.words[i])) {
		s.words[i] = strings.ToLower(s.words[i])
		i++
	}
	s.verb = i
	if denied := s.denial(i); denied {
		return true
	}
	word := bare(s.words[i])
	if !english.IsVerb(word) || english.IsAlsoNoun(word) && i+1 < len(s.words) && english.OneOf(bare(s.words[i+1]), "of is are was were has had") {
		return false
	}
	if word == "lie" && s.tense == Past {
		return false // lay or lied
	}
	s.put(i, english.Verb(word, s.subject(), s.tense))
	return true
}

// denial handles "Do not open" and "Don't open", where the first verb is "do".
func (s *rewriting) denial(i int) bool {
	word := bare(s.words[i])
	negative := word == "don't" || word == "don’t"
	if word == "do" && i+1 < len(s.words) && bare(s.words[i+1]) == "not" {
		s.put(i, english.Verb("do", s.subject(), s.tense))
		return true
	}
	if negative {
		s.put(i, english.Verb("do", s.subject(), s.tense)+" not")
	}
	return negative
}

func (s *rewriting) rest() bool {
	if s.plain() {
		return !s.coordinatesBe()
	}
	if s.persona.Person == Third || s.tense == Past {
		if !s.coordinated() {
			return false
		}
	}
	if s.tense == Past && !s.subordinate() {
		return false
	}
	for i := s.verb + 1; i < len(s.words); i++ {
		if s.tense == Past && bare(s.words[i]) == "you" && i+1 < len(s.words) && english.IsVerb(bare(s.words[i+1])) {
			return false
		}
		if !s.person(i) {
			return false
		}
	}
	return true
}

func (s *rewriting) coordinatesBe() bool {
	for i := 1; i < len(s.words); i++ {
		if bare(s.words[i]) == "be" && english.OneOf(bare(s.words[i-1]), "and then or but") {
			return true
		}
	}
	return false
}

// coordinated makes further verbs agree: "take the lamp and climb". It refuses
// where the word after "and" could be a thing.
func (s *rewriting) coordinated() bool {
	for i := s.verb + 1; i < len(s.words); i++ {
		s.infinitive = s.infinitive || bare(s.words[i-1]) == "to" && english.IsVerb(bare(s.words[i]))
		joined := english.OneOf(bare(s.words[i-1]), "and then or but")
		comma := strings.HasSuffix(s.words[i-1], ",")
		word := bare(s.words[i])
		switch {
		case !joined && !comma, capital(s.words[i]), english.OneOf(word, determiners), english.OneOf(word, prepositions), english.OneOf(word, "then and or but not"), isAdverb(word):
			continue
		case english.IsVerb(word) && s.infinitive:
			return false
		case english.IsVerb(word) && (!english.IsAlsoNoun(word) || s.opensObject(i)):
			s.put(i, english.Verb(word, s.subject(), s.tense))
		case joined || english.IsVerb(word):
			return false
		}
	}
	return true
}

// opensObject reports whether what follows position i shows a verb there.
func (s *rewriting) opensObject(i int) bool {
	if i+1 == len(s.words) {
		return false
	}
	next := bare(s.words[i+1])
	return english.OneOf(next, determiners) || english.OneOf(next, "to at for into up out away until back off him them me you it")
}

// subordinate moves the verbs of clauses into the past, where it knows them.
func (s *rewriting) subordinate() bool {
	for i := s.verb + 1; i < len(s.words); i++ {
		word := bare(s.words[i])
		if past := english.PastAuxiliary(word); past != "" && !english.IsVerb(bare(s.words[i-1])) {
			s.put(i, past)
			continue
		}
		if english.OneOf(word, clauseMarkers) && !s.pastFollows(i) || english.OneOf(word, "he she they we") && i+1 < len(s.words) && !s.pastFollows(i) {
			return false
		}
	}
	return true
}

// pastFollows reports whether the clause after position i has a verb in the
// past, one that can be moved there, or none ("what to do").
func (s *rewriting) pastFollows(i int) bool {
	for _, w := range s.words[i+1:] {
		word := bare(w)
		if english.PastAuxiliary(word) != "" || english.IsPast(word) || english.OneOf(word, "was were had did could would to") {
			return true
		}
	}
	return false
}

// person replaces the words for the player at position i.
func (s *rewriting) person(i int) bool {
	pro := s.persona.pronouns()
	switch bare(s.words[i]) {
	case "your":
		s.put(i, s.own(pro.Possessive, true))
	case "yours":
		s.put(i, s.own(pro.Absolute, true))
	case "yourself":
		s.put(i, pro.Reflexive)
	case "you":
		return s.you(i, pro)
	case "you're", "you've", "you'll", "you'd", "you’re", "you’ve", "you’ll", "you’d":
		return s.persona.Person == Second
	}
	return true
}

func (s *rewriting) you(i int, pro Pronouns) bool {
	if s.persona.Person == Second {
		return true
	}
	if i+1 == len(s.words) || !startsPredicate(bare(s.words[i+1])) || strings.HasSuffix(s.words[i], ",") {
		s.put(i, s.own(pro.Object, false))
		return true
	}
	s.put(i, s.own(pro.Subject, false))
	subject := english.Subject{Person: s.persona.Person, Plural: bare(s.words[i]) == "they"}
	switch next := bare(s.words[i+1]); {
	case next == "were":
		s.put(i+1, english.Verb("be", subject, Past))
	case next == "are":
		s.put(i+1, english.Verb("be", subject, s.tense))
	case english.IsVerb(next):
		s.put(i+1, english.Verb(next, subject, s.tense))
	}
	return true
}

// own gives the player's name where nothing before it named them.
func (s *rewriting) own(pronoun string, possessive bool) string {
	if s.persona.Person != Third || s.named || s.persona.Name == "" {
		return pronoun
	}
	s.named = true
	if possessive {
		return english.Possessive(s.persona.Name)
	}
	return s.persona.Name
}

func startsPredicate(word string) bool {
	return english.IsVerb(word) || english.IsPast(word) || english.OneOf(word, "are were had did can could will would must should may might never always")
}

// put replaces a word and keeps the signs around it.
func (s *rewriting) put(i int, word string) {
	old := s.words[i]
	core := strings.Trim(old, punctuation)
	at := strings.Index(old, core)
	s.words[i] = old[:at] + word + old[at+len(core):]
}

const (
	punctuation   = `.,;:!?"'()“”…`
	determiners   = "a an the some any no my your his her its our their this that these those one two three it him them nothing everything something everyone someone"
	prepositions  = "in on at by from to of with without under over before after into onto toward towards through across along around behind beside between beyond above below for about against near off up down out"
	clauseMarkers = "who what where when why how whether if until while that which because as since"
)

func bare(word string) string { return strings.ToLower(strings.Trim(word, punctuation)) }

func capital(word string) bool {
	word = strings.TrimLeft(word, punctuation)
	return word != "" && word[0] >= 'A' && word[0] <= 'Z'
}

func isAdverb(word string) bool {
	return len(word) > 4 && strings.HasSuffix(word, "ly") && !english.IsVerb(word) && !english.OneOf(word, "family only early lovely friendly lonely daily reply apply rely supply comply belly assembly") || english.OneOf(word, "just never then simply")
}
