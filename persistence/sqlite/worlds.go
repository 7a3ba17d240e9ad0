package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/persistence"
)

// The worlds are one file beside the saves, and a lock that whoever has it open shares;
// making and removing it wants the lock alone. No save can have these names.
const (
	worldsFile = "worlds.db"
	worldsLock = "worlds.lock"
)

const (
	worldsID   = 0x4e617257 // "NarW", the application id in its header
	worldsForm = 1
	// worldsSchema is a table with an index beside it: values are too long to stand in
	// the index themselves.
	worldsSchema = `CREATE TABLE pair (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT`
)

// worldsPatience is how long another program may take over making or removing the file,
// and over one transaction.
const worldsPatience = 20 * time.Second

// Worlds opens the file that belongs to no save. Its transactions survive the end of the
// program; after a power cut the last may be gone, which saves time: all can be made again.
func (d *Driver) Worlds(ctx context.Context, mode persistence.Mode) (persistence.Worlds, error) {
	path := filepath.Join(d.dir, worldsFile)
	if mode == persistence.Writing {
		if err := os.MkdirAll(d.dir, 0o700); err != nil {
			return nil, translate(err)
		}
		if !writable(d.dir) {
			return nil, persistence.ErrReadOnly
		}
	}
	lock, err := d.lockWorlds(ctx, mode)
	if err != nil {
		return nil, err
	}
	w := &worlds{lock: lock}
	if err := w.opened(ctx, func() error { return w.connect(ctx, path, mode) }); err != nil {
		return nil, errors.Join(translate(err), w.Close())
	}
	return w, nil
}

// lockWorlds makes the file where it is to be and is not, and shares its lock. It is nil
// where nothing can be locked: then nobody writes either.
func (d *Driver) lockWorlds(ctx context.Context, mode persistence.Mode) (*os.File, error) {
	path := filepath.Join(d.dir, worldsFile)
	there := func() (bool, error) {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return false, nil
		case err == nil && !info.Mode().IsRegular():
			err = fmt.Errorf("%w: it is not a plain file", persistence.ErrCorrupt)
		}
		return err == nil, translate(err)
	}
	for {
		if is, err := there(); err != nil || !is && mode == persistence.Reading {
			return nil, errors.Join(err, missing(is))
		}
		if mode == persistence.Reading && !writable(d.dir) {
			return nil, nil
		}
		lock, err := d.heldWorlds(ctx, filelock.TryShared)
		if err != nil {
			return nil, err
		}
		if is, err := there(); err != nil || is {
			if err != nil {
				_ = lock.Close()
			}
			return lock, err
		}
		_ = lock.Close() // nobody can make it while it is shared
		if lock, err = d.heldWorlds(ctx, filelock.TryExclusive); err != nil {
			return nil, err
		}
		err = d.makeWorlds(ctx, path)
		_ = lock.Close()
		if err != nil {
			return nil, translate(err)
		}
	}
}

func missing(is bool) error {
	if is {
		return nil
	}
	return persistence.ErrNotFound
}

