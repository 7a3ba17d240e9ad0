package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A transaction has the save to itself. What it writes goes to the server together, before
// something is read or at the end.
type transaction struct {
	reader
	*way
	link    link
	batch   pgconn.Batch
	queued  int   // in it
	ordinal int64 // the last that was given
}

var _ persistence.Writer = (*transaction)(nil)

// most is how many bytes one value may have.
const most = persistence.MaxBlob + 64<<10

func (t *transaction) ask(ctx context.Context, sql string, arguments ...any) ([]row, error) {
	if err := t.flush(); err != nil {
		return nil, err
	}
	return t.link.rows(ctx, sql, arguments...)
}

// put queues a statement, whose first argument is the save.
func (t *transaction) put(sql string, arguments ...any) {
	values, formats := encode(append([]any{t.save}, arguments...))
	t.batch.ExecParams(sql, values, nil, formats, nil)
	t.queued++
}

// putBytes is put for statements with a value that may be large.
func (t *transaction) putBytes(bytes []byte, sql string, arguments ...any) error {
	if len(bytes) > most {
		return fmt.Errorf("%w: it is larger than what a save may have, %d bytes", persistence.ErrInvalid, most)
	}
	t.put(sql, arguments...)
	return nil
}

// flush sends what is queued.
func (t *transaction) flush() error {
	if t.queued == 0 {
		return nil
	}
	batch := t.batch
	t.batch, t.queued = pgconn.Batch{}, 0
	_, err := t.link.ExecBatch(t.ctx, &batch).ReadAll()
	return translate(t.failed(err))
}

// own is a copy of bytes that are the caller's again when a method returns; never nil, which would
// be NULL.
func own(b []byte) []byte { return append([]byte{}, b...) }

func (t *transaction) PutEvent(raw persistence.RawEvent) error {
	return t.putBytes(raw.Bytes, `INSERT INTO event (save, branch, position, bytes, hash, wall) VALUES ($1, $2, $3, $4, $5, $6)`,
		string(raw.Branch), int64(raw.Position), own(raw.Bytes), raw.Hash[:], raw.Wall)
}

func (t *transaction) PutControl(raw persistence.RawControl) error {
	return t.putBytes(raw.Bytes, `INSERT INTO control (save, sequence, bytes, hash, wall) VALUES ($1, $2, $3, $4, $5)`,
		raw.Sequence, own(raw.Bytes), raw.Hash[:], raw.Wall)
}

func (t *transaction) PutTurn(id event.TurnID, r persistence.Receipt) error {
	t.put(`INSERT INTO turn (save, id, branch, first, last, head) VALUES ($1, $2, $3, $4, $5, $6)`,
		string(id), string(r.Branch), int64(r.First), int64(r.Last), r.Head[:])
	return nil
}

func (t *transaction) PutRow(raw persistence.RawRow) error {
	t.ordinal++
	return t.putBytes(raw.Bytes, `INSERT INTO record (save, ordinal, kind, key, branch, position, bytes, sum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		t.ordinal, string(raw.Kind), string(raw.Key), string(raw.Branch), int64(raw.Position), own(raw.Bytes), raw.Sum[:])
}

func (t *transaction) PutBlob(raw persistence.RawBlob) error {
	var base []byte
	if raw.Base != (event.Hash{}) {
		base = raw.Base[:]
	}
	return t.putBytes(raw.Bytes, `INSERT INTO blob (save, sum, bytes, packed, base) VALUES ($1, $2, $3, $4, $5)`, raw.Sum[:], own(raw.Bytes), raw.Packed, base)
}

func (t *transaction) PutSummary(data []byte) error {
	t.put(`UPDATE save SET summary = $2 WHERE id = $1`, own(data))
	return nil
}

func (t *transaction) PutVectors(raw persistence.RawVectors) error {
	return t.putBytes(raw.Bytes, `INSERT INTO vector (save, model, text, bytes, sum) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (save, model, text) DO UPDATE SET bytes = excluded.bytes, sum = excluded.sum`,
		raw.Model, raw.Text[:], own(raw.Bytes), raw.Sum[:])
}

func (t *transaction) PutSnapshot(raw persistence.RawSnapshot) error {
	return t.putBytes(raw.Bytes, `INSERT INTO snapshot (save, branch, position, version, head, bytes, sum) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (save, branch, position) DO UPDATE SET version = excluded.version, head = excluded.head, bytes = excluded.bytes, sum = excluded.sum`,
		string(raw.Branch), int64(raw.Position), raw.Version, raw.Head[:], own(raw.Bytes), raw.Sum[:])
}

func (t *transaction) DropVectors(but string) error {
	t.put(`DELETE FROM vector WHERE save = $1 AND model <> $2`, but)
	// Another program may have made the index since this one has connected. Who may not erase what is in it erases nothing.
	erasable, there, err := one(t.reader, func(r row) (bool, error) { return r.is(0), nil },
		`SELECT has_table_privilege(`+loreVector+`, 'DELETE') FROM save WHERE id = $1 AND `+loreVector+` IS NOT NULL`)
	if err == nil && there && (erasable || but == "") {
		t.put(`DELETE FROM lore_vector WHERE save = $1 AND model <> $2`, but)
	}
	return err
}

func (t *transaction) DropSnapshots(branch event.BranchID, before event.Position) error {
	t.put(`DELETE FROM snapshot WHERE save = $1 AND branch = $2 AND position < $3`, string(branch), int64(before))
	return nil
}

func (t *transaction) DropEvents(branch event.BranchID, after event.Position) error {
	t.put(`DELETE FROM event WHERE save = $1 AND branch = $2 AND position > $3`, string(branch), int64(after))
	return nil
}

func (t *transaction) DropTurns(branch event.BranchID) error {
	t.put(`DELETE FROM turn WHERE save = $1 AND branch = $2`, string(branch))
	return nil
}

func (t *transaction) DropRow(raw persistence.RawRow) error {
	t.put(`DELETE FROM record WHERE save = $1 AND kind = $2 AND ordinal = $3`, string(raw.Kind), int64(raw.Ordinal))
	return nil
}

func (t *transaction) DropBlob(sum event.Hash) error {
	t.put(`DELETE FROM blob WHERE save = $1 AND sum = $2`, sum[:])
	return nil
}
