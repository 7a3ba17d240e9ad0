package dice

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/nearest"
)

type parser struct {
	scanner
	depth int
	dice  int // written so far
}

func parse(source string) (Node, error) {
	p := &parser{scanner: scanner{source: source}}
	if len(source) > MaxLength {
		return nil, p.fail(0, fmt.Sprintf("the formula is %d bytes long", len(source)), fmt.Sprintf("at most %d", MaxLength))
	}
	root, err := p.formula()
	if p.skipSpace(); err == nil && p.at < len(source) {
		err = p.unexpected("an operator (+ - * /) or the end")
	}
	return root, err
}

func (p *parser) formula() (Node, error) {
	return p.leftToRight(p.product, "+", "-")
}

func (p *parser) product() (Node, error) {
	return p.leftToRight(p.factor, "*", "/")
}

func (p *parser) leftToRight(operand func() (Node, error), operators ...string) (Node, error) {
	left, err := operand()
	for err == nil {
		operator := p.take(operators...)
		if operator == "" {
			break
		}
		at := p.at - 1
		var right Node
		right, err = operand()
		left = &Binary{position(at), operator[0], left, right}
	}
	return left, err
}

func (p *parser) factor() (Node, error) {
	c := p.peek()
	at := p.at
	switch {
	case c == '-' || c == '(':
		return p.nested(c)
	case isDigit(c):
		return p.numberOrDice()
	case c == 'd' && p.looksLikeDice():
		return p.diceAfter(at, 1)
	}
	if name := p.name(); name != "" {
		return &Name{position(at), name}, nil
	}
	return nil, p.unexpected("a number, dice such as 2d6, a name, - or (")
}

// nested reads what stands after a minus or inside parentheses, the two ways in
// which a formula can get deep.
func (p *parser) nested(open byte) (Node, error) {
	at := p.at
	if p.depth++; p.depth > MaxDepth {
		return nil, p.fail(at, "the formula is nested too deeply", fmt.Sprintf("at most %d levels", MaxDepth))
	}
	defer func() { p.depth-- }()
	p.at++
	if open == '-' {
		of, err := p.factor()
		return &Negation{position(at), of}, err
	}
	inside, err := p.formula()
	if err == nil && p.take(")") == "" {
		err = p.unexpected("an operator (+ - * /) or )")
	}
	return inside, err
}

func (p *parser) numberOrDice() (Node, error) {
	at := p.at
	n, err := p.number()
	if err != nil {
		return nil, err
	}
	if p.peek() == 'd' {
		return p.diceAfter(at, n)
	}
	return &Number{position(at), n}, nil
}

// looksLikeDice tells d6, d% and dF from a name that begins with d.
func (p *parser) looksLikeDice() bool {
	switch c := p.next(1); {
	case isDigit(c), c == '%':
		return true
	case lower(c) == 'f':
		after, _ := utf8.DecodeRuneInString(p.source[p.at+2:])
		return !inName(after)
	}
	return false
}

func (p *parser) name() string {
	if c := p.next(0); isDigit(c) {
		return ""
	}
	return p.word(inName)
}

// diceAfter reads dice from their "d" on; at is where their count began.
func (p *parser) diceAfter(at int, count int64) (Node, error) {
	if count < 1 || count > MaxDice {
		return nil, p.fail(at, fmt.Sprintf("%d dice", count), fmt.Sprintf("1 to %d", MaxDice))
	}
	p.take("d")
	d := &Dice{position: position(at), Count: int(count)}
	if err := p.sides(d); err != nil {
		return nil, err
	}
	for p.atModifier() {
		if err := p.modifier(d); err != nil {
			return nil, err
		}
	}
	if p.dice += d.thrown(); p.dice > MaxDice {
		return nil, p.fail(at, "too many dice in one formula", fmt.Sprintf("at most %d", MaxDice))
	}
	return d, nil
}

func (p *parser) sides(d *Dice) error {
	switch p.take("%", "F") {
	case "%":
		d.Sides = 100
		return nil
	case "F":
		d.Sides, d.Fate = 3, true
		return nil
	}
	p.skipSpace()
	at := p.at
	if !isDigit(p.next(0)) {
		return p.unexpected("the number of sides, % or F")
	}
	sides, err := p.number()
	if err == nil && (sides < 1 || sides > MaxSides) {
		err = p.fail(at, fmt.Sprintf("a die of %d sides", sides), fmt.Sprintf("1 to %d", MaxSides))
	}
	d.Sides = int(sides)
	return err
}

