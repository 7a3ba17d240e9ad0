package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"github.com/narratoria/narratoria/persistence"
)

// Worlds opens the pairs that belong to no save.
func (d *Driver) Worlds(ctx context.Context, mode persistence.Mode) (persistence.Worlds, error) {
	if err := d.Ready(ctx); err != nil {
		return nil, err
	}
	if err := d.keeper.share(ctx, d.id); err != nil {
		return nil, err
	}
	w := &worlds{driver: d, mode: mode}
	err := d.alone(ctx, func(tx pgx.Tx) error {
		var there bool
		err := tx.QueryRow(ctx, `SELECT worlds FROM narratoria`).Scan(&there)
		switch {
		case err != nil || there:
			return err
		case mode != persistence.Writing:
			return persistence.ErrNotFound
		}
		_, err = tx.Exec(ctx, `UPDATE narratoria SET worlds = true`)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// DropWorlds removes them, at once or not at all: nobody waits for whoever has them open.
func (d *Driver) DropWorlds(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Patience)
	defer cancel()
	if err := d.Ready(ctx); err != nil {
		return err
	}
	return d.alone(ctx, func(tx pgx.Tx) error {
		var unused bool
		err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, d.id).Scan(&unused)
		if err == nil && !unused {
			return &persistence.LockedError{}
		}
		if err == nil {
			_, err = tx.Exec(ctx, `DELETE FROM world`)
		}
		if err == nil {
			_, err = tx.Exec(ctx, `UPDATE narratoria SET worlds = false`)
		}
		return err
	})
}

// worlds is one opening.
type worlds struct {
	driver *Driver
	mode   persistence.Mode
	closed atomic.Bool
}

func (w *worlds) View(ctx context.Context, read func(persistence.WorldReader) error) error {
	if w.closed.Load() {
		return fs.ErrClosed
	}
	// Nothing is read again where a connection broke: what is here can be made again.
	return translate(pgx.BeginTxFunc(ctx, w.driver.readers, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return read(worldsTx{ctx, tx})
	}))
}

func (w *worlds) Update(ctx context.Context, write func(persistence.WorldWriter) error) error {
	switch {
	case w.closed.Load():
		return fs.ErrClosed
	case w.mode != persistence.Writing:
		return persistence.ErrReadOnly
	}
	return translate(pgx.BeginFunc(ctx, w.driver.writers, func(tx pgx.Tx) error {
		// Who has the row writes; it need not be on the disk at once.
		if _, err := tx.Exec(ctx, `SELECT set_config('synchronous_commit', 'off', true) FROM narratoria FOR UPDATE`); err != nil {
			return err
		}
		if err := write(worldsTx{ctx, tx}); err != nil {
			return err
		}
		return ctx.Err()
	}))
}

func (w *worlds) Close() error {
	if !w.closed.Swap(true) {
		w.driver.keeper.release(w.driver.id)
	}
	return nil
}

// worldsTx is a transaction over pairs.
type worldsTx struct {
	ctx context.Context // of the call that lent it
	tx  pgx.Tx
}

func (t worldsTx) Get(key string) (value []byte, err error) {
	err = t.tx.QueryRow(t.ctx, `SELECT value FROM world WHERE key = $1`, key).Scan(&value)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("%.80q %w", key, persistence.ErrNotFound)
	}
	return value, translate(err)
}

// afterASCII comes after whatever a key can go on with.
const afterASCII = "\x7f"

func (t worldsTx) Keys(prefix string) ([]string, error) {
	rows, err := t.tx.Query(t.ctx, `SELECT key FROM world WHERE key >= $1 AND key < $2 ORDER BY key`, prefix, prefix+afterASCII)
	if err != nil {
		return nil, translate(err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return keys, translate(err)
}

func (t worldsTx) Put(key string, value []byte) error {
	_, err := t.tx.Exec(t.ctx, `INSERT INTO world (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, own(value))
	return translate(err)
}

func (t worldsTx) Delete(prefix string) error {
	_, err := t.tx.Exec(t.ctx, `DELETE FROM world WHERE key >= $1 AND key < $2`, prefix, prefix+afterASCII)
	return translate(err)
}
