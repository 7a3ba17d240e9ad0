package grammar

import "github.com/narratoria/narratoria/internal/english"

// helping is a line that asks for help to do something about a matter, as one that asks for help
// with it: "help me get to the bottom of the black ledger", "a hand finding out about Matty".
func (r *Reader) helping(l *line) *line {
	for i := 0; i+2 < len(l.words); i++ {
		if !english.OneOf(l.words[i], "help helping assist aid assistance hand") {
			continue
		}
		at := i + 1
		me := at < len(l.words) && english.OneOf(l.words[at], "me us")
		if me {
			at++
		}
		n := working.begin(l.words[at:])
		if n == 0 || at+n >= len(l.words) || r.nameAt(topicField, l, at+n) == 0 {
			continue
		}
		made := l.with(at, at+n, []string{"with"})
		if !me && l.words[i] != "assistance" && l.words[i] != "hand" {
			made = made.with(i, i+1, []string{"help", "me"})
		}
		return made
	}
	return nil
}

// working is what somebody wants help to do about a matter.
var working = along(`
	out? to|in|with|by|and? find|finding|figure|figuring|work|working|sort|sorting|puzzle|puzzling|make|making out more|something|anything|all|everything? what? i? can? about|on?
	out? to|in|with|by|and? get|getting to the bottom|root|heart of
	out? to|in|with|by|and? make|making sense of
	out? to|in|with|by|and? solve|solving|crack|cracking|untangle|unravel|discover|discovering|understand|understanding|investigate|settle|settling|clear|uncover|uncovering|learn|learning|know|knowing|explain|trace|tracing up? more|something|all? about|of?
	out? to|in|with|by|and? look|looking|dig|digging into
	out? on|over|regarding|concerning
	in the matter|business|affair of
`)
