package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

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
	err := d.alone(ctx, func(l link) error {
		there, err := l.one(ctx, `SELECT worlds FROM narratoria`)
		switch {
		case err != nil || there.is(0):
			return err
		case mode != persistence.Writing:
			return persistence.ErrNotFound
		}
		return l.do(ctx, `UPDATE narratoria SET worlds = true`)
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
	return d.alone(ctx, func(l link) error {
		unused, err := l.one(ctx, `SELECT pg_try_advisory_xact_lock($1)`, d.id)
		if err == nil && !unused.is(0) {
			return &persistence.LockedError{}
		}
		if err == nil {
			err = l.do(ctx, `DELETE FROM world`)
		}
		if err == nil {
			err = l.do(ctx, `UPDATE narratoria SET worlds = false`)
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
	return translate(w.driver.readers.transact(ctx, reading, func(l link) error { return read(worldsTx{ctx, l}) }))
}

func (w *worlds) Update(ctx context.Context, write func(persistence.WorldWriter) error) error {
	switch {
	case w.closed.Load():
		return fs.ErrClosed
	case w.mode != persistence.Writing:
		return persistence.ErrReadOnly
	}
	return translate(w.driver.writers.transact(ctx, "begin", func(l link) error {
		// Who has the row writes; it need not be on the disk at once.
		if err := l.do(ctx, `SELECT set_config('synchronous_commit', 'off', true) FROM narratoria FOR UPDATE`); err != nil {
			return err
		}
		if err := write(worldsTx{ctx, l}); err != nil {
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
	ctx  context.Context // of the call that lent it
	link link
}

func (t worldsTx) Get(key string) (value []byte, err error) {
	found, err := t.link.one(t.ctx, `SELECT value FROM world WHERE key = $1`, key)
	switch {
	case err != nil:
		return nil, translate(err)
	case found == nil:
		return nil, fmt.Errorf("%.80q %w", key, persistence.ErrNotFound)
	}
	return found[0], nil
}

// afterASCII comes after whatever a key can go on with.
const afterASCII = "\x7f"

func (t worldsTx) Keys(prefix string) (keys []string, err error) {
	found, err := t.link.rows(t.ctx, `SELECT key FROM world WHERE key >= $1 AND key < $2 ORDER BY key`, prefix, prefix+afterASCII)
	for _, r := range found {
		keys = append(keys, r.text(0))
	}
	return keys, translate(err)
}

func (t worldsTx) Put(key string, value []byte) error {
	return translate(t.link.do(t.ctx, `INSERT INTO world (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, own(value)))
}

func (t worldsTx) Delete(prefix string) error {
	return translate(t.link.do(t.ctx, `DELETE FROM world WHERE key >= $1 AND key < $2`, prefix, prefix+afterASCII))
}
