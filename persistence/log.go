package persistence

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/narratoria/narratoria/story/event"
)

// A Record is an event where it stands in the log.
type Record struct {
	Event    event.Event
	Branch   event.BranchID // the branch it was written to, of the lineage
	Position event.Position
	Hash     event.Hash
	Wall     time.Time // when it was written down
}

var errHash = errors.New("its hash is not that of its bytes and its predecessor")

// errStop ends a view early; nobody outside sees it.
var errStop = errors.New("the reader has enough")

// Events gives what a place in the story knows, in order of position, beginning
// after a position (0: from the start). It sees one consistent state, checks the
// hash of every event it passes, and ends after the first error: ErrNotFound,
// ErrCorrupt, ErrNewer, or the context's.
func (s *Save) Events(ctx context.Context, at event.Where, after event.Position) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		err := s.view(ctx, "read events", func(r Reader) error {
			line, err := s.lineage(r, at)
			if err != nil {
				return err
			}
			return walkEvents(r, line, after, func(record Record) error {
				after = record.Position // where the view is lent again, it goes on: what is behind stays
				if !yield(record, nil) {
					return errStop
				}
				return nil
			})
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(Record{}, err)
		}
	}
}

// Tip is the last position of a branch and its hash. Error: ErrNotFound.
func (s *Save) Tip(ctx context.Context, branch event.BranchID) (position event.Position, head event.Hash, err error) {
	err = s.view(ctx, "find the tip", func(r Reader) error {
		line, err := s.lineage(r, s.At(branch))
		if err == nil {
			position, head, err = tipOf(r, line)
		}
		return err
	})
	return position, head, err
}

// lineage is the history of a place that exists in this story.
func (s *Save) lineage(r Reader, at event.Where) (lineage, error) {
	if at.Playthrough != s.Playthrough() {
		return nil, fmt.Errorf("playthrough %q %w: this save holds another", at.Playthrough, ErrNotFound)
	}
	if at.Position < 0 || at.Moment < 0 {
		return nil, fmt.Errorf("a negative position or moment %w", ErrInvalid)
	}
	state, err := s.control(r)
	if err != nil {
		return nil, err
	}
	line, err := state.tree.lineageOf(at)
	if err != nil || at.Position == 0 {
		return line, err
	}
	tip, _, err := tipOf(r, line)
	if err == nil && tip < at.Position {
		err = fmt.Errorf("position %d of branch %q, which ends at %d, %w", at.Position, at.Branch, tip, ErrNotFound)
	}
	return line, err
}

// tipOf is the last position on a lineage and its hash; 0 and the zero hash
// where nothing was written yet.
func tipOf(r Reader, line lineage) (event.Position, event.Hash, error) {
	for i := len(line) - 1; i >= 0; i-- {
		s := line[i]
		if s.to <= s.after {
			continue
		}
		tip, err := r.Tip(s.branch)
		if err != nil {
			return 0, event.Hash{}, err
		}
		if tip.Position > s.to {
			raw, err := eventAt(r, line[i:i+1], s.to)
			return s.to, raw.Hash, err
		}
		if tip.Position > s.after {
			return tip.Position, tip.Hash, nil
		}
	}
	return 0, event.Hash{}, nil
}

// eventAt reads the event at a position of a lineage, which must be there.
func eventAt(r Reader, line lineage, position event.Position) (RawEvent, error) {
	for _, s := range line {
		if position <= s.after || position > s.to {
			continue
		}
		for raw, err := range r.Events(s.branch, position-1, position) {
			return raw, err
		}
	}
	return RawEvent{}, damagedEvent(position, errMissing)
}

// walkEvents reads a lineage after a position and checks that nothing is
// missing and nothing was changed. Events of moments that are cut off are
// checked too, but not given.
func walkEvents(r Reader, line lineage, after event.Position, give func(Record) error) error {
	previous := RawEvent{Position: after}
	if after > 0 {
		var err error
		if previous, err = eventAt(r, line, after); err != nil {
			return err
		}
	}
	for _, s := range line {
		if s.to <= s.after || s.to <= after {
			continue
		}
		for raw, err := range r.Events(s.branch, max(after, s.after), s.to) {
			if err != nil {
				return err
			}
			if err := linked(previous, raw); err != nil {
				return err
			}
			previous = raw
			record, err := open(raw)
			if err != nil {
				return err
			}
			if s.until != 0 && record.Event.Moment.Sequence > s.until {
				continue
			}
			if err := give(record); err != nil {
				return err
			}
		}
	}
	return nil
}

// linked looks whether an event follows another.
func linked(previous, raw RawEvent) error {
	if raw.Position != previous.Position+1 {
		return damagedEvent(previous.Position+1, errMissing)
	}
	if event.Chain(previous.Hash, raw.Bytes) != raw.Hash {
		return damagedEvent(raw.Position, errHash)
	}
	return nil
}

func open(raw RawEvent) (Record, error) {
	e, err := event.Decode(raw.Bytes)
	switch {
	case errors.Is(err, ErrNewer):
		return Record{}, fmt.Errorf("event %d: %w", raw.Position, err)
	case err != nil:
		return Record{}, damagedEvent(raw.Position, err)
	}
	return Record{Event: e, Branch: raw.Branch, Position: raw.Position, Hash: raw.Hash, Wall: time.Unix(0, raw.Wall)}, nil
}
