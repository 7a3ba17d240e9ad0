// Package dice is a language for rolling dice.
//
//	roll, err := dice.Parse("4d6kh3 + strength")
//	result, err := roll.Roll(source, map[string]int64{"strength": 2})
//	fmt.Println(result.Text) // 4d6kh3+strength: [6, 5, 3, ~~1~~] + 2 = 16
//
// # The language
//
//	formula  = product { ("+" | "-") product }
//	product  = factor { ("*" | "/") factor }
//	factor   = "-" factor | number | name | "(" formula ")" | dice
//	dice     = [ number ] "d" ( number | "%" | "F" ) { modifier }
//	modifier = ( "kh" | "k" | "kl" | "dh" | "dl" | "d" ) [ number ]
//	         | "adv" | "advantage" | "dis" | "disadvantage"
//	         | "!" [ "!" | "p" ] [ test ]
//	         | ( "r" | "ro" ) test
//	         | test                 (beginning with a sign)
//	test     = [ "=" | "<" | ">" | "<=" | ">=" ] number
//
// Letters of the language may be upper or lower case, spaces may stand between
// all its words. A name is made of letters, digits and underscores, and stands
// for a number given to [Formula.Roll]; its case counts. A name cannot look like
// dice ("d6", "dF").
//
//	d%, 3d100        percentile dice
//	4dF              fate dice, which show -1, 0 or +1
//	4d6kh3, 4d6k3    keep the three highest; kl the lowest
//	4d6dl1, 4d6d1    drop the lowest; dh the highest
//	d20adv           roll two and keep the higher; dis the lower
//	3d6!             a 6 is rolled again and counts as one more die (exploding)
//	3d6!>4           the same for a 5 or 6; > is "more than", >= "at least"
//	3d6!!            what a 6 brings is added to the same die (compounding)
//	3d6!p            each further die counts one less (penetrating)
//	2d6r1, 2d6r<3    roll again until the test fails; ro once at most
//	5d10>=8          count the dice that pass, instead of adding them
//
// Of each kind of modifier dice take one. They apply in this order however they
// are written: roll again, explode, keep or drop, count. A sign right after "!"
// belongs to the explosion: to count over exploding dice write the explosion's
// test as well, "5d10!=10>=8".
//
// # Numbers
//
// All are integers. Division rounds down, also below zero, as in the ability
// modifier (score-10)/2: 7/2 is 3 and -1/2 is -1. Results beyond [MaxValue]
// either way are errors, and so is division by zero; nothing wraps around.
//
// # Limits
//
// A formula comes from a model or a player, so everything in it is bounded, see
// [MaxLength] and the constants after it. What can be refused is refused by
// [Parse], with the column and what was expected there.
//
// A [Formula] never changes and may be used from several goroutines at once, as
// far as their sources can.
package dice

import (
	"fmt"
	"slices"
)

// Limits of a formula.
const (
	MaxLength  = 256       // bytes of its text
	MaxDice    = 1_000     // dice written in it
	MaxSides   = 1_000_000 // of one die
	MaxDepth   = 32        // of parentheses and minus signs
	MaxRepeats = 100       // explosions, or rerolls, of one die; then it stands as it lies
	MaxThrown  = 2_000     // dice thrown in one roll, explosions and rerolls included
	MaxValue   = 1<<53 - 1 // of every number met on the way: what any language holds exactly
)

// A Formula is a parsed text of the language.
type Formula struct {
	source string
	root   Node
}

// Parse reads a formula. The error is an *[Error].
func Parse(source string) (*Formula, error) {
	root, err := parse(source)
	if err != nil {
		return nil, err
	}
	return &Formula{source: source, root: root}, nil
}

// Root is the formula as a tree, to be read only.
func (f *Formula) Root() Node { return f.root }

// Source is the text the formula was parsed from.
func (f *Formula) Source() string { return f.source }

// String is the formula in its one standard spelling: parsing it again gives the
// same tree. The standard spelling can be longer than [MaxLength].
func (f *Formula) String() string { return spelling(f.root) }

// Names lists the names the formula needs numbers for, each once, in order.
func (f *Formula) Names() []string {
	var names []string
	walk(f.root, func(n Node) {
		if name, ok := n.(*Name); ok && !slices.Contains(names, name.Text) {
			names = append(names, name.Text)
		}
	})
	return names
}

// With is the formula with its one single die rolled with [Advantage] or
// [Disadvantage], as if the formula said so. A formula without such a die, or
// with several, is refused with an *[Error].
func (f *Formula) With(kind SelectionKind) (*Formula, error) {
	var single []*Dice
	walk(f.root, func(n Node) {
		if d, ok := n.(*Dice); ok && d.Count == 1 && d.Selection == nil {
			single = append(single, d)
		}
	})
	if len(single) != 1 {
		message := fmt.Sprintf("advantage is for one single die, and the formula has %d", len(single))
		return nil, &Error{Source: f.source, Message: message, Expected: "one die, such as d20"}
	}
	paired := *single[0]
	paired.Selection = &Selection{Kind: kind, Count: 1}
	return &Formula{source: f.source, root: replace(f.root, single[0], &paired)}, nil
}
