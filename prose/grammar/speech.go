package grammar

import (
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
)

// spoken is what somebody says in quotation marks, as it is said to them: `"I know about the
// oil," I tell Honor` is "Honor, I know about the oil". Who is only told to do something is
// not read so: nothing but what can be said to somebody is.
func (r *Reader) spoken(l *line) *line {
	said := l.quoted()
	if said == nil || l.speech {
		return nil
	}
	var around []string
	made := l
	for i := len(l.words) - 1; i >= 0; i-- {
		if !said[i] {
			around = append([]string{l.words[i]}, around...)
			made = made.with(i, i+1, nil)
		}
	}
	whom, says := r.saying(newLine(strings.Join(around, " ")))
	if !says || len(made.words) == 0 {
		return nil
	}
	made = made.with(0, 0, whom)
	made.speech = true
	return made
}

// saying is whom some words say that something is said to, and whether they say so: "I
// ask", "I turn to Peder and say".
func (r *Reader) saying(l *line) (whom []string, says bool) {
	if made := r.opened(l); made != nil {
		l = made
	}
	at := leading(l.words, split("i|you|and i|then i"))
	verb := leading(l.words[at:], speaking)
	if verb == 0 {
		return nil, false
	}
	at += verb
	at += max(leading(l.words[at:], anywhere), leading(l.words[at:], quietly))
	at += leading(l.words[at:], split("to|at|of"))
	if at == len(l.words) {
		return nil, true
	}
	n := r.nameAt(toField, l, at)
	end := at + n
	end += max(leading(l.words[end:], anywhere), leading(l.words[end:], quietly))
	if n == 0 && len(l.words) == at+1 && isPronoun(l.words[at]) && l.words[at] != "it" {
		n, end = 1, at+1
	}
	return l.words[at : at+n], n > 0 && end == len(l.words)
}

// stated is what somebody says to somebody that is no question and no order, as what they tell them:
// "Lucan, the Sister has two pages open" is "tell Lucan that she has".
func (r *Reader) stated(l *line) *line {
	if !l.speech || strings.Contains(l.text, "?") {
		return nil
	}
	n := r.nameAt(toField, l, 0)
	if n == 0 || n+2 >= len(l.words) || isPronoun(l.words[0]) {
		return nil
	}
	if m := r.nameAt(toField, l, n); m > 0 && n+m+2 < len(l.words) && l.parted(n+m) {
		n += m // whom it is said to, and said so again
	}
	if !english.OneOf(l.words[n], "whoever whatever there the a an my his her their nobody somebody someone") && r.nameAt(topicField, l, n) == 0 || !r.isStatement(l, n, len(l.words)) && l.words[n] != "whoever" {
		return nil
	}
	made := l.with(n, n, []string{"that"}).with(0, 0, []string{"tell"})
	made.speech = false
	return made
}

// quoted tells of each word of a line whether it stands in quotation marks, nil where none
// does or a mark is missing.
func (l *line) quoted() []bool {
	said := make([]bool, len(l.words))
	open, any, at := false, false, 0
	mark := func(until int) {
		for ; at < len(l.words) && l.begins[at] < until; at++ {
			said[at] = open
			any = any || open
		}
	}
	for i, c := range l.text {
		if !l.isMark(i, c, open) {
			continue
		}
		mark(i)
		open = !open
	}
	if open || !any {
		return nil
	}
	return said
}

// isMark reports whether a sign is a quotation mark, and no apostrophe: a single one begins
// where a word may, and ends behind the stop of what was said.
func (l *line) isMark(at int, c rune, open bool) bool {
	switch {
	case strings.ContainsRune(`"“”`, c):
		return true
	case !strings.ContainsRune("'‘’", c):
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(l.text[:at])
	if open {
		return strings.ContainsRune(".,!?…", before)
	}
	return at == 0 || before == ' '
}

var speaking = bound("say|tell|ask|whisper|shout|reply|answer|call out|call|murmur|mutter|says|asks|tells|exclaim|inquire|enquire|greet|want to know|wonder|begin|add|continue")

// wondered is a line that first says what somebody wants to know: "I wonder what Honor knows
// about the oil, so I ask her", "What are those numbers? I go and read them".
func (r *Reader) wondered(l *line) *line {
	if n := leading(l.words, split("i wonder|wonder|i want to know|i would like to know")); n > 0 {
		if end := len(l.words) - trailing(l.words, asks); end < len(l.words) && end > n {
			return l.with(end, len(l.words), nil).with(0, n, []string{"ask"})
		}
	}
	n, last := leading(l.words, split("what (is/are)|who (is/are)|i (see/notice/spot)|there (is/are)")), len(l.words)-1
	if n == 0 || !english.OneOf(l.words[last], "it them him her") {
		return nil
	}
	for i := n + 1; i < last; i++ {
		if !l.parted(i) {
			continue
		}
		deed := skipped(l.words, i)
		if deed >= last || !english.IsVerb(l.words[deed]) {
			return nil
		}
		return l.with(last, last+1, l.words[n:i]).with(0, deed, nil)
	}
	return nil
}

var asks = bound("(so i/and i/and so i/i) (ask/will ask/shall ask) (her/him/them)|(so i/and so i) ask|and ask (her/him/them)")
