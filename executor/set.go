package executor

import (
	"iter"
	"math/bits"

	"github.com/narratoria/narratoria/plan"
)

// set is a set of steps by their place in plan order, a bit each.
type set []uint64

func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
func (s set) addAll(other set) {
	for w := range other {
		s[w] |= other[w]
	}
}

// inOrder gives the members in plan order.
func (s set) inOrder() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(w*64 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// ancestors are, for each step, all it depends on, directly or not. In plan order
// those of its dependencies are complete before its own are asked for.
func ancestors(p *plan.Plan) []set {
	steps := p.Steps()
	words := (len(steps) + 63) / 64
	memory := make(set, len(steps)*words)
	all := make([]set, len(steps))
	for i, step := range steps {
		all[i] = memory[i*words : (i+1)*words]
		for _, id := range step.Dependencies {
			at := p.Position(id)
			all[i].add(at)
			all[i].addAll(all[at])
		}
	}
	return all
}
