package story

import (
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// ReduceOtherwise has a kind reduced by another function, which is given the right one (it
// does nothing where the kind has none), until undo is called. What everybody knows by it, the state
// has taken in before. Nothing may be folded
// meanwhile but by its caller.
func ReduceOtherwise(kind event.Kind, other func(s *State, r persistence.Record, right func(persistence.Record))) (undo func()) {
	right := reducers[kind]
	reducers[kind] = func(s *State, r persistence.Record) {
		other(s, r, func(r persistence.Record) {
			if right != nil {
				right(s, r)
			}
		})
	}
	return func() { reducers[kind] = right }
}

// Snapshot and Restore are what a save keeps of a state.
func (s *State) Snapshot() []byte         { return s.snapshot() }
func Restore(data []byte) (*State, error) { return restore(data) }
