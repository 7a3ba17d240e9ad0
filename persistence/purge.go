package persistence

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/story/event"
)

// A Purge is what is erased with some branches: what they have and no other branch does.
type Purge struct {
	Branches []Purged
	Events   int64
	Rows     int64
	Blobs    int64 // that no event names then
	Bytes    int64 // of all of them, as they are stored
}

// Purged is what is erased of one branch: its own events after a position.
type Purged struct {
	Branch event.BranchID
	After  event.Position
	Events int64
}

// PurgePreview is what [Save.Purge] would erase, and erases nothing. Errors: Purge's.
func (s *Save) PurgePreview(ctx context.Context, branches ...event.BranchID) (p Purge, err error) {
	err = s.view(ctx, "preview a purge", func(r Reader) error {
		plan, err := s.planPurge(r, branches)
		p = plan.Purge
		return err
	})
	return p, err
}

// Purge erases branches for ever: what no other branch has of them, the rows that came with it,
// and the blobs that no event names any more. Nobody goes on along them, and their ids stay
// taken. The head's branch cannot be purged; what it has of a branch stays. Readers that have the
// save open go on finding what they had found. Free space may still have what was erased until
// [Save.Compact].
//
// Errors: ErrNotFound, also for what was purged before; ErrInvalid; ErrReadOnly; ErrFull;
// ErrBroken.
func (s *Save) Purge(ctx context.Context, branches ...event.BranchID) (Purge, error) {
	var plan purgePlan
	var state controlState
	err := s.update(ctx, "purge", func(w Writer) (err error) {
		if plan, err = s.planPurge(w, branches); err != nil {
			return err
		}
		before, err := s.control(w)
		if err != nil {
			return err
		}
		state = before
		for _, id := range branches {
			if state, err = s.putControl(w, state, event.Control{Kind: event.BranchPurged, Branch: id}); err != nil {
				return err
			}
		}
		if err := resummarize(w, before, state); err != nil {
			return err
		}
		return plan.carryOut(w, s.packer)
	})
	if err != nil {
		return Purge{}, err
	}
	s.remember(state)
	s.forget()
	s.moved(state)
	return plan.Purge, nil
}

// Compact gives back the space of what was erased and leaves nothing of it there. Errors:
// ErrReadOnly, ErrFull, ErrBroken.
func (s *Save) Compact(ctx context.Context) error {
	s.vectors.unlist() // a driver may leave its index behind
	err := s.file.Compact(ctx)
	s.vectors.unlist()
	return about(s.name, "compact", err)
}

// forget has rows and documents be read anew.
func (s *Save) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tables, s.alike = make(map[RowKind]*table), nil
	s.vectors.forget()
}

// A purgePlan is a purge with all that it drops.
type purgePlan struct {
	Purge
	rows  []RawRow
	blobs []event.Hash
	again []event.Hash     // those to be packed anew, since what they are packed against goes
	ended []event.BranchID // branches that are purged now or were before
}

func (s *Save) planPurge(r Reader, branches []event.BranchID) (p purgePlan, err error) {
	if len(branches) == 0 {
		return p, fmt.Errorf("a purge of no branch %w", ErrInvalid)
	}
	state, err := s.control(r)
	if err != nil {
		return p, err
	}
	tree := state.tree
	for _, id := range branches {
		if tree, err = tree.Apply(event.Control{Kind: event.BranchPurged, Branch: id}); err != nil {
			return p, err
		}
	}
	gone := make(map[event.BranchID]event.Position) // the last position that is kept
	for _, b := range tree.Branches() {
		if !b.Purged {
			continue
		}
		p.ended = append(p.ended, b.ID)
		gone[b.ID] = max(tree.Kept(b.ID), b.At)
		if err := p.events(r, b.ID, gone[b.ID]); err != nil {
			return p, err
		}
	}
	if err := p.rowsOf(r, gone); err != nil {
		return p, err
	}
	return p, p.unnamed(r, tree, gone)
}

// events counts what is erased of a branch.
func (p *purgePlan) events(r Reader, branch event.BranchID, after event.Position) error {
	of := Purged{Branch: branch, After: after}
	for raw, err := range r.Events(branch, after, latest) {
		if err != nil {
			return err
		}
		of.Events++
		p.Bytes += int64(len(raw.Bytes))
	}
	p.Events += of.Events
	p.Branches = append(p.Branches, of)
	return nil
}

func (p *purgePlan) rowsOf(r Reader, gone map[event.BranchID]event.Position) error {
	for _, kind := range RowKinds() {
		for raw, err := range r.Rows(kind, 0) {
			if err != nil {
				return err
			}
			if kept, purged := gone[raw.Branch]; purged && raw.Position > kept {
				p.rows = append(p.rows, raw)
				p.Bytes += int64(len(raw.Bytes))
			}
		}
	}
	p.Rows = int64(len(p.rows))
	return nil
}

// unnamed finds the blobs that no event names when the purge is done.
func (p *purgePlan) unnamed(r Reader, tree Tree, gone map[event.BranchID]event.Position) error {
	named := make(map[event.Hash]bool)
	for _, b := range tree.Branches() {
		to := latest
		if kept, purged := gone[b.ID]; purged {
			to = kept
		}
		for raw, err := range r.Events(b.ID, 0, to) {
			if err != nil {
				return err
			}
			record, err := open(raw)
			if err != nil {
				return err
			}
			for _, sum := range record.Event.Blobs() {
				named[sum] = true
			}
		}
	}
	for blob, err := range r.Blobs() {
		switch {
		case err != nil:
			return err
		case !named[blob.Sum]:
			p.blobs = append(p.blobs, blob.Sum)
			p.Bytes += blob.Size
		case blob.Base != (event.Hash{}) && !named[blob.Base]:
			p.again = append(p.again, blob.Sum)
		}
	}
	p.Blobs = int64(len(p.blobs))
	return nil
}

func (p *purgePlan) carryOut(w Writer, packing *packer) error {
	if err := p.repack(w, packing); err != nil {
		return err
	}
	for _, b := range p.Branches {
		if err := w.DropEvents(b.Branch, b.After); err != nil {
			return err
		}
	}
	for _, id := range p.ended {
		if err := errors.Join(w.DropTurns(id), w.DropSnapshots(id, latest)); err != nil {
			return err
		}
	}
	for _, raw := range p.rows {
		if err := w.DropRow(raw); err != nil {
			return err
		}
	}
	for _, sum := range p.blobs {
		if err := w.DropBlob(sum); err != nil {
			return err
		}
	}
	return w.DropVectors("") // of texts that are gone, too; the rest is made again
}

// repack packs what stays against nothing, where it was packed against what goes.
func (p *purgePlan) repack(w Writer, packing *packer) error {
	unpacked := newUnpacker(w)
	for _, sum := range p.again {
		data, err := unpacked.blob(sum)
		if err != nil {
			return err
		}
		small, err := packing.Pack(data, nil)
		if err == nil {
			err = w.DropBlob(sum)
		}
		if err == nil {
			err = w.PutBlob(RawBlob{Sum: sum, Packed: true, Bytes: small})
		}
		if err != nil {
			return err
		}
	}
	return nil
}
