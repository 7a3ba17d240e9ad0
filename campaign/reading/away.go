package reading

import (
	"slices"
	"strings"
)

// What stands behind somebody who is not there, and behind "where" and somebody of whom that is not known,
// in small letters between spaces.
var (
	awayBehind = []string{
		" is outside ", " has been outside ", " is missing ", " has been missing ", " went missing ", " has gone missing ", " is gone ", " has gone to the ", " has gone away ", " has run away ", " ran away ", " has left for ", " sailed for ", " has sailed for ", " has since sailed for ",
		" is not here ", " was not here ", " is not in his bed ", " is not in her bed ", " has vanished ", " vanished ", " has disappeared ", " disappeared ", " has not come back ", " has not come home ", " never came back ", " never came home ", " has not been seen ", " has not been home ",
		" is dead ", " was killed ", " drowned ", " was drowned ", " has drowned ", " died ", " has died ", " is buried ", " was buried ",
	}
	whereBehind = []string{" went ", " is ", " has gone "}
)

// away reports whether the text has somebody elsewhere: outside, gone, missing or dead.
func (t *text) away(e *entity) bool {
	for _, p := range e.phrases {
		s := p.said
		last := s.tokens[p.to-1]
		behind := spaced(s.text[last.At+len(last.Text):])
		begins := func(with string) bool { return strings.HasPrefix(behind, with) }
		if slices.ContainsFunc(awayBehind, begins) || textAt(s.tokens, p.from-1) == "where" && slices.ContainsFunc(whereBehind, begins) {
			return true
		}
	}
	return false
}