// heldWorlds takes the lock, once whoever makes or removes the file is done.
func (d *Driver) heldWorlds(ctx context.Context, try func(*os.File) (bool, error)) (*os.File, error) {
	lock, err := filelock.Open(filepath.Join(d.dir, worldsLock))
	if err != nil {
		return nil, translate(err)
	}
	ctx, cancel := context.WithTimeout(ctx, worldsPatience)
	defer cancel()
	for {
		held, err := try(lock)
		if held {
			return lock, nil
		}
		if err != nil {
			return nil, errors.Join(translate(err), lock.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(&persistence.LockedError{}, lock.Close())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// makeWorlds makes the file under another name first, unless somebody has made it. The
// caller has the lock alone.
func (d *Driver) makeWorlds(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	fresh := path + ".new"
	if err := erase(fresh); err != nil { // what a crash may have left
		return err
	}
	if err := os.WriteFile(fresh, nil, 0o600); err != nil {
		return err
	}
	db, err := connect(fresh, writerPragmas("DELETE"))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d; %s", worldsID, worldsForm, worldsSchema))
	if err = errors.Join(err, db.Close()); err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		return errors.Join(err, erase(fresh))
	}
	return nil
}

// DropWorlds removes the file, whatever it is.
func (d *Driver) DropWorlds(ctx context.Context) error {
	lock, err := d.heldWorlds(ctx, filelock.TryExclusive)
	if errors.Is(err, persistence.ErrNotFound) {
		return nil // not even the directory is there
	}
	if err != nil {
		return err
	}
	err = erase(filepath.Join(d.dir, worldsFile))
	return translate(errors.Join(err, lock.Close()))
}

// worlds is one opening of the file.
type worlds struct {
	connections
	lock *os.File // nil where nothing can be locked

	updating sync.Mutex // one transaction of ours at a time; those of others SQLite puts after each other
	closed   atomic.Bool
}

// connect looks whether the file is ours before anything could be written to it.
func (w *worlds) connect(ctx context.Context, path string, mode persistence.Mode) (err error) {
	if err := lookBeside(path); err != nil {
		return err
	}
	if err := w.read(path, w.lock == nil, "its last updates are in a file beside it, which can be brought in only where its directory can be written"); err != nil {
		return err
	}
	id, err := w.number(ctx, "application_id")
	if err != nil {
		return err
	}
	form, err := w.number(ctx, "user_version")
	if err != nil {
		return err
	}
	switch {
	case id != worldsID:
		return fmt.Errorf("%w: it is not Narratoria's", persistence.ErrCorrupt)
	case form > worldsForm:
		return fmt.Errorf("%w: it has form %d, and this program knows form %d", persistence.ErrNewer, form, worldsForm)
	case form < worldsForm:
		return fmt.Errorf("%w: its form has the number %d", persistence.ErrCorrupt, form)
	}
	made, err := schemaFrom(ctx, func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, worldsSchema)
		return err
	})
	if err == nil {
		err = made.check(ctx, w.readers)
	}
	if err != nil || mode == persistence.Reading {
		return err
	}
	pragmas := append([]string{"journal_mode(WAL)", "synchronous(NORMAL)"}, common...)
	pragmas = append(pragmas, fmt.Sprintf("busy_timeout(%d)", worldsPatience.Milliseconds()))
	// "immediate": a transaction that reads first would be refused where another program
	// has written meanwhile.
	if w.writer, err = connectAs(path, url.Values{"_pragma": pragmas, "mode": {"rw"}, "_txlock": {"immediate"}}); err != nil {
		return err
	}
	return w.writer.PingContext(ctx)
}

func (w *worlds) View(ctx context.Context, f func(persistence.WorldReader) error) error {
	if w.closed.Load() {
		return fs.ErrClosed
	}
	return w.view(ctx, func(t transaction) error { return f(&worldsTx{ctx: ctx, tx: t.tx}) })
}

func (w *worlds) Update(ctx context.Context, f func(persistence.WorldWriter) error) error {
	w.updating.Lock()
	defer w.updating.Unlock()
	switch {
	case w.closed.Load():
		return fs.ErrClosed
	case w.writer == nil:
		return persistence.ErrReadOnly
	}
	return w.update(ctx, func(t transaction) error { return f(&worldsTx{ctx: ctx, tx: t.tx}) })
}

func (w *worlds) Close() error {
	if w.closed.Swap(true) {
		return nil
	}
	err := w.end()
	if w.lock != nil {
		err = errors.Join(err, w.lock.Close())
	}
	return translate(err)
}

// worldsTx is a transaction over pairs. What it asks most it has SQLite prepare once.
type worldsTx struct {
	ctx      context.Context // of the call that lent it
	tx       *sql.Tx
	get, put *sql.Stmt // nil until needed; they end with the transaction
}

func (t *worldsTx) Get(key string) (value []byte, err error) {
	if t.get == nil {
		if t.get, err = t.tx.PrepareContext(t.ctx, `SELECT value FROM pair WHERE key = ?`); err != nil {
			return nil, translate(err)
		}
	}
	found, err := scan(t.get.QueryRowContext(t.ctx, key), &value)
	if err == nil && !found {
		err = fmt.Errorf("%.80q %w", key, persistence.ErrNotFound)
	}
	return value, err
}

// afterASCII comes after whatever a key can go on with.
const afterASCII = "\x7f"

func (t *worldsTx) Keys(prefix string) (keys []string, err error) {
	rows, err := t.tx.QueryContext(t.ctx, `SELECT key FROM pair WHERE key >= ? AND key < ? ORDER BY key`, prefix, prefix+afterASCII)
	if err != nil {
		return nil, translate(err)
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return nil, translate(err)
		}
		keys = append(keys, key)
	}
	return keys, translate(rows.Err())
}

func (t *worldsTx) Put(key string, value []byte) (err error) {
	if t.put == nil {
		if t.put, err = t.tx.PrepareContext(t.ctx, `INSERT INTO pair (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`); err != nil {
			return translate(err)
		}
	}
	if value == nil {
		value = []byte{} // nil would be NULL
	}
	_, err = t.put.ExecContext(t.ctx, key, value)
	return translate(err)
}

func (t *worldsTx) Delete(prefix string) error {
	keys, err := t.Keys(prefix)
	for _, key := range keys {
		if _, err := t.tx.ExecContext(t.ctx, `DELETE FROM pair WHERE key = ?`, key); err != nil {
			return translate(err)
		}
	}
	return err
}
