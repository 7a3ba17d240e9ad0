package grammar

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// labelOf is what an author, the player or a third party worded, as a choice: one line
// without its full stop; "" where it has no word.
func labelOf(words string) string {
	words = plaintext.Line(head(words), longestSentence)
	if clean(words, longestSentence) == "" {
		return ""
	}
	if strings.HasSuffix(words, ".") && !strings.HasSuffix(words, "..") {
		words = strings.TrimSuffix(words, ".")
	}
	return words
}

// nothingSaid stands for words that are none.
const nothingSaid = "Go on"

// tellWords tells a deed that stands in somebody's words: by the sentence its author
// wrote for it, by an echo of it, else quoted as chosen.
func (s *speaker) tellWords(o action.Outcome) string {
	if told := s.authored(o); told != "" {
		return told
	}
	if told, certain := Echo(labelOf(s.action.Words), s.told()); certain {
		told = strings.TrimRight(joined(told), ".") + how(o.Grade)
		return cut(english.EndSentence(told))
	}
	words := strings.NewReplacer(`"`, "'", "“", "'", "”", "'").Replace(or(labelOf(s.action.Words), nothingSaid))
	before := english.SentenceCase(s.doer.called()+" "+s.phrasal("choose this")+how(o.Grade)) + `: "`
	return before + english.EndSentence(plaintext.Line(words, longestSentence-len([]rune(before))-2)) + `"`
}

// authored is the author's own sentence for what was done, with how it went, or "".
func (s *speaker) authored(o action.Outcome) string {
	if clean(s.action.Told, longestSentence) == "" {
		return ""
	}
	told := Retell(joined(plaintext.Line(head(s.action.Told), longestSentence)), s.told())
	return cut(english.EndSentence(strings.TrimRight(told, ".!… ") + how(o.Grade)))
}

// told is the voice for whoever does it: another than the player is told in the third
// person.
func (s *speaker) told() Voice {
	if s.doer.player {
		return s.voice
	}
	return Voice{Name: s.doer.name, Pronouns: s.doer.pronouns.Subject, Person: english.Third, Tense: s.voice.Tense}
}

// joined makes one sentence of several: "You open it. You look in." is "You open it; you
// look in."
func joined(text string) string {
	parts := english.Sentences(text)
	for i := range parts {
		if i < len(parts)-1 {
			parts[i] = strings.TrimRight(parts[i], ".!?…")
		}
		if i > 0 {
			parts[i] = english.MidSentence(parts[i])
		}
	}
	return english.SentenceCase(strings.Join(parts, "; "))
}

// how it went, as what follows a comma at the end of a deed.
func how(grade action.Grade) string {
	switch grade {
	case action.Failure:
		return noAvail
	case action.Partial:
		return afterAFashion
	}
	return ""
}