func (p *parser) atModifier() bool {
	switch p.peek() {
	case '!', '=', '<', '>':
		return true
	}
	ahead := p.scanner
	return ahead.word(unicode.IsLetter) != ""
}

func (p *parser) modifier(d *Dice) error {
	at := p.at
	switch p.peek() {
	case '!':
		return p.explosion(d)
	case '=', '<', '>':
		return p.success(d)
	}
	word := p.word(unicode.IsLetter)
	folded := strings.ToLower(word)
	if kind, ok := selectionWords[folded]; ok {
		return p.selection(d, at, kind)
	}
	if folded == "r" || folded == "ro" {
		return p.reroll(d, at, folded == "ro")
	}
	err := p.fail(at, fmt.Sprintf("unknown modifier %q", word), "kh, kl, dh, dl, adv, dis, r, ro, ! or a test such as >=8")
	err.Nearest = nearest.Name(word, modifierWords)
	return err
}

var selectionWords = map[string]SelectionKind{
	"kh": KeepHighest, "k": KeepHighest, "kl": KeepLowest,
	"dh": DropHighest, "dl": DropLowest, "d": DropLowest,
	"adv": Advantage, "advantage": Advantage, "dis": Disadvantage, "disadvantage": Disadvantage,
}

var modifierWords = []string{"kh", "kl", "dh", "dl", "advantage", "disadvantage", "adv", "dis", "ro"}

func (p *parser) selection(d *Dice, at int, kind SelectionKind) error {
	if d.Selection != nil {
		return p.twice(at, "a selection of dice")
	}
	d.Selection = &Selection{Kind: kind, Count: 1}
	if kind.paired() {
		if d.Count != 1 {
			return p.fail(at, "advantage is for a single die", "1 die before it")
		}
		return nil
	}
	if !isDigit(p.peek()) {
		return p.selectable(d, at)
	}
	n, err := p.number()
	if err != nil {
		return err
	}
	if n > MaxDice {
		return p.fail(at, fmt.Sprintf("a selection of %d dice", n), fmt.Sprintf("at most %d", MaxDice))
	}
	d.Selection.Count = int(n)
	return p.selectable(d, at)
}

// selectable refuses a selection that leaves no dice, or speaks of more than
// there are: the formula's author has miscounted.
func (p *parser) selectable(d *Dice, at int) error {
	kind, n, most := d.Selection.Kind, d.Selection.Count, d.Count
	if kind == DropHighest || kind == DropLowest {
		most--
	}
	if n >= 1 && n <= most {
		return nil
	}
	expected := fmt.Sprintf("1 to %d", most)
	if most == 0 {
		expected = "more than one die before it"
	}
	return p.fail(at, fmt.Sprintf("%s%d of %d dice", kind, n, d.Count), expected)
}

func (p *parser) explosion(d *Dice) error {
	at := p.at
	if d.Explosion != nil {
		return p.twice(at, "an explosion")
	}
	kind := ExplosionKind(p.take("!!", "!p", "!"))
	when, found, err := p.test(false)
	if !found {
		when = Test{"=", d.High()}
	}
	if err == nil && d.always(when) {
		err = p.fail(at, "every side explodes, so this would never end", "a test that some side fails")
	}
	d.Explosion = &Explosion{When: when, Kind: kind}
	return err
}

func (p *parser) reroll(d *Dice, at int, once bool) error {
	if d.Reroll != nil {
		return p.twice(at, "a reroll")
	}
	when, _, err := p.test(true)
	if err == nil && !once && d.always(when) {
		err = p.fail(at, "every side is rolled again, so this would never end", "a test that some side fails, or ro")
	}
	d.Reroll = &Reroll{When: when, Once: once}
	return err
}

func (p *parser) success(d *Dice) error {
	if d.Success != nil {
		return p.twice(p.at, "a test that counts")
	}
	when, _, err := p.test(true)
	d.Success = &when
	return err
}

// test reads a test; found is false where there is none and none is required.
func (p *parser) test(required bool) (t Test, found bool, err error) {
	t.Sign = p.take("<=", ">=", "=", "<", ">")
	if t.Sign == "" && !required && !isDigit(p.peek()) {
		return t, false, nil
	}
	if t.Sign == "" {
		t.Sign = "="
	}
	negative := p.take("-") != ""
	if t.Value, err = p.number(); negative {
		t.Value = -t.Value
	}
	return t, true, err
}

func (p *parser) twice(at int, what string) error {
	return p.fail(at, what+" stands twice", "one of each kind")
}
