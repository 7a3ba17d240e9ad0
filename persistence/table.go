package persistence

import (
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/story/event"
)

// A table holds all rows of one kind, read and taken apart once. Rows are never
// changed, so a table only grows, and what is newer is read when it is needed.
// The save's mutex guards it.
type table struct {
	last    Ordinal
	records []*version     // the newest version of each, in order of their first
	numbers map[Key]uint32 // their places in records
	lexicon rank.Lexicon
	common  common
}

func newTable() *table { return &table{numbers: make(map[Key]uint32), common: newCommon()} }

// A version is a row where it stands. A table has very many, so what a row has in common
// with others they share.
type version struct {
	before   *version // of the same record; nil for the first
	key      Key
	knower   event.CharacterID
	said     *said
	facets   *Facets
	data     strictjson.Object
	moment   event.Sequence
	minutes  int64
	turn     int64
	branch   event.BranchID
	position event.Position
	timed    bool
	deleted  bool
	staged   bool // it is no committed one: see Scope.Staged
}

func versionOf(row Row, said *said, facets *Facets) version {
	return version{
		key: row.Key, knower: row.Knower, said: said, facets: facets, data: row.Data,
		moment: row.Moment, timed: row.Timed, minutes: row.Minutes, turn: row.Turn,
	}
}

// row is the row that a version of a kind is of.
func (v *version) row(kind RowKind) Row {
	return Row{
		Kind: kind, Key: v.key, Knower: v.knower, Moment: v.moment, Timed: v.timed, Minutes: v.minutes, Turn: v.turn,
		Text: v.said.text.Content, Facets: *v.facets, Data: v.data,
	}
}

// table gives the table of a kind with all that the reader can see. It must come
// before what a transaction writes to that kind: what is not committed must not
// get into a table.
func (s *Save) table(r Reader, kind RowKind) (*table, error) {
	tbl, last := s.tableSoFar(kind)
	var fresh []RawRow
	for raw, err := range r.Rows(kind, last) {
		if err != nil {
			return nil, err
		}
		fresh = append(fresh, raw)
	}
	if len(fresh) == 0 {
		return tbl, nil // and no search has had to wait
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, raw := range fresh {
		if raw.Ordinal <= tbl.last {
			continue // another search was faster
		}
		if err := tbl.add(raw); err != nil {
			return nil, unreadable(fmt.Sprintf("%s %q", raw.Kind, raw.Key), err)
		}
	}
	return tbl, nil
}

func (s *Save) tableSoFar(kind RowKind) (*table, Ordinal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tbl := s.tables[kind]
	if tbl == nil {
		tbl = newTable()
		s.tables[kind] = tbl
	}
	return tbl, tbl.last
}

func (tbl *table) add(raw RawRow) error {
	if sumOf(raw) != raw.Sum {
		return errSum
	}
	row, deleted, err := decodeRow(raw)
	if err != nil {
		return err
	}
	row.Knower = event.CharacterID(tbl.common.text(string(row.Knower)))
	v := versionOf(row, tbl.common.said(row.Text, &tbl.lexicon), tbl.common.facets(row.Facets))
	v.deleted, v.branch, v.position = deleted, event.BranchID(tbl.common.text(string(raw.Branch))), raw.Position
	tbl.put(v)
	tbl.last = raw.Ordinal
	return nil
}

func (tbl *table) put(v version) {
	n, known := tbl.numbers[v.key]
	if !known {
		n = uint32(len(tbl.records))
		tbl.numbers[v.key] = n
		tbl.records = append(tbl.records, nil)
	}
	v.before = tbl.records[n]
	tbl.records[n] = &v
}

// find is a record's newest version by its key, nil where there is none.
func (tbl *table) find(key Key, line lineage) *version {
	n, known := tbl.numbers[key]
	if !known {
		return nil
	}
	return tbl.records[n].seen(line)
}

// visible gives the newest version of each record that a lineage sees, but for
// the records whose numbers are hidden, which are sorted.
func (tbl *table) visible(line lineage, hidden []int) []*version {
	visible := make([]*version, 0, len(tbl.records))
	for n, newest := range tbl.records {
		if len(hidden) > 0 && hidden[0] == n {
			hidden = hidden[1:]
			continue
		}
		if v := newest.seen(line); v != nil {
			visible = append(visible, v)
		}
	}
	return visible
}

// seen is the last of a record's versions up to one that a lineage sees, nil where it
// sees none. Along a lineage the order of writing is that of positions: a child
// begins after all that it sees of its parent.
func (v *version) seen(line lineage) *version {
	for v != nil && !line.sees(v.branch, v.position, v.moment) {
		v = v.before
	}
	return v
}
