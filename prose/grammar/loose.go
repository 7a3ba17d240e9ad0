package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// Who asks somebody a question of their own asks about the one thing in it that has a name:
// "Ned, who had the ice axe on Tuesday night?" is to ask Ned about the ice axe. So is what
// somebody is told in a sentence. That is read last, since much else may be said there.

// loosely reads a line in which somebody is asked or told something in words of the player's own
// that name one topic.
func (r *Reader) loosely(l *line) []action.Action {
	if !plainText(l) || slices.ContainsFunc(l.words, func(w string) bool { return english.OneOf(w, unsaying) }) {
		return nil
	}
	steps := 0
	ways := r.variants(l)
	if mended := r.mended(l); mended != nil {
		ways = append(ways, r.variants(mended)...)
	}
	for _, v := range ways {
		asked := v
		if n := r.nameAt(toField, v, 0); n > 0 && n < len(v.words) && v.parted(n) && english.IsQuestionWord(v.words[n]) {
			asked = v.with(0, 0, []string{"ask"})
		}
		m := r.matching(asked, &steps)
		m.loose = true
		all := slices.DeleteFunc(m.read(), func(one meaning) bool {
			return one.parse.pattern == nil || one.action.Kind != action.Ask && one.action.Kind != action.Tell && one.action.Kind != action.Press
		})
		var may []action.Action
		for _, one := range all {
			if !slices.ContainsFunc(may, one.action.Equal) {
				may = append(may, one.action)
			}
		}
		if len(may) > 0 {
			return may
		}
	}
	return nil
}

// mentions is the one topic that a clause of somebody's own names, from a word to another, or -1:
// no word but one that only describes may stand before a part of a name, since that may be
// another's.
func (m *matching) mentions(from, to int) int {
	if !english.IsQuestionWord(m.words[from]) && !english.OneOf(m.words[from], "that if whether") {
		return -1
	}
	only := -1
	for i := from; i < to; {
		w := m.words[i]
		if english.OneOf(w, "not dont never no nothing without or and then but nobody") || strings.ContainsAny(w, "0123456789") {
			return -1
		}
		s := m.reader.sense(topicField, m.line, i)
		if len(s.entries) != 1 || s.to > to || s.how > partly {
			i++
			continue
		}
		if only >= 0 && only != s.entries[0] {
			return -1
		}
		if before := m.words[i-min(i, 1)]; s.how > exactly && !english.OneOf(before, slight) && !isPreposition(before) && !isModifier(before) && !english.IsVerb(before) && !english.IsPast(before) {
			return -1
		}
		only, i = s.entries[0], s.to
	}
	return only
}

// greeted is a line that greets somebody and goes on with a few words that ask for nothing: to
// talk with them.
func (r *Reader) greeted(l *line, all []clause) *line {
	n := leading(l.words, hailings)
	if n == 0 {
		return nil
	}
	at := n
	for at < len(l.words) && english.OneOf(l.words[at], "to you my dear there") {
		at++
	}
	s := r.sense(toField, l, at)
	if len(s.entries) != 1 || !l.parted(s.to) {
		return nil
	}
	for _, c := range all {
		if c.to <= s.to {
			continue
		}
		words := l.words[max(c.from, s.to):c.to]
		if len(words) > 5 || len(words) > 0 && (len(patterns().by[words[0]]) > 0 && english.IsVerb(words[0]) || r.concerns(l, max(c.from, s.to), c.to)) {
			return nil
		}
	}
	return newLine("talk to " + l.typed(s.from, s.to))
}

var hailings = bound("good (morrow/morning/day/afternoon/evening/night)|hello (there)?|hi (there)?|hey|greetings|well met|how do you do")
