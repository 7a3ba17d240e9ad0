package persistence

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/persistence/internal/packed"
	"github.com/narratoria/narratoria/story/event"
)

// MaxSnapshot is the size of the largest snapshot.
const MaxSnapshot = MaxBlob

// A RawSnapshot is a snapshot as it is stored.
type RawSnapshot struct {
	Branch   event.BranchID
	Position event.Position
	Version  string     // of whatever wrote its bytes
	Head     event.Hash // of the event at Position
	Bytes    []byte     // packed
	Sum      event.Hash // of all this
}

func (raw RawSnapshot) sum() event.Hash {
	sum := event.Chain(raw.Head, []byte(raw.Version))
	return event.Chain(sum, raw.Bytes)
}

// PutSnapshot keeps what a branch came to at a position of its own, in bytes of some version,
// for [Save.Snapshot] to find. It is no part of the story: it may be missing the next time.
// Of each branch the last two are kept. Errors: ErrNotFound, ErrInvalid, ErrReadOnly, ErrFull,
// ErrBroken.
func (s *Save) PutSnapshot(ctx context.Context, at event.Where, version string, data []byte) error {
	const operation = "keep a snapshot"
	if len(data) > MaxSnapshot {
		return about(s.name, operation, fmt.Errorf("%d bytes are more than %d: %w", len(data), MaxSnapshot, ErrInvalid))
	}
	small, err := s.packer.Pack(data, nil)
	if err != nil {
		return about(s.name, operation, err)
	}
	return s.update(ctx, operation, func(w Writer) error {
		line, err := s.lineage(w, at)
		if err != nil {
			return err
		}
		if own := line[len(line)-1]; at.Position <= own.after || at.Moment != 0 {
			return fmt.Errorf("position %d is not branch %q's own: %w", at.Position, at.Branch, ErrInvalid)
		}
		there, err := eventAt(w, line, at.Position)
		if err != nil {
			return err
		}
		var before event.Position // of the one that is kept beside this
		for raw, err := range w.Snapshots(at.Branch) {
			if err != nil {
				return err
			}
			if raw.Position < at.Position {
				before = raw.Position
				break
			}
		}
		if err := w.DropSnapshots(at.Branch, before); err != nil {
			return err
		}
		raw := RawSnapshot{Branch: at.Branch, Position: at.Position, Version: version, Head: there.Hash, Bytes: small}
		raw.Sum = raw.sum()
		return w.PutSnapshot(raw)
	})
}

// Snapshot gives the latest snapshot of a version that a place in the story can go on from,
// and the position it was taken at. What the place does not see is in none of them: a branch
// has those of its parent up to the fork, and none where moments are cut off. One that is
// damaged, or is of another history, is passed over; [Save.Verify] names it. Error: ErrNotFound.
func (s *Save) Snapshot(ctx context.Context, at event.Where, version string) (position event.Position, data []byte, err error) {
	err = s.view(ctx, "find a snapshot", func(r Reader) error {
		line, err := s.lineage(r, at)
		if err != nil {
			return err
		}
		for i := len(line) - 1; i >= 0 && line[i].until == 0; i-- {
			found := false
			position, data, found, err = snapshotIn(r, line[i], version)
			if err != nil || found {
				return err
			}
		}
		return fmt.Errorf("a snapshot %w", ErrNotFound)
	})
	return position, data, err
}

// snapshotIn is the latest sound snapshot of what a lineage takes of one branch.
func snapshotIn(r Reader, of stretch, version string) (event.Position, []byte, bool, error) {
	for raw, err := range r.Snapshots(of.branch) {
		if err != nil {
			return 0, nil, false, err
		}
		if raw.Position > of.to || raw.Version != version || raw.Sum != raw.sum() {
			continue
		}
		there, err := eventAt(r, lineage{of}, raw.Position)
		if err != nil || there.Hash != raw.Head {
			continue
		}
		if data, err := packed.Unpack(raw.Bytes, nil, MaxSnapshot); err == nil {
			return raw.Position, data, true, nil
		}
	}
	return 0, nil, false, nil
}

// verifySnapshots looks whether those of a branch are sound and of its history.
func verifySnapshots(r Reader, tree Tree, b Branch) error {
	line, err := tree.lineageOf(event.Where{Branch: b.ID})
	if err != nil {
		return err
	}
	for raw, err := range r.Snapshots(b.ID) {
		if err != nil {
			return err
		}
		subject := fmt.Sprintf("the snapshot at %d", raw.Position)
		if raw.Sum != raw.sum() {
			return fmt.Errorf("%s %w: %w", subject, ErrCorrupt, errSum)
		}
		if _, err := packed.Unpack(raw.Bytes, nil, MaxSnapshot); err != nil {
			return fmt.Errorf("%s %w: %w", subject, ErrCorrupt, err)
		}
		there, err := eventAt(r, line, raw.Position)
		if err != nil {
			return fmt.Errorf("%s: %w", subject, err)
		}
		if there.Hash != raw.Head {
			return fmt.Errorf("%s %w: it is of another history", subject, ErrCorrupt)
		}
	}
	return nil
}
