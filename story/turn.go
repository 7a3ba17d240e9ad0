package story

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A Turn is what one append will write: events are staged, seen by State at once,
// and part of the story only after Commit. One that is dropped has left no trace.
// It belongs to one goroutine.
type Turn struct {
	ID event.TurnID

	story   *Playthrough
	branch  event.BranchID
	base    event.Position // the tip it was begun at
	state   *State
	records []persistence.Record
	rows    []persistence.Change
	blobs   map[event.Hash]bool // those put for it, and those that it brings
	papers  []persistence.Document
	receipt *persistence.Receipt
}

// State is the story with all that was staged. It is valid until the next Add; a
// view of it stays as it is.
func (t *Turn) State() *State { return t.state }

// Add stages an event and gives the position it will have. A moment that is
// missing is the story's current one, and perception that is missing where the
// kind has it is State.Openly's. It refuses what cannot be: a worldly event before the
// latest moment, and any event at one that never was; a character, place, fact,
// thread or memory that nobody knows, or one that is there already; the loss of
// what nobody has; a blob that was not put. The error is event.ErrInvalid, and
// nothing was staged.
func (t *Turn) Add(e event.Event) (event.Position, error) {
	r, err := t.check(e)
	if err != nil {
		if !errors.Is(err, event.ErrInvalid) {
			err = fmt.Errorf("%w: %s: %w", event.ErrInvalid, e.Kind, err)
		}
		return 0, err
	}
	if change, has := t.state.stage(r); has {
		change.Event = len(t.records)
		t.rows = append(t.rows, change)
	}
	t.records = append(t.records, r)
	return r.Position, nil
}

// check completes an event and gives it as it will be read back from the log, so
// that what is staged is what a later fold finds.
func (t *Turn) check(e event.Event) (persistence.Record, error) {
	r := persistence.Record{Branch: t.branch, Position: t.base + event.Position(len(t.records)) + 1}
	if t.receipt != nil {
		return r, errors.New("the turn was written already")
	}
	e.Moment = t.moment(e)
	if e.Perception == nil && e.Kind.Perceived() {
		e.Perception = t.state.Openly(e)
	}
	encoded, err := event.Encode(e)
	if err != nil {
		return r, err
	}
	if r.Event, err = event.Decode(encoded); err != nil {
		return r, err
	}
	if err := t.state.admits(r); err != nil {
		return r, err
	}
	return r, t.checkBlobs(r.Event)
}

// moment is when an event happens. A story that has had none begins at 1.
func (t *Turn) moment(e event.Event) event.Moment {
	now := t.state.Moment
	switch {
	case e.Moment.Sequence != 0:
		return e.Moment
	case now.Sequence == 0 && !e.Kind.Worldly():
		return e.Moment
	case now.Sequence == 0:
		now.Sequence = 1
	}
	now.Timed, now.Minutes = true, t.state.Minutes
	return now
}

// checkBlobs looks whether the bytes that an event names are there.
func (t *Turn) checkBlobs(e event.Event) error {
	for _, field := range e.Kind.Fields() {
		if field.Type != event.Blob || e.Text(field.Name) == "" {
			continue
		}
		sum, err := event.ParseHash(e.Text(field.Name))
		if err != nil || t.blobs[sum] {
			return err
		}
		if _, err := t.story.save.GetBlob(context.Background(), sum); err != nil {
			return fmt.Errorf("%s: put the blob first: %w", field.Name, err)
		}
	}
	return nil
}

// Here is the perception of what happens openly where the player is.
func (t *Turn) Here() *event.Perception { return t.state.At(event.Player, t.state.Place()) }

// Openly is the perception of an event that nobody keeps from anybody: see [world.World.Audience].
func (s *State) Openly(e event.Event) *event.Perception { return s.World.Audience(e) }

// At is the perception of what somebody does openly at some places: see [world.World.Openly].
func (s *State) At(who event.CharacterID, places ...string) *event.Perception {
	return s.World.Openly(who, places...)
}

// HasBlob reports whether the save has bytes already, in whichever branch.
func (t *Turn) HasBlob(ctx context.Context, sum event.Hash) (bool, error) {
	return t.story.save.HasBlob(ctx, sum)
}

// PutBlob keeps bytes that a later event of the turn names.
func (t *Turn) PutBlob(ctx context.Context, data []byte) (event.Hash, error) {
	sum, err := t.story.save.PutBlob(ctx, data)
	if err == nil {
		t.has(sum)
	}
	return sum, err
}

func (t *Turn) has(sum event.Hash) {
	if t.blobs == nil {
		t.blobs = make(map[event.Hash]bool)
	}
	t.blobs[sum] = true
}

// Document stages an object that a later event of the turn names by its hash, as what is
// seldom looked at. Those of one name are much alike from turn to turn. See
// [Playthrough.Document].
func (t *Turn) Document(like string, o strictjson.Object) event.Hash {
	return t.paper(like, strictjson.Encode(o))
}

func (t *Turn) paper(like string, data []byte) event.Hash {
	sum := event.HashOf(data)
	t.papers = append(t.papers, persistence.Document{Like: like, Data: data})
	t.has(sum)
	return sum
}

// Events are those staged so far, with the positions they will have. They have no
// hash and no time yet; do not change them.
func (t *Turn) Events() []persistence.Record { return slices.Clip(t.records) }

// Commit writes the turn, whole or not at all, and makes its state that of the
// story. A turn that is known is not written again: the earlier receipt comes
// back, and the story is what is in the log. After an error that is not
// persistence.ErrConflict it may be called again.
func (t *Turn) Commit(ctx context.Context) (persistence.Receipt, error) {
	if t.receipt != nil {
		again := *t.receipt
		again.Repeated = true
		return again, nil
	}
	if at := t.story.Where(); at.Branch != t.branch {
		return persistence.Receipt{}, fmt.Errorf("turn %q: the story went on at branch %q: %w", t.ID, at.Branch, persistence.ErrConflict)
	}
	receipt, err := t.story.save.Append(ctx, t.batch())
	if err != nil {
		return persistence.Receipt{}, err
	}
	if receipt.Repeated {
		if err := t.story.catchUp(ctx); err != nil {
			return persistence.Receipt{}, err
		}
		t.receipt = &receipt
		return receipt, nil
	}
	t.receipt = &receipt
	everywhere := t.story.State().Everywhere
	t.story.settle(t.branch, t.state)
	if t.state.Everywhere < everywhere { // something was shared since the turn began, and the turn is written
		_ = t.story.catchUp(context.WithoutCancel(ctx)) // or it is at the next Share or Refresh
	}
	t.story.keep(ctx, snapshotInPlay)
	return receipt, nil
}

func (t *Turn) batch() persistence.Batch {
	events := make([]event.Event, len(t.records))
	for i, r := range t.records {
		events[i] = r.Event
	}
	return persistence.Batch{
		Branch: t.branch, Expected: t.base, Turn: t.ID, Events: events, Rows: t.rows, Documents: t.papers,
		Summary: t.state.Summary().object(),
	}
}
