package persistence

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/narratoria/narratoria/story/event"
)

// StoredEvents gives a branch's own events as they are stored, after a position, in order: what
// it has of its parents is not among them. Hashes are checked. It sees one consistent state, and
// ends after the first error: ErrNotFound, ErrCorrupt, or the context's.
func (s *Save) StoredEvents(ctx context.Context, branch event.BranchID, after event.Position) iter.Seq2[RawEvent, error] {
	return stored(s, ctx, "read stored events", func(r Reader, give func(RawEvent) error) error {
		state, err := s.control(r)
		if err != nil {
			return err
		}
		b, err := state.tree.Branch(branch)
		if err != nil || state.tree.gone(b) {
			return err
		}
		line, err := state.tree.lineageOf(event.Where{Branch: branch})
		if err != nil {
			return err
		}
		previous := RawEvent{Position: max(after, b.At)}
		if previous.Position > 0 {
			if previous, err = eventAt(r, line, previous.Position); err != nil {
				return err
			}
		}
		for raw, err := range r.Events(branch, previous.Position, latest) {
			if err == nil {
				err = linked(previous, raw)
			}
			if err != nil {
				return err
			}
			if err := give(raw); err != nil {
				return err
			}
			previous = raw
		}
		return nil
	})
}

// StoredControls gives the control records as they are stored, in order; see StoredEvents.
func (s *Save) StoredControls(ctx context.Context) iter.Seq2[RawControl, error] {
	return stored(s, ctx, "read stored control records", func(r Reader, give func(RawControl) error) error {
		var state controlState
		state.tree = NewTree()
		for raw, err := range r.Control(0) {
			if err != nil {
				return err
			}
			if err := state.take(raw); err != nil {
				return unreadable(fmt.Sprintf("control record %d", raw.Sequence), err)
			}
			if err := give(raw); err != nil {
				return err
			}
		}
		return nil
	})
}

// StoredRows gives the rows of a kind as they are stored, in order of their writing, all
// versions of them. Checksums are checked; see StoredEvents.
func (s *Save) StoredRows(ctx context.Context, kind RowKind) iter.Seq2[RawRow, error] {
	return stored(s, ctx, "read stored rows", func(r Reader, give func(RawRow) error) error {
		for raw, err := range r.Rows(kind, 0) {
			if err == nil && sumOf(raw) != raw.Sum {
				err = damaged(fmt.Sprintf("%s %q", raw.Kind, raw.Key), errSum)
			}
			if err != nil {
				return err
			}
			if err := give(raw); err != nil {
				return err
			}
		}
		return nil
	})
}

// stored gives what a function reads in one view.
func stored[T any](s *Save, ctx context.Context, operation string, read func(Reader, func(T) error) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		given := false
		err := s.view(ctx, operation, func(r Reader) error {
			if given { // and this is another state
				return fmt.Errorf("%w: the connection broke amid reading", ErrUnreachable)
			}
			return read(r, func(item T) error {
				given = true
				if !yield(item, nil) {
					return errStop
				}
				return nil
			})
		})
		if err != nil && !errors.Is(err, errStop) {
			var none T
			yield(none, err)
		}
	}
}
