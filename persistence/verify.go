package persistence

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/story/event"
)

var errSum = errors.New("its checksum is not that of its bytes")

// checkTips looks whether every branch ends where its last append said it ends,
// with as many events as it should have: a history that became shorter is not
// taken for a short one.
func (s *Save) checkTips(ctx context.Context) error {
	return s.file.View(ctx, func(r Reader) error {
		state, err := s.control(r)
		if err != nil {
			return err
		}
		for _, b := range state.tree.Branches() {
			if err := checkTip(r, state.tree, b); err != nil {
				return along(b.ID, err)
			}
		}
		return nil
	})
}

func checkTip(r Reader, tree Tree, b Branch) error {
	tip, err := r.Tip(b.ID)
	if err != nil {
		return err
	}
	last, written, err := r.LastTurn(b.ID)
	switch {
	case err != nil:
		return err
	case b.Purged:
		if kept := tree.Kept(b.ID); kept > b.At && tip.Position != kept || kept <= b.At && tip != (Tip{}) {
			return damaged("the log", fmt.Errorf("of what was purged it should have what ends at %d, and ends at %d", kept, tip.Position))
		}
	case !written && tip != Tip{}:
		return damaged("the log", errors.New("it has events that no turn wrote"))
	case written && (tip.Position != last.Last || tip.Hash != last.Head):
		return damaged("the log", fmt.Errorf("it ends at %d and should end at %d", tip.Position, last.Last))
	}
	count, err := r.Count(b.ID)
	switch should := max(tip.Position-b.At, 0); {
	case err != nil:
		return err
	case count != int64(should):
		return damaged("the log", fmt.Errorf("it has %d events and should have %d", count, should))
	case b.Parent == "" || tree.gone(b):
		return nil
	}
	return checkFork(r, tree, b)
}

// checkFork looks whether the parent still reaches to where a branch left it.
func checkFork(r Reader, tree Tree, b Branch) error {
	line, err := tree.lineageOf(event.Where{Branch: b.Parent})
	if err != nil {
		return err
	}
	tip, _, err := tipOf(r, line)
	if err == nil && tip < b.At {
		err = damaged("the log", fmt.Errorf("it left %q at %d, which now ends at %d", b.Parent, b.At, tip))
	}
	return err
}

// Verify reads everything and checks every hash. Error: ErrCorrupt or ErrNewer,
// saying what is damaged.
func (s *Save) Verify(ctx context.Context) error {
	if err := s.checkTips(ctx); err != nil {
		return about(s.name, "verify", err)
	}
	err := s.view(ctx, "verify", func(r Reader) error {
		state, err := s.control(r)
		if err != nil {
			return err
		}
		for _, b := range state.tree.Branches() {
			if err := cmp.Or(verifyBranch(r, state.tree, b), verifySnapshots(r, state.tree, b)); err != nil {
				return along(b.ID, err)
			}
		}
		return verifyRows(r)
	})
	if err != nil {
		return err
	}
	return about(s.name, "verify", s.file.Check(ctx))
}

// verifyBranch reads what a branch adds to its parent, and the blobs it names.
func verifyBranch(r Reader, tree Tree, b Branch) error {
	if tree.gone(b) {
		return nil
	}
	line, err := tree.lineageOf(event.Where{Branch: b.ID})
	if err != nil {
		return err
	}
	blobs := newUnpacker(r)
	return walkEvents(r, line, b.At, func(record Record) error {
		for _, field := range record.Event.Kind.Fields() {
			if field.Type != event.Blob || record.Event.Text(field.Name) == "" {
				continue
			}
			if err := verifyBlob(blobs, record.Event.Text(field.Name)); err != nil {
				return ofEvent(record.Position, err)
			}
		}
		return nil
	})
}

func verifyBlob(blobs *unpacker, name string) error {
	sum, err := event.ParseHash(name)
	if err != nil {
		return err
	}
	if _, err = blobs.blob(sum); errors.Is(err, ErrNotFound) {
		return damaged(fmt.Sprintf("blob %s", sum), errMissing)
	}
	return err
}

func verifyRows(r Reader) error {
	for _, kind := range RowKinds() {
		for raw, err := range r.Rows(kind, 0) {
			if err != nil {
				return err
			}
			if err := newTable().add(raw); err != nil {
				return unreadable(fmt.Sprintf("%s %q", raw.Kind, raw.Key), err)
			}
		}
	}
	return nil
}
