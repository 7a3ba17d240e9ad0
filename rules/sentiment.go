package rules

import "github.com/narratoria/narratoria/dice"

// Opinions, in thousandths of a point, at which somebody's behaviour changes.
// Below zero it is the same mirrored.
const (
	Warm    = 30_000 // strictly more than this is good will; this itself is neutral
	Fond    = 55_000 // from here on, this included
	Devoted = 80_000 // from here on, this included
)

// Tier is how strong an opinion is: 0 from -30 to 30 points, both included; 1
// above 30, 2 from 55 on, 3 from 80 on, and the same below zero.
//
//	 -80    -55    -30         30     55     80
//	-3 ] -2  ]  -1  [     0     ]  1  [  2   [ 3
func Tier[T ~int64](points T) int64 {
	switch {
	case points < 0:
		return -Tier(-max(points, -2*Devoted)) // the least integer has no opposite
	case points >= Devoted:
		return 3
	case points >= Fond:
		return 2
	case points > Warm:
		return 1
	}
	return 0
}

// Scaled is a tier times scale, which is in thousandths, to the nearest whole
// number; a half goes away from zero.
func Scaled[T ~int64](tier int64, scale T) int64 {
	product := tier * int64(scale)
	if product < 0 {
		return -((500 - product) / 1000)
	}
	return (product + 500) / 1000
}

// Sentiment is what somebody's opinion of the player adds to a check that concerns
// them. Where the dice are 2d6, whatever is added to them, it is +1 above 30
// points and -1 below -30, and scale does not count; on any other dice it is
// [Scaled] of the opinion's [Tier]. It is the one modifier of an opinion: sentiment
// and perception are never both added. Dice of "" are 2d6, those that cannot be
// read are other dice.
func Sentiment[T, S ~int64](points T, formula string, scale S) int64 {
	tier := Tier(points)
	if twoSix(formula) {
		return max(-1, min(tier, 1))
	}
	return Scaled(tier, scale)
}

// Feeling is [Sentiment] under these rules.
func (r *Rules) Feeling(points int64) int64 {
	return r.Sentiment * Sentiment(points, r.Dice, r.scale())
}

func (r *Rules) scale() int64 {
	if r.Scale == nil {
		return 1000
	}
	return *r.Scale
}

// twoSix reports whether the only dice of a formula are a plain 2d6 that counts
// as it lies: 2d6+1, 1-1+2d6, 2d6+strength.
func twoSix(formula string) bool {
	if formula == "" || formula == "2d6" {
		return true
	}
	parsed, err := dice.Parse(formula)
	if err != nil {
		return false
	}
	found, plain := onlySums(parsed.Root())
	return plain && found != nil && found.Count == 2 && found.Sides == 6 && simple(found)
}

// onlySums finds the one dice part that is added in a sum; it reports false where
// there are several, or anything but a sum around it.
func onlySums(n dice.Node) (found *dice.Dice, ok bool) {
	switch n := n.(type) {
	case *dice.Number, *dice.Name:
		return nil, true
	case *dice.Dice:
		return n, true
	case *dice.Negation:
		found, ok = onlySums(n.Of)
		return found, ok && found == nil
	}
	sum := n.(*dice.Binary)
	left, leftOK := onlySums(sum.Left)
	right, rightOK := onlySums(sum.Right)
	switch {
	case !leftOK || !rightOK || left != nil && right != nil:
		return nil, false
	case left == nil && right == nil:
		return nil, true
	case left != nil:
		return left, sum.Operator == '+' || sum.Operator == '-'
	}
	return right, sum.Operator == '+'
}

// simple reports whether dice are added up as they lie.
func simple(d *dice.Dice) bool {
	return !d.Fate && d.Reroll == nil && d.Explosion == nil && d.Selection == nil && d.Success == nil
}
