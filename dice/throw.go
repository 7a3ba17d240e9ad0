package dice

import (
	"cmp"
	"fmt"
	"slices"
)

// A chain is what one die of the formula became: the die itself, with its
// rerolls before it and what its explosions brought after it.
type chain struct {
	dice []Die
	last int64 // what was shown last, which decides whether it explodes again
}

func (r *roller) roll(d *Dice) (Roll, error) {
	chains, err := r.settle(d, d.thrown())
	if err == nil && d.Explosion != nil {
		err = r.explode(d, chains)
	}
	if err != nil {
		return Roll{}, err
	}
	roll := Roll{Of: d}
	for _, c := range chains {
		roll.Dice = append(roll.Dice, c.dice...)
	}
	roll.drop()
	roll.count()
	return roll, nil
}

// settle throws dice and rolls again those that its reroll wants.
func (r *roller) settle(d *Dice, count int) ([]chain, error) {
	chains := make([]chain, count)
	pending := make([]*chain, count)
	for i := range chains {
		pending[i] = &chains[i]
	}
	for repeat := 0; len(pending) > 0; repeat++ {
		shown, err := r.throw(d, len(pending))
		if err != nil {
			return nil, err
		}
		again := pending[:0]
		for i, c := range pending {
			c.last = shown[i]
			c.dice = append(c.dice, Die{Sides: d.Sides, Value: shown[i]})
			if d.rerolls(shown[i], repeat) {
				c.dice[repeat].Rerolled = true
				again = append(again, c)
			}
		}
		pending = again
	}
	return chains, nil
}

func (d *Dice) rerolls(shown int64, repeat int) bool {
	if d.Reroll == nil || repeat >= MaxRepeats || d.Reroll.Once && repeat > 0 {
		return false
	}
	return d.Reroll.When.Passes(shown)
}

// explode throws one more die for each that explodes, in rounds, so that all
// dice of a round come from one handful.
func (r *roller) explode(d *Dice, chains []chain) error {
	pending := make([]*chain, len(chains))
	for i := range chains {
		pending[i] = &chains[i]
	}
	for range MaxRepeats {
		pending = slices.DeleteFunc(pending, func(c *chain) bool { return !d.Explosion.When.Passes(c.last) })
		if len(pending) == 0 {
			break
		}
		further, err := r.settle(d, len(pending))
		if err != nil {
			return err
		}
		for i, c := range pending {
			c.add(further[i], d.Explosion.Kind)
		}
	}
	return nil
}

// add puts what an explosion brought behind the die that exploded.
func (c *chain) add(further chain, kind ExplosionKind) {
	exploded, brought := &c.dice[len(c.dice)-1], &further.dice[len(further.dice)-1]
	c.last = further.last
	exploded.Exploded = true
	switch kind {
	case Penetrating:
		brought.Value--
	case Compounding:
		*brought = exploded.joined(further.last)
		c.dice = c.dice[:len(c.dice)-1]
	}
	c.dice = append(c.dice, further.dice...)
}

// joined is the die with a further throw added to it.
func (d Die) joined(shown int64) Die {
	if d.Parts == nil {
		d.Parts = []int64{d.Value}
	}
	d.Parts = append(d.Parts, shown)
	d.Value += shown
	return d
}

// throw asks the source, which may be a stranger, and checks its answer.
func (r *roller) throw(d *Dice, count int) ([]int64, error) {
	if r.thrown += count; r.thrown > MaxThrown {
		return nil, fmt.Errorf("%s: %w; the limit is %d", d, ErrTooMany, MaxThrown)
	}
	shown, err := r.source(count, d.Sides)
	if err != nil {
		return nil, fmt.Errorf("throw %dd%d: %w", count, d.Sides, err)
	}
	if len(shown) != count {
		return nil, fmt.Errorf("throw %dd%d: the source gave %d dice", count, d.Sides, len(shown))
	}
	values := make([]int64, count)
	for i, v := range shown {
		if v < 1 || v > int64(d.Sides) {
			return nil, fmt.Errorf("throw %dd%d: the source gave %d", count, d.Sides, v)
		}
		values[i] = v - 1 + d.Low()
	}
	return values, nil
}

// drop marks the dice that the selection leaves out. Of equal dice it keeps the
// earlier.
func (r *Roll) drop() {
	selection := r.Of.Selection
	if selection == nil {
		return
	}
	best := r.standing()
	slices.SortStableFunc(best, func(a, b int) int {
		if selection.wantsLow() {
			a, b = b, a
		}
		return cmp.Compare(r.Dice[b].Value, r.Dice[a].Value)
	})
	keep := selection.Count
	if selection.Kind == DropHighest || selection.Kind == DropLowest {
		keep = len(best) - keep
	}
	for _, i := range best[min(keep, len(best)):] {
		r.Dice[i].Dropped = true
	}
}

func (s *Selection) wantsLow() bool {
	return s.Kind == KeepLowest || s.Kind == DropHighest || s.Kind == Disadvantage
}

// standing are the dice that count so far, by their place.
func (r *Roll) standing() []int {
	var places []int
	for i, die := range r.Dice {
		if die.Kept() {
			places = append(places, i)
		}
	}
	return places
}

// count adds the roll up, or counts what passes its test.
func (r *Roll) count() {
	for _, i := range r.standing() {
		die := &r.Dice[i]
		if r.Of.Success == nil {
			r.Value += die.Value
		} else if r.Of.Success.Passes(die.Value) {
			die.Passed = true
			r.Value++
		}
	}
}
