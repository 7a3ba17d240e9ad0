package grammar

import (
	"strings"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// Echo tells a choice, which is written as an imperative, as what the player
// does: "Ask Ines who paid for the oil." becomes "You ask Ines who paid for the
// oil.", "I asked ..." or "Mara asks ...". A choice in quotation marks is said
// aloud. Where English leaves a doubt (is "and water" a drink or a deed?) it
// reports false, and the text is better told in its own words.
func Echo(choice string, v Voice) (sentence string, certain bool) {
	v = v.normal()
	choice = english.WithoutHint(plaintext.Line(choice, 300))
	if speech, ok := quoted(choice); ok {
		return english.Spoken(speech) + " " + subjectOf(v) + " " + english.Verb("say", english.Subject{Person: v.Person, Plural: false}, v.Tense) + ".", true
	}
	parts := english.Sentences(choice)
	for i, part := range parts {
		told, ok := echoSentence(part, v, i > 0)
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
func Retell(text string, v Voice) string {
	v = v.normal()
	if v.Person == english.Second {
		return text
	}
	s := rewriting{voice: v, words: strings.Fields(text), named: false, tense: english.Present}
	for i := range s.words {
		s.person(i)
	}
	return english.SentenceCase(strings.Join(s.words, " "))
}

func subjectOf(v Voice) string {
	if v.Person == english.Third && v.Name != "" {
		return v.Name
	}
	return v.pronouns().Subject
}

func quoted(text string) (string, bool) {
	inside := strings.Trim(text, "\"“”")
	whole := len(text)-len(inside) >= 2 && strings.ContainsAny(text[:1]+text[:min(3, len(text))], "\"“")
	return inside, whole && inside != "" && !strings.ContainsAny(inside, "\"“”") && english.HasAnySuffix(text, "\"", "”") && (text[0] == '"' || strings.HasPrefix(text, "“"))
}

// echoSentence tells one sentence; again, where it is not the first.
func echoSentence(text string, v Voice, again bool) (string, bool) {
	s := rewriting{voice: v, words: strings.Fields(strings.TrimRight(text, ".!?… ")), named: true, tense: v.Tense}
	if len(s.words) == 0 || len(s.words) > 30 || strings.ContainsAny(text, "\"“”:;") && !s.plain() {
		return "", false
	}
	if !s.imperative() || !s.rest() {
		return "", false
	}
	subject := subjectOf(v)
	if again {
		subject = v.pronouns().Subject
	}
	if again && v.Person == english.Third && v.pronouns().Plural {
		return "", false
	}
	return english.SentenceCase(english.EndSentence(subject + " " + strings.Join(s.words, " "))), true
}

// A rewriting turns an imperative's words into a statement's, in place.
type rewriting struct {
	voice      Voice
	tense      english.Tense
	words      []string
	named      bool // the subject's name stands before
	verb       int  // the position of the first verb
	infinitive bool // a "to" and its verb were passed, so a later verb may hang on it
}

// plain: in the second person and the present an imperative is a statement
// already, but for its subject.
func (s *rewriting) plain() bool {
	return s.voice.Person == english.Second && s.tense == english.Present
}

func (s *rewriting) subject() english.Subject {
	return english.Subject{Person: s.voice.Person, Plural: false}
}

// imperative makes the first verb agree; it may stand behind an adverb or a "not".
func (s *rewriting) imperative() bool {
	i := 0
	for i < len(s.words)-1 && english.IsAdverb(english.Bare(s.words[i])) {
		s.words[i] = strings.ToLower(s.words[i])
		i++
	}
	s.verb = i
	if denied := s.denial(i); denied {
		return true
	}
	word := english.Bare(s.words[i])
	if !english.IsVerb(word) || english.IsAlsoNoun(word) && i+1 < len(s.words) && english.OneOf(english.Bare(s.words[i+1]), "of is are was were has had") {
		return false
	}
	if word == "lie" && s.tense == english.Past {
		return false // lay or lied
	}
	s.put(i, english.Verb(word, s.subject(), s.tense))
	return true
}

// denial handles "Do not open" and "Don't open", where the first verb is "do".
func (s *rewriting) denial(i int) bool {
	word := english.Bare(s.words[i])
	negative := word == "don't" || word == "don’t"
	if word == "do" && i+1 < len(s.words) && english.Bare(s.words[i+1]) == "not" {
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
	if s.voice.Person == english.Third || s.tense == english.Past {
		if !s.coordinated() {
			return false
		}
	}
	if s.tense == english.Past && !s.subordinate() {
		return false
	}
	for i := s.verb + 1; i < len(s.words); i++ {
		if s.tense == english.Past && english.Bare(s.words[i]) == "you" && i+1 < len(s.words) && english.IsVerb(english.Bare(s.words[i+1])) {
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
		if english.Bare(s.words[i]) == "be" && english.OneOf(english.Bare(s.words[i-1]), "and then or but") {
			return true
		}
	}
	return false
}

// coordinated makes further verbs agree: "take the lamp and climb". It refuses
// where the word after "and" could be a thing.
func (s *rewriting) coordinated() bool {
	for i := s.verb + 1; i < len(s.words); i++ {
		s.infinitive = s.infinitive || english.Bare(s.words[i-1]) == "to" && english.IsVerb(english.Bare(s.words[i]))
		joined := english.OneOf(english.Bare(s.words[i-1]), "and then or but")
		comma := strings.HasSuffix(s.words[i-1], ",")
		word := english.Bare(s.words[i])
		switch {
		case !joined && !comma, english.IsCapital(s.words[i]), english.OneOf(word, english.Determiners), english.OneOf(word, english.Prepositions), english.OneOf(word, "then and or but not"), english.IsAdverb(word):
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
	next := english.Bare(s.words[i+1])
	return english.OneOf(next, english.Determiners) || english.OneOf(next, "to at for into up out away until back off him them me you it")
}

// subordinate moves the verbs of clauses into the past, where it knows them.
func (s *rewriting) subordinate() bool {
	for i := s.verb + 1; i < len(s.words); i++ {
		word := english.Bare(s.words[i])
		if past := english.PastAuxiliary(word); past != "" && !english.IsVerb(english.Bare(s.words[i-1])) {
			s.put(i, past)
			continue
		}
		if english.OneOf(word, english.ClauseMarkers) && !s.pastFollows(i) || english.OneOf(word, "he she they we") && i+1 < len(s.words) && !s.pastFollows(i) {
			return false
		}
	}
	return true
}

// pastFollows reports whether the clause after position i has a verb in the
// past, one that can be moved there, or none ("what to do").
func (s *rewriting) pastFollows(i int) bool {
	for _, w := range s.words[i+1:] {
		word := english.Bare(w)
		if english.PastAuxiliary(word) != "" || english.IsPast(word) || english.OneOf(word, "was were had did could would to") {
			return true
		}
	}
	return false
}

// person replaces the words for the player at position i.
func (s *rewriting) person(i int) bool {
	pro := s.voice.pronouns()
	switch english.Bare(s.words[i]) {
	case "your":
		s.put(i, s.own(pro.Possessive, true))
	case "yours":
		s.put(i, s.own(pro.Absolute, true))
	case "yourself":
		s.put(i, pro.Reflexive)
	case "you":
		return s.you(i, pro)
	case "you're", "you've", "you'll", "you'd", "you’re", "you’ve", "you’ll", "you’d":
		return s.voice.Person == english.Second
	}
	return true
}

func (s *rewriting) you(i int, pro english.Pronouns) bool {
	if s.voice.Person == english.Second {
		return true
	}
	if i+1 == len(s.words) || !startsPredicate(english.Bare(s.words[i+1])) || strings.HasSuffix(s.words[i], ",") {
		s.put(i, s.own(pro.Object, false))
		return true
	}
	s.put(i, s.own(pro.Subject, false))
	subject := english.Subject{Person: s.voice.Person, Plural: english.Bare(s.words[i]) == "they"}
	switch next := english.Bare(s.words[i+1]); {
	case next == "were":
		s.put(i+1, english.Verb("be", subject, english.Past))
	case next == "are":
		s.put(i+1, english.Verb("be", subject, s.tense))
	case english.IsVerb(next):
		s.put(i+1, english.Verb(next, subject, s.tense))
	}
	return true
}

// own gives the player's name where nothing before it named them.
func (s *rewriting) own(pronoun string, possessive bool) string {
	if s.voice.Person != english.Third || s.named || s.voice.Name == "" {
		return pronoun
	}
	s.named = true
	if possessive {
		return english.Possessive(s.voice.Name)
	}
	return s.voice.Name
}

func startsPredicate(word string) bool {
	return english.IsVerb(word) || english.IsPast(word) || english.OneOf(word, "are were had did can could will would must should may might never always")
}

// put replaces a word and keeps the signs around it.
func (s *rewriting) put(i int, word string) {
	old := s.words[i]
	core := strings.Trim(old, english.Signs)
	at := strings.Index(old, core)
	s.words[i] = old[:at] + word + old[at+len(core):]
}
