package postgres

import (
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// An asker is a transaction that is asked.
type asker interface {
	query(ctx context.Context, sql string, arguments ...any) (pgx.Rows, error)
	failed(error) error
}

// A reader reads one state of a save. Nothing is left open while what it found is used, so that
// more can be asked meanwhile.
type reader struct {
	ctx  context.Context // of the call that lent it
	save int64
	asks asker
}

// collect gives all that a query finds. The first of its arguments is the save.
func collect[T any](r reader, read func(pgx.CollectableRow) (T, error), sql string, arguments ...any) ([]T, error) {
	rows, err := r.asks.query(r.ctx, sql, append([]any{r.save}, arguments...)...)
	var list []T
	if err == nil {
		list, err = pgx.CollectRows(rows, read)
	}
	return list, translate(r.asks.failed(err))
}

// one gives the first that a query finds; false where there is none.
func one[T any](r reader, read func(pgx.CollectableRow) (T, error), sql string, arguments ...any) (found T, there bool, err error) {
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
	read := func(row pgx.CollectableRow) (raw persistence.RawEvent, err error) {
		raw.Branch = branch
		err = row.Scan((*int64)(&raw.Position), &raw.Bytes, hash{&raw.Hash}, &raw.Wall)
		return raw, err
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
	tip, _, err := one(r, func(row pgx.CollectableRow) (tip persistence.Tip, err error) {
		err = row.Scan((*int64)(&tip.Position), hash{&tip.Hash})
		return tip, err
	}, `SELECT position, hash FROM event WHERE save = $1 AND branch = $2 ORDER BY position DESC LIMIT 1`, string(branch))
	return tip, err
}

func (r reader) Count(branch event.BranchID) (int64, error) {
	count, _, err := one(r, pgx.RowTo[int64], `SELECT count(*) FROM event WHERE save = $1 AND branch = $2`, string(branch))
	return count, err
}

func (r reader) Control(after int64) iter.Seq2[persistence.RawControl, error] {
	read := func(row pgx.CollectableRow) (raw persistence.RawControl, err error) {
		err = row.Scan(&raw.Sequence, &raw.Bytes, hash{&raw.Hash}, &raw.Wall)
		return raw, err
	}
	return paged(firstRows, func(last *persistence.RawControl, limit int) ([]persistence.RawControl, error) {
		from := after
		if last != nil {
			from = last.Sequence
		}
		return collect(r, read, `SELECT sequence, bytes, hash, wall FROM control WHERE save = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`, from, limit)
	}, func(raw persistence.RawControl) int { return len(raw.Bytes) })
}

func receipt(row pgx.CollectableRow) (receipt persistence.Receipt, err error) {
	err = row.Scan((*string)(&receipt.Branch), (*int64)(&receipt.First), (*int64)(&receipt.Last), hash{&receipt.Head})
	return receipt, err
}

func (r reader) Turn(id event.TurnID) (persistence.Receipt, bool, error) {
	return one(r, receipt, `SELECT branch, first, last, head FROM turn WHERE save = $1 AND id = $2`, string(id))
}

func (r reader) LastTurn(branch event.BranchID) (persistence.Receipt, bool, error) {
	return one(r, receipt, `SELECT branch, first, last, head FROM turn WHERE save = $1 AND branch = $2 ORDER BY last DESC LIMIT 1`, string(branch))
}

func (r reader) Turns(branch event.BranchID) iter.Seq2[persistence.RawTurn, error] {
	read := func(row pgx.CollectableRow) (raw persistence.RawTurn, err error) {
		raw.Branch = branch
		err = row.Scan((*string)(&raw.ID), (*int64)(&raw.First), (*int64)(&raw.Last), hash{&raw.Head})
		return raw, err
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
	read := func(row pgx.CollectableRow) (raw persistence.RawRow, err error) {
		raw.Kind = kind
		err = row.Scan((*int64)(&raw.Ordinal), (*string)(&raw.Key), (*string)(&raw.Branch), (*int64)(&raw.Position), &raw.Bytes, hash{&raw.Sum})
		return raw, err
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
	read := func(row pgx.CollectableRow) (info persistence.BlobInfo, err error) {
		err = row.Scan(hash{&info.Sum}, hash{&info.Base}, &info.Size)
		return info, err
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
	there, _, err := one(r, pgx.RowTo[bool], `SELECT EXISTS (SELECT FROM blob WHERE save = $1 AND sum = $2)`, sum[:])
	return there, err
}

func (r reader) Blob(sum event.Hash) (persistence.RawBlob, error) {
	raw, there, err := one(r, func(row pgx.CollectableRow) (raw persistence.RawBlob, err error) {
		raw.Sum = sum
		err = row.Scan(&raw.Bytes, &raw.Packed, hash{&raw.Base})
		return raw, err
	}, `SELECT bytes, packed, base FROM blob WHERE save = $1 AND sum = $2`, sum[:])
	if err == nil && !there {
		err = fmt.Errorf("blob %s %w", sum, persistence.ErrNotFound)
	}
	return raw, err
}

func (r reader) Summary() ([]byte, error) {
	data, _, err := one(r, pgx.RowTo[[]byte], `SELECT summary FROM save WHERE id = $1`)
	return data, err
}

func vectorsOf(model string) func(pgx.CollectableRow) (persistence.RawVectors, error) {
	return func(row pgx.CollectableRow) (raw persistence.RawVectors, err error) {
		raw.Model = model
		err = row.Scan(hash{&raw.Text}, &raw.Bytes, hash{&raw.Sum})
		return raw, err
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
	read := func(row pgx.CollectableRow) (raw persistence.RawSnapshot, err error) {
		raw.Branch = branch
		err = row.Scan((*int64)(&raw.Position), &raw.Version, hash{&raw.Head}, &raw.Bytes, hash{&raw.Sum})
		return raw, err
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
