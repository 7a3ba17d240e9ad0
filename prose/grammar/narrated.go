package grammar

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// narrated is a line that tells of the player as a story would, as what they do: "The detective asks
// Nick about the bed" is "ask Nick about the bed". Nobody who may be meant is the subject: what
// somebody else does is no deed of the player's.
func (r *Reader) narrated(l *line) *line { return told(l, r.protagonist(l)) }

// told is a line without its first words, which are the subject of what follows, as an order; nil where
// nothing follows that is told.
func told(l *line, subject int) *line {
	n := subject
	if n == 0 {
		return nil
	}
	for n < len(l.words) && (english.IsAdverb(l.words[n]) || english.OneOf(l.words[n], "then now just also")) {
		n++
	}
	if n >= len(l.words) || order(l.words[n]) == "" {
		return nil
	}
	text := l.text
	for i := len(l.words) - 1; i > n; i-- {
		if english.OneOf(l.words[i-1], "and then") && order(l.words[i]) != "" {
			text = text[:l.begins[i]] + order(l.words[i]) + text[l.ends[i]:]
		}
	}
	return newLine(text[l.begins[subject]:l.begins[n]] + order(l.words[n]) + text[l.ends[n]:])
}

// order is the verb that a word tells of somebody as an order has it, "" for any other word.
func order(word string) string {
	if !strings.HasSuffix(word, "s") || english.IsVerb(word) {
		return ""
	}
	for _, of := range english.Bases(word) {
		if english.IsVerb(of) && english.ThirdSingular(of) == word {
			return of
		}
	}
	return ""
}

// ofSomebody reads a line that tells of somebody whom nobody knows here, "Mara goes to the quay", or of
// whoever a pronoun is for that nobody here has: it may be the player. So it is asked back.
func (r *Reader) ofSomebody(l *line) Reading {
	n := 0
	for n < min(2, len(l.words)) && english.IsCapital(l.typed(n, n+1)) && !r.knows(l.words[n]) && !english.IsAdverb(l.words[n]) {
		n++
	}
	if english.OneOf(l.words[0], "he she they") && r.index[toField].ofSubject(l.words[0]) == 0 {
		n = 1
	}
	if n == 0 || l.text == strings.ToUpper(l.text) {
		return Reading{}
	}
	made := told(l, n)
	if made == nil && l.words[0] == "they" {
		made = l.with(0, 1, nil)
	}
	if made == nil {
		return Reading{}
	}
	one := r.Read(made.text)
	if one.Found {
		return Reading{Among: []action.Action{one.Action}}
	}
	return Reading{Among: one.Among}
}

// protagonist is how many words at the beginning of a line name whoever plays, 0 where they may name
// somebody else.
func (r *Reader) protagonist(l *line) int {
	if noun, known := r.names.Noun(action.Player); known {
		for _, name := range []string{noun.Text, english.ShortName(noun.Text)} {
			if words := wordsIn(name); len(words) > 0 && len(words) < len(l.words) && english.IsCapital(name) && l.span(0, len(words)) == strings.Join(words, " ") {
				return len(words)
			}
		}
	}
	if len(l.words) < 4 || !english.OneOf(l.words[0], "the our my a") || !english.OneOf(l.words[1], protagonists) || r.nameAt(toField, l, 0) > 0 || r.nameAt(topicField, l, 0) > 0 {
		return 0
	}
	return 2
}

const protagonists = "player hero heroine protagonist detective investigator sleuth inspector visitor stranger traveller traveler newcomer pilgrim adventurer narrator wanderer outsider character guest friend"
