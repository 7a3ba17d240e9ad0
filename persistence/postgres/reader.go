package postgres

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// An asker is a transaction that is asked.
type asker interface {
	ask(ctx context.Context, sql string, arguments ...any) ([]row, error)
	failed(error) error
}

// A reader reads one state of a save. Nothing is left open while what it found is used, so that
// more can be asked meanwhile.
type reader struct {
	ctx      context.Context // of the call that lent it
	save     int64
	pgvector string // see Driver
	asks     asker
}

// collect gives all that a query finds. The first of its arguments is the save.
func collect[T any](r reader, read func(row) (T, error), sql string, arguments ...any) (list []T, err error) {
	found, err := r.asks.ask(r.ctx, sql, append([]any{r.save}, arguments...)...)
	if err != nil {
		return nil, translate(r.asks.failed(err))
	}
	for _, columns := range found {
		item, err := read(columns)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, nil
}

// one gives the first that a query finds; false where there is none.
func one[T any](r reader, read func(row) (T, error), sql string, arguments ...any) (found T, there bool, err error) {
	list, err := collect(r, read, sql, arguments...)
	if err != nil || len(list) == 0 {
		return found, false, err
	}
	return list[0], true, nil
}

// How much is fetched at once: so many rows first, and then about so many bytes.
const (
	firstRows = 8
	pageBytes = 1 << 20
	mostRows  = 1024
)

// paged gives what a query finds, page by page. What comes next is asked for by what came last.
func paged[T any](first int, fetch func(last *T, limit int) ([]T, error), size func(T) int) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var last *T
		for limit := first; ; {
			page, err := fetch(last, limit)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			bytes := 0
			for _, item := range page {
				if !yield(item, nil) {
					return
				}
				bytes += size(item)
			}
			if len(page) < limit {
				return
			}
			last = &page[len(page)-1]
			limit = max(1, min(4*limit, limit*pageBytes/max(bytes, 1), mostRows))
		}
	}
}

func (r reader) Events(branch event.BranchID, after, to event.Position) iter.Seq2[persistence.RawEvent, error] {
	read := func(r row) (raw persistence.RawEvent, err error) {
		raw.Branch = branch
		raw.Position, raw.Bytes, raw.Wall = event.Position(r.number(0)), r[1], r.number(3)
		return raw, r.hash(2, &raw.Hash)
	}
	return paged(firstRows, func(last *persistence.RawEvent, limit int) ([]persistence.RawEvent, error) {
		from := after
		if last != nil {
			from = last.Position
		}
		return collect(r, read, `SELECT position, bytes, hash, wall FROM event WHERE save = $1 AND branch = $2 AND position > $3 AND position <= $4 ORDER BY position LIMIT $5`,
			string(branch), int64(from), int64(to), limit)
	}, func(raw persistence.RawEvent) int { return len(raw.Bytes) })
}

func (r reader) Tip(branch event.BranchID) (persistence.Tip, error) {
	tip, _, err := one(r, func(r row) (tip persistence.Tip, err error) {
		tip.Position = event.Position(r.number(0))
		return tip, r.hash(1, &tip.Hash)
	}, `SELECT position, hash FROM event WHERE save = $1 AND branch = $2 ORDER BY position DESC LIMIT 1`, string(branch))
	return tip, err
}

func (r reader) Count(branch event.BranchID) (int64, error) {
	count, _, err := one(r, func(r row) (int64, error) { return r.number(0), nil }, `SELECT count(*) FROM event WHERE save = $1 AND branch = $2`, string(branch))
	return count, err
}

func (r reader) Control(after int64) iter.Seq2[persistence.RawControl, error] {
	read := func(r row) (raw persistence.RawControl, err error) {
		raw.Sequence, raw.Bytes, raw.Wall = r.number(0), r[1], r.number(3)
		return raw, r.hash(2, &raw.Hash)
	}
	return paged(firstRows, func(last *persistence.RawControl, limit int) ([]persistence.RawControl, error) {
		from := after
		if last != nil {
			from = last.Sequence
		}
		return collect(r, read, `SELECT sequence, bytes, hash, wall FROM control WHERE save = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`, from, limit)
	}, func(raw persistence.RawControl) int { return len(raw.Bytes) })
}

func receipt(r row) (receipt persistence.Receipt, err error) {
	receipt.Branch, receipt.First, receipt.Last = event.BranchID(r.text(0)), event.Position(r.number(1)), event.Position(r.number(2))
	return receipt, r.hash(3, &receipt.Head)
}

func (r reader) Turn(id event.TurnID) (persistence.Receipt, bool, error) {
	return one(r, receipt, `SELECT branch, first, last, head FROM turn WHERE save = $1 AND id = $2`, string(id))
}

func (r reader) LastTurn(branch event.BranchID) (persistence.Receipt, bool, error) {
	return one(r, receipt, `SELECT branch, first, last, head FROM turn WHERE save = $1 AND branch = $2 ORDER BY last DESC LIMIT 1`, string(branch))
}

