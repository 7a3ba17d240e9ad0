package persistence

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

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
// Of each branch the last two are kept; see also PruneSnapshots. Errors: ErrNotFound, ErrInvalid, ErrReadOnly, ErrFull,
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
	for raw, err := range soundSnapshots(r, of, version) {
		if err != nil {
			return 0, nil, false, err
		}
		if data, err := packed.Unpack(raw.Bytes, nil, MaxSnapshot); err == nil {
			return raw.Position, data, true, nil
		}
	}
	return 0, nil, false, nil
}

// soundSnapshots are those of what a lineage takes of one branch, the latest first; nobody has
// unpacked them yet.
func soundSnapshots(r Reader, of stretch, version string) iter.Seq2[RawSnapshot, error] {
	return func(yield func(RawSnapshot, error) bool) {
		for raw, err := range r.Snapshots(of.branch) {
			if err == nil {
				if raw.Position > of.to || raw.Version != version || raw.Sum != raw.sum() {
					continue
				}
				if there, err := eventAt(r, lineage{of}, raw.Position); err != nil || there.Hash != raw.Head {
					continue
				}
			}
			if !yield(raw, err) || err != nil {
				return
			}
		}
	}
}

// SnapshotSums are hashes of what is in a branch's own snapshots of a version, by their
// positions. None is in memory as a whole but as it is stored. What [Save.Snapshot] passes over
// is left out. Error: ErrNotFound.
func (s *Save) SnapshotSums(ctx context.Context, branch event.BranchID, version string) (sums map[event.Position]event.Hash, err error) {
	err = s.view(ctx, "look through snapshots", func(r Reader) error {
		sums = make(map[event.Position]event.Hash)
		line, err := s.lineage(r, s.At(branch))
		if err != nil {
			return err
		}
		for raw, err := range soundSnapshots(r, line[len(line)-1], version) {
			if err != nil {
				return err
			}
			hash := sha256.New()
			if err := packed.UnpackTo(hash, raw.Bytes, MaxSnapshot); err == nil {
				sums[raw.Position] = event.Hash(hash.Sum(nil))
			}
		}
		return nil
	})
	return sums, err
}

// PruneSnapshots lets go of snapshots, of which more may be there than opening the story needs: of
// each branch all but so many of the latest; and all those of a branch that was not written to
// since a time, but for the branches that the story is told along. It says how many these were. What is
// missing then is folded anew from the log. Errors: ErrReadOnly, ErrFull, ErrBroken.
func (s *Save) PruneSnapshots(ctx context.Context, keep int, since time.Time) (dropped int, err error) {
	err = s.update(ctx, "prune snapshots", func(w Writer) error {
		dropped = 0 // of this try
		state, err := s.control(w)
		if err != nil {
			return err
		}
		told, err := state.tree.lineageOf(event.Where{Branch: state.tree.Head})
		if err != nil {
			return err
		}
		for _, b := range state.tree.Branches() {
			kept := keep
			if old, err := unwritten(w, b.ID, since); err != nil {
				return err
			} else if old && !slices.ContainsFunc(told, func(s stretch) bool { return s.branch == b.ID }) {
				kept = 0
			}
			n, err := pruneBranch(w, b.ID, kept)
			if err != nil {
				return err
			}
			dropped += n
		}
		return nil
	})
	return dropped, err
}

// unwritten reports whether nothing of a branch's own was written since a time.
func unwritten(r Reader, branch event.BranchID, since time.Time) (bool, error) {
	tip, err := r.Tip(branch)
	if err != nil || tip.Position == 0 {
		return false, err
	}
	for raw, err := range r.Events(branch, tip.Position-1, tip.Position) {
		return err == nil && time.Unix(0, raw.Wall).Before(since), err
	}
	return false, nil
}

// pruneBranch drops all snapshots of a branch but so many of the latest, and says how many.
func pruneBranch(w Writer, branch event.BranchID, keep int) (dropped int, err error) {
	n, before := 0, event.Position(0)
	for raw, err := range w.Snapshots(branch) {
		if err != nil {
			return 0, err
		}
		if n++; n == keep+1 {
			before = raw.Position + 1
		}
	}
	if n <= keep {
		return 0, nil
	}
	return n - keep, w.DropSnapshots(branch, before)
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
		of := func(err error) error { return &DamageError{Part: "the snapshot", Position: raw.Position, Err: err} }
		if raw.Sum != raw.sum() {
			return of(errSum)
		}
		if _, err := packed.Unpack(raw.Bytes, nil, MaxSnapshot); err != nil {
			return of(err)
		}
		there, err := eventAt(r, line, raw.Position)
		if err != nil {
			return fmt.Errorf("the snapshot of event %d: %w", raw.Position, err)
		}
		if there.Hash != raw.Head {
			return of(errors.New("it is of another history"))
		}
	}
	return nil
}
