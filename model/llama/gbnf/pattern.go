package gbnf

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// The bounds of what is made of a pattern.
const (
	mostInstructions = 1000
	mostStates       = 1000
)

// pattern is a string with a match of a pattern somewhere in it. A machine that reads it letter by letter is in one of a few
// states after each of them, and each state is a rule:
//
//	state0 ::= [a-z] state1 | "\\n" state0       the text cannot end here
//	state1 ::= [a-z] state1 | ""                 it can
func (m *maker) pattern(text string, least, most int, at string) (string, error) {
	key := fmt.Sprint(least, most, text)
	if name := m.patterns[key]; name != "" {
		return name, nil
	}
	states, err := machineOf(text, m.step)
	if err != nil {
		return "", unknown(at, "has a pattern of which no grammar is made: %v", err)
	}
	if !m.step(len(states) * len(states)) {
		return "", unknown(at, "has a pattern of which no grammar is made: %v", errMachine)
	}
	if shortest, longest := lengths(states); shortest < least || most >= 0 && (longest < 0 || longest > most) {
		if states, err = counted(states, least, most); err != nil {
			return "", unknown(at, "has a pattern and a bound of its length of which no grammar is made: %v", err)
		}
	}
	alive := productive(states)
	if !alive[0] {
		return "", unknown(at, "has a pattern that no text fits")
	}
	names := make([]string, len(states))
	for n := range states {
		if alive[n] {
			names[n] = m.fresh("state")
		}
	}
	for n, s := range states {
		if !alive[n] {
			continue
		}
		var all []string
		for _, e := range s.edges {
			if letter := written(e.letters); alive[e.to] && letter != "" {
				all = append(all, letter+" "+names[e.to])
			}
		}
		if s.ends {
			all = append(all, `""`)
		}
		if _, err := m.rule(names[n], strings.Join(all, " | ")); err != nil {
			return "", err
		}
	}
	m.patterns[key] = names[0]
	return names[0], nil
}

// A state is where a machine is between two letters. The first of a machine is where it begins.
type state struct {
	ends  bool // the text may end here
	edges []edge
}

type edge struct {
	letters []span
	to      int
}

// productive are the states from which the text can come to an end.
func productive(states []state) []bool {
	alive := make([]bool, len(states))
	for changed := true; changed; {
		changed = false
		for n := len(states) - 1; n >= 0; n-- {
			if !alive[n] && (states[n].ends || slices.ContainsFunc(states[n].edges, func(e edge) bool { return alive[e.to] })) {
				alive[n], changed = true, true
			}
		}
	}
	return alive
}

// lengths are how many letters the shortest text has that a machine takes, and the longest; -1 where there is none.
func lengths(states []state) (shortest, longest int) {
	alive := productive(states)
	shortest, longest = -1, 0
	for at, length := map[int]bool{0: true}, 0; ; length++ {
		next := map[int]bool{}
		for n := range at {
			if states[n].ends {
				longest = length
				if shortest < 0 {
					shortest = length
				}
			}
			for _, e := range states[n].edges {
				if alive[e.to] {
					next[e.to] = true
				}
			}
		}
		if len(next) == 0 {
			return shortest, longest
		}
		if length > len(states) {
			return shortest, -1
		}
		at = next
	}
}

// counted is a machine that counts the letters beside, as far as that matters.
func counted(states []state, least, most int) (all []state, err error) {
	type place struct{ state, count int }
	last := max(least, most+1) // where more letters make no difference, or are too many
	number := map[place]int{}
	var open []place
	find := func(p place) int {
		n, is := number[p]
		if !is {
			n = len(open)
			number[p] = n
			open = append(open, p)
		}
		return n
	}
	find(place{})
	for i := 0; i < len(open); i++ {
		if len(open) > mostStates {
			return nil, errMachine
		}
		p := open[i]
		made := state{ends: states[p.state].ends && p.count >= least}
		if most < 0 || p.count < most {
			for _, e := range states[p.state].edges {
				made.edges = append(made.edges, edge{e.letters, find(place{e.to, min(p.count+1, last)})})
			}
		}
		all = append(all, made)
	}
	return all, nil
}

var errMachine = fmt.Errorf("it would have more than %d states, or take too long to find", mostStates)

// A machine finds the states of a pattern. It reads no text: it asks of each letter, or of one that stands for all that
// make no difference, what comes of it.
type machine struct {
	program *syntax.Prog
	around  bool   // it asks what the letters are between which it is
	cuts    []rune // each the first of those that make no difference
	number  map[string]int
	open    []threads
	step    func(n int) bool // whether so many more may be taken
	tired   bool
}

// threads are where in its program a machine may be, before what it asks of the place between two letters is looked at.
type threads struct {
	at     []uint32 // in order
	before rune     // one that stands for the letter before, -1 at the beginning
	found  bool     // there was a match
}

