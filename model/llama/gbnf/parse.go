package gbnf

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// A Grammar is a text in GBNF, read as llama.cpp reads it: rules of alternatives of letters and rules, of which
// repetition is made by rules that refer to themselves or to each other. It never changes.
type Grammar struct {
	text  string
	rules []rule // by their numbers
	names []string
	root  int
}

// String is the text that was read.
func (g *Grammar) String() string { return g.text }

type rule []sequence // the alternatives

type sequence []symbol

// A symbol is a rule, or a letter of a class.
type symbol struct {
	rule    int // where letters is nil
	letters *class
}

// A class is those letters that are in one of its spans, or with not those that are in none.
type class struct {
	spans []span
	not   bool
}

type span struct{ from, to rune }

func (c *class) has(r rune) bool {
	return slices.ContainsFunc(c.spans, func(s span) bool { return s.from <= r && r <= s.to }) != c.not
}

// Bounds of a grammar that is read. mostMade is llama.cpp's own: what is repeated may make fewer rules than that, and of
// more than so many repetitions it makes any number.
const (
	mostMade  = 2000
	mostRead  = 4 << 20 // bytes
	mostRules = 200_000
	mostLevel = 200 // of groups
)

// Parse reads a grammar, whose root is named root. What llama.cpp refuses is an error: rules that are not there,
// repetition beyond its bounds, a rule that begins with itself. So is what it would take and do otherwise with than it
// says: more than 2000 repetitions, a rule of two definitions, a class of nothing; and tokens, which are a model's own.
func Parse(text string) (*Grammar, error) {
	if len(text) > mostRead {
		return nil, fmt.Errorf("the grammar has %d bytes, at most %d are read", len(text), mostRead)
	}
	p := &parser{text: text, of: &Grammar{text: text, root: -1}, number: map[string]int{}}
	p.space(true)
	for p.at < len(p.text) && p.err == nil {
		p.definition()
	}
	if p.err != nil {
		return nil, p.err
	}
	g := p.of
	for n, r := range g.rules {
		if r == nil {
			return nil, fmt.Errorf("there is no rule %q", g.names[n])
		}
	}
	root, is := p.number["root"]
	if !is {
		return nil, fmt.Errorf("there is no rule %q", "root")
	}
	g.root = root
	if n := g.leftRecursive(); n >= 0 {
		return nil, fmt.Errorf("the rule %q begins with itself", g.names[n])
	}
	return g, nil
}

type parser struct {
	text   string
	at     int
	of     *Grammar
	number map[string]int // of a rule, by its name
	level  int
	err    error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		before := p.text[:min(p.at, len(p.text))]
		line := 1
		for i := range before {
			if before[i] == '\n' {
				line++
			}
		}
		p.err = fmt.Errorf("line %d of the grammar: %s", line, fmt.Sprintf(format, args...))
	}
	p.at = len(p.text)
}

// next is the byte that comes next, 0 where none does.
func (p *parser) next() byte {
	if p.at >= len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) take(text string) bool {
	if len(p.text)-p.at < len(text) || p.text[p.at:p.at+len(text)] != text {
		return false
	}
	p.at += len(text)
	return true
}

