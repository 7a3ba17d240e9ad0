package gbnf

import (
	"math"
	"unicode/utf8"
)

// Matches reports whether a text is one of the grammar.
func (g *Grammar) Matches(text string) bool {
	m := g.Begin()
	return m.Accept(text) && m.Whole()
}

// A Matcher reads a text letter by letter, as llama.cpp does: it holds all that may come next. It is for one goroutine.
type Matcher struct {
	of   *Grammar
	open []*place // in no order, each with a letter next, or nil: the text may end here
	all  map[place]*place
}

// A place is what is to come of an alternative, and behind that. There is one of each in a matcher.
type place struct {
	rule, alternative, at int
	behind                *place
}

// Begin begins a text.
func (g *Grammar) Begin() *Matcher {
	m := &Matcher{of: g, all: map[place]*place{}}
	m.open = m.advance(g.root, nil, nil, map[*place]bool{})
	return m
}

// Whole reports whether the text may end here.
func (m *Matcher) Whole() bool {
	for _, p := range m.open {
		if p == nil {
			return true
		}
	}
	return false
}

// Accept goes on in the text, by whole characters. Where it does not go on so it reports that, and nothing more is accepted.
func (m *Matcher) Accept(text string) bool {
	if !utf8.ValidString(text) {
		m.open = nil
	}
	for _, r := range text {
		m.accept(r)
	}
	return len(m.open) > 0
}

func (m *Matcher) accept(r rune) {
	var next []*place
	seen := map[*place]bool{}
	for _, p := range m.open {
		if p != nil && m.symbol(p).letters.has(r) {
			next = m.follow(m.behind(p), next, seen)
		}
	}
	m.open = next
}

func (m *Matcher) symbol(p *place) symbol { return m.of.rules[p.rule][p.alternative][p.at] }

// behind is where it goes on behind a symbol.
func (m *Matcher) behind(p *place) *place {
	if p.at+1 < len(m.of.rules[p.rule][p.alternative]) {
		return m.place(place{p.rule, p.alternative, p.at + 1, p.behind})
	}
	return p.behind
}

func (m *Matcher) place(p place) *place {
	made := m.all[p]
	if made == nil {
		made = &p
		m.all[p] = made
	}
	return made
}

// follow adds the places with a letter next that a place leads to.
func (m *Matcher) follow(p *place, to []*place, seen map[*place]bool) []*place {
	if seen[p] {
		return to
	}
	seen[p] = true
	if p == nil || m.symbol(p).letters != nil {
		return append(to, p)
	}
	return m.advance(m.symbol(p).rule, m.behind(p), to, seen)
}

// advance adds those that a rule begins with.
func (m *Matcher) advance(rule int, behind *place, to []*place, seen map[*place]bool) []*place {
	for i, alternative := range m.of.rules[rule] {
		first := behind
		if len(alternative) > 0 {
			first = m.place(place{rule, i, 0, behind})
		}
		to = m.follow(first, to, seen)
	}
	return to
}

// Longest is how many bytes the longest text has, at most; false where there is no bound.
func (g *Grammar) Longest() (bytes int, bounded bool) {
	lengths := make([]int, len(g.rules))
	var longest func(n int) int
	longest = func(n int) int {
		if lengths[n] != 0 {
			return lengths[n] - 1
		}
		lengths[n] = endless + 1 // of what is in itself
		most := 0
		for _, alternative := range g.rules[n] {
			length := 0
			for _, s := range alternative {
				if s.letters != nil {
					length = min(length+s.letters.widest(), endless)
				} else {
					length = min(length+longest(s.rule), endless)
				}
			}
			most = max(most, length)
		}
		lengths[n] = most + 1
		return most
	}
	if most := longest(g.root); most < endless {
		return most, true
	}
	return 0, false
}

const endless = math.MaxInt32

// widest is how many bytes the letter of a class has that has most.
func (c *class) widest() int {
	if c.not {
		return utf8.UTFMax
	}
	most := 0
	for _, s := range c.spans {
		if size := utf8.RuneLen(min(s.to, utf8.MaxRune)); size > 0 {
			most = max(most, size)
		} else {
			most = 3 // up to a surrogate
		}
	}
	return most
}

// Size is how many rules llama.cpp makes of the grammar, and how many symbols they have.
func (g *Grammar) Size() (rules, symbols int) {
	for _, r := range g.rules {
		for _, alternative := range r {
			symbols += len(alternative)
		}
	}
	return len(g.rules), symbols
}

// Ends reports whether whoever writes by the grammar can come to an end, whatever was written: no rule has itself in all that
// it may be.
func (g *Grammar) Ends() bool { return len(g.hopeless()) == 0 }

// hopeless are the rules, by their names, of which there is no whole text: whoever writes one never comes to an end.
func (g *Grammar) hopeless() map[string]bool {
	all := map[string]bool{}
	for n, ends := range g.grow(func(s symbol, ends []bool) bool { return s.letters != nil || ends[s.rule] }) {
		if !ends {
			all[g.names[n]] = true
		}
	}
	return all
}
