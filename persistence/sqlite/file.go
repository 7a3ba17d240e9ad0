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

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/internal/lockfile"
	"github.com/narratoria/narratoria/story/event"
)

// A file is one opening of a save.
type file struct {
	id      event.PlaythroughID
	readers *sql.DB
	writer  *sql.DB // nil when reading
	use     *lockfile.Opening
	lock    *lockfile.Lock // of the name; nil when reading

	updating sync.Mutex // one transaction at a time, without SQLite having to refuse
	broken   atomic.Bool
	closed   atomic.Bool
}

// maxReaders bounds the connections, and with them the memory of their caches.
const maxReaders = 4

// common holds for every connection: how long to wait for another process's
// checkpoint, and that pages read are checked for their form.
var common = []string{"busy_timeout(5000)", "foreign_keys(1)", "trusted_schema(0)", "cell_size_check(1)"}

func writerPragmas(journal string) []string {
	return append([]string{"journal_mode(" + journal + ")", "synchronous(FULL)", "fullfsync(1)", "checkpoint_fullfsync(1)"}, common...)
}

func readerPragmas() []string { return append([]string{"query_only(1)"}, common...) }

// connect prepares connections that write to a database; none is made yet. A transaction
// takes the right to write when it begins: one that had read before it asked could not
// wait for another process's checkpoint, and would be told that the database is locked.
func connect(path string, pragmas []string) (*sql.DB, error) {
	return connectAs(path, url.Values{"_pragma": pragmas, "mode": {"rw"}, "_txlock": {"immediate"}})
}

func connectAs(path string, how url.Values) (*sql.DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	slashed := filepath.ToSlash(absolute)
	if slashed[0] != '/' {
		slashed = "/" + slashed // C:/saves
	}
	name := url.URL{Scheme: "file", Path: slashed, RawQuery: how.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// open makes the connections: with a lock, those that write too. Where it fails the file
// is closed, but for the lock, which is its caller's still.
func (d *Driver) open(ctx context.Context, name string, f *file) (*file, error) {
	err := f.begin(ctx, d, name)
	if err != nil {
		f.lock = nil
		return nil, errors.Join(translate(err), f.Close())
	}
	return f, nil
}

func (f *file) begin(ctx context.Context, d *Driver, name string) (err error) {
	if f.readers, err = f.reading(d.path(name, extension)); err != nil {
		return err
	}
	f.readers.SetMaxOpenConns(maxReaders)
	f.readers.SetMaxIdleConns(maxReaders)
	if f.lock != nil {
		if f.writer, err = connect(d.path(name, extension), writerPragmas("WAL")); err != nil {
			return err
		}
		if err := f.writer.PingContext(ctx); err != nil { // now it is in write-ahead mode
			return err
		}
	}
	var version int
	if err := f.readers.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if _, err := d.known(version); err != nil {
		return err
	}
	return f.identify(ctx)
}

// reading prepares connections that read. Beside a save that nobody has open SQLite makes
// two files, to look at it as at one that is written meanwhile. Where none can be made,
// nobody can be writing either, and it is read as it is.
func (f *file) reading(path string) (*sql.DB, error) {
	how := url.Values{"_pragma": readerPragmas(), "mode": {"rw"}}
	if f.lock == nil && !writable(filepath.Dir(path)) {
		if _, err := os.Lstat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w: its last turns are in a file beside it, which can be brought in only where its directory can be written; copy the directory, and read it there", persistence.ErrReadOnly)
		}
		how.Set("mode", "ro")
		how.Set("immutable", "1")
	}
	return connectAs(path, how)
}

// identify reads whose story it is: all that stands in a save outside the log
// and the rows, and so has its own checksum.
func (f *file) identify(ctx context.Context) error {
	var sum event.Hash
	there, err := scan(f.readers.QueryRowContext(ctx, "SELECT playthrough, sum FROM save"), &f.id, hash{&sum})
	if err != nil {
		return err
	}
	if !there || event.HashOf([]byte(f.id)) != sum {
		return fmt.Errorf("%w: its playthrough's id is not the one that was written", persistence.ErrCorrupt)
	}
	return nil
}

func (f *file) Playthrough() event.PlaythroughID { return f.id }

// View lends a read transaction, whose state is that of its first reading.
func (f *file) View(ctx context.Context, read func(persistence.Reader) error) error {
	if f.closed.Load() {
		return fs.ErrClosed
	}
	tx, err := f.readers.BeginTx(ctx, nil)
	if err != nil {
		return translate(err)
	}
	defer tx.Rollback() // it has nothing to keep
	return read(transaction{ctx, tx})
}

// Update lends the one write transaction.
func (f *file) Update(ctx context.Context, write func(persistence.Writer) error) error {
	f.updating.Lock()
	defer f.updating.Unlock()
	switch {
	case f.closed.Load():
		return fs.ErrClosed
	case f.writer == nil:
		return persistence.ErrReadOnly
	case f.broken.Load():
		return persistence.ErrBroken
	}
	err := f.update(ctx, write)
	if errors.Is(err, persistence.ErrBroken) {
		// What the system dropped after a failed fsync it will not write at the
		// next one either, and report success.
		f.broken.Store(true)
	}
	return err
}

func (f *file) update(ctx context.Context, write func(persistence.Writer) error) error {
	tx, err := f.writer.BeginTx(ctx, nil)
	if err != nil {
		return translate(err)
	}
	if err := write(transaction{ctx, tx}); err != nil {
		return errors.Join(err, rollback(tx))
	}
	if err := tx.Commit(); err != nil {
		return errors.Join(translate(err), rollback(tx))
	}
	return nil
}

// rollback ends a transaction that may be over already.
func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return fmt.Errorf("roll back: %w", err)
	}
	return nil
}

// Check asks SQLite to look through all its pages.
func (f *file) Check(ctx context.Context) error {
	if f.closed.Load() {
		return fs.ErrClosed
	}
	var verdict string
	if err := f.readers.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return translate(err)
	}
	if verdict != "ok" {
		return fmt.Errorf("the file %w: %s", persistence.ErrCorrupt, verdict)
	}
	return nil
}

// Close ends the connections, the writer's last: it then brings everything into
// the one file.
func (f *file) Close() error {
	if f.closed.Swap(true) {
		return nil
	}
	var errs []error
	if f.readers != nil {
		errs = append(errs, f.readers.Close())
	}
	if f.writer != nil {
		errs = append(errs, f.writer.Close())
	}
	f.use.Close()
	if f.lock != nil {
		errs = append(errs, f.lock.Release())
	}
	return translate(errors.Join(errs...))
}
