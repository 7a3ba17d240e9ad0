package story

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A cadence says after how many events a snapshot is kept: a few at first, and the longer the
// story the more, for it has the whole of a state. So to keep them takes time and room in
// proportion to a story's length, and not to its square; and to open one reads no more than
// that part of it anew.
type cadence struct{ least, part event.Position }

// While a story is played, and where a session ends. To read a thousand events takes a
// hundredth of a second.
var (
	snapshotInPlay  = cadence{1024, 8}
	snapshotAtClose = cadence{64, 128}
)

// due reports whether enough came after the last.
func (c cadence) due(last, now event.Position) bool { return now-last >= max(c.least, now/c.part) }

// Read is what is so at a place in a story: at the tip of a branch, at a position of it, as
// of a moment. Its views recall what was remembered there. Errors: persistence's.
func Read(ctx context.Context, save *persistence.Save, at event.Where) (*State, error) {
	state, _, err := read(ctx, save, at)
	if err == nil {
		at.Position = max(at.Position, state.Position)
		state.source = &memorySource{save: save, at: at}
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
	from, err := based(ctx, save, at, from)
	if err != nil {
		return nil, err
	}
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
	return &NewerError{Program: program, Err: err}
}

// A NewerError is an [event.ErrNewer] of a story that says who can read it.
type NewerError struct {
	Program string // the version that wrote what this one does not know
	Err     error
}

func (e *NewerError) Error() string { return fmt.Sprintf("%v, to %s or later", e.Err, e.Program) }
func (e *NewerError) Unwrap() error { return e.Err }

// keep keeps a snapshot where there are many events since the last. A story without one is
// the same story, so that it cannot be kept is no error of anything; and where it is too large,
// the next is not tried before there are as many events again.
func (p *Playthrough) keep(ctx context.Context, after cadence) {
	at := p.Where()
	if !after.due(p.kept[at.Branch], at.Position) {
		return
	}
	f := p.State().freeze()
	if f.size > persistence.MaxSnapshot {
		p.kept[at.Branch] = at.Position
		return
	}
	if err := p.save.PutSnapshot(ctx, at, ReducerVersion, f.bytes()); err == nil {
		p.kept[at.Branch] = at.Position
	}
}
