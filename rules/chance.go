package rules

import (
	"math/big"
	"slices"
)

// Difficulties, from easiest to hardest; see [Difficulty].
const (
	Likely   = "likely"
	Even     = "even"
	Risky    = "risky"
	Unlikely = "unlikely to succeed"
)

// Difficulty is the word for a chance in thousandths that it does not fail, a
// partial success included: likely from 650 on, even from 450 on, risky from 250
// on, unlikely to succeed below. With two dice and 7 to reach that is even without
// a modifier (583), likely with +1 (722), risky with -1 (417) and -2 (278), and
// unlikely to succeed with -3 (167).
func Difficulty(chance int64) string {
	switch {
	case chance >= 650:
		return Likely
	case chance >= 450:
		return Even
	case chance >= 250:
		return Risky
	}
	return Unlikely
}

// harder are the difficulties in the order that a weak stat takes them.
var harder = map[string]string{Likely: Even, Even: Risky, Risky: Unlikely, Unlikely: Unlikely}

// Mark is what is said beside a choice of how hard it is: the [Difficulty] of not
// failing, where the chance of the last band, the full success, is below a threshold
// in thousandths. It is "" else, and of what is likely. A weak stat makes the word one
// step harder where the rules take nothing off the dice for it: the player is
// warned of what they are bad at whatever the dice make of it.
func (r *Rules) Mark(odds Odds, weak bool, threshold int64) string {
	if len(odds) == 0 || odds[len(odds)-1].Chance >= threshold {
		return ""
	}
	word := Difficulty(odds.Succeeds())
	if weak && r.Weak == 0 {
		word = harder[word]
	}
	if word == Likely {
		return ""
	}
	return word
}

// Odds are the chances of all bands, in their order; they add up to 1000.
type Odds []Share

// A Share is the chance of one band, in thousandths.
type Share struct {
	Band   string `json:"band"`
	Chance int64  `json:"chance"`
}

// AtLeast is the chance of a band or a later one; 0 of a band that is not there.
func (o Odds) AtLeast(band string) (chance int64) {
	from := slices.IndexFunc(o, func(s Share) bool { return s.Band == band })
	if from < 0 {
		return 0
	}
	for _, share := range o[from:] {
		chance += share.Chance
	}
	return chance
}

// Succeeds is the chance of any band but the first, the worst.
func (o Odds) Succeeds() (chance int64) {
	for _, share := range o[min(1, len(o)):] {
		chance += share.Chance
	}
	return chance
}

// Chance is how likely each band is when modifiers are added to the roll. It counts
// every way the dice can fall and rounds the chances of "this band or a later one",
// so that [Odds.AtLeast] is exact to the thousandth. Unknown, and then false, are
// the chances of dice that explode or are rolled again, and of so many dice that
// counting would take long.
func (r *Rules) Chance(modifiers int64) (Odds, bool) {
	spread, known := distribution(r.Dice)
	if !known {
		return nil, false
	}
	ways, all := make([]*big.Int, len(r.Bands)), new(big.Int)
	for i := range ways {
		ways[i] = new(big.Int)
	}
	for total, count := range spread {
		i := r.band(total + modifiers)
		ways[i].Add(ways[i], count)
		all.Add(all, count)
	}
	odds := make(Odds, len(r.Bands))
	atLeast, later := new(big.Int), int64(0)
	for i := len(odds) - 1; i >= 0; i-- {
		rounded := thousandths(atLeast.Add(atLeast, ways[i]), all)
		odds[i] = Share{Band: r.Bands[i].Name, Chance: rounded - later}
		later = rounded
	}
	return odds, true
}

// thousandths is part of all, to the nearest; a half goes up.
func thousandths(part, all *big.Int) int64 {
	n := new(big.Int).Mul(part, big.NewInt(2000))
	n.Add(n, all)
	return n.Quo(n, new(big.Int).Lsh(all, 1)).Int64()
}
