package grammar

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// thither is a line that goes somewhere and asks there, in the words that the form for it has: "up to
// the counting room, and enquire there about the ledger", "at the well, ask about the list".
func (r *Reader) thither(l *line) *line {
	if !r.kinds[action.Go] {
		return nil
	}
	for i := 1; i < len(l.words)-1; i++ {
		n := inquiring.begin(l.words[i:])
		if n == 0 {
			n = r.speakingThere(l, i)
		}
		if n == 0 || i+n >= len(l.words) {
			continue
		}
		s := r.sense(topicField, l, i+n)
		if len(s.entries) == 0 || s.to+trailing(l.words[s.to:], there) != len(l.words) {
			continue
		}
		if place := r.headed(l.typed(0, i)); place != nil {
			return l.with(s.to, len(l.words), nil).with(0, i+n, slices.Concat([]string{"go", "to"}, place, []string{"and", "ask", "about"}))
		}
	}
	return nil
}

// inquiring is what may stand between where somebody goes and what they ask about there.
var inquiring = along(`
	and|to|for|then? then? there? i|we? will? ask|asking|enquire|enquiring|inquire|inquiring there|around? the? people|them|somebody|someone|anyone|anybody|everyone|everybody? there|of? about|after|of|on|into
	and|to|for|then? then? there? i|we? will? see|hear|learn|find|discover|know|finding|hearing|learning out? there? what|whatever|if|whether|anything|something|more|all the? they|people|folk|anyone|anybody|someone|somebody|everyone|everybody|i|is? there? can|might|may? know|knows|say|says|said|tell|tells|think|thinks|heard|hear|remember|remembers|find|learn|discover there|me|us|here|anything|something? about|of|on
	and|to|for|then? then? there? i|we? will? hear|learn|find|discover|know|hearing|learning|finding out? more|something|anything|all? what? i? can? there? about|of|on
`)

// speakingThere is how many words say that somebody who is not here is asked or told there about what
// follows: "to warn the curate about".
func (r *Reader) speakingThere(l *line, at int) int {
	n := speakingTo.begin(l.words[at:])
	if n == 0 {
		return 0
	}
	for i := at + n; i < min(len(l.words), at+n+mostCalled); i++ {
		if english.OneOf(l.words[i], "about after regarding concerning") && i > at+n {
			return i + 1 - at
		}
		if r.nameAt(toField, l, i) > 0 || isPronoun(l.words[i]) || english.OneOf(l.words[i], denying+" and or") {
			break
		}
	}
	return 0
}

const mostCalled = 6 // words that somebody is called by

var speakingTo = along(`
	and|to|then? then? i? ask|question|tell|warn|inform|press|grill
	and|to|then? then? i? speak|talk|chat to|with
`)

var there = split("there|over there|up there|down there")

// headed is the name of the place that somebody goes to, nil where some words say no such thing.
func (r *Reader) headed(typed string) []string {
	l := newLine(typed)
	if n := leading(l.words, split("at|in|on|inside")); n > 0 && r.nameAt(placeField, l, n) == len(l.words)-n {
		return l.words[n:]
	}
	m := r.matching(l, new(int))
	meant := r.read(m)
	if len(meant) == 0 {
		return nil
	}
	one := r.decide(m, meant)
	if !one.Found || one.Action.Kind != action.Go || !one.Action.Topic.None() {
		return nil
	}
	return wordsIn(phrase(one.Action.Place, r.names))
}
