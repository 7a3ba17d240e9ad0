package prose

import (
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// whole is a place's description as sentences: one that begins with what the place
// is, without a verb, says that the place is it: "A long low shop where ropes hang"
// is "Coad's chandlery is a long low shop where ropes hang".
func whole(description, place string, p Persona) string {
	parts := Sentences(description)
	if len(parts) == 0 || place == "" || !isFragment(parts[0]) {
		return description
	}
	verb := english.Verb("be", english.Subject{Person: Third, Plural: english.LooksPlural(place) && !english.IsPossessive(strings.Fields(place)[0])}, p.normal().Tense)
	parts[0] = english.SentenceCase(place) + " " + verb + " " + english.MidSentence(parts[0])
	return strings.Join(parts, " ")
}

// isFragment reports whether a sentence is the name of a thing with more behind it:
// up to where that begins there is no verb.
func isFragment(sentence string) bool {
	words := strings.Fields(sentence)
	if len(words) < 3 || !english.OneOf(strings.ToLower(words[0]), "a an the one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty thirty forty fifty") {
		return false
	}
	for i, word := range words {
		low := english.Bare(word)
		if i > 1 && (english.OneOf(low, "where that which who whose with of in on at over under above below for from to between beyond near behind built bought reached called known") || strings.HasSuffix(words[i-1], ",") || strings.HasSuffix(words[i-1], ":")) {
			return true
		}
		if i > 1 && isFinite(low) {
			return false
		}
	}
	return true
}

// isFinite reports whether a word looks like the verb of a sentence.
func isFinite(word string) bool {
	return english.OneOf(word, "is are was were has have had do does did can could will would may might must stands lies runs rises looks smells opens leads hangs holds keeps goes comes sits begins ends belongs takes makes gives shows serves stood lay ran rose looked smelled opened led hung held kept went came sat began ended")
}
