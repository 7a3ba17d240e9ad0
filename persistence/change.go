package persistence

import (
	"errors"
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
	before, err := s.tablesFor(w, batch.Rows)
	if err != nil {
		return err
	}
	records := newOverlay(func(id recordID) standing {
		s.mu.RLock()
		defer s.mu.RUnlock()
		return before[id.kind].standing(id.key, line)
	})
	for i, change := range batch.Rows {
		err := records.take(&change, len(batch.Events))
		if err == nil {
			err = w.PutRow(batch.rawRow(change))
		}
		if err != nil {
			return change.failed(i, err)
		}
	}
	return nil
}

// failed says which of several changes could not be made.
func (c Change) failed(i int, err error) error {
	return fmt.Errorf("row %d: %s %s %q: %w", i, c.Op, c.Row.Kind, c.Row.Key, err)
}

// tablesFor reads, before anything is written, what the changes build on.
func (s *Save) tablesFor(r Reader, changes []Change) (map[RowKind]*table, error) {
	tables := make(map[RowKind]*table)
	for _, change := range changes {
		if tables[change.Row.Kind] != nil || !slices.Contains(RowKinds(), change.Row.Kind) {
			continue
		}
		tbl, err := s.table(r, change.Row.Kind)
		if err != nil {
			return nil, err
		}
		tables[change.Row.Kind] = tbl
	}
	return tables, nil
}

// An overlay holds the records that the changes of one append have touched so far.
type overlay struct {
	before func(recordID) standing // how a record stood when they began
	seen   map[recordID]standing
}

func newOverlay(before func(recordID) standing) overlay {
	return overlay{before: before, seen: make(map[recordID]standing)}
}

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

// take makes the next change of an append that has so many events. A tombstone is
// given the knower of what it ends.
func (o overlay) take(c *Change, events int) error {
	if err := c.check(events); err != nil {
		return err
	}
	id := recordID{c.Row.Kind, c.Row.Key}
	now, touched := o.seen[id]
	if !touched {
		now = o.before(id)
	}
	next, err := now.after(*c)
	if err != nil {
		return err
	}
	o.seen[id] = next
	c.Row.Knower = next.knower
	return nil
}

// rawRow is a change as the batch stores it.
func (b Batch) rawRow(c Change) RawRow {
	raw := RawRow{
		Kind: c.Row.Kind, Key: c.Row.Key, Branch: b.Branch, Position: c.position(b.Expected),
		Bytes: encodeRow(c.Row, c.Op == OpDelete),
	}
	raw.Sum = sumOf(raw)
	return raw
}

// position is where a change of an append stands that follows a position.
func (c Change) position(after event.Position) event.Position {
	return after + event.Position(c.Event) + 1
}

// check says what is wrong with a change, wherever it would be made.
func (c Change) check(events int) error {
	var err error
	switch {
	case c.Op != OpStore && c.Op != OpUpdate && c.Op != OpDelete:
		err = errors.New("an unknown operation")
	case c.Event < 0 || c.Event >= events:
		err = fmt.Errorf("its batch has no event %d", c.Event)
	case c.Op == OpDelete:
		err = c.Row.check()
	default:
		err = c.Row.checkWhole()
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return err
}

// after is how the record stands after a change, or why it cannot be made.
func (now standing) after(c Change) (standing, error) {
	next := standing{alive: c.Op != OpDelete, knower: c.Row.Knower, event: c.Event}
	switch {
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
func (tbl *table) standing(key Key, line lineage) standing {
	v := tbl.find(key, line)
	if v == nil {
		return standing{event: -1}
	}
	return standing{alive: !v.deleted, knower: v.knower, event: -1}
}
