package dice

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/internal/nearest"
)

// A Source throws count dice of the given number of sides and returns what each
// shows, from 1 to sides. Dice are asked for by the handful, so that a source
// behind a slow line is asked a few times only.
type Source func(count, sides int) ([]int64, error)

// FromRand makes a source of a generator such as math/rand/v2's *Rand.
func FromRand(r interface{ Int64N(n int64) int64 }) Source {
	return func(count, sides int) ([]int64, error) {
		shown := make([]int64, count)
		for i := range shown {
			shown[i] = 1 + r.Int64N(int64(sides))
		}
		return shown, nil
	}
}

// ErrTooMany is wrapped in the error of a roll that explosions or rerolls took
// past [MaxThrown] dice.
var ErrTooMany = errors.New("too many dice were thrown")

// Result is what a roll came to.
type Result struct {
	Total int64
	Rolls []Roll // one for each dice of the formula, from left to right
	Text  string // the whole roll for a person to read
}

// Dice are the dice of all rolls, in the order in which they are shown.
func (r *Result) Dice() []Die {
	var all []Die
	for _, roll := range r.Rolls {
		all = append(all, roll.Dice...)
	}
	return all
}

// Roll is what came of one dice part of a formula.
type Roll struct {
	Of    *Dice
	Value int64 // the sum of the dice that are kept, or how many of them pass
	Dice  []Die // a reroll stands before the die it led to, a further die after the one that exploded
}

// Die is one die on the table.
type Die struct {
	Sides    int
	Value    int64   // what it counts
	Parts    []int64 // what was thrown, where explosions were added to the same die
	Dropped  bool    // not selected: does not count
	Rerolled bool    // thrown again: does not count
	Exploded bool    // brought the die after it
	Passed   bool    // counted by the formula's test
}

// Kept reports whether the die counts.
func (d Die) Kept() bool { return !d.Dropped && !d.Rerolled }

// Roll rolls the formula with the numbers its names stand for. The error is an
// *[Error] when it lies in the formula or the names, wraps [ErrTooMany] when too
// many dice were thrown, and is otherwise the source's.
func (f *Formula) Roll(source Source, names map[string]int64) (*Result, error) {
	r := &roller{formula: f.source, source: source, names: names}
	if err := r.checkNames(f.root); err != nil {
		return nil, err
	}
	total, err := r.value(f.root)
	if err != nil {
		return nil, err
	}
	return &Result{Total: total, Rolls: r.rolls, Text: resultText(f, names, r.rolls, total)}, nil
}

// roller carries out one roll.
type roller struct {
	formula string
	source  Source
	names   map[string]int64
	rolls   []Roll
	thrown  int
}

func (r *roller) value(n Node) (int64, error) {
	switch n := n.(type) {
	case *Number:
		return n.Value, nil
	case *Name:
		return r.names[n.Text], nil
	case *Negation:
		v, err := r.value(n.Of)
		return -v, err // the range is symmetric
	case *Binary:
		return r.binary(n)
	}
	roll, err := r.roll(n.(*Dice))
	r.rolls = append(r.rolls, roll)
	return roll.Value, err
}

// checkNames comes before the first throw, so that a misspelt name costs no dice.
func (r *roller) checkNames(root Node) (err error) {
	walk(root, func(n Node) {
		if name, ok := n.(*Name); ok && err == nil {
			err = r.checkName(name)
		}
	})
	return err
}

func (r *roller) checkName(n *Name) error {
	if v, ok := r.names[n.Text]; ok {
		_, err := r.inRange(n, v, true)
		return err
	}
	known := slices.Sorted(maps.Keys(r.names))
	err := r.fail(n, fmt.Sprintf("no number is given for %q", n.Text))
	err.Nearest = nearest.Name(n.Text, known)
	return err
}

func (r *roller) binary(n *Binary) (int64, error) {
	a, err := r.value(n.Left)
	if err != nil {
		return 0, err
	}
	b, err := r.value(n.Right)
	if err != nil {
		return 0, err
	}
	switch n.Operator {
	case '+':
		return r.inRange(n, a+b, true)
	case '-':
		return r.inRange(n, a-b, true)
	case '*':
		product, fits := multiply(a, b)
		return r.inRange(n, product, fits)
	}
	if b == 0 {
		return 0, r.fail(n, "division by zero")
	}
	return divideDown(a, b), nil
}

func (r *roller) inRange(n Node, v int64, fits bool) (int64, error) {
	if !fits || v > MaxValue || v < -MaxValue {
		return 0, r.fail(n, fmt.Sprintf("the result lies beyond %d", int64(MaxValue)))
	}
	return v, nil
}

func (r *roller) fail(n Node, message string) *Error {
	return &Error{Source: r.formula, Offset: n.Offset(), Message: message}
}

func multiply(a, b int64) (product int64, fits bool) {
	product = a * b
	return product, a == 0 || product/a == b // neither is the least int64
}

// divideDown rounds towards minus infinity.
func divideDown(a, b int64) int64 {
	quotient := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		quotient--
	}
	return quotient
}
