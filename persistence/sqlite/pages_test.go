package sqlite_test

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
)

// pageSize is that of the saves that Narratoria makes.
const pageSize = 4096

// The kinds of pages, by their first byte.
const (
	innerIndex = 2
	innerTable = 5
	leafIndex  = 10
	leafTable  = 13
)

// pages are the pages of a database, changed as an attacker would.
type pages struct {
	t    *testing.T
	data []byte
}

// page gives one by its number; the first is 1.
func (p *pages) page(n uint32) []byte { return p.data[(n-1)*pageSize:][:pageSize] }

// add appends a page and gives its number, which the header counts.
func (p *pages) add(page []byte) uint32 {
	p.data = append(p.data, page...)
	n := uint32(len(p.data) / pageSize)
	binary.BigEndian.PutUint32(p.data[28:], n)
	return n
}

// cells are what stands on a page, each without the number of the page below it.
func (p *pages) cells(n uint32) (cells [][]byte) {
	page := p.page(n)
	at, skip := 0, 0
	if n == 1 {
		at = 100
	}
	first := at + 8
	if page[at] == innerIndex {
		first, skip = at+12, 4
	}
	for i := range int(binary.BigEndian.Uint16(page[at+3:])) {
		cell := page[binary.BigEndian.Uint16(page[first+2*i:]):]
		cells = append(cells, cell[skip:])
	}
	return cells
}

// cellSize is how long a cell is that stands on its page whole: the varint of its length,
// in a table that of its row, and itself.
func cellSize(cell []byte, table bool) int {
	size, n := uvarint(cell)
	if table {
		_, more := uvarint(cell[n:])
		n += more
	}
	return n + int(size)
}

func uvarint(b []byte) (value uint64, n int) {
	for n = 0; n < 8; n++ {
		value = value<<7 | uint64(b[n]&0x7f)
		if b[n] < 0x80 {
			return value, n + 1
		}
	}
	return value<<8 | uint64(b[8]), 9
}

func putUvarint(value uint64) []byte {
	b := []byte{byte(value & 0x7f)}
	for value >>= 7; value > 0; value >>= 7 {
		b = append([]byte{byte(value) | 0x80}, b...)
	}
	return b
}

// compose makes a page of a kind of cells; inner ones end with the last page below.
func compose(kind byte, cells [][]byte, last uint32) []byte {
	page := make([]byte, pageSize)
	page[0] = kind
	binary.BigEndian.PutUint16(page[3:], uint16(len(cells)))
	pointer := 8
	if kind == innerIndex || kind == innerTable {
		binary.BigEndian.PutUint32(page[8:], last)
		pointer = 12
	}
	end := pageSize
	for _, cell := range cells {
		end -= len(cell)
		copy(page[end:], cell)
		binary.BigEndian.PutUint16(page[pointer:], uint16(end))
		pointer += 2
	}
	binary.BigEndian.PutUint16(page[5:], uint16(end))
	return page
}

// below is the cell of an inner page for the page below it.
func below(page uint32, rest []byte) []byte {
	return append(binary.BigEndian.AppendUint32(nil, page), rest...)
}

// rootOf is the first page of a table or an index.
func (p *pages) rootOf(name string) (n uint32) {
	path := filepath.Join(p.t.TempDir(), "copy.sqlite")
	writeFile(p.t, path, p.data)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("SELECT rootpage FROM sqlite_master WHERE name = ?", name).Scan(&n); err != nil {
		p.t.Fatal(err)
	}
	return n
}

// grow adds empty pages, so that what is long has room by the header.
func (p *pages) grow(to uint32) {
	binary.BigEndian.PutUint32(p.data[28:], to)
	p.data = append(p.data, make([]byte, int(to)*pageSize-len(p.data))...)
}

