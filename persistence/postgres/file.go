package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A file is one opening of a save.
type file struct {
	driver      *Driver
	id          int64
	playthrough event.PlaythroughID
	mode        persistence.Mode

	updating sync.Mutex // one transaction at a time, without the server having to let them wait
	closed   atomic.Bool
}

func (f *file) Playthrough() event.PlaythroughID { return f.playthrough }

func (f *file) usable(ctx context.Context) error {
	if f.closed.Load() {
		return fs.ErrClosed
	}
	return ctx.Err()
}

// View lends a transaction that sees one state, and another where its connection breaks.
func (f *file) View(ctx context.Context, read func(persistence.Reader) error) error {
	if err := f.usable(ctx); err != nil {
		return err
	}
	return mending(ctx, func(w *way) error {
		tx, err := f.driver.readers.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return err
		}
		defer tx.Rollback(context.WithoutCancel(ctx)) // it has nothing to keep
		var there int
		if err := tx.QueryRow(ctx, `SELECT 1 FROM save WHERE id = $1`, f.id).Scan(&there); err != nil {
			return gone(err)
		}
		w.lent = true
		return read(reader{ctx, f.id, &view{w, tx}})
	})
}

// gone is what is said of a save that was deleted while it was open.
func gone(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("%w: it was deleted meanwhile", persistence.ErrNotFound)
	}
	return err
}

// A view is a reading transaction.
type view struct {
	*way
	tx pgx.Tx
}

func (v *view) query(ctx context.Context, sql string, arguments ...any) (pgx.Rows, error) {
	return v.tx.Query(ctx, sql, arguments...)
}

// Update lends a transaction. Others of the same save wait for it, here and elsewhere.
func (f *file) Update(ctx context.Context, write func(persistence.Writer) error) error {
	if f.mode != persistence.Writing {
		return persistence.ErrReadOnly
	}
	f.updating.Lock()
	defer f.updating.Unlock()
	if err := f.usable(ctx); err != nil {
		return err
	}
	attempt := attempt{token: randomID()}
	return mending(ctx, func(w *way) error {
		if attempt.number++; attempt.number == 2 {
			f.driver.keeper.renew(ctx)
		}
		return f.update(ctx, w, attempt, write)
	})
}

// An attempt is one of some at the same update. Whether one before was committed without an answer,
// its token says: a transaction's number does not, for after a crash another may have it.
type attempt struct {
	token  int64
	number int // from 1
}

func (f *file) update(ctx context.Context, w *way, a attempt, write func(persistence.Writer) error) error {
	conn, err := f.driver.writers.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) // does nothing after the commit
	t := &transaction{reader: reader{ctx: ctx, save: f.id}, way: w, tx: tx}
	t.asks = t
	// Who has the row has the save, and nobody is amid a commit.
	if err := tx.QueryRow(ctx, `SELECT ordinal FROM save WHERE id = $1 FOR UPDATE`, f.id).Scan(&t.ordinal); err != nil {
		return gone(err)
	}
	if a.number > 1 {
		var committed bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM token WHERE save = $1 AND token = $2)`, f.id, a.token).Scan(&committed); err != nil || committed {
			return err
		}
	}
	w.lent = true
	if err := write(t); err != nil {
		return err
	}
	t.put(`UPDATE save SET ordinal = $2 WHERE id = $1`, t.ordinal)
	t.put(`INSERT INTO token (save, token) VALUES ($1, $2)`, a.token)
	if a.token%64 == 0 { // now and then
		t.put(`DELETE FROM token WHERE save = $1 AND made < now() - interval '1 hour'`)
	}
	t.batch.Queue(`SELECT pg_notify($1, $2)`, f.driver.channel(), fmt.Sprint(f.id))
	if err := t.flush(); err != nil {
		return err
	}
	return translate(w.failed(tx.Commit(ctx)))
}

// Anchor and SetAnchor keep it in a row of its own.
func (f *file) Anchor() (data []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	err := insist(ctx, func() error {
		err := f.driver.readers.QueryRow(ctx, `SELECT bytes FROM anchor WHERE save = $1`, f.id).Scan(&data)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return nil
	}
	return data
}

func (f *file) SetAnchor(data []byte) {
	if f.mode != persistence.Writing || f.closed.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), anchoring)
	defer cancel()
	// It can be gone back to before the last one: it need not be on the disk.
	_, _ = f.driver.writers.Exec(ctx, `INSERT INTO anchor (save, bytes) VALUES ($1, $2) ON CONFLICT (save) DO UPDATE SET bytes = excluded.bytes`, f.id, data)
}

// anchoring is how long setting an anchor may take; then it is the one of before.
const anchoring = time.Second

// Check finds nothing that reading would not show: the server keeps sums of its pages, or does not.
func (f *file) Check(ctx context.Context) error {
	if err := f.usable(ctx); err != nil {
		return err
	}
	return insist(ctx, func() error { return f.driver.readers.Ping(ctx) })
}

// tables are those that something may be dropped from.
var tables = []string{"event", "control", "turn", "record", "blob", "snapshot", "vector"}

// Compact writes the tables anew without what was dropped, of all saves: nobody reads or writes
// them meanwhile. The server's own log and backups have it until they are recycled.
func (f *file) Compact(ctx context.Context) error {
	if f.mode != persistence.Writing {
		return persistence.ErrReadOnly
	}
	f.updating.Lock()
	defer f.updating.Unlock()
	if err := f.usable(ctx); err != nil {
		return err
	}
	for _, table := range tables {
		if err := insist(ctx, func() error {
			_, err := f.driver.writers.Exec(ctx, `VACUUM (FULL) `+table)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) Close() error {
	if !f.closed.Swap(true) && f.mode == persistence.Writing {
		f.driver.keeper.release(f.id)
	}
	return nil
}
