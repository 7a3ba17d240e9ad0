package grammar

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// sought is a line that wants to find out something about the matter of a thread, as one that looks
// into that: "find out where the trolley went". Who else is named, or what else, makes it another.
func (r *Reader) sought(l *line) *line {
	at := skipped(l.words, 0)
	n := finding.begin(l.words[at:])
	if n == 0 || !r.kinds[action.Pursue] || at+n >= len(l.words) || !english.OneOf(l.words[at+n], "what who whose where when why how whether if") || len(l.words)-at-n > longestSought {
		return nil
	}
	var of sense
	for i := at + n; i < len(l.words); {
		s := r.sense(threadField, l, i)
		if len(s.entries) == 1 && s.how <= partly {
			if len(of.entries) > 0 && of.entries[0] != s.entries[0] {
				return nil
			}
			of, i = s, s.to
			continue
		}
		if w := l.words[i]; english.OneOf(w, denying) && i > at+n || r.nameAt(toField, l, i)+r.nameAt(itemField, l, i)+r.nameAt(placeField, l, i) > 0 || english.OneOf(w, "his her their you your i my and or then") || isPronoun(w) {
			return nil
		}
		i++
	}
	if len(of.entries) == 0 {
		return nil
	}
	return l.with(at, len(l.words), slices.Concat([]string{"look", "into"}, l.words[of.from:of.to]))
}

const longestSought = 8 // words of a question

// finding is what may stand before a question that somebody wants to find the answer to.
var finding = along(`
	find|work|figure|puzzle|make|suss out
	discover|learn|establish|determine|investigate|uncover
	know
	to know
	get to the bottom of
	look into
`)