func (r reader) Turns(branch event.BranchID) iter.Seq2[persistence.RawTurn, error] {
	read := func(r row) (raw persistence.RawTurn, err error) {
		raw.Branch = branch
		raw.ID, raw.First, raw.Last = event.TurnID(r.text(0)), event.Position(r.number(1)), event.Position(r.number(2))
		return raw, r.hash(3, &raw.Head)
	}
	return paged(mostRows, func(last *persistence.RawTurn, limit int) ([]persistence.RawTurn, error) {
		from := event.Position(0)
		if last != nil {
			from = last.Last
		}
		return collect(r, read, `SELECT id, first, last, head FROM turn WHERE save = $1 AND branch = $2 AND last > $3 ORDER BY last LIMIT $4`, string(branch), int64(from), limit)
	}, func(persistence.RawTurn) int { return 0 })
}

func (r reader) Rows(kind persistence.RowKind, after persistence.Ordinal) iter.Seq2[persistence.RawRow, error] {
	read := func(r row) (raw persistence.RawRow, err error) {
		raw.Kind = kind
		raw.Ordinal, raw.Key, raw.Branch = persistence.Ordinal(r.number(0)), persistence.Key(r.text(1)), event.BranchID(r.text(2))
		raw.Position, raw.Bytes = event.Position(r.number(3)), r[4]
		return raw, r.hash(5, &raw.Sum)
	}
	return paged(firstRows, func(last *persistence.RawRow, limit int) ([]persistence.RawRow, error) {
		from := after
		if last != nil {
			from = last.Ordinal
		}
		return collect(r, read, `SELECT ordinal, key, branch, position, bytes, sum FROM record WHERE save = $1 AND kind = $2 AND ordinal > $3 ORDER BY ordinal LIMIT $4`,
			string(kind), int64(from), limit)
	}, func(raw persistence.RawRow) int { return len(raw.Bytes) })
}

func (r reader) Blobs() iter.Seq2[persistence.BlobInfo, error] {
	read := func(r row) (info persistence.BlobInfo, err error) {
		info.Size = r.number(2)
		return info, cmp.Or(r.hash(0, &info.Sum), r.hash(1, &info.Base))
	}
	return paged(mostRows, func(last *persistence.BlobInfo, limit int) ([]persistence.BlobInfo, error) {
		from := []byte{}
		if last != nil {
			from = last.Sum[:]
		}
		return collect(r, read, `SELECT sum, base, length(bytes) FROM blob WHERE save = $1 AND sum > $2 ORDER BY sum LIMIT $3`, from, limit)
	}, func(persistence.BlobInfo) int { return 0 })
}

func (r reader) HasBlob(sum event.Hash) (bool, error) {
	there, _, err := one(r, func(r row) (bool, error) { return r.is(0), nil }, `SELECT EXISTS (SELECT FROM blob WHERE save = $1 AND sum = $2)`, sum[:])
	return there, err
}

func (r reader) Blob(sum event.Hash) (persistence.RawBlob, error) {
	raw, there, err := one(r, func(r row) (raw persistence.RawBlob, err error) {
		raw.Sum = sum
		raw.Bytes, raw.Packed = r[0], r.is(1)
		return raw, r.hash(2, &raw.Base)
	}, `SELECT bytes, packed, base FROM blob WHERE save = $1 AND sum = $2`, sum[:])
	if err == nil && !there {
		err = fmt.Errorf("blob %s %w", sum, persistence.ErrNotFound)
	}
	return raw, err
}

func (r reader) Summary() ([]byte, error) {
	data, _, err := one(r, func(r row) ([]byte, error) { return r[0], nil }, `SELECT summary FROM save WHERE id = $1`)
	return data, err
}

func vectorsOf(model string) func(row) (persistence.RawVectors, error) {
	return func(r row) (raw persistence.RawVectors, err error) {
		raw.Model = model
		raw.Bytes = r[1]
		return raw, cmp.Or(r.hash(0, &raw.Text), r.hash(2, &raw.Sum))
	}
}

func (r reader) Vectors(model string) iter.Seq2[persistence.RawVectors, error] {
	return paged(firstRows, func(last *persistence.RawVectors, limit int) ([]persistence.RawVectors, error) {
		from := []byte{}
		if last != nil {
			from = last.Text[:]
		}
		return collect(r, vectorsOf(model), `SELECT text, bytes, sum FROM vector WHERE save = $1 AND model = $2 AND text > $3 ORDER BY text LIMIT $4`, model, from, limit)
	}, func(raw persistence.RawVectors) int { return len(raw.Bytes) })
}

func (r reader) VectorsOf(model string, text event.Hash) (persistence.RawVectors, bool, error) {
	return one(r, vectorsOf(model), `SELECT text, bytes, sum FROM vector WHERE save = $1 AND model = $2 AND text = $3`, model, text[:])
}

func (r reader) Snapshots(branch event.BranchID) iter.Seq2[persistence.RawSnapshot, error] {
	read := func(r row) (raw persistence.RawSnapshot, err error) {
		raw.Branch = branch
		raw.Position, raw.Version, raw.Bytes = event.Position(r.number(0)), r.text(1), r[3]
		return raw, cmp.Or(r.hash(2, &raw.Head), r.hash(4, &raw.Sum))
	}
	return paged(1, func(last *persistence.RawSnapshot, limit int) ([]persistence.RawSnapshot, error) { // mostly the first will do
		before := int64(1<<63 - 1)
		if last != nil {
			before = int64(last.Position)
		}
		return collect(r, read, `SELECT position, version, head, bytes, sum FROM snapshot WHERE save = $1 AND branch = $2 AND position < $3 ORDER BY position DESC LIMIT $4`,
			string(branch), before, limit)
	}, func(raw persistence.RawSnapshot) int { return len(raw.Bytes) })
}
