package gbnf

import (
	"strings"
	"unicode/utf8"
)

// Random is a text of the grammar such as a model writes that knows nothing: whoever calls it picks one of n, again and
// again. With more than so many bytes it comes to its end as soon as it can.
func (g *Grammar) Random(most int, pick func(n int) int) string {
	w := &writer{of: g, most: most, pick: pick, least: g.least()}
	w.rule(g.root)
	return w.text.String()
}

// never is how many letters a text has that does not end.
const never = 1 << 29

type writer struct {
	of    *Grammar
	most  int
	pick  func(n int) int
	least []int
	text  strings.Builder
}

func (w *writer) rule(n int) {
	all := w.of.rules[n]
	chosen := all[w.pick(len(all))]
	if w.text.Len() >= w.most {
		for _, other := range all {
			if w.shortest(other) < w.shortest(chosen) {
				chosen = other
			}
		}
	}
	for _, s := range chosen {
		if s.letters != nil {
			w.text.WriteRune(s.letters.pick(w.pick))
		} else {
			w.rule(s.rule)
		}
	}
}

func (w *writer) shortest(all sequence) int { return shortest(all, w.least) }

// shortest is how many letters a sequence has at least, given what rules have.
func shortest(all sequence, least []int) (n int) {
	for _, s := range all {
		if s.letters != nil {
			n = min(n+1, never)
		} else {
			n = min(n+least[s.rule], never)
		}
	}
	return n
}

// least is how many letters the shortest text of each rule has; of one without a whole text, very many.
func (g *Grammar) least() []int {
	least := make([]int, len(g.rules))
	for n := range least {
		least[n] = never
	}
	for changed := true; changed; {
		changed = false
		for n, r := range g.rules {
			for _, alternative := range r {
				if length := shortest(alternative, least); length < least[n] {
					least[n], changed = length, true
				}
			}
		}
	}
	return least
}

// pick is a letter of the class, if one is that can be in a text: often the first or the last of a span, where mistakes are.
func (c *class) pick(pick func(n int) int) rune {
	if c.not {
		for _, r := range []rune{' ', 'a', '"', '\n', 'ü', '灯', utf8.MaxRune, 0, 'b'}[pick(3):] {
			if c.has(r) {
				return r
			}
		}
		r := rune(0)
		for r < utf8.MaxRune && !c.has(r) {
			r++
		}
		return r
	}
	s := c.spans[pick(len(c.spans))]
	to := min(s.to, utf8.MaxRune)
	letter := s.from + rune(pick(int(min(to-s.from, 128))+1))
	if pick(4) == 0 {
		letter = to
	}
	if !utf8.ValidRune(letter) {
		return s.from
	}
	return letter
}
