package persistence

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/narratoria/narratoria/story/event"
)

// A Save is one open playthrough. It is safe for concurrent use; appends run one
// after the other.
type Save struct {
	name     string
	file     File
	mode     Mode
	shared   bool // with other programs that may write to it, too
	now      func() time.Time
	searched func(Searched)
	packer   *packer

	meaning, meanwhile *meaning     // nil where nobody embeds
	vectors            *vectorCache // of meaning; nil where none are kept

	mu     sync.RWMutex // guards what was read so far and never changes
	known  controlState
	tables map[RowKind]*table
	alike  map[string]alike // the last document of each name

	anchored anchor // guarded by mu too
	trouble  error  // why a search did without meaning, since somebody asked; guarded by mu too
}

// controlState is the control stream as far as it was read.
type controlState struct {
	tree Tree
	last int64
	hash event.Hash
}

// Name is the name the save was opened by.
func (s *Save) Name() string { return s.name }

// Playthrough is whose story it holds.
func (s *Save) Playthrough() event.PlaythroughID { return s.file.Playthrough() }

// At is the tip of a branch, as a place in this story.
func (s *Save) At(branch event.BranchID) event.Where {
	return event.Where{Playthrough: s.Playthrough(), Branch: branch}
}

// Close gives the save back. It may be called twice.
func (s *Save) Close() error {
	if s.vectors != nil && s.mode == Writing {
		_ = s.vectors.flush(context.Background()) // they are made again
	}
	return about(s.name, "close", s.file.Close())
}

func (s *Save) view(ctx context.Context, operation string, f func(Reader) error) error {
	return about(s.name, operation, s.file.View(ctx, f))
}

func (s *Save) update(ctx context.Context, operation string, f func(Writer) error) error {
	if s.mode != Writing {
		return about(s.name, operation, ErrReadOnly)
	}
	return about(s.name, operation, s.file.Update(ctx, f))
}

// Tree gives the branches and the head.
func (s *Save) Tree(ctx context.Context) (tree Tree, err error) {
	err = s.view(ctx, "read branches", func(r Reader) error {
		state, err := s.control(r)
		tree = state.tree
		return err
	})
	return tree, err
}

// control reads the control records that were not read before. It must come
// before what a transaction writes, so that what it remembers is committed.
func (s *Save) control(r Reader) (controlState, error) {
	s.mu.RLock()
	state := s.known
	s.mu.RUnlock()
	if state.last == 0 {
		state.tree = NewTree()
	}
	own := state.last == 0 // nobody else has its tree
	for raw, err := range r.Control(state.last) {
		if err != nil {
			return state, err
		}
		if !own {
			state.tree, own = state.tree.clone(), true
		}
		if err := state.take(raw); err != nil {
			return state, unreadable(fmt.Sprintf("control record %d", raw.Sequence), err)
		}
	}
	s.remember(state)
	return state, nil
}

// take changes the state, of which nobody else has the tree, by one more record.
func (state *controlState) take(raw RawControl) error {
	if raw.Sequence != state.last+1 {
		return fmt.Errorf("record %d is missing", state.last+1)
	}
	if event.Chain(state.hash, raw.Bytes) != raw.Hash {
		return errHash
	}
	c, err := event.DecodeControl(raw.Bytes)
	if err != nil {
		return err
	}
	state.last, state.hash = raw.Sequence, raw.Hash
	return state.tree.change(c)
}

// remember keeps a state that is committed.
func (s *Save) remember(state controlState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state.last > s.known.last {
		s.known = state
	}
}

// Control writes records to the control stream, all or none: making a branch and
// moving the head there is one step. Errors: ErrNotFound, ErrConflict, ErrInvalid,
// ErrReadOnly, ErrFull.
func (s *Save) Control(ctx context.Context, records ...event.Control) error {
	var state controlState
	err := s.update(ctx, "change branches", func(w Writer) (err error) {
		before, err := s.control(w)
		if err != nil {
			return err
		}
		state = before
		for _, c := range records {
			if c.Kind == event.BranchPurged {
				return fmt.Errorf("%w: a branch is purged with its events, by Purge", ErrInvalid)
			}
			if state, err = s.putControl(w, state, c); err != nil {
				return err
			}
		}
		return resummarize(w, before, state)
	})
	if err == nil {
		s.remember(state)
		s.moved(state)
	}
	return err
}

func (s *Save) putControl(w Writer, state controlState, c event.Control) (controlState, error) {
	encoded, err := event.EncodeControl(c)
	if err != nil {
		return state, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if err := checkPosition(w, state.tree, c); err != nil {
		return state, err
	}
	tree, err := state.tree.Apply(c)
	if err != nil {
		return state, err
	}
	next := controlState{tree: tree, last: state.last + 1, hash: event.Chain(state.hash, encoded)}
	return next, w.PutControl(RawControl{Sequence: next.last, Bytes: encoded, Hash: next.hash, Wall: s.now().UnixNano()})
}

// checkPosition looks whether a record names an event that is there.
func checkPosition(r Reader, tree Tree, c event.Control) error {
	branch := c.Branch
	switch c.Kind {
	case event.BranchMade:
		branch = c.Parent
	case event.EventHidden, event.MemoriesRetired:
	default:
		return nil
	}
	line, err := tree.lineageOf(event.Where{Branch: branch})
	if err != nil {
		return err
	}
	tip, _, err := tipOf(r, line)
	if err == nil && c.At > tip {
		err = fmt.Errorf("position %d of branch %q, which ends at %d, %w", c.At, branch, tip, ErrNotFound)
	}
	return err
}

// Info describes the save for a list.
func (s *Save) Info(ctx context.Context) (info Info, err error) {
	err = s.view(ctx, "describe", func(r Reader) error {
		info, err = s.describe(r)
		return err
	})
	return info, err
}

func (s *Save) describe(r Reader) (Info, error) {
	state, err := s.control(r)
	if err != nil {
		return Info{}, err
	}
	info := Info{Name: s.name, Playthrough: s.Playthrough(), Head: state.tree.Head}
	line, err := state.tree.lineageOf(event.Where{Branch: info.Head})
	if err != nil {
		return info, err
	}
	if info.Position, _, err = tipOf(r, line); err != nil || info.Position == 0 {
		return info, err
	}
	last, err := eventAt(r, line, info.Position)
	info.Written = time.Unix(0, last.Wall)
	return info, err
}
