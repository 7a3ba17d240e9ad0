package grammar

import (
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// How much of foreign text stands in a sentence, in characters. A longer text ends at
// a word.
const (
	longestName     = 60
	longestTitle    = 120
	longestWords    = 160
	longestSentence = 240
)

// clean is foreign text as it may stand in a sentence: one line without quotation marks
// and braces, without signs at its ends, no second sentence begun in it; "" where it has
// no word.
func clean(text string, limit int) string {
	bare := strings.Trim(text, signs)
	if isPlain(bare) && len(text) <= limit {
		return strings.Trim(onceDetermined(bare), signs)
	}
	return cleanForeign(text, limit)
}

// cleanForeign is clean for whatever text there may be.
func cleanForeign(text string, limit int) string {
	text = plaintext.Line(unmarked.Replace(plaintext.Line(head(text), limit)), limit)
	text = strings.Trim(onceDetermined(strings.Trim(oneSentence(text), signs)), signs)
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return text
}

const signs = " .,;:!?'’-–—*~"

// head is as much of a foreign text as is looked at.
func head(text string) string { return text[:min(len(text), longestLooked)] }

const longestLooked = 4000 // bytes

var unmarked = strings.NewReplacer(`"`, "", "“", "", "”", "", "„", "", "«", "", "»", "", "`", "", "{", "", "}", "", "[", "", "]", "", "|", "", "<", "", ">", "")

// isPlain reports whether a text is letters, digits and single spaces of ASCII alone, with
// signs that end no sentence among them. Most names and titles are, and need no cleaning.
func isPlain(text string) bool {
	was, said := false, false
	for i := range len(text) {
		letter := text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= '0' && text[i] <= '9'
		if !letter && (text[i] != ' ' || !was) && strings.IndexByte("',;:-", text[i]) < 0 {
			return false
		}
		was, said = text[i] != ' ', said || letter
	}
	return said && was
}

// oneSentence takes out the stops that end a sentence before the last one.
func oneSentence(text string) string {
	parts := english.Sentences(text)
	for i := range len(parts) - 1 {
		parts[i] = strings.TrimRight(parts[i], ".!?…")
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// onceDetermined leaves one article where several stand together, "the a lamp", and none at
// the end.
func onceDetermined(text string) string {
	for last := lastWord(text); isArticle(last); last = lastWord(text) {
		text = strings.TrimRight(strings.TrimSuffix(text, last), " ")
	}
	if !determinedTwice(text) {
		return text
	}
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); {
		if isArticle(words[i]) && isArticle(words[i+1]) {
			words = slices.Delete(words, i+1, i+2)
			continue
		}
		i++
	}
	return strings.Join(words, " ")
}

func determinedTwice(text string) bool {
	before := false
	for word := range strings.FieldsSeq(text) {
		is := isArticle(word)
		if is && before {
			return true
		}
		before = is
	}
	return false
}

func isArticle(word string) bool {
	return strings.EqualFold(word, "the") || strings.EqualFold(word, "a") || strings.EqualFold(word, "an") || strings.EqualFold(word, "some")
}

func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

const articles = "a an the some"

// phrase is what a thing is called inside a sentence.
func phrase(r action.Ref, names Names) string {
	noun, _ := names.Noun(r)
	return phraseOf(r, noun)
}

func phraseOf(r action.Ref, noun Noun) string {
	switch r.Kind {
	case action.Person, action.Faction:
		return or(known(clean(noun.Text, longestName)), "somebody")
	case action.Place:
		return or(known(english.MidSentence(clean(noun.Text, longestName))), "somewhere")
	case action.Item:
		return or(english.Definite(english.MidSentence(clean(noun.Text, longestName))), "something")
	case action.Thread:
		return or(Topic(noun.Text), or(title(noun.Text), "something"))
	}
	return or(english.MidSentence(clean(noun.Text, longestTitle)), "something")
}

// known speaks of somebody or a place already known: "a fisherman" is "the fisherman",
// and so is "fisherman"; a name stays.
func known(text string) string {
	first := strings.ToLower(english.FirstWord(text))
	switch {
	case text == "", english.OneOf(first, "a an some the"):
		return english.Definite(strings.ToLower(text[:len(first)]) + text[len(first):])
	case unicode.IsLower([]rune(text)[0]) && !english.IsDeterminer(first) && !english.IsPossessive(first):
		return "the " + text
	}
	return text
}

// title is a thread's title as it stands, with the sign of a question that it ends in.
func title(text string) string {
	bare := clean(text, longestTitle)
	if bare != "" && endsAsking(text) {
		return bare + "?"
	}
	return bare
}

// isQuestion reports whether a topic is an indirect question: "who oiled the lock".
func isQuestion(topic string) bool {
	first, rest, _ := strings.Cut(topic, " ")
	return rest != "" && english.IsQuestionWord(strings.ToLower(first))
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
