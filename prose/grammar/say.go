package grammar

import (
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// Say is an action as a choice, an imperative without a stop: "Ask Ines Vane about the
// ninth grave". What an author, the player or a third party worded is said in their words.
// It is one line of at most 240 characters and never empty.
func Say(a action.Action, names Names) string {
	return english.SentenceCase(plaintext.Line(say(a, names), longestSentence))
}

func say(a action.Action, names Names) string {
	if worded(a.Kind) {
		return or(labelOf(a.Words), nothingSaid)
	}
	return newSpeaker(a, names, Voice{}, imperative).deed(verbOf(a.Kind).forms())
}

// worded reports whether what is done stands in the action's own words.
func worded(kind action.Kind) bool { return len(verbOf(kind).said) == 0 }
