package lore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/narratoria/narratoria/persistence"
)

func worldKey(i id) string        { return "world/" + i.String() }
func headKey(i id) string         { return "head/" + i.String() }
func wordsKey(i id, n int) string { return fmt.Sprintf("words/%s/%04d", i, n) }
func textsKey(i id, n int) string { return fmt.Sprintf("texts/%s/%04d", i, n) }

func embedderKey(model string) string { return "embedder/" + model }

// vectorsKey begins the keys of a model's vectors.
func vectorsKey(i id, model string) string { return "vectors/" + i.String() + "/" + model }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sealed(data []byte) []byte {
	return binary.BigEndian.AppendUint32(data, crc32.Checksum(data, castagnoli))
}

// read gives a value without its checksum, which has been looked at.
func read(r persistence.WorldReader, key string) (reader, error) {
	data, err := r.Get(key)
	if err != nil {
		return reader{}, err
	}
	end := len(data) - crc32.Size
	if end < 0 || crc32.Checksum(data[:end], castagnoli) != binary.BigEndian.Uint32(data[end:]) {
		return reader{}, damaged(key)
	}
	return reader{data: data[:end], key: key}, nil
}

func damaged(key string) error {
	return fmt.Errorf("the value of %s %w", key, persistence.ErrCorrupt)
}

func appendText[T ~string | ~[]byte](data []byte, text T) []byte {
	return append(binary.AppendUvarint(data, uint64(len(text))), text...)
}

// A reader takes a value apart. After what cannot be it gives nothing more, and says so at
// the end.
type reader struct {
	data  []byte
	key   string
	wrong bool
}

func (r *reader) number() int {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n > 1<<40 {
		r.wrong, r.data = true, nil
		return 0
	}
	r.data = r.data[size:]
	return int(n)
}

// count is how many things follow, each of at least a byte.
func (r *reader) count() int { return r.countOf(1) }

// countOf is how many things follow, each of at least so many bytes.
func (r *reader) countOf(least int) int {
	n := r.number()
	if n > len(r.data)/least {
		r.wrong, r.data = true, nil
		return 0
	}
	return n
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.data) {
		r.wrong, r.data = true, nil
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *reader) text() string { return string(r.bytes(r.number())) }

func (r *reader) end() error {
	if r.wrong || len(r.data) > 0 {
		return damaged(r.key)
	}
	return nil
}

// A segment is what is kept in memory of one: all but the words and texts.
type segment struct {
	group
	starts  []int    // the first piece of each document, and the number of all
	sums    []int    // words of the pieces of each document together
	lengths []uint32 // words of each piece
	words   []string // the first word of each block
	texts   []int    // the first piece of each block
}

func (s *segment) pieces() int { return len(s.lengths) }

// document is the one of a piece, among the segment's.
func (s *segment) document(piece int) int {
	after, _ := slices.BinarySearch(s.starts, piece+1)
	return after - 1
}

func (s *segment) encodeHead() []byte {
	data := binary.AppendUvarint(nil, uint64(len(s.documents)))
	for i := range s.documents {
		data = binary.AppendUvarint(data, uint64(s.starts[i+1]-s.starts[i]))
	}
	for _, length := range s.lengths {
		data = binary.AppendUvarint(data, uint64(length))
	}
	data = binary.AppendUvarint(data, uint64(len(s.words)))
	for _, word := range s.words {
		data = appendText(data, word)
	}
	data = binary.AppendUvarint(data, uint64(len(s.texts)))
	for _, piece := range s.texts {
		data = binary.AppendUvarint(data, uint64(piece))
	}
	return sealed(data)
}

func decodeHead(g *group, r reader) (*segment, error) {
	s := &segment{group: *g, starts: []int{0}}
	if r.count() != len(g.documents) {
		return nil, damaged(r.key)
	}
	all := 0
	for range g.documents {
		all += r.number()
		s.starts = append(s.starts, all)
	}
	if all > len(r.data) {
		return nil, damaged(r.key)
	}
	s.lengths, s.sums = make([]uint32, all), make([]int, len(g.documents))
	for d := range g.documents {
		for i := s.starts[d]; i < s.starts[d+1]; i++ {
			s.lengths[i] = uint32(r.number())
			s.sums[d] += int(s.lengths[i])
		}
	}
	for range r.count() {
		s.words = append(s.words, r.text())
	}
	for range r.count() {
		s.texts = append(s.texts, r.number())
	}
	return s, r.end()
}

// A posting is a piece that has a word.
type posting struct {
	piece int
	times int32
}

// A list is the postings of a word, as they are stored.
type list struct {
	pieces int // how many
	data   []byte
}

// each calls f with the postings, in order; false where they are not well formed.
func (l list) each(f func(posting)) bool {
	r, piece := reader{data: l.data}, -1
	for range l.pieces {
		piece += r.number()
		f(posting{piece, int32(r.number())})
	}
	return r.end() == nil
}

var errLong = errors.New("a segment has more blocks than its keys can number")
