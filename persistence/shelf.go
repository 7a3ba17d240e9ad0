package persistence

import (
	"fmt"

	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/story/event"
)

// A shelf holds all rows of one kind, read and taken apart once. Rows are never
// changed, so a shelf only grows, and what is newer is read when it is needed.
// The save's mutex guards it.
type shelf struct {
	last     Ordinal
	versions []version
	records  []record    // in order of their first version
	numbers  map[Key]int // their places in records
	lexicon  rank.Lexicon
}

func newShelf() *shelf { return &shelf{numbers: make(map[Key]int)} }

// A record is where its versions stand on the shelf, in order of writing.
type record []int

// A version is a row where it stands.
type version struct {
	row      Row
	deleted  bool
	branch   event.BranchID
	position event.Position
	staged   bool     // it is no committed one: see Scope.Staged
	doc      rank.Doc // its text, of the shelf's lexicon; one that is staged has none
}

// shelf gives the shelf of a kind with all that the reader can see. It must come
// before what a transaction writes to that kind: what is not committed must not
// get onto a shelf.
func (s *Save) shelf(r Reader, kind RowKind) (*shelf, error) {
	sh, last := s.shelfSoFar(kind)
	var fresh []RawRow
	for raw, err := range r.Rows(kind, last) {
		if err != nil {
			return nil, err
		}
		fresh = append(fresh, raw)
	}
	if len(fresh) == 0 {
		return sh, nil // and no search has had to wait
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, raw := range fresh {
		if raw.Ordinal <= sh.last {
			continue // another search was faster
		}
		if err := sh.add(raw); err != nil {
			return nil, unreadable(fmt.Sprintf("%s %q", raw.Kind, raw.Key), err)
		}
	}
	return sh, nil
}

func (s *Save) shelfSoFar(kind RowKind) (*shelf, Ordinal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.shelves[kind]
	if sh == nil {
		sh = newShelf()
		s.shelves[kind] = sh
	}
	return sh, sh.last
}

func (sh *shelf) add(raw RawRow) error {
	if sumOf(raw) != raw.Sum {
		return errSum
	}
	row, deleted, err := decodeRow(raw)
	if err != nil {
		return err
	}
	sh.put(version{row: row, deleted: deleted, branch: raw.Branch, position: raw.Position, doc: sh.lexicon.Doc(row.Text)})
	sh.last = raw.Ordinal
	return nil
}

func (sh *shelf) put(v version) {
	n, known := sh.numbers[v.row.Key]
	if !known {
		n = len(sh.records)
		sh.numbers[v.row.Key] = n
		sh.records = append(sh.records, nil)
	}
	sh.records[n] = append(sh.records[n], len(sh.versions))
	sh.versions = append(sh.versions, v)
}

// find is a record's newest version by its key, nil where there is none.
func (sh *shelf) find(key Key, line lineage) *version {
	n, known := sh.numbers[key]
	if !known {
		return nil
	}
	return sh.newest(sh.records[n], line)
}

// visible gives the newest version of each record that a lineage sees, but for
// the records whose numbers are hidden, which are sorted.
func (sh *shelf) visible(line lineage, hidden []int) []*version {
	visible := make([]*version, 0, len(sh.records))
	for n, r := range sh.records {
		if len(hidden) > 0 && hidden[0] == n {
			hidden = hidden[1:]
			continue
		}
		if v := sh.newest(r, line); v != nil {
			visible = append(visible, v)
		}
	}
	return visible
}

// newest is the last of a record's versions that a lineage sees, nil where it
// sees none. Along a lineage the order of writing is that of positions: a child
// begins after all that it sees of its parent.
func (sh *shelf) newest(places record, line lineage) *version {
	for i := len(places) - 1; i >= 0; i-- {
		if v := &sh.versions[places[i]]; line.sees(v.branch, v.position, v.row.Moment) {
			return v
		}
	}
	return nil
}
