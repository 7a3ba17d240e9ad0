package story

import (
	"cmp"
	"context"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A walk goes through every event of a save once, each after all that it comes after: through
// each branch's own events, that of its parent before it.
type walk struct {
	ctx   context.Context
	save  *persistence.Save
	tree  persistence.Tree
	visit func(s *State, r persistence.Record) error // is given the state before the event, and applies it
	ends  func(b persistence.Branch, s *State) error // is told the state at the end of each branch; nil for nobody
}

// all begins at the trunk. It makes no use of snapshots.
func (w *walk) all() (err error) {
	if w.tree, err = w.save.Tree(w.ctx); err != nil {
		return err
	}
	children := make(map[event.BranchID][]persistence.Branch)
	for _, b := range w.tree.Branches() {
		if !b.Purged || w.tree.Kept(b.ID) > 0 {
			children[b.Parent] = append(children[b.Parent], b)
		}
	}
	base, err := based(w.ctx, w.save, event.Where{}, new(State))
	if err != nil {
		return err
	}
	for _, trunk := range children[""] {
		if err := w.below(trunk, base, children); err != nil {
			return err
		}
	}
	return nil
}

// below goes through a branch that begins at a state, and through those that leave it.
func (w *walk) below(b persistence.Branch, from *State, children map[event.BranchID][]persistence.Branch) error {
	leaving := children[b.ID]
	slices.SortStableFunc(leaving, func(x, y persistence.Branch) int { return cmp.Compare(x.At, y.At) })
	states := make(map[event.Position]*State)
	keep := func(s *State) *State { // for those that leave here
		if slices.ContainsFunc(leaving, func(child persistence.Branch) bool { return child.At == s.Position }) {
			states[s.Position] = s
			return s.fork()
		}
		return s
	}
	state := keep(from.fork())
	for r, err := range w.save.Events(w.ctx, w.save.At(b.ID), b.At) {
		if err != nil {
			return err
		}
		if err := w.visit(state, r); err != nil {
			return err
		}
		state = keep(state)
	}
	if w.ends != nil {
		if err := w.ends(b, state); err != nil {
			return err
		}
	}
	for i, child := range leaving {
		state, known := states[child.At]
		if last := i+1 == len(leaving) || leaving[i+1].At != child.At; last {
			delete(states, child.At) // or a chain of branches would have the state at every fork in memory
		}
		if !known || child.Until != 0 { // it leaves where this has only what its own parent has, or sees less of it
			var err error
			if state, err = w.fold(child); err != nil {
				return err
			}
		}
		if err := w.below(child, state, children); err != nil {
			return err
		}
	}
	return nil
}

// fold is the state at which a branch begins, of all events that it has of its parents.
func (w *walk) fold(b persistence.Branch) (*State, error) {
	if b.At == 0 {
		return based(w.ctx, w.save, event.Where{}, new(State))
	}
	at := w.save.At(b.ID)
	at.Position = b.At
	return fold(w.ctx, w.save, at, new(State))
}
