package objectbox

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"unsafe"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// The vectors of lore lie in an index of the library's (HNSW), which finds nearly all that
// are nearest and filters after it has chosen. It is asked only for what is to be looked at, and can be
// made again: it is not copied with the data.

var (
	_ persistence.Indexer     = reader{}
	_ persistence.IndexWriter = writer{}
)

// inIndex is a vector of a text, by its window.
func inIndex(model string, text event.Hash, window int64) func(*object) bool {
	return func(o *object) bool {
		return o.numbers[0] == window && same(o.values[0], model) && bytes.Equal(o.values[1], text[:])
	}
}

func (t *txn) indexKey(model string, text event.Hash, window int64) uint64 {
	return t.keyOf([]byte(model), text[:], binary.LittleEndian.AppendUint64(nil, uint64(window)))
}

// Indexed reports whether the first vector of a text is there: all are put at once.
func (r reader) Indexed(model string, text event.Hash) (bool, error) {
	o, _, err := r.slot(indexEntity, r.indexKey(model, text, 0), inIndex(model, text, 0))
	return o != nil, err
}

// Index puts the vectors of a text.
func (w writer) Index(model string, text event.Hash, vectors [][]float32) (taken bool, err error) {
	for window, vector := range vectors {
		if len(vector) != persistence.IndexDimensions { // the library takes no length with a vector, nor looks at it
			return false, nil
		}
		var floats []byte
		for _, x := range vector {
			floats = binary.LittleEndian.AppendUint32(floats, math.Float32bits(x))
		}
		err := w.putKeyed(indexEntity, w.indexKey(model, text, int64(window)), inIndex(model, text, int64(window)), &object{
			numbers: []int64{int64(window)}, values: [][]byte{[]byte(model), text[:], floats},
		})
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// Nearest asks the index. No other program writes to it, so that it is as whole as the caller has made it.
func (r reader) Nearest(model string, to []float32, most, _ int) (texts []event.Hash, whole bool, err error) {
	if len(to) != persistence.IndexDimensions || most < 1 {
		return nil, false, nil
	}
	ids, err := r.neighbours(to, most)
	if err != nil {
		return nil, false, err
	}
	for _, id := range ids {
		o, err := r.get(indexEntity, id)
		if err != nil || o == nil {
			return nil, false, errors.Join(err, damaged(indexEntity, id, "the index has it, and it is not there"))
		}
		var text event.Hash
		if err := hash(indexEntity, o, o.values[1], &text); err != nil {
			return nil, false, err
		}
		if same(o.values[0], model) {
			texts = append(texts, text)
		}
	}
	return texts, true, nil
}

// neighbours are the ids of vectors near one, the nearest first.
func (t *txn) neighbours(to []float32, most int) (ids []uint64, err error) {
	builder := t.lib.QueryBuilder(t.store, indexEntity.id)
	if builder == 0 {
		return nil, t.lib.last()
	}
	property := uint32(len(indexEntity.properties()) - 1) // the one before the sum
	condition := t.lib.QbNearestNeighborsF32(builder, property, &to[0], uintptr(most))
	query := uintptr(0)
	if condition != 0 {
		query = t.lib.Query(builder)
	}
	if query == 0 {
		err = t.lib.last()
	}
	t.lib.QbClose(builder)
	if err != nil {
		return nil, err
	}
	defer func() { t.lib.QueryClose(query) }()
	found := t.lib.QueryFindIDsWithScores(query)
	if found == nil {
		return nil, t.lib.last()
	}
	defer t.lib.IDScoreArrayFree(found)
	for _, of := range unsafe.Slice(found.first, found.count) {
		ids = append(ids, of.id)
	}
	return ids, nil
}

// dropIndex removes all vectors from the index where some are of another model: a removal takes the index longer
// than it takes to put all again.
func (w writer) dropIndex(but string) error {
	others, err := w.ids(indexEntity, func(o *object) bool { return !same(o.values[0], but) })
	if err != nil || len(others) == 0 {
		return err
	}
	cursor, err := w.cursor(indexEntity)
	if err == nil {
		err = w.lib.ok(w.lib.CursorRemoveAll(cursor))
	}
	w.writes++
	w.failed = err
	return err
}
