package persistence

import (
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// Op is what a change does to a record.
type Op string

// The operations: the specification's store, update and delete.
const (
	OpStore  Op = "store"  // begins a record
	OpUpdate Op = "update" // gives it a new version, whole
	OpDelete Op = "delete" // ends it with a tombstone; only Kind and Key of the row count
)

// A Change is one new version of a record. A record keeps its knower for life:
// what one character could find is not handed to another.
type Change struct {
	Op    Op
	Row   Row
	Event int // which event of the batch caused it, from 0
}

// putRows writes the changes of a batch.
func (s *Save) putRows(w Writer, line lineage, batch Batch) error {
	before, err := s.shelvesFor(w, batch.Rows)
	if err != nil {
		return err
	}
	seen := overlay{}
	for i, change := range batch.Rows {
		if err := s.putRow(w, line, batch, change, before, seen); err != nil {
			return fmt.Errorf("row %d: %s %s %q: %w", i, change.Op, change.Row.Kind, change.Row.Key, err)
		}
	}
	return nil
}

// shelvesFor reads, before anything is written, what the changes build on.
func (s *Save) shelvesFor(r Reader, changes []Change) (map[RowKind]*shelf, error) {
	shelves := make(map[RowKind]*shelf)
	for _, change := range changes {
		if shelves[change.Row.Kind] != nil || !slices.Contains(RowKinds(), change.Row.Kind) {
			continue
		}
		sh, err := s.shelf(r, change.Row.Kind)
		if err != nil {
			return nil, err
		}
		shelves[change.Row.Kind] = sh
	}
	return shelves, nil
}

// An overlay holds the records that a batch has touched so far.
type overlay map[recordID]standing

type recordID struct {
	kind RowKind
	key  Key
}

// standing is how a record stands: whether it is there, and who knows it.
type standing struct {
	alive  bool
	knower event.CharacterID
	event  int // of this batch; -1 for an older version
}

func (s *Save) putRow(w Writer, line lineage, batch Batch, change Change, before map[RowKind]*shelf, seen overlay) error {
	if err := change.check(len(batch.Events)); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	id := recordID{change.Row.Kind, change.Row.Key}
	now, touched := seen[id]
	if !touched {
		now = s.standing(before[id.kind], line, id.key)
	}
	next, err := now.after(change)
	if err != nil {
		return err
	}
	seen[id] = next
	change.Row.Knower = next.knower
	raw := RawRow{
		Kind: id.kind, Key: id.key, Branch: batch.Branch,
		Position: batch.Expected + event.Position(change.Event) + 1,
		Bytes:    encodeRow(change.Row, change.Op == OpDelete),
	}
	raw.Sum = sumOf(raw)
	return w.PutRow(raw)
}

func (c Change) check(events int) error {
	if c.Event < 0 || c.Event >= events {
		return fmt.Errorf("its batch has no event %d", c.Event)
	}
	if c.Op == OpDelete {
		return c.Row.check()
	}
	return c.Row.checkWhole()
}

// after is how the record stands after a change, or why it cannot be made.
func (now standing) after(c Change) (standing, error) {
	next := standing{alive: c.Op != OpDelete, knower: c.Row.Knower, event: c.Event}
	switch {
	case c.Op != OpStore && c.Op != OpUpdate && c.Op != OpDelete:
		return next, fmt.Errorf("an unknown operation %w", ErrInvalid)
	case c.Op == OpStore && now.alive:
		return next, fmt.Errorf("the record %w", ErrExists)
	case c.Op != OpStore && !now.alive:
		return next, fmt.Errorf("the record %w", ErrNotFound)
	case c.Event <= now.event:
		return next, fmt.Errorf("two versions of a record by event %d: %w", c.Event, ErrInvalid)
	case c.Op == OpUpdate && c.Row.Knower != now.knower:
		return next, fmt.Errorf("%q knows it, not %q: a record keeps its knower: %w", now.knower, c.Row.Knower, ErrInvalid)
	case c.Op == OpDelete:
		next.knower = now.knower
	}
	return next, nil
}

// standing looks a record up on a lineage.
func (s *Save) standing(sh *shelf, line lineage, key Key) standing {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v := sh.newest(sh.records[key], line)
	if v == nil {
		return standing{event: -1}
	}
	return standing{alive: !v.deleted, knower: v.row.Knower, event: -1}
}
