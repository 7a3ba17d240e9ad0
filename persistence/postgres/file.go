package postgres

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"
	"time"

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
		return f.driver.readers.with(ctx, func(l link) error {
			if err := l.do(ctx, reading); err != nil {
				return err
			}
			defer l.leave(ctx)
			there, err := l.one(ctx, `SELECT 1 FROM save WHERE id = $1`, f.id)
			if err == nil && there == nil {
				err = errGone
			}
			if err != nil {
				return err
			}
			w.lent = true
			return read(reader{ctx, f.id, f.driver.pgvector, &view{w, l}})
		})
	})
}

// reading begins a transaction that sees one state.
const reading = "begin isolation level repeatable read, read only"

// errGone is of a save that was deleted while it was open.
var errGone = fmt.Errorf("%w: it was deleted meanwhile", persistence.ErrNotFound)

// A view is a reading transaction.
type view struct {
	*way
	link link
}

func (v *view) ask(ctx context.Context, sql string, arguments ...any) ([]row, error) {
	return v.link.rows(ctx, sql, arguments...)
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
	return f.driver.writers.with(ctx, func(l link) error {
		t := &transaction{reader: reader{ctx: ctx, save: f.id, pgvector: f.driver.pgvector}, way: w, link: l}
		t.asks = t
		defer l.leave(ctx)
		return f.fill(t, a, write)
	})
}

func (f *file) fill(t *transaction, a attempt, write func(persistence.Writer) error) error {
	ctx, l := t.ctx, t.link
	if err := l.do(ctx, "begin"); err != nil {
		return err
	}
	// Who has the row has the save, and nobody is amid a commit.
	has, err := l.one(ctx, `SELECT ordinal FROM save WHERE id = $1 FOR UPDATE`, f.id)
	if err == nil && has == nil {
		err = errGone
	}
	if err != nil {
		return err
	}
	t.ordinal = has.number(0)
	if a.number > 1 {
		committed, err := l.one(ctx, `SELECT 1 FROM token WHERE save = $1 AND token = $2`, f.id, a.token)
		if err != nil || committed != nil {
			return err
		}
	}
	t.lent = true
	if err := write(t); err != nil {
		return err
	}
	t.put(`UPDATE save SET ordinal = $2 WHERE id = $1`, t.ordinal)
	t.put(`INSERT INTO token (save, token) VALUES ($1, $2)`, a.token)
	if a.token%64 == 0 { // now and then
		t.put(`DELETE FROM token WHERE save = $1 AND made < now() - interval '1 hour'`)
	}
	t.put(`SELECT pg_notify($2, $1::bigint::text)`, f.driver.channel())
	if err := t.flush(); err != nil {
		return err
	}
	return translate(t.failed(l.do(ctx, "commit")))
}

// Anchor and SetAnchor keep it in a row of its own.
func (f *file) Anchor() (data []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	found, err := f.driver.ask(ctx, `SELECT bytes FROM anchor WHERE save = $1`, f.id)
	if err != nil || len(found) == 0 {
		return nil
	}
	return found[0][0]
}

func (f *file) SetAnchor(data []byte) {
	if f.mode != persistence.Writing || f.closed.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), anchoring)
	defer cancel()
	// It can be gone back to before the last one: it need not be on the disk.
	_ = f.driver.writers.with(ctx, func(l link) error {
		return l.do(ctx, `INSERT INTO anchor (save, bytes) VALUES ($1, $2) ON CONFLICT (save) DO UPDATE SET bytes = excluded.bytes`, f.id, own(data))
	})
}

// anchoring is how long setting an anchor may take; then it is the one of before.
const anchoring = time.Second

// Check finds nothing that reading would not show: the server keeps sums of its pages, or does not.
func (f *file) Check(ctx context.Context) error {
	if err := f.usable(ctx); err != nil {
		return err
	}
	_, err := f.driver.ask(ctx, `SELECT 1`)
	return err
}

// tables are those that something may be dropped from.
var tables = []string{"save", "event", "control", "turn", "record", "blob", "snapshot", "vector"}

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
	there, err := f.driver.ask(ctx, `SELECT `+loreVector+` IS NOT NULL`)
	if err != nil {
		return err
	}
	all := tables
	if len(there) > 0 && there[0].is(0) {
		all = append(slices.Clone(tables), "lore_vector")
	}
	for _, table := range all {
		if err := insist(ctx, func() error {
			return f.driver.writers.with(ctx, func(l link) error { return l.do(ctx, `VACUUM (FULL) `+table) })
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
