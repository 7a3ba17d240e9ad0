package sqlite_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A report is what a process says that played while the system refused one of its calls.
type report struct {
	Acked  event.Position // the last event that was acknowledged
	Errors []string       // what was told, a line each
	Damage bool           // whether something was said to be damaged
	Wrong  []string       // what must not be

	trusting bool
}

// writeAmidFaults opens a save, plays some turns, looks at all of it after each, and leaves it.
// One call of it may be refused, of which it does not know. All its calls are one thread's, so
// that they can be counted.
func writeAmidFaults(store *persistence.Store) error { return amid(store, report{}) }

// trustAmidFaults does so, and takes for written what was refused.
func trustAmidFaults(store *persistence.Store) error { return amid(store, report{trusting: true}) }

func amid(store *persistence.Store, r report) error {
	runtime.LockOSThread()
	r.play(context.Background(), store)
	text, err := json.Marshal(r)
	for range 2 { // which may be the call that is refused
		if _, failed := os.Stdout.Write(append(text, '\n')); failed == nil {
			return err
		}
	}
	return errors.New("nothing can be said")
}

// clean reports whether an error is of a kind that callers can tell apart.
func clean(err error) bool {
	for _, kind := range []error{
		persistence.ErrFull, persistence.ErrBroken, persistence.ErrDisk, persistence.ErrReadOnly, persistence.ErrLocked, persistence.ErrNotFound,
		persistence.ErrCorrupt, // of a page that cannot be read: so SQLite has it
	} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

func (r *report) play(ctx context.Context, store *persistence.Store) {
	save := r.open(ctx, store)
	if save == nil {
		return
	}
	tip, _, err := save.Tip(ctx, event.Trunk)
	if r.met("tip", err) {
		if tip, _, err = save.Tip(ctx, event.Trunk); err != nil {
			r.wrong("and then: tip: %v", err)
		}
	}
	r.Acked = tip
	for range 3 {
		if save = r.turn(ctx, store, save); save == nil {
			return
		}
	}
	r.met("close", save.Close())
}

// open opens the save, or begins it; once more where that was refused.
func (r *report) open(ctx context.Context, store *persistence.Store) *persistence.Save {
	save, err := openOrCreate(ctx, store)
	if r.met("open", err) {
		if save, err = openOrCreate(ctx, store); err != nil {
			r.wrong("and then: open: %v", err)
			return nil
		}
	}
	return save
}

// turn appends one, and once more where that was refused; and reads it all.
func (r *report) turn(ctx context.Context, store *persistence.Store, save *persistence.Save) *persistence.Save {
	batch := turnAfter(r.Acked)
	receipt, err := save.Append(ctx, batch)
	if r.met("append", err) {
		if r.trusting {
			r.Acked += eventsOfTurn
		}
		r.read(ctx, save) // reading goes on
		if errors.Is(err, persistence.ErrBroken) {
			if _, again := save.Append(ctx, batch); !errors.Is(again, persistence.ErrBroken) {
				r.wrong("a disk that has failed was written to again: %v", again)
			}
			r.met("close", save.Close())
			if save = r.open(ctx, store); save == nil {
				return nil
			}
		}
		if receipt, err = save.Append(ctx, batch); err != nil {
			r.wrong("and then: append: %v", err)
			return save
		}
	}
	r.Acked = receipt.Last
	r.read(ctx, save)
	return save
}

// read looks whether all that was acknowledged can be read; once more where that is refused.
func (r *report) read(ctx context.Context, save *persistence.Save) {
	for try := range 2 {
		found, err := save.ExactMatch(ctx, persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: event.Everyone})
		if err == nil && len(found) < int(r.Acked)/eventsOfTurn {
			r.wrong("%d rows of %d turns", len(found), r.Acked/eventsOfTurn)
		}
		last := event.Position(0)
		for record, failed := range save.Events(ctx, save.At(event.Trunk), 0) {
			err = errors.Join(err, failed)
			last = max(last, record.Position)
		}
		if err == nil && last < r.Acked {
			r.wrong("events up to %d, acknowledged up to %d", last, r.Acked)
		}
		if !r.met("read", err) {
			return
		}
		if try > 0 {
			r.wrong("and then: read: %v", err)
		}
	}
}

// met notes an error, which must be one of a kind.
func (r *report) met(what string, err error) bool {
	if err == nil {
		return false
	}
	r.Errors = append(r.Errors, fmt.Sprintf("%s: %v", what, err))
	r.Damage = r.Damage || errors.Is(err, persistence.ErrCorrupt)
	if !clean(err) {
		r.wrong("%s: an error of no kind: %v", what, err)
	}
	return true
}

func (r *report) wrong(format string, args ...any) {
	r.Wrong = append(r.Wrong, fmt.Sprintf(format, args...))
}
