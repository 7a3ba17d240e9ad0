package persistence

import (
	"cmp"
	"context"
	"fmt"

	"github.com/narratoria/narratoria/story/event"
)

// A Made row is a change of a record where an event made it.
type Made struct {
	Branch   event.BranchID
	Position event.Position
	Op       Op
	Row      Row
}

// Derived is what came of comparing the rows of a save with those that its events make.
type Derived struct {
	Rows    int   // that there should be
	Missing []Key // of records of which a version was not there
	Foreign []Key // of records with a version that no event makes, or another than it makes

	First RowPlace // where the first of these stands, in order of branches' ids; zero where there is none
}

// A RowPlace is where a version of a record stands: at the event that made it.
type RowPlace struct {
	Branch   event.BranchID
	Position event.Position
}

// differs notes a version that is not as it should be.
func (d *Derived) differs(keys *[]Key, raw RawRow) {
	*keys = append(*keys, raw.Key)
	at := RowPlace{raw.Branch, raw.Position}
	if d.First.Branch == "" || cmp.Or(cmp.Compare(at.Branch, d.First.Branch), cmp.Compare(at.Position, d.First.Position)) < 0 {
		d.First = at
	}
}

// Same reports whether all rows were those that the events make.
func (d Derived) Same() bool { return len(d.Missing)+len(d.Foreign) == 0 }

// CompareRows looks whether the rows of a save are those that its events make, to the byte. They
// are given in an order in which each comes after what it builds on. Errors: ErrCorrupt for
// changes that cannot be made; the context's.
func (s *Save) CompareRows(ctx context.Context, made []Made) (d Derived, err error) {
	err = s.view(ctx, "compare rows", func(r Reader) error {
		change, err := s.deriveRows(r, made)
		d = change.Derived
		return err
	})
	return d, err
}

// RestoreRows puts those in the place of the save's that its events make; see CompareRows. It
// writes nothing where they are the same. Errors: CompareRows', ErrReadOnly, ErrFull, ErrBroken.
func (s *Save) RestoreRows(ctx context.Context, made []Made) (d Derived, err error) {
	err = s.update(ctx, "restore rows", func(w Writer) error {
		change, err := s.deriveRows(w, made)
		if d = change.Derived; err != nil || d.Same() {
			return err
		}
		for _, raw := range change.drop {
			if err := w.DropRow(raw); err != nil {
				return err
			}
		}
		for _, raw := range change.put {
			if err := w.PutRow(raw); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && !d.Same() {
		s.forget()
	}
	return d, err
}

// A rowChange is how the rows of a save become those that its events make: all are written anew,
// so that they stand in the order in which searches build on them.
type rowChange struct {
	Derived
	drop, put []RawRow
}

// A rowPlace is where a version stands, of which there is one.
type rowPlace struct {
	kind     RowKind
	key      Key
	branch   event.BranchID
	position event.Position
}

func (raw RawRow) place() rowPlace { return rowPlace{raw.Kind, raw.Key, raw.Branch, raw.Position} }

func (s *Save) deriveRows(r Reader, made []Made) (c rowChange, err error) {
	state, err := s.control(r)
	if err != nil {
		return c, err
	}
	if c.put, err = rowsMade(state.tree, made); err != nil {
		return c, err
	}
	c.Rows = len(c.put)
	wanted := make(map[rowPlace]event.Hash, len(c.put))
	for _, raw := range c.put {
		wanted[raw.place()] = raw.Sum
	}
	for _, kind := range RowKinds() {
		for raw, err := range r.Rows(kind, 0) {
			if err != nil {
				return c, err
			}
			c.drop = append(c.drop, raw)
			if sum, is := wanted[raw.place()]; !is || sum != raw.Sum || sumOf(raw) != raw.Sum {
				c.differs(&c.Foreign, raw)
			}
			delete(wanted, raw.place())
		}
	}
	for _, raw := range c.put {
		if _, missing := wanted[raw.place()]; missing {
			c.differs(&c.Missing, raw)
		}
	}
	return c, nil
}

// rowsMade are the rows of changes.
func rowsMade(tree Tree, made []Made) (rows []RawRow, err error) {
	tables := make(map[RowKind]*table)
	lines := make(map[event.BranchID]lineage)
	for _, m := range made {
		line, known := lines[m.Branch]
		if !known {
			if line, err = tree.lineageOf(event.Where{Branch: m.Branch}); err != nil {
				return nil, err
			}
			lines[m.Branch] = line
		}
		tbl := tables[m.Row.Kind]
		if tbl == nil {
			tbl = newTable()
			tables[m.Row.Kind] = tbl
		}
		raw, err := m.raw(tbl, line)
		if err != nil {
			return nil, damagedEvent(m.Position, fmt.Errorf("its row: %s %s %q: %w", m.Op, m.Row.Kind, m.Row.Key, err))
		}
		raw.Ordinal = Ordinal(len(rows) + 1)
		if err := tbl.add(raw); err != nil {
			return nil, err
		}
		rows = append(rows, raw)
	}
	return rows, nil
}

// raw is a change as it is stored, on what a table has before it.
func (m Made) raw(tbl *table, line lineage) (RawRow, error) {
	change := Change{Op: m.Op, Row: m.Row}
	records := newOverlay(func(id recordID) standing { return tbl.standing(id.key, line) })
	if err := records.take(&change, 1); err != nil {
		return RawRow{}, err
	}
	return Batch{Branch: m.Branch, Expected: m.Position - 1}.rawRow(change), nil
}