// space steps over blanks and comments, and over the ends of lines where a rule may go on behind them.
func (p *parser) space(lines bool) {
	for {
		switch c := p.next(); {
		case c == ' ', c == '\t', lines && (c == '\r' || c == '\n'):
			p.at++
		case c == '#':
			for p.at < len(p.text) && p.text[p.at] != '\r' && p.text[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}

func isNamed(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-' || '0' <= c && c <= '9'
}

func (p *parser) name() string {
	from := p.at
	for isNamed(p.next()) {
		p.at++
	}
	if p.at == from {
		p.fail("a name is expected")
		return ""
	}
	return p.text[from:p.at]
}

// rule is the number of a rule, a new one where nobody spoke of it yet.
func (p *parser) rule(name string) int {
	n, is := p.number[name]
	if !is {
		n = p.add(name)
		p.number[name] = n
	}
	return n
}

func (p *parser) add(name string) int {
	if len(p.of.rules) >= mostRules {
		p.fail("it makes more than %d rules", mostRules)
	}
	p.of.rules, p.of.names = append(p.of.rules, nil), append(p.of.names, name)
	return len(p.of.rules) - 1
}

func (p *parser) definition() {
	name := p.name()
	p.space(false)
	if !p.take("::=") {
		p.fail("::= is expected behind the name %q", name)
		return
	}
	p.space(true)
	n := p.rule(name)
	made := p.alternatives(name, false)
	switch {
	case p.err != nil:
		return
	case p.of.rules[n] != nil:
		p.fail("the rule %q is there already", name)
		return
	case p.at < len(p.text) && !p.take("\r\n") && !p.take("\n") && !p.take("\r"):
		p.fail("the end of the line is expected")
	}
	p.of.rules[n] = made
	p.space(true)
}

func (p *parser) alternatives(name string, nested bool) rule {
	all := rule{p.sequence(name, nested)}
	for p.next() == '|' {
		p.at++
		p.space(true)
		all = append(all, p.sequence(name, nested))
	}
	return all
}

// sequence reads symbols. What a repetition repeats is the last of them: a literal as a whole.
func (p *parser) sequence(name string, nested bool) sequence {
	made, last, weight := sequence{}, 0, 1
	for p.err == nil {
		switch c := p.next(); {
		case c == '"':
			last, weight = len(made), 1
			made = p.literal(made)
		case c == '[':
			last, weight = len(made), 1
			made = append(made, symbol{letters: p.class()})
		case c == '.':
			p.at++
			last, weight = len(made), 1
			made = append(made, symbol{letters: &class{not: true}})
		case isNamed(c):
			last, weight = len(made), 1
			made = append(made, symbol{rule: p.rule(p.name())})
		case c == '(':
			before := len(p.of.rules)
			last = len(made)
			made = append(made, symbol{rule: p.group(name)})
			weight = max(1, len(p.of.rules)-before)
		case c == '*', c == '+', c == '?', c == '{':
			least, most := p.times(nested)
			times := max(1, least)
			if most > 0 {
				times = most
			}
			if len(made) == last {
				p.fail("there is nothing to repeat")
			} else if weight *= times; weight >= mostMade {
				p.fail("a repetition makes %d rules, and llama.cpp takes fewer than %d", weight, mostMade)
			} else {
				made = p.repeat(made, last, least, most, name)
			}
		default:
			return made
		}
		p.space(nested)
	}
	return made
}

func (p *parser) group(name string) int {
	p.at++
	p.space(true)
	n := p.add(name)
	if p.level++; p.level > mostLevel {
		p.fail("groups are nested deeper than %d", mostLevel)
		return n
	}
	p.of.rules[n] = p.alternatives(name, true)
	p.level--
	if !p.take(")") {
		p.fail(") is expected")
	}
	return n
}

func (p *parser) literal(made sequence) sequence {
	p.at++
	for p.err == nil && p.next() != '"' {
		r := p.letter()
		made = append(made, symbol{letters: &class{spans: []span{{r, r}}}})
	}
	p.at++
	return made
}

func (p *parser) class() *class {
	p.at++
	c := &class{not: p.take("^")}
	for p.err == nil && p.next() != ']' {
		s := span{from: p.letter()}
		s.to = s.from
		if p.next() == '-' && p.at+1 < len(p.text) && p.text[p.at+1] != ']' {
			p.at++
			if s.to = p.letter(); s.to < s.from {
				p.fail("a class goes from a letter back to one before it")
			}
		}
		c.spans = append(c.spans, s)
	}
	p.at++
	if len(c.spans) == 0 {
		p.fail("a class has no letter")
	}
	return c
}

// letter is one of a literal or a class.
func (p *parser) letter() rune {
	if p.next() != '\\' {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		if r == 0 || r == utf8.RuneError && size <= 1 {
			p.fail("a letter is expected")
		}
		p.at += size
		return r
	}
	p.at++
	c := p.next()
	p.at++
	switch c {
	case 'x':
		return p.hex(2)
	case 'u':
		return p.hex(4)
	case 'U':
		return p.hex(8)
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'n':
		return '\n'
	case '\\', '"', '[', ']':
		return rune(c)
	}
	p.fail("there is no such escape")
	return 0
}

func (p *parser) hex(digits int) rune {
	if p.at+digits > len(p.text) {
		p.fail("%d hexadecimal digits are expected", digits)
		return 0
	}
	n, err := strconv.ParseUint(p.text[p.at:p.at+digits], 16, 32)
	if err != nil || n > math.MaxInt32 {
		p.fail("%d hexadecimal digits are expected", digits)
		return 0
	}
	p.at += digits
	return rune(n)
}

// times is how often something comes; most is -1 where there is no bound.
func (p *parser) times(nested bool) (least, most int) {
	c := p.next()
	p.at++
	switch c {
	case '*':
		return 0, -1
	case '+':
		return 1, -1
	case '?':
		return 0, 1
	}
	p.space(nested)
	least = p.count()
	p.space(nested)
	if p.take("}") {
		return least, least
	}
	if !p.take(",") {
		p.fail(", or } is expected")
	}
	p.space(nested)
	most = -1
	if '0' <= p.next() && p.next() <= '9' {
		most = p.count()
		p.space(nested)
		if most < least {
			p.fail("from %d to %d times are none", least, most)
		}
	}
	if !p.take("}") {
		p.fail("} is expected")
	}
	return least, most
}

func (p *parser) count() int {
	from := p.at
	for '0' <= p.next() && p.next() <= '9' {
		p.at++
	}
	n, err := strconv.Atoi(p.text[from:p.at])
	if err != nil || n > mostMade {
		p.fail("a number of at most %d is expected", mostMade)
		return 0
	}
	return n
}

// repeat has what stands from last on come so often:
//
//	S{2,4} is S S more2    more2 ::= S more1 |    more1 ::= S |
//	S{2,}  is S S more     more  ::= S more |
func (p *parser) repeat(made sequence, last, least, most int, name string) sequence {
	of := slices.Clone(made[last:])
	made = made[:last]
	for range least {
		made = append(made, of...)
	}
	if most < 0 {
		n := p.add(name)
		p.of.rules[n] = rule{append(slices.Clone(of), symbol{rule: n}), {}}
		return append(made, symbol{rule: n})
	}
	more := -1
	for range most - least {
		n := p.add(name)
		once := slices.Clone(of)
		if more >= 0 {
			once = append(once, symbol{rule: more})
		}
		p.of.rules[n], more = rule{once, {}}, n
	}
	if more < 0 {
		return made
	}
	return append(made, symbol{rule: more})
}

// leftRecursive is a rule that begins with itself, -1 where none does.
func (g *Grammar) leftRecursive() int {
	empty := g.empty()
	const open, closed = 1, 2
	seen := make([]uint8, len(g.rules))
	var begins func(n int) bool
	begins = func(n int) bool {
		if seen[n] != 0 {
			return seen[n] == open
		}
		seen[n] = open
		for _, alternative := range g.rules[n] {
			for _, s := range alternative {
				if s.letters != nil {
					break
				}
				if begins(s.rule) {
					return true
				}
				if !empty[s.rule] {
					break
				}
			}
		}
		seen[n] = closed
		return false
	}
	for n := range g.rules {
		if begins(n) {
			return n
		}
	}
	return -1
}

// empty are the rules that may be nothing.
func (g *Grammar) empty() []bool {
	return g.grow(func(s symbol, empty []bool) bool { return s.letters == nil && empty[s.rule] })
}

// grow are the rules with an alternative of which each symbol is so, given which rules are.
func (g *Grammar) grow(is func(s symbol, so []bool) bool) []bool {
	so := make([]bool, len(g.rules))
	order := make([]int, len(g.rules))
	for n := range order {
		order[n] = n
	}
	for changed := true; changed; {
		changed = false
		slices.Reverse(order) // rules that refer on and on stand in their order, or in the other
		for _, n := range order {
			if so[n] {
				continue
			}
			so[n] = slices.ContainsFunc(g.rules[n], func(all sequence) bool {
				return !slices.ContainsFunc(all, func(s symbol) bool { return !is(s, so) })
			})
			changed = changed || so[n]
		}
	}
	return so
}
