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
	records  map[Key][]int // places in versions, in order of writing
	keys     []Key         // in order of their first version
	lexicon  rank.Lexicon
}

// A version is a row where it stands.
type version struct {
	row      Row
	deleted  bool
	branch   event.BranchID
	position event.Position
	doc      rank.Doc
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
		sh = &shelf{records: make(map[Key][]int)}
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
	if sh.records[raw.Key] == nil {
		sh.keys = append(sh.keys, raw.Key)
	}
	sh.records[raw.Key] = append(sh.records[raw.Key], len(sh.versions))
	sh.versions = append(sh.versions, version{
		row: row, deleted: deleted, branch: raw.Branch, position: raw.Position, doc: sh.lexicon.Doc(row.Text),
	})
	sh.last = raw.Ordinal
	return nil
}

// newest is the last of a record's versions that a lineage sees, nil where it
// sees none. Along a lineage the order of writing is that of positions: a child
// begins after all that it sees of its parent.
func (sh *shelf) newest(places []int, line lineage) *version {
	for i := len(places) - 1; i >= 0; i-- {
		if v := &sh.versions[places[i]]; line.sees(v.branch, v.position, v.row.Moment) {
			return v
		}
	}
	return nil
}
