package persistence

import (
	"context"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// Retired is what is no longer searched.
type Retired struct {
	Memories int64
	Bytes    int64 // of their rows, as they are stored
}

// RetirePreview is what [Save.Retire] would retire. Errors: Retire's.
func (s *Save) RetirePreview(ctx context.Context, at event.Where) (all Retired, err error) {
	err = s.view(ctx, "preview what is retired", func(r Reader) error {
		all, err = s.retiring(r, at)
		return err
	})
	return all, err
}

// Retire has memories that were kept up to a position of a branch not be searched any more, along
// whatever branch has them, but for those that are never forgotten ([Facets].Episodic). Nothing
// of them is erased, and rows that are made again are retired as well. Errors: ErrNotFound,
// ErrInvalid, ErrReadOnly, ErrFull, ErrBroken.
func (s *Save) Retire(ctx context.Context, at event.Where, note string) (all Retired, err error) {
	var state controlState
	err = s.update(ctx, "retire memories", func(w Writer) error {
		if all, err = s.retiring(w, at); err != nil {
			return err
		}
		before, err := s.control(w)
		if err != nil {
			return err
		}
		state, err = s.putControl(w, before, event.Control{Kind: event.MemoriesRetired, Branch: at.Branch, At: at.Position, Note: note})
		if err != nil {
			return err
		}
		return resummarize(w, before, state)
	})
	if err != nil {
		return Retired{}, err
	}
	s.remember(state)
	s.moved(state)
	return all, nil
}

// retiring counts what is searched now and will not be.
func (s *Save) retiring(r Reader, at event.Where) (all Retired, err error) {
	if at.Position < 1 || at.Moment != 0 {
		return all, fmt.Errorf("memories up to no position %w", ErrInvalid)
	}
	if _, err := s.lineage(r, at); err != nil {
		return all, err
	}
	state, err := s.control(r)
	if err != nil {
		return all, err
	}
	after, err := state.tree.Apply(event.Control{Kind: event.MemoriesRetired, Branch: at.Branch, At: at.Position})
	if err != nil {
		return all, err
	}
	before, now := state.tree.retirements(), after.retirements()
	tbl := newTable()
	for raw, err := range r.Rows(Memory, 0) {
		if err == nil {
			err = tbl.add(raw)
		}
		if err != nil {
			return all, unreadable(fmt.Sprintf("%s %q", raw.Kind, raw.Key), err)
		}
		if v := tbl.records[tbl.numbers[raw.Key]]; now.retire(Memory, v) && !before.retire(Memory, v) {
			all.Memories++
			all.Bytes += int64(len(raw.Bytes))
		}
	}
	return all, nil
}

// retirements are what is retired of each branch; nil where nothing is.
type retirements map[event.BranchID][]retirement

func (t Tree) retirements() retirements {
	var all retirements
	for id, b := range t.branches {
		if len(b.retired) == 0 {
			continue
		}
		if all == nil {
			all = make(retirements)
		}
		all[id] = b.retired
	}
	return all
}

// retire reports whether a version is not searched any more.
func (all retirements) retire(kind RowKind, v *version) bool {
	if all == nil || kind != Memory || v.deleted || v.staged || v.facets.Episodic != "" {
		return false
	}
	return slices.ContainsFunc(all[v.branch], func(r retirement) bool {
		return v.position <= r.to && (r.until == 0 || v.moment <= r.until)
	})
}
