package story

import (
	"context"
	"iter"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A Told is a turn as it stands in the log: its events, with what came after it and before the
// next, and what is so at the end of it.
type Told struct {
	Number  int64
	Records []persistence.Record
	State   *State
}

// Turns gives the turns of a place's lineage up to it, from the opening on or, with a position, the
// first that begins after it; what was before that is read from a snapshot. The last may be half
// told. Each reads its log as it comes, and ends after the first error: *NoPlaceError.
func (p *Playthrough) Turns(ctx context.Context, at event.Where, after event.Position) iter.Seq2[Told, error] {
	return func(yield func(Told, error) bool) {
		at, err := p.Find(ctx, at)
		state, told := new(State).fork(), Told{}
		if err == nil && after > 0 {
			before := at
			before.Position = min(after, at.Position)
			if state, _, err = read(ctx, p.save, before); err == nil {
				state = state.fork()
			}
		}
		if err != nil {
			yield(Told{}, err)
			return
		}
		give := func() bool {
			told.State = state
			return told.Number == 0 || yield(told, nil)
		}
		for r, err := range p.save.Events(ctx, at, after) {
			if err != nil {
				yield(Told{}, err)
				return
			}
			if r.Event.Kind == event.TurnOpened {
				if !give() {
					return
				}
				state, told = state.fork(), Told{Number: r.Event.Whole("number")}
			}
			state.apply(r)
			if told.Number != 0 {
				told.Records = append(told.Records, r)
			}
		}
		give()
	}
}