// share makes of an index or a table pages of which each names the one below it many times:
// whoever walks through them walks through fan to the power of levels.
func (p *pages) share(name string, levels, fan int) {
	root := p.rootOf(name)
	inner, leaf := byte(innerIndex), byte(leafIndex)
	if kind := p.page(root)[0]; kind == innerTable || kind == leafTable {
		inner, leaf = innerTable, leafTable
	}
	lowest := root
	for p.page(lowest)[0] == inner { // leftmost
		lowest = binary.BigEndian.Uint32(p.page(lowest)[binary.BigEndian.Uint16(p.page(lowest)[12:]):])
	}
	cells := p.cells(lowest)
	cell := cells[len(cells)-1]
	cell = append([]byte(nil), cell[:cellSize(cell, inner == innerTable)]...)
	divider := cell
	if inner == innerTable {
		_, n := uvarint(cell)
		_, m := uvarint(cell[n:])
		divider = cell[n : n+m] // the row
	}
	next := p.add(compose(leaf, [][]byte{cell}, 0))
	for level := range levels {
		var cells [][]byte
		for range fan {
			cells = append(cells, below(next, divider))
		}
		if page := compose(inner, cells, next); level == levels-1 {
			copy(p.page(root), page)
		} else {
			next = p.add(page)
		}
	}
}

// Pages that share what is below them, that hold themselves, or that go on for ever, are
// found before anything walks through them: to look at them all would take longer than
// anybody lives, and to compare one value a gigabyte of memory.
func TestHostilePages(t *testing.T) {
	source := t.TempDir()
	begun(t, source, 30)
	good := readFile(t, filepath.Join(source, "monday.sqlite"))
	for name, test := range map[string]struct {
		change func(*pages)
		says   string
	}{
		"an index of events": {func(p *pages) { p.share("sqlite_autoindex_event_1", 8, 60) }, "2nd reference to page"},
		"an index of turns":  {func(p *pages) { p.share("sqlite_autoindex_turn_2", 18, 60) }, "2nd reference to page"},
		"an index of rows":   {func(p *pages) { p.share("row_by_kind", 4, 60) }, "2nd reference to page"},
		"the log":            {func(p *pages) { p.share("event", 8, 60) }, "out of order"},
		"the rows":           {func(p *pages) { p.share("row", 5, 60) }, "out of order"},
		"a page below itself": {func(p *pages) {
			root := p.rootOf("row_by_kind")
			cells := p.cells(root)
			copy(p.page(root), compose(innerIndex, [][]byte{below(root, cells[0][:cellSize(cells[0], false)])}, root))
		}, "2nd reference to page"},
		"a page that is not there": {func(p *pages) {
			root := p.rootOf("row_by_kind")
			cells := p.cells(root)
			copy(p.page(root), compose(innerIndex, [][]byte{below(1<<30, cells[0][:cellSize(cells[0], false)])}, 1<<29))
		}, "invalid page number"},
		"free pages in a circle": {func(p *pages) {
			free := make([]byte, pageSize)
			n := p.add(free)
			binary.BigEndian.PutUint32(p.page(n), n)
			binary.BigEndian.PutUint32(p.data[32:], n)
			binary.BigEndian.PutUint32(p.data[36:], 100)
		}, "Freelist"},
		"a value without an end": {func(p *pages) { p.endlessKey("sqlite_autoindex_event_1", 40<<20) }, "2nd reference to page"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			p := &pages{t: t, data: append([]byte(nil), good...)}
			test.change(p)
			writeFile(t, filepath.Join(dir, "monday.sqlite"), p.data)
			writeFile(t, filepath.Join(dir, "tuesday.sqlite"), good)
			refused(t, dir, test.says)
		})
	}
}

