package persistence

import (
	"cmp"
	"context"
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// A Batch is what one append writes, all of it or nothing.
type Batch struct {
	Branch   event.BranchID
	Expected event.Position // where the branch is believed to be; its events follow
	Turn     event.TurnID   // makes the append repeatable
	Events   []event.Event  // at least one
	Rows     []Change
	// Documents are texts that its events name, and are written before these.
	Documents []Document
	// Summary is what a list of saves shows of the story after this append; nil where it is
	// not to be known from there. See [Info].
	Summary strictjson.Object
}

// Append writes a batch. When it returns without an error, everything is on the
// disk; with an error nothing is, but for a context that ended while committing,
// which leaves it open. In every case the same batch may be tried again.
//
// A turn that was written before is not written again: its first receipt comes
// back, with Repeated set, whatever the batch now holds; but where several programs may write to
// the save, another's turn of the same name is none of ours, and ErrConflict.
//
// Errors: ErrConflict when the branch is elsewhere or the turn was written to
// another branch; ErrNotFound for the branch, a blob that an event names, or the
// record of an update or delete; ErrInvalid; ErrReadOnly; ErrFull; ErrBroken.
func (s *Save) Append(ctx context.Context, batch Batch) (receipt Receipt, err error) {
	encoded, err := batch.encode()
	if err != nil {
		return receipt, about(s.name, "append", err)
	}
	var alike map[string]alike
	vectors := s.vectors.some(mostAppended)
	err = s.update(ctx, "append", func(w Writer) error {
		if receipt, alike, err = s.append(w, batch, encoded); err != nil || receipt.Repeated {
			return err
		}
		return putVectors(w, vectors)
	})
	if err != nil {
		return Receipt{}, err
	}
	if !receipt.Repeated {
		s.rememberAlike(alike)
		s.vectors.written(vectors)
		s.appended(batch, receipt)
	}
	return receipt, nil
}

// encode checks what can be checked without the store.
func (b Batch) encode() ([][]byte, error) {
	if err := event.CheckID(b.Turn); err != nil {
		return nil, fmt.Errorf("%w: turn: %w", ErrInvalid, err)
	}
	if len(b.Events) == 0 {
		return nil, fmt.Errorf("a batch without events %w", ErrInvalid)
	}
	encoded := make([][]byte, len(b.Events))
	for i, e := range b.Events {
		if here := b.Expected + event.Position(i) + 1; e.Cause >= here {
			return nil, fmt.Errorf("%w: event %d: %s: its cause, %d, does not come before it", ErrInvalid, i, e.Kind, e.Cause)
		}
		var err error
		if encoded[i], err = event.Encode(e); err != nil {
			return nil, fmt.Errorf("%w: event %d: %w", ErrInvalid, i, err)
		}
	}
	return encoded, nil
}

func (s *Save) append(w Writer, batch Batch, encoded [][]byte) (Receipt, map[string]alike, error) {
	known, written, err := w.Turn(batch.Turn)
	switch {
	case err != nil:
		return Receipt{}, nil, err
	case written && known.Branch != batch.Branch:
		return Receipt{}, nil, fmt.Errorf("turn %q was written to branch %q: %w", batch.Turn, known.Branch, ErrConflict)
	case written && s.shared:
		if same, err := s.wrote(w, known, encoded); err != nil || !same {
			return Receipt{}, nil, cmp.Or(err, fmt.Errorf("turn %q was written by another program: %w", batch.Turn, ErrConflict))
		}
		fallthrough
	case written:
		known.Repeated = true
		return known, nil, nil
	}
	line, err := s.lineage(w, s.At(batch.Branch))
	if err == nil {
		err = s.goesOn(w, batch.Branch)
	}
	if err != nil {
		return Receipt{}, nil, err
	}
	tip, head, err := tipOf(w, line)
	if err != nil {
		return Receipt{}, nil, err
	}
	if tip != batch.Expected {
		return Receipt{}, nil, fmt.Errorf("branch %q is at %d, not at %d: %w", batch.Branch, tip, batch.Expected, ErrConflict)
	}
	if err := s.putRows(w, line, batch); err != nil {
		return Receipt{}, nil, err
	}
	alike, err := s.putDocuments(w, batch.Documents)
	if err != nil {
		return Receipt{}, nil, err
	}
	wall := s.now().UnixNano()
	if head, err = s.putEvents(w, head, batch, encoded, wall); err != nil {
		return Receipt{}, nil, err
	}
	receipt := Receipt{Branch: batch.Branch, First: tip + 1, Last: tip + event.Position(len(encoded)), Head: head}
	if err := w.PutTurn(batch.Turn, receipt); err != nil {
		return Receipt{}, nil, err
	}
	return receipt, alike, s.summarize(w, batch.Summary, receipt, wall)
}

// wrote reports whether a turn that is written has these events.
func (s *Save) wrote(r Reader, known Receipt, encoded [][]byte) (bool, error) {
	if int(known.Last-known.First)+1 != len(encoded) {
		return false, nil
	}
	line, err := s.lineage(r, s.At(known.Branch))
	if err != nil {
		return false, err
	}
	var before RawEvent
	if known.First > 1 {
		if before, err = eventAt(r, line, known.First-1); err != nil {
			return false, err
		}
	}
	head := before.Hash
	for _, bytes := range encoded {
		head = event.Chain(head, bytes)
	}
	return head == known.Head, nil
}

// goesOn refuses a branch that was purged.
func (s *Save) goesOn(r Reader, branch event.BranchID) error {
	state, err := s.control(r)
	if err == nil {
		_, err = state.tree.unpurged(branch)
	}
	return err
}

func (s *Save) putEvents(w Writer, head event.Hash, batch Batch, encoded [][]byte, wall int64) (event.Hash, error) {
	own := make(map[event.Hash]bool) // a transaction need not see what it has put
	for _, d := range batch.Documents {
		own[event.HashOf(d.Data)] = true
	}
	for i, bytes := range encoded {
		if err := checkBlobs(w, own, batch.Events[i]); err != nil {
			return head, fmt.Errorf("event %d: %w", i, err)
		}
		head = event.Chain(head, bytes)
		raw := RawEvent{Branch: batch.Branch, Position: batch.Expected + event.Position(i) + 1, Bytes: bytes, Hash: head, Wall: wall}
		if err := w.PutEvent(raw); err != nil {
			return head, err
		}
	}
	return head, nil
}

// checkBlobs holds to the order: bytes first, then the event that names them.
func checkBlobs(r Reader, own map[event.Hash]bool, e event.Event) error {
	for _, field := range e.Kind.Fields() {
		if field.Type != event.Blob || e.Text(field.Name) == "" {
			continue
		}
		sum, err := event.ParseHash(e.Text(field.Name))
		if err != nil {
			return err
		}
		if own[sum] {
			continue
		}
		there, err := r.HasBlob(sum)
		if err == nil && !there {
			err = fmt.Errorf("%s: %s: the blob %s %w: put it first", e.Kind, field.Name, sum, ErrNotFound)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
