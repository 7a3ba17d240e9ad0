package world

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose"
)

// Paragraphs are those of a Markdown text, headings left out.
func Paragraphs(body string) []string {
	var all []string
	for part := range strings.SplitSeq(body, "\n\n") {
		part = strings.TrimSpace(part)
		if part == "" || strings.HasPrefix(part, "#") {
			continue
		}
		all = append(all, strings.Join(strings.Fields(part), " "))
	}
	return all
}

// ToPlayer turns an author's note on the player into what the player reads:
// "The player meets Merlin" becomes "You meet Merlin".
func (w *World) ToPlayer(note string) string { return w.players.of(note, secondPerson) }

func secondPerson(text string) string {
	var sentences []string
	for _, sentence := range splitSentences(text) {
		sentences = append(sentences, retellPlayer(sentence))
	}
	return strings.Join(sentences, " ")
}

func splitSentences(text string) []string {
	return prose.Sentences(strings.Join(strings.Fields(text), " "))
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || r == '\'' || r == '’' }

// retellPlayer turns "the player's" into "your" and "the player meets" into "you
// meet".
func retellPlayer(sentence string) string {
	words := strings.Split(sentence, " ")
	var out []string
	for i := 0; i < len(words); i++ {
		if i+1 >= len(words) || !strings.EqualFold(words[i], "the") {
			out = append(out, words[i])
			continue
		}
		bare := strings.TrimRight(words[i+1], ".,;:!?")
		tail := words[i+1][len(bare):]
		switch strings.ToLower(bare) {
		case "player's", "player’s":
			out = append(out, likeCase(words[i], "your")+tail)
			i++
		case "player":
			out = append(out, likeCase(words[i], "you")+tail)
			i++
			if tail == "" && i+1 < len(words) {
				i++
				out = append(out, baseForm(words[i]))
				further(words[i+1:])
			}
		default:
			out = append(out, words[i])
		}
	}
	return strings.Join(out, " ")
}

// further puts what else the player does, behind "and", "or", "but" and "then", in
// the form that "you" has, as long as nobody else may be meant by it.
func further(words []string) {
	for i, word := range words {
		if prose.OneOf(strings.ToLower(strings.Trim(word, sentenceSigns)), "who that which while as because if when where whose") {
			return
		}
		if i > 0 && prose.OneOf(words[i-1], "and or but then") {
			bare := strings.TrimRight(word, sentenceSigns)
			if base := baseForm(bare); base != bare && (prose.OneOf(base, "are were have do") || english.IsVerb(base)) {
				words[i] = base + word[len(bare):]
			}
		}
	}
}

// likeCase writes a word large where the one it stands for was.
func likeCase(model, word string) string {
	if model != "" && unicode.IsUpper([]rune(model)[0]) {
		return prose.SentenceCase(word)
	}
	return word
}

// baseForm is a verb in the third person as "you" has it; any other word stays.
func baseForm(word string) string {
	bare := strings.TrimRight(word, ".,;:!?")
	tail := word[len(bare):]
	switch {
	case bare == "is":
		return "are" + tail
	case bare == "was":
		return "were" + tail
	case len(bare) < 3 || english.HasAnySuffix(bare, "ss", "us"):
		return word
	}
	return english.BaseOf(bare) + tail
}

func capitalWord(word string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, sentenceSigns))
	return unicode.IsUpper(r)
}
