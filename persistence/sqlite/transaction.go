package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A transaction reads, and when it is an Update's also writes.
type transaction struct {
	ctx  context.Context // of the call that lent it
	conn *sql.Conn       // that it is on
	tx   *sql.Tx
	form int // of the save
}

var _ persistence.Writer = transaction{}

func (t transaction) Events(branch event.BranchID, after, to event.Position) iter.Seq2[persistence.RawEvent, error] {
	const query = `SELECT position, bytes, hash, wall FROM event WHERE branch = ? AND position > ? AND position <= ? ORDER BY position`
	return each(t, query, func(rows *sql.Rows) (raw persistence.RawEvent, err error) {
		raw.Branch = branch
		err = rows.Scan(&raw.Position, &raw.Bytes, hash{&raw.Hash}, &raw.Wall)
		return raw, err
	}, string(branch), int64(after), int64(to))
}

func (t transaction) Tip(branch event.BranchID) (tip persistence.Tip, err error) {
	row := t.tx.QueryRowContext(t.ctx, `SELECT position, hash FROM event WHERE branch = ? ORDER BY position DESC LIMIT 1`, string(branch))
	_, err = scan(row, &tip.Position, hash{&tip.Hash})
	return tip, err
}

func (t transaction) Count(branch event.BranchID) (count int64, err error) {
	_, err = scan(t.tx.QueryRowContext(t.ctx, `SELECT count(*) FROM event WHERE branch = ?`, string(branch)), &count)
	return count, err
}

func (t transaction) Control(after int64) iter.Seq2[persistence.RawControl, error] {
	const query = `SELECT sequence, bytes, hash, wall FROM control WHERE sequence > ? ORDER BY sequence`
	return each(t, query, func(rows *sql.Rows) (raw persistence.RawControl, err error) {
		err = rows.Scan(&raw.Sequence, &raw.Bytes, hash{&raw.Hash}, &raw.Wall)
		return raw, err
	}, after)
}

func (t transaction) Turn(id event.TurnID) (persistence.Receipt, bool, error) {
	return receipt(t.tx.QueryRowContext(t.ctx, `SELECT branch, first, last, head FROM turn WHERE id = ?`, string(id)))
}

func (t transaction) LastTurn(branch event.BranchID) (persistence.Receipt, bool, error) {
	return receipt(t.tx.QueryRowContext(t.ctx, `SELECT branch, first, last, head FROM turn WHERE branch = ? ORDER BY last DESC LIMIT 1`, string(branch)))
}

func receipt(row *sql.Row) (r persistence.Receipt, found bool, err error) {
	found, err = scan(row, &r.Branch, &r.First, &r.Last, hash{&r.Head})
	return r, found, err
}

func (t transaction) Turns(branch event.BranchID) iter.Seq2[persistence.RawTurn, error] {
	return each(t, `SELECT id, first, last, head FROM turn WHERE branch = ? ORDER BY last`, func(rows *sql.Rows) (raw persistence.RawTurn, err error) {
		raw.Branch = branch
		err = rows.Scan(&raw.ID, &raw.First, &raw.Last, hash{&raw.Head})
		return raw, err
	}, string(branch))
}

func (t transaction) Rows(kind persistence.RowKind, after persistence.Ordinal) iter.Seq2[persistence.RawRow, error] {
	const query = `SELECT ordinal, key, branch, position, bytes, sum FROM row WHERE kind = ? AND ordinal > ? ORDER BY ordinal`
	if err := limit(t.conn, maxLarge); err != nil {
		return func(yield func(persistence.RawRow, error) bool) { yield(persistence.RawRow{}, err) }
	}
	return each(t, query, func(rows *sql.Rows) (raw persistence.RawRow, err error) {
		raw.Kind = kind
		err = rows.Scan(&raw.Ordinal, &raw.Key, &raw.Branch, &raw.Position, &raw.Bytes, hash{&raw.Sum})
		return raw, err
	}, string(kind), int64(after))
}

