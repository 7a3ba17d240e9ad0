package grammar

import (
	"strings"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// Topic is a thread's title as it stands after "about": "Why is the Tooth dark?" is
// "why the Tooth is dark", "The tower is cold" is "the tower". It is "" for a question
// that cannot be said so.
func Topic(title string) string {
	words := strings.Fields(clean(title, longestTitle))
	switch {
	case len(words) == 0:
		return ""
	case english.IsQuestionWord(strings.ToLower(words[0])):
		return english.Indirect(words)
	case endsAsking(title):
		return ""
	}
	for i, w := range words {
		if i > 0 && english.OneOf(english.Bare(w), "is are was were has had have will can must") {
			words = words[:i]
			break
		}
	}
	return english.MidSentence(strings.Trim(strings.Join(words, " "), signs))
}

func endsAsking(title string) bool {
	return strings.Contains(title, "?") && strings.HasSuffix(plaintext.Line(head(title), longestTitle), "?")
}
