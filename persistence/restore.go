package persistence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/narratoria/narratoria/story/event"
)

// Restore writes what was read elsewhere, by [Save.StoredControls] and its like, into a save in
// which nothing was written yet: all of it or nothing. Hashes are those of before, and each is
// looked at. What is made of events (rows, snapshots, receipts of turns) is not restored; see
// RestoreRows. Errors: write's; ErrInvalid for a save that has something; ErrCorrupt, ErrNewer;
// ErrReadOnly, ErrFull, ErrBroken.
func (s *Save) Restore(ctx context.Context, write func(*Restoring) error) error {
	var control controlState
	err := s.update(ctx, "restore", func(w Writer) error {
		state, err := s.control(w)
		if err != nil {
			return err
		}
		tip, err := w.Tip(event.Trunk)
		if err != nil {
			return err
		}
		if state.last > 0 || tip != (Tip{}) {
			return fmt.Errorf("a save in which something is %w: it cannot be restored", ErrInvalid)
		}
		r := &Restoring{save: s, w: w, control: state, hashes: make(map[event.BranchID][]event.Hash),
			named: make(map[event.Hash]bool), there: make(map[event.Hash]bool), like: make(map[string]alike)}
		if err := write(r); err != nil {
			return err
		}
		control = r.control
		return r.end()
	})
	if err != nil {
		return err
	}
	if control.last > 0 {
		s.remember(control)
	}
	return about(s.name, "restore", s.checkTips(ctx))
}

// Restoring is a save that is being restored: first its control records, in order, then the
// events of each branch, a parent's before its children's, then what these name. It belongs to
// the call that lends it.
type Restoring struct {
	save    *Save
	w       Writer
	control controlState
	hashes  map[event.BranchID][]event.Hash // of each branch's own events
	named   map[event.Hash]bool             // blobs, by events
	there   map[event.Hash]bool             // blobs
	like    map[string]alike                // the last document of each name, of mostLike names
}

// mostLike is how many names of documents are packed against their like.
const mostLike = 16

// Control puts the next control record. Errors: ErrCorrupt, ErrNewer.
func (r *Restoring) Control(data []byte, hash event.Hash, wall time.Time) error {
	raw := RawControl{Sequence: r.control.last + 1, Bytes: data, Hash: hash, Wall: wall.UnixNano()}
	next := controlState{tree: r.control.tree.clone(), last: r.control.last, hash: r.control.hash}
	if err := next.take(raw); err != nil {
		return unreadable(fmt.Sprintf("control record %d", raw.Sequence), err)
	}
	r.control = next
	return r.w.PutControl(raw)
}

// Event puts the next of a branch's own events. Errors: ErrNotFound for a branch that no control
// record makes; ErrCorrupt, ErrNewer.
func (r *Restoring) Event(branch event.BranchID, data []byte, hash event.Hash, wall time.Time) error {
	b, err := r.control.tree.Branch(branch)
	if err != nil {
		return err
	}
	own := r.hashes[branch]
	previous := RawEvent{Position: b.At + event.Position(len(own))}
	if previous.Hash, err = r.hashAt(b, previous.Position); err != nil {
		return err
	}
	raw := RawEvent{Branch: branch, Position: previous.Position + 1, Bytes: data, Hash: hash, Wall: wall.UnixNano()}
	if b.Purged && raw.Position > r.control.tree.Kept(branch) {
		return damagedEvent(raw.Position, fmt.Errorf("the branch %q was purged, and should have ended", branch))
	}
	if err := linked(previous, raw); err != nil {
		return err
	}
	record, err := open(raw)
	if err != nil {
		return err
	}
	for _, sum := range record.Event.Blobs() {
		r.named[sum] = true
	}
	r.hashes[branch] = append(own, hash)
	return r.w.PutEvent(raw)
}

// hashAt is the hash of the event at a position that a branch sees.
func (r *Restoring) hashAt(b Branch, at event.Position) (event.Hash, error) {
	for {
		own := r.hashes[b.ID]
		switch i := at - b.At; {
		case at == 0:
			return event.Hash{}, nil
		case i > 0 && int(i) <= len(own):
			return own[i-1], nil
		case i > 0 || b.Parent == "":
			return event.Hash{}, along(b.ID, damagedEvent(at, errMissing))
		}
		b = r.control.tree.branches[b.Parent]
	}
}

// Blob puts bytes as they are, Document a text that is kept packed; see [Document]. One that is
// there already is put once. Error: ErrInvalid, also for what no event names.
func (r *Restoring) Blob(data []byte) error {
	sum := event.HashOf(data)
	if there, err := r.has(sum, data); err != nil || there {
		return err
	}
	return r.w.PutBlob(RawBlob{Sum: sum, Bytes: data})
}

func (r *Restoring) Document(d Document) error {
	sum := event.HashOf(d.Data)
	if there, err := r.has(sum, d.Data); err != nil || there {
		return err
	}
	base, is := r.like[d.Like]
	if !is || base.depth+1 >= longestChain {
		base = alike{depth: -1}
	}
	raw, err := r.save.packDocument(base, sum, d.Data)
	if err != nil {
		return err
	}
	delete(r.like, d.Like)
	if len(d.Data) <= mostAlike && len(r.like) < mostLike {
		r.like[d.Like] = alike{sum: sum, data: bytes.Clone(d.Data), depth: base.depth + 1}
	}
	return r.w.PutBlob(raw)
}

// has notes that a blob is there, and says whether it was before.
func (r *Restoring) has(sum event.Hash, data []byte) (was bool, err error) {
	if !r.named[sum] {
		return false, fmt.Errorf("blob %s %w: no event names it", sum, ErrInvalid)
	}
	was = r.there[sum]
	r.there[sum] = true
	return was, checkSize(data)
}

// Missing is a blob that an event names and that was not put; false where there is none.
func (r *Restoring) Missing() (event.Hash, bool) {
	for sum := range r.named {
		if !r.there[sum] {
			return sum, true
		}
	}
	return event.Hash{}, false
}

// end looks whether everything is there that is named, and writes where each branch ends.
func (r *Restoring) end() error {
	if sum, missing := r.Missing(); missing {
		return damaged(fmt.Sprintf("blob %s", sum), errors.New("an event names it, and it is missing"))
	}
	for _, b := range r.control.tree.Branches() {
		own := r.hashes[b.ID]
		if len(own) == 0 || b.Purged {
			continue
		}
		last := b.At + event.Position(len(own))
		receipt := Receipt{Branch: b.ID, First: b.At + 1, Last: last, Head: own[len(own)-1]}
		if err := r.w.PutTurn(event.TurnID("restored@"+b.ID), receipt); err != nil {
			return err
		}
	}
	return nil
}
