package prose

import (
	"strings"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/prose/grammar"
)

// What sentences are made with is at home in internal/english; skills, which may not
// import that, find it here.
type (
	// Viewpoint is the person a story is told in.
	Viewpoint = english.Viewpoint
	// Tense is when it is told.
	Tense = english.Tense
	// Subject is what a verb agrees with.
	Subject = english.Subject
	// Pronouns are the words that stand for someone.
	Pronouns = english.Pronouns
)

// The viewpoints and tenses there are. Any other text counts as Second and Present.
const (
	First   = english.First
	Second  = english.Second
	Third   = english.Third
	Present = english.Present
	Past    = english.Past
)

// Verb is the form of a verb that agrees with its subject.
func Verb(base string, s Subject, tense Tense) string { return english.Verb(base, s, tense) }

// PastOf is the simple past of a verb: "took", "carried".
func PastOf(base string) string { return english.PastOf(base) }

// Participle is the past participle: "taken", "carried".
func Participle(base string) string { return english.Participle(base) }

// Ing is the present participle: "taking", "lying".
func Ing(base string) string { return english.Ing(base) }

// Article is the indefinite article that the sound of a phrase asks for.
func Article(phrase string) string { return english.Article(phrase) }

// WithArticle gives a thing the determiner it lacks.
func WithArticle(thing string) string { return english.WithArticle(thing) }

// Definite speaks of a thing already known: "a brass key" is "the brass key".
func Definite(thing string) string { return english.Definite(thing) }

// Possessive is the owner's form: "Ines's".
func Possessive(name string) string { return english.Possessive(name) }

// Join lists things as a sentence does: "a, b and c".
func Join(things []string) string { return english.Join(things) }

// SentenceCase makes the first letter a capital.
func SentenceCase(text string) string { return english.SentenceCase(text) }

// MidSentence puts a sentence after other words.
func MidSentence(text string) string { return english.MidSentence(text) }

// EndSentence gives a text the full stop it lacks.
func EndSentence(text string) string { return english.EndSentence(text) }

// Span says a length of story time in words.
func Span(minutes int) string { return english.Span(minutes) }

// Clock says a time of day in words, by the minutes since midnight.
func Clock(minute int) string { return english.Clock(minute) }

// Number writes a small count in words and a larger one in digits.
func Number(n int) string { return english.Number(n) }

// OneOf looks a word up in a list written as one line of text.
func OneOf(word, list string) bool { return english.OneOf(word, list) }

// PronounsFor reads "she", "she/her" and the like; whatever it does not know is "they".
func PronounsFor(text string) Pronouns { return english.PronounsFor(text) }

// PastAuxiliary is the past of an auxiliary verb in the present, "" for any other word.
func PastAuxiliary(word string) string { return english.PastAuxiliary(word) }

// Stem is what the forms of a word in small letters have in common: "carri" of "carried".
func Stem(word string) string { return english.Stem(word) }

// Sentences splits a text after each of its sentences: "Mr." ends none.
func Sentences(text string) []string { return english.Sentences(text) }

// Clean makes foreign text safe to show anywhere; paragraphs stay.
func Clean(text string) string { return plaintext.Clean(text) }

// CleanLine is Clean for what must stay on one line of at most limit characters.
func CleanLine(text string, limit int) string { return plaintext.Line(text, limit) }

// plainApostrophes are those by which words are compared.
func plainApostrophes(text string) string { return strings.ReplaceAll(text, "’", "'") }

// Retell puts a sentence about "you" into the story's person: see [grammar.Retell].
func Retell(text string, p Persona) string {
	return grammar.Retell(text, grammar.Voice(p.normal()))
}
