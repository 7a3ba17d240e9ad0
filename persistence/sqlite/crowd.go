package sqlite

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/narratoria/narratoria/persistence"
)

// What the tables and indexes of a save stay far below, and the pages that they are
// written on: SQLite reads them all before it answers anything, a million in minutes.
const (
	mostObjects     = 1000
	mostSchemaPages = 200
)

// The kinds of pages of a table, by their first byte.
const (
	innerPage = 5
	leafPage  = 13
)

// crowded refuses a file that has more objects, by what the pages of its schema say they
// hold. What is no such page is left to SQLite to refuse.
func crowded(file io.ReaderAt, header []byte) error {
	size := int(binary.BigEndian.Uint16(header[16:]))
	if size == 1 {
		size = 1 << 16 // it does not fit into the two bytes
	}
	objects, page := 0, make([]byte, size)
	next := []uint32{1}
	for seen := 0; len(next) > 0; seen++ {
		if objects > mostObjects || seen+len(next) > mostSchemaPages {
			return fmt.Errorf("%w: it has more tables than Narratoria makes: they were put there by another program", persistence.ErrCorrupt)
		}
		n := next[0]
		next = next[1:]
		if _, err := file.ReadAt(page, (int64(n)-1)*int64(size)); n == 0 || err != nil {
			continue
		}
		at := 0
		if n == 1 {
			at = headerSize
		}
		if len(page) < at+12 {
			continue
		}
		cells := int(binary.BigEndian.Uint16(page[at+3:]))
		switch page[at] {
		case leafPage:
			objects += cells
		case innerPage:
			next = append(next, children(page, at, cells)...)
		}
	}
	return nil
}

// children are the pages below an inner one: one for each cell, and the last.
func children(page []byte, at, cells int) []uint32 {
	below := []uint32{binary.BigEndian.Uint32(page[at+8:])}
	for i := range min(cells, mostSchemaPages) {
		pointer := at + 12 + 2*i
		if pointer+2 > len(page) {
			break
		}
		if cell := int(binary.BigEndian.Uint16(page[pointer:])); cell+4 <= len(page) {
			below = append(below, binary.BigEndian.Uint32(page[cell:]))
		}
	}
	return below
}