func machineOf(text string, step func(n int) bool) ([]state, error) {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, err
	}
	if len(program.Inst) > mostInstructions {
		return nil, fmt.Errorf("it has more than %d parts", mostInstructions)
	}
	m := &machine{program: program, around: asksAround(program), number: map[string]int{}, step: step}
	m.cuts = m.letters()
	m.find(threads{before: -1})
	var states []state
	for i := 0; i < len(m.open); i++ {
		s, err := m.state(m.open[i])
		if err != nil {
			return nil, err
		}
		states = append(states, s)
	}
	return states, nil
}

// find is the number of a state.
func (m *machine) find(t threads) int {
	if t.found {
		t.at, t.before = nil, 0
	}
	key := fmt.Sprint(t.at, t.before, t.found)
	n, is := m.number[key]
	if !is {
		n = len(m.open)
		m.number[key] = n
		m.open = append(m.open, t)
	}
	return n
}

func (m *machine) state(t threads) (s state, err error) {
	if t.found {
		return state{ends: true, edges: []edge{{[]span{{0, firstSurrogate - 1}, {lastSurrogate + 1, unicode.MaxRune}}, m.find(t)}}}, nil
	}
	_, s.ends = m.closure(t, -1)
	to := map[int]int{} // edges by where they lead
	for i, first := range m.cuts {
		last := rune(unicode.MaxRune)
		if i+1 < len(m.cuts) {
			last = m.cuts[i+1] - 1
		}
		if firstSurrogate <= first && first <= lastSurrogate {
			continue
		}
		n := m.find(m.behind(t, first))
		if m.tired || len(m.open) > mostStates {
			return state{}, errMachine
		}
		at, is := to[n]
		if !is {
			at = len(s.edges)
			to[n] = at
			s.edges = append(s.edges, edge{to: n})
		}
		if all := s.edges[at].letters; len(all) > 0 && all[len(all)-1].to == first-1 {
			all[len(all)-1].to = last
		} else {
			s.edges[at].letters = append(all, span{first, last})
		}
	}
	return s, nil
}

// behind is what comes of a letter.
func (m *machine) behind(t threads, letter rune) (next threads) {
	all, found := m.closure(t, letter)
	next = threads{before: m.kindOf(letter), found: found}
	for _, at := range all {
		if inst := &m.program.Inst[at]; inst.MatchRune(letter) {
			next.at = append(next.at, inst.Out)
		}
	}
	slices.Sort(next.at)
	next.at = slices.Compact(next.at)
	return next
}

// kindOf is a letter that stands for all that the place behind them is alike of.
func (m *machine) kindOf(letter rune) rune {
	switch {
	case !m.around:
		return ' '
	case letter == '\n':
		return '\n'
	case syntax.IsWordChar(letter):
		return 'a'
	}
	return ' '
}

// closure are the instructions that want a letter, where the threads are between two of them; found, that there is a match.
// A match may begin anywhere.
func (m *machine) closure(t threads, after rune) (all []uint32, found bool) {
	context := syntax.EmptyOpContext(t.before, after)
	seen := make([]bool, len(m.program.Inst))
	todo := append(slices.Clone(t.at), uint32(m.program.Start))
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		m.tired = m.tired || !m.step(1)
		if seen[at] {
			continue
		}
		seen[at] = true
		switch inst := &m.program.Inst[at]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^context == 0 {
				todo = append(todo, inst.Out)
			}
		case syntax.InstMatch:
			found = true
		case syntax.InstFail:
		default:
			all = append(all, at)
		}
	}
	return all, found
}

// asksAround reports whether a program asks more of a place between letters than whether it is the first or the last.
func asksAround(program *syntax.Prog) bool {
	return slices.ContainsFunc(program.Inst, func(inst syntax.Inst) bool {
		return inst.Op == syntax.InstEmptyWidth && syntax.EmptyOp(inst.Arg)&^(syntax.EmptyBeginText|syntax.EmptyEndText) != 0
	})
}

// A surrogate is no letter of a text.
const firstSurrogate, lastSurrogate = 0xD800, 0xDFFF

// letters are where letters begin to be others to the program.
func (m *machine) letters() []rune {
	all := []rune{0, firstSurrogate, lastSurrogate + 1}
	add := func(from, to rune) {
		all = append(all, from)
		if to < unicode.MaxRune {
			all = append(all, to+1)
		}
	}
	if m.around {
		for _, s := range []span{{'\n', '\n'}, {'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}} {
			add(s.from, s.to)
		}
	}
	for i := range m.program.Inst {
		inst := &m.program.Inst[i]
		switch inst.Op {
		case syntax.InstRuneAnyNotNL:
			add('\n', '\n')
		case syntax.InstRune, syntax.InstRune1:
			for at := 0; at+1 < len(inst.Rune); at += 2 {
				add(inst.Rune[at], inst.Rune[at+1])
			}
			if len(inst.Rune) == 1 {
				add(inst.Rune[0], inst.Rune[0])
				for r := unicode.SimpleFold(inst.Rune[0]); r != inst.Rune[0]; r = unicode.SimpleFold(r) {
					add(r, r)
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
