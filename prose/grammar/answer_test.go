package grammar_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose/grammar"
)

// Whoever is asked which of several actions they mean names what sets one apart; a line
// that names what several have, or anything else, is no answer.
func TestAnswer(t *testing.T) {
	among := []action.Action{
		about(oil, by(action.Ask, ines)), about(grave, by(action.Ask, ines)), about(oil, by(action.Ask, tobias)),
		with(coin, by(action.Give, tobias)), at(chapel, by(action.Go)),
	}
	for line, want := range map[string]string{
		"the grave": "ask:ines#grave", "about the ninth grave": "ask:ines#grave", "GRAVE.": "ask:ines#grave", "the coin": "give:tobias:coin", "chapel": "go:chapel", "to the chapel": "go:chapel",
		"ines": "", "the oil": "", "tobias": "", "": "", "about": "", "the": "", "1": "", "her": "", "him": "", "the wreck": "", "go to the chapel": "", "ask ines about the grave": "", "grave now": "",
		"the grav": "", "the grave\x00": "", "могила": "", strings.Repeat("grave ", 1<<18): "",
	} {
		a, found := grammar.Answer(line, among, names)
		if found != (want != "") || found && a.ID() != want {
			t.Errorf("%.40q is %q (%v), want %q", line, a.ID(), found, want)
		}
	}
	for line, want := range map[string]bool{"yes": true, "Y": true, "Yes, please.": true, "do it": true, "no": false, "yes and no": false, "yes, talk to ines": false, "the chapel": true} {
		if _, found := grammar.Answer(line, among[4:], names); found != want {
			t.Errorf("of one: %q is an answer: %v", line, found)
		}
		if _, found := grammar.Answer(line, among[:2], names); found {
			t.Errorf("of two: %q is an answer", line)
		}
	}
	if a, found := grammar.Answer("the grave", nil, names); found {
		t.Errorf("among none: %q", a.ID())
	}
}