func (t transaction) HasBlob(sum event.Hash) (bool, error) {
	var one int
	return scan(t.tx.QueryRowContext(t.ctx, `SELECT 1 FROM blob WHERE sum = ?`, sum[:]), &one)
}

func (t transaction) Blob(sum event.Hash) (raw persistence.RawBlob, err error) {
	if err := limit(t.conn, maxLarge); err != nil {
		return raw, err
	}
	raw.Sum = sum
	found := false
	if t.form < packedForm {
		found, err = scan(t.tx.QueryRowContext(t.ctx, `SELECT bytes FROM blob WHERE sum = ?`, sum[:]), &raw.Bytes)
	} else {
		var packed int64
		row := t.tx.QueryRowContext(t.ctx, `SELECT bytes, packed, base FROM blob WHERE sum = ?`, sum[:])
		found, err = scan(row, &raw.Bytes, &packed, noHash{&raw.Base})
		raw.Packed = packed != 0
	}
	if err == nil && !found {
		err = fmt.Errorf("blob %s %w", sum, persistence.ErrNotFound)
	}
	return raw, err
}

func (t transaction) Summary() (data []byte, err error) {
	if t.form < packedForm {
		return nil, nil
	}
	// A list of many saves reads it, some of which may be anybody's.
	const most = 64 << 10
	_, err = scan(t.tx.QueryRowContext(t.ctx, `SELECT CASE WHEN length(bytes) <= ? THEN bytes END FROM summary LIMIT 1`, most), &data)
	return data, err
}

func (t transaction) Snapshots(branch event.BranchID) iter.Seq2[persistence.RawSnapshot, error] {
	const query = `SELECT position, version, head, bytes, sum FROM snapshot WHERE branch = ? ORDER BY position DESC`
	if t.form < packedForm {
		return func(func(persistence.RawSnapshot, error) bool) {}
	}
	if err := limit(t.conn, maxLarge); err != nil {
		return func(yield func(persistence.RawSnapshot, error) bool) { yield(persistence.RawSnapshot{}, err) }
	}
	return each(t, query, func(rows *sql.Rows) (raw persistence.RawSnapshot, err error) {
		raw.Branch = branch
		err = rows.Scan(&raw.Position, &raw.Version, hash{&raw.Head}, &raw.Bytes, hash{&raw.Sum})
		return raw, err
	}, string(branch))
}

func (t transaction) PutEvent(raw persistence.RawEvent) error {
	return t.exec(`INSERT INTO event (branch, position, bytes, hash, wall) VALUES (?, ?, ?, ?, ?)`,
		string(raw.Branch), int64(raw.Position), raw.Bytes, raw.Hash[:], raw.Wall)
}

func (t transaction) PutControl(raw persistence.RawControl) error {
	return t.exec(`INSERT INTO control (sequence, bytes, hash, wall) VALUES (?, ?, ?, ?)`,
		raw.Sequence, raw.Bytes, raw.Hash[:], raw.Wall)
}

func (t transaction) PutTurn(id event.TurnID, r persistence.Receipt) error {
	return t.exec(`INSERT INTO turn (id, branch, first, last, head) VALUES (?, ?, ?, ?, ?)`,
		string(id), string(r.Branch), int64(r.First), int64(r.Last), r.Head[:])
}

func (t transaction) PutRow(raw persistence.RawRow) error {
	if err := limit(t.conn, maxLarge); err != nil {
		return err
	}
	return t.exec(`INSERT INTO row (kind, key, branch, position, bytes, sum) VALUES (?, ?, ?, ?, ?, ?)`,
		string(raw.Kind), string(raw.Key), string(raw.Branch), int64(raw.Position), raw.Bytes, raw.Sum[:])
}

func (t transaction) PutBlob(raw persistence.RawBlob) error {
	if raw.Bytes == nil {
		raw.Bytes = []byte{} // nil would be NULL
	}
	var base []byte
	if raw.Base != (event.Hash{}) {
		base = raw.Base[:]
	}
	if err := limit(t.conn, maxLarge); err != nil {
		return err
	}
	return t.exec(`INSERT INTO blob (sum, bytes, packed, base) VALUES (?, ?, ?, ?)`, raw.Sum[:], raw.Bytes, raw.Packed, base)
}

