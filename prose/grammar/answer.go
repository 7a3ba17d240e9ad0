package grammar

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// Answer finds the one of some actions that somebody means who was asked which, and named
// what only that one has: "the wreck", "about the wreck", "to Ines". It is false for a line
// that fits none of them or several, or that is more than a name: such a line is to be read
// as any other. Who was asked whether they mean the only one may say yes.
func Answer(typed string, among []action.Action, names Names) (action.Action, bool) {
	if unreadable(typed) != "" {
		return action.Action{}, false
	}
	if len(among) == 1 && Agrees(typed) {
		return among[0], true
	}
	r := NewReader(among, names)
	steps := 0
	m := r.matching(newLine(typed), &steps)
	m.end = len(m.words)
	lead := count(m.words, english.Prepositions)
	for m.begin = range min(lead+1, m.end) {
		m.alone()
	}
	var meant []action.Action
	for i := range m.parses {
		for n, a := range among {
			if _, fits := m.fits(&m.parses[i], a, r.owned[n]); fits && !slices.ContainsFunc(meant, a.Equal) {
				meant = append(meant, a)
			}
		}
	}
	if len(meant) != 1 {
		return action.Action{}, false
	}
	return meant[0], true
}

// Agrees reports whether a line says no more than yes.
func Agrees(typed string) bool {
	words := wordsIn(typed)
	return len(words) > 0 && leading(words, yes) == len(words)
}

var yes = bound("(yes/y/yeah/yep/aye/sure/ok/okay/right/exactly/indeed/correct) (please/that/that one/i do/indeed/of course)?|of course|i do|i did|that one|thats it|do it|do that|please do")
