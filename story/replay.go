package story

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// Digest is a hash over all that the state is. Of the same log it is the same, on every machine
// and in every program of the same [ReducerVersion].
func (s *State) Digest() event.Hash { return s.freeze().sum() }

// Replay folds the whole log of a save anew, every branch of it, without a snapshot: each is told
// of every event once, with the state after it, and ends of what each branch comes to; either may
// be nil. States are for reading, and those that each is given for as long as it runs. It ends
// after the first error, each's or persistence's.
func Replay(ctx context.Context, save *persistence.Save, each func(persistence.Record, *State) error, ends func(persistence.Branch, *State)) error {
	w := walk{ctx: ctx, save: save, ends: told(ends), visit: func(s *State, r persistence.Record) error {
		if s.apply(r); each == nil {
			return nil
		}
		return each(r, s)
	}}
	return w.all()
}

// A Step is what a log leads to at an event: the event's hash, which those before it are in, and
// the digest of the state.
type Step struct {
	Branch   event.BranchID // whose own event it is
	Position event.Position
	Hash     event.Hash
	State    event.Hash
}

// Trail replays a log and gives what it leads to at the end of each turn of each branch, or at
// every event, which takes a story's length more. Whoever has the trail of a story knows where
// another replay of it goes another way. Errors: step's, persistence's.
func Trail(ctx context.Context, save *persistence.Save, every bool, step func(Step) error) error {
	var last persistence.Record // of those that were applied and are on no trail yet
	give := func(s *State) error {
		if last.Position == 0 {
			return nil
		}
		at := Step{last.Branch, last.Position, last.Hash, s.Digest()}
		last = persistence.Record{}
		return step(at)
	}
	w := walk{ctx: ctx, save: save, visit: func(s *State, r persistence.Record) error {
		if r.Event.Kind == event.TurnOpened {
			if err := give(s); err != nil {
				return err
			}
		}
		s.apply(r)
		if last = r; every {
			return give(s)
		}
		return nil
	}, ends: func(_ persistence.Branch, s *State) error { return give(s) }}
	return w.all()
}

// Follow replays a log along a trail of it, and says at how many of its steps it was as it was
// then: the event, and with states also what it leads to. Events that are on no step of the trail
// are not compared. Errors: *DiffersError, for a step that is missing too; persistence's.
func Follow(ctx context.Context, save *persistence.Save, trail []Step, states bool) (met int, err error) {
	left := make(map[event.BranchID]map[event.Position]Step)
	for _, step := range trail {
		if left[step.Branch] == nil {
			left[step.Branch] = make(map[event.Position]Step)
		}
		left[step.Branch][step.Position] = step
	}
	since := make(map[event.BranchID]event.Position)
	err = Replay(ctx, save, func(r persistence.Record, s *State) error {
		was, known := left[r.Branch][r.Position]
		switch {
		case !known:
			return nil
		case was.Hash != r.Hash:
			return &DiffersError{r.Branch, r.Position, since[r.Branch], "it, or one before it, is another than it was"}
		case states && was.State != s.Digest():
			return &DiffersError{r.Branch, r.Position, since[r.Branch], "the state after it is another than it was"}
		}
		met++
		since[r.Branch] = r.Position
		delete(left[r.Branch], r.Position)
		return nil
	}, nil)
	if err != nil {
		return met, err
	}
	for _, step := range trail {
		if _, missing := left[step.Branch][step.Position]; missing {
			return met, &DiffersError{step.Branch, step.Position, step.Position - 1, "it is missing"}
		}
	}
	return met, nil
}

// A DiffersError says where what is kept beside a log is not what its events lead to.
type DiffersError struct {
	Branch   event.BranchID
	Position event.Position // of the event
	Since    event.Position // the last before it at which all was as it should be
	What     string
}

func (e *DiffersError) Error() string {
	text := fmt.Sprintf("branch %q: event %d: %s", e.Branch, e.Position, e.What)
	if e.Since+1 < e.Position {
		text += fmt.Sprintf("; the first that leads elsewhere is one from %d on", e.Since+1)
	}
	return text
}

// A Replayed is what a log leads to, and what of it was kept beside the log.
type Replayed struct {
	Events, Turns   int64
	Snapshots, Rows int // that are as they should be
	Ends            []Step
}

// Check replays a log, every branch of it, and compares what it leads to with what play kept
// beside it: snapshots of this [ReducerVersion], and rows. Errors: *DiffersError, persistence's.
func Check(ctx context.Context, save *persistence.Save) (done Replayed, err error) {
	c := &checking{ctx: ctx, save: save, hashes: make(map[event.BranchID]event.Hash)}
	w := walk{ctx: ctx, save: save, visit: c.visit, ends: c.end}
	if err := w.all(); err != nil {
		return c.done, err
	}
	rows, err := save.CompareRows(ctx, c.made)
	if c.done.Rows = rows.Rows; err == nil && !rows.Same() {
		err = &DiffersError{rows.First.Branch, rows.First.Position, rows.First.Position - 1, "what is searched is not what it says"}
	}
	return c.done, err
}

type checking struct {
	ctx    context.Context
	save   *persistence.Save
	done   Replayed
	made   []persistence.Made
	hashes map[event.BranchID]event.Hash // of each branch's last own event

	branch event.BranchID                // the one that is replayed
	kept   map[event.Position]event.Hash // digests of the snapshots of its own events
	since  event.Position                // of the last snapshot that is as it should be
}

func (c *checking) visit(s *State, r persistence.Record) error {
	if r.Branch != c.branch {
		kept, err := c.save.SnapshotSums(c.ctx, r.Branch, ReducerVersion)
		if err != nil && !errors.Is(err, persistence.ErrNotFound) {
			return err
		}
		c.branch, c.since, c.kept = r.Branch, r.Position-1, kept
	}
	if change, has := rowOf(s, r); has {
		c.made = append(c.made, persistence.Made{Branch: r.Branch, Position: r.Position, Op: change.Op, Row: change.Row})
	}
	s.apply(r)
	c.done.Events++
	if r.Event.Kind == event.TurnOpened {
		c.done.Turns++
	}
	c.hashes[r.Branch] = r.Hash
	digest, is := c.kept[r.Position]
	switch {
	case !is:
	case s.Digest() != digest:
		return &DiffersError{r.Branch, r.Position, c.since, "the state after it is not the one that was kept there"}
	default:
		c.done.Snapshots++
		c.since = r.Position
	}
	return nil
}

func (c *checking) end(b persistence.Branch, s *State) error {
	c.done.Ends = append(c.done.Ends, Step{b.ID, max(s.Position, b.At), c.hashes[b.ID], s.Digest()})
	return nil
}
