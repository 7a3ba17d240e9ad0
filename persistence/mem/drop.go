package mem

import (
	"bytes"
	"context"
	"iter"
	"slices"
	"sort"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// What is dropped is left out of lists of the transaction's own: other states have the old ones.

func (tx *transaction) DropEvents(branch event.BranchID, after event.Position) error {
	list := tx.events[branch]
	tx.events[branch] = slices.Clone(list[:sort.Search(len(list), func(i int) bool { return list[i].Position > after })])
	return nil
}

func (tx *transaction) DropTurns(branch event.BranchID) error {
	delete(tx.latest, branch)
	tx.ended = append(tx.ended, branch)
	return nil
}

func (tx *transaction) DropRow(raw persistence.RawRow) error {
	tx.rows[raw.Kind] = slices.DeleteFunc(slices.Clone(tx.rows[raw.Kind]), func(r persistence.RawRow) bool { return r.Ordinal == raw.Ordinal })
	return nil
}

func (tx *transaction) DropBlob(sum event.Hash) error {
	tx.dropped = append(tx.dropped, sum)
	return nil
}

func (r reader) Blobs() iter.Seq2[persistence.BlobInfo, error] {
	var list []persistence.BlobInfo
	for sum, raw := range r.blobs.all(r.commit) {
		list = append(list, persistence.BlobInfo{Sum: sum, Base: raw.Base, Size: int64(len(raw.Bytes))})
	}
	slices.SortFunc(list, func(a, b persistence.BlobInfo) int { return bytes.Compare(a.Sum[:], b.Sum[:]) })
	return all(list)
}

// Compact has nothing to do: what no state has, the collector takes.
func (f *file) Compact(ctx context.Context) error {
	if f.mode != persistence.Writing {
		return persistence.ErrReadOnly
	}
	return f.usable(ctx)
}
