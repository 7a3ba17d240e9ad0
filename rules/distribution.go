package rules

import (
	"math/big"
	"slices"

	"github.com/narratoria/narratoria/dice"
)

// A spread is in how many ways each total can fall. It is summed over, never
// walked in an order that matters.
type spread map[int64]*big.Int

// work is how many steps one formula may cost: some milliseconds.
const work = 300_000

// distribution counts the ways a formula can fall; false where it cannot.
func distribution(formula string) (spread, bool) {
	parsed, err := dice.Parse(formula)
	if err != nil {
		return nil, false
	}
	c := counter{left: work}
	s := c.of(parsed.Root())
	return s, s != nil
}

// counter counts as long as its work lasts. A nil spread is one it does not know.
type counter struct{ left int64 }

// spend takes work, and reports whether there was enough.
func (c *counter) spend(steps int64) bool {
	c.left -= min(steps, work+1)
	return c.left >= 0
}

func (c *counter) of(n dice.Node) spread {
	switch n := n.(type) {
	case *dice.Number:
		return spread{n.Value: big.NewInt(1)}
	case *dice.Negation:
		return c.combine(spread{0: big.NewInt(1)}, c.of(n.Of), '-')
	case *dice.Binary:
		return c.combine(c.of(n.Left), c.of(n.Right), n.Operator)
	case *dice.Dice:
		return c.dice(n)
	}
	return nil // a name stands for nothing here
}

// combine is every total of one part with every total of another: parts of a
// formula are thrown apart from each other.
func (c *counter) combine(a, b spread, operator byte) spread {
	if a == nil || b == nil || !c.spend(int64(len(a))*int64(len(b))) {
		return nil
	}
	sum, product := spread{}, new(big.Int)
	for x, ways := range a {
		for y, others := range b {
			total, ok := compute(x, y, operator)
			if !ok {
				return nil
			}
			if sum[total] == nil {
				sum[total] = new(big.Int)
			}
			sum[total].Add(sum[total], product.Mul(ways, others))
		}
	}
	return sum
}

// compute is as package dice does it.
func compute(x, y int64, operator byte) (total int64, ok bool) {
	switch operator {
	case '+':
		total = x + y
	case '-':
		total = x - y
	case '*':
		if total = x * y; x != 0 && total/x != y {
			return 0, false
		}
	default:
		if y == 0 {
			return 0, false
		}
		if total = x / y; x%y != 0 && (x < 0) != (y < 0) {
			total--
		}
	}
	return total, total <= dice.MaxValue && total >= -dice.MaxValue
}

func (c *counter) dice(d *dice.Dice) spread {
	switch {
	case d.Reroll != nil || d.Explosion != nil:
		return nil
	case d.Selection != nil:
		return c.selected(d)
	}
	sum, one := spread{0: big.NewInt(1)}, c.die(d)
	for range d.Count {
		sum = c.combine(sum, one, '+')
	}
	return sum
}

// die is what one die counts.
func (c *counter) die(d *dice.Dice) spread {
	if !c.spend(int64(d.Sides)) {
		return nil
	}
	one := spread{}
	for face := d.Low(); face <= d.High(); face++ {
		value := counted(d, face)
		if one[value] == nil {
			one[value] = new(big.Int)
		}
		one[value].Add(one[value], big.NewInt(1))
	}
	return one
}

func counted(d *dice.Dice, face int64) int64 {
	switch {
	case d.Success == nil:
		return face
	case d.Success.Passes(face):
		return 1
	}
	return 0
}

// selected goes through every way in which dice of a selection can fall.
func (c *counter) selected(d *dice.Dice) spread {
	thrown := d.Count
	if d.Selection.Kind == dice.Advantage || d.Selection.Kind == dice.Disadvantage {
		thrown *= 2
	}
	ways := int64(1)
	for range thrown {
		if ways *= int64(d.Sides); ways > work {
			return nil
		}
	}
	if !c.spend(ways) {
		return nil
	}
	sum, faces, sorted := spread{}, slices.Repeat([]int64{d.Low()}, thrown), make([]int64, thrown)
	for range ways {
		copy(sorted, faces)
		slices.Sort(sorted)
		total := int64(0)
		for _, face := range kept(d.Selection, sorted) {
			total += counted(d, face)
		}
		if sum[total] == nil {
			sum[total] = new(big.Int)
		}
		sum[total].Add(sum[total], big.NewInt(1))
		turn(faces, d.Low(), d.High())
	}
	return sum
}

// kept are the dice that a selection keeps of those sorted.
func kept(s *dice.Selection, sorted []int64) []int64 {
	n := min(s.Count, len(sorted))
	switch s.Kind {
	case dice.KeepHighest, dice.Advantage:
		return sorted[len(sorted)-n:]
	case dice.KeepLowest, dice.Disadvantage:
		return sorted[:n]
	case dice.DropHighest:
		return sorted[:len(sorted)-n]
	}
	return sorted[n:]
}

// turn goes to the next way to fall, as an odometer counts.
func turn(faces []int64, low, high int64) {
	for i := range faces {
		if faces[i] < high {
			faces[i]++
			return
		}
		faces[i] = low
	}
}