// endlessKey makes of an index one whose every key is as long as said, and begins again on
// the page where it goes on.
func (p *pages) endlessKey(name string, size int) {
	header := append([]byte{0}, putUvarint(uint64(13+2*size))...)
	header = append(header, 1, 1)
	header[0] = byte(len(header))
	key := append(header, "main"...)
	total := len(header) + size + 2
	most, least := (pageSize-12)*64/255-23, (pageSize-12)*32/255-23
	here := least + (total-least)%(pageSize-4)
	if here > most {
		here = least
	}
	for len(key) < here {
		key = append(key, 'x')
	}
	more := make([]byte, pageSize)
	for i := range more {
		more[i] = 'm'
	}
	n := p.add(more)
	binary.BigEndian.PutUint32(p.page(n), n) // the page after it is itself
	cell := binary.BigEndian.AppendUint32(append(putUvarint(uint64(total)), key[:here]...), n)
	next := p.add(compose(leafIndex, [][]byte{cell}, 0))
	copy(p.page(p.rootOf(name)), compose(innerIndex, [][]byte{below(next, cell)}, next))
	p.grow(uint32(2 * size / pageSize))
}

// What stands in a write-ahead log beside a save is judged like the save.
func TestHostileChangesBesideASave(t *testing.T) {
	for _, name := range []string{"a trigger that takes back", "a table too many", "a hash that is too large"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			begun(t, dir, 3)
			path := filepath.Join(dir, "monday.sqlite")
			log := walOf(t, path, hostile[name].change)
			for _, mode := range []persistence.Mode{persistence.Reading, persistence.Writing} {
				writeFile(t, path+"-wal", log)
				_, err := persistence.New(sqlite.New(dir), nil).Open(deadline(t), saveName, mode)
				if !errors.Is(err, persistence.ErrCorrupt) || !strings.Contains(err.Error(), hostile[name].says) {
					t.Errorf("got %v, want that it is damaged: %s", err, hostile[name].says)
				}
			}
		})
	}
}

// walOf is the write-ahead log of a change that no save has taken in yet.
func walOf(t *testing.T, path, change string) []byte {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy.sqlite")
	writeFile(t, copied, readFile(t, path))
	db, err := sql.Open("sqlite", "file:"+copied+"?_pragma=journal_mode(WAL)&_pragma=wal_autocheckpoint(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(change); err != nil {
		t.Fatal(err)
	}
	return readFile(t, copied+"-wal")
}

// A journal of a crash that there was not, which names another file as the one that all of
// it hangs on, has nothing but the save rolled back.
func TestAJournalLeadsNowhereElse(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir, 30)
	path := filepath.Join(dir, "monday.sqlite")
	good := readFile(t, path)
	precious := filepath.Join(t.TempDir(), "precious.txt")
	writeFile(t, precious, []byte("precious and dear\x00"))
	journal := make([]byte, 512)
	copy(journal, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
	for at, n := range map[int]uint32{8: 1, 16: uint32(len(good) / pageSize), 20: 512, 24: pageSize} {
		binary.BigEndian.PutUint32(journal[at:], n)
	}
	journal = binary.BigEndian.AppendUint32(journal, 2)
	journal = append(journal, make([]byte, pageSize)...)
	journal = binary.BigEndian.AppendUint32(journal, 0) // the checksum of zeroes
	sum := uint32(0)
	for _, b := range []byte(precious) {
		sum += uint32(int8(b))
	}
	journal = binary.BigEndian.AppendUint32(journal, 1<<30/pageSize+1)
	journal = append(journal, precious...)
	journal = binary.BigEndian.AppendUint32(journal, uint32(len(precious)))
	journal = binary.BigEndian.AppendUint32(journal, sum)
	journal = append(journal, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"...)
	writeFile(t, path+"-journal", journal)
	save, err := persistence.New(sqlite.New(dir), nil).Open(deadline(t), saveName, persistence.Writing)
	if err == nil {
		t.Cleanup(func() { _ = save.Close() })
	} else if !errors.Is(err, persistence.ErrCorrupt) {
		t.Error(err)
	}
	if got := readFile(t, precious); string(got) != "precious and dear\x00" {
		t.Errorf("another file is now %q", got)
	}
}