func (t transaction) PutSummary(data []byte) error {
	return t.exec(`INSERT OR REPLACE INTO summary (rowid, bytes) VALUES (1, ?)`, data)
}

func (t transaction) Vectors(model string) iter.Seq2[persistence.RawVectors, error] {
	if t.form < vectorForm {
		return func(func(persistence.RawVectors, error) bool) {}
	}
	return each(t, `SELECT text, bytes, sum FROM vector WHERE model = ?`, func(rows *sql.Rows) (raw persistence.RawVectors, err error) {
		raw.Model = model
		err = rows.Scan(hash{&raw.Text}, &raw.Bytes, hash{&raw.Sum})
		return raw, err
	}, model)
}

func (t transaction) VectorsOf(model string, text event.Hash) (raw persistence.RawVectors, there bool, err error) {
	if t.form < vectorForm {
		return raw, false, nil
	}
	raw.Model, raw.Text = model, text
	there, err = scan(t.tx.QueryRowContext(t.ctx, `SELECT bytes, sum FROM vector WHERE model = ? AND text = ?`, model, text[:]), &raw.Bytes, hash{&raw.Sum})
	return raw, there, err
}

func (t transaction) PutVectors(raw persistence.RawVectors) error {
	if raw.Bytes == nil {
		raw.Bytes = []byte{} // nil would be NULL
	}
	return t.exec(`INSERT OR REPLACE INTO vector (model, text, bytes, sum) VALUES (?, ?, ?, ?)`, raw.Model, raw.Text[:], raw.Bytes, raw.Sum[:])
}

func (t transaction) DropVectors(but string) error {
	return t.exec(`DELETE FROM vector WHERE model <> ?`, but)
}

func (t transaction) PutSnapshot(raw persistence.RawSnapshot) error {
	if raw.Bytes == nil {
		raw.Bytes = []byte{} // nil would be NULL
	}
	if err := limit(t.conn, maxLarge); err != nil {
		return err
	}
	return t.exec(`INSERT OR REPLACE INTO snapshot (branch, position, version, head, bytes, sum) VALUES (?, ?, ?, ?, ?, ?)`,
		string(raw.Branch), int64(raw.Position), raw.Version, raw.Head[:], raw.Bytes, raw.Sum[:])
}

func (t transaction) DropSnapshots(branch event.BranchID, before event.Position) error {
	return t.exec(`DELETE FROM snapshot WHERE branch = ? AND position < ?`, string(branch), int64(before))
}

func (t transaction) exec(statement string, arguments ...any) error {
	_, err := t.tx.ExecContext(t.ctx, statement, arguments...)
	if tooLarge(err) {
		return fmt.Errorf("%w: it is larger than what a save may have: %w", persistence.ErrInvalid, err)
	}
	return translate(err)
}

// each gives what a query finds, row by row.
func each[T any](t transaction, query string, read func(*sql.Rows) (T, error), arguments ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := t.tx.QueryContext(t.ctx, query, arguments...)
		if err != nil {
			yield(none, translate(err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			item, err := read(rows)
			if !yield(item, translate(err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, translate(err))
		}
	}
}

// scan reads a row that may not be there.
func scan(row *sql.Row, into ...any) (found bool, err error) {
	err = row.Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, translate(err)
}

// A hash reads a column into a [event.Hash].
type hash struct{ into *event.Hash }

func (h hash) Scan(column any) error {
	data, ok := column.([]byte)
	if !ok || len(data) != len(h.into) {
		return fmt.Errorf("%w: a hash of %d bytes", persistence.ErrCorrupt, len(data))
	}
	copy(h.into[:], data)
	return nil
}

// A noHash is a hash that may be missing.
type noHash struct{ into *event.Hash }

func (h noHash) Scan(column any) error {
	if column == nil {
		return nil
	}
	return hash(h).Scan(column)
}
