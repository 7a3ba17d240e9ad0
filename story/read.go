package story

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// After how many events a snapshot is kept: while a story is played, and where a session
// ends. To read a thousand events takes a fraction of a second.
const (
	snapshotInPlay  = 1024
	snapshotAtClose = 64
)

// Read is what is so at a place in a story: at the tip of a branch, at a position of it, as
// of a moment. Its views recall what was remembered there. Errors: persistence's.
func Read(ctx context.Context, save *persistence.Save, at event.Where) (*State, error) {
	state, _, err := read(ctx, save, at)
	if err == nil {
		at.Position = max(at.Position, state.Position)
		state.shelf = &shelf{save: save, at: at}
	}
	return state, err
}

// read also gives the position of the snapshot that it began with, 0 for none.
func read(ctx context.Context, save *persistence.Save, at event.Where) (state *State, kept event.Position, err error) {
	if state, err = latest(ctx, save, at); err != nil {
		return nil, 0, err
	}
	kept = state.Position
	state, err = fold(ctx, save, at, state)
	return state, kept, err
}

// latest is the state of the latest snapshot, or that of a story not begun.
func latest(ctx context.Context, save *persistence.Save, at event.Where) (*State, error) {
	position, data, err := save.Snapshot(ctx, at, ReducerVersion)
	if errors.Is(err, persistence.ErrNotFound) {
		return new(State), nil // so is a place that is not there: reading its events says so
	}
	if err != nil {
		return nil, err
	}
	state, err := restore(data)
	if err != nil || state.Position != position { // whoever wrote it, there is the log
		return new(State), nil
	}
	return state, nil
}

// fold is a state with all that a place has after it.
func fold(ctx context.Context, save *persistence.Save, at event.Where, from *State) (*State, error) {
	state, program := from.fork(), ""
	for r, err := range save.Events(ctx, at, from.Position) {
		if err != nil {
			return nil, needs(program, err)
		}
		if r.Event.Kind == event.SessionOpened {
			program = r.Event.Text("program")
		}
		state.apply(r)
	}
	return state, nil
}

// needs says which version of the program opens what this one cannot: that in whose session it was
// written.
func needs(program string, err error) error {
	if program == "" || !errors.Is(err, event.ErrNewer) {
		return err
	}
	return fmt.Errorf("%w, to %s or later", err, program)
}

// keep keeps a snapshot where there are many events since the last. A story without one is
// the same story, so that it cannot be kept is no error of anything.
func (p *Playthrough) keep(ctx context.Context, after event.Position) {
	at := p.Where()
	if at.Position-p.kept[at.Branch] < after {
		return
	}
	if err := p.save.PutSnapshot(ctx, at, ReducerVersion, p.State().snapshot()); err == nil {
		p.kept[at.Branch] = at.Position
	}
}
