package story

import (
	"context"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// Digest is a hash over all that the state is. Of the same log it is the same, on every machine
// and in every program of the same [ReducerVersion].
func (s *State) Digest() event.Hash { return event.HashOf(s.snapshot()) }

// Replay folds the whole log of a save anew, every branch of it, without a snapshot: each is told
// of every event once, with the state after it, and ends of what each branch comes to; either may
// be nil. States are for reading, and those that each is given for as long as it runs. It ends
// after the first error, each's or persistence's.
func Replay(ctx context.Context, save *persistence.Save, each func(persistence.Record, *State) error, ends func(persistence.Branch, *State)) error {
	w := walk{ctx: ctx, save: save, ends: ends, visit: func(s *State, r persistence.Record) error {
		if s.apply(r); each == nil {
			return nil
		}
		return each(r, s)
	}}
	return w.all()
}
