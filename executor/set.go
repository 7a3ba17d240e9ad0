package executor

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/narratoria/narratoria/plan"
)

// set is a set of steps by their place in plan order, a bit each.
type set []uint64

func newSet(members int) set { return make(set, (members+63)/64) }

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

// after gives the members behind one in plan order, -1 for all.
func (s set) after(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for member := range s.inOrder() {
			if member > i && !yield(member) {
				return
			}
		}
	}
}

// and is what two sets of equal size have in common.
func (s set) and(other set) set {
	both := make(set, len(s))
	for w := range s {
		both[w] = s[w] & other[w]
	}
	return both
}

// firstOf is the first member that another set has, too.
func (s set) firstOf(other set) (i int, found bool) {
	for w := range s {
		if both := s[w] & other[w]; both != 0 {
			return w*64 + bits.TrailingZeros64(both), true
		}
	}
	return 0, false
}

// begins reports whether s, whose last member is given, holds all members of another
// set up to that one, and no other.
func (s set) begins(other set, last int) bool {
	if last < 0 {
		return true
	}
	w := last / 64
	upTo := ^uint64(0) >> (63 - last%64)
	return slices.Equal(s[:w], other[:w]) && s[w] == other[w]&upTo
}

// ancestors are, for each step, all it depends on, directly or not. In plan order
// those of its dependencies are complete before its own are asked for.
func ancestors(p *plan.Plan) []set {
	steps := p.Steps()
	words := len(newSet(len(steps)))
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
