package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	lib "modernc.org/sqlite/lib"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/internal/lockfile"
	"github.com/narratoria/narratoria/story/event"
)

// A file is one opening of a save.
type file struct {
	connections
	id   event.PlaythroughID
	use  *lockfile.Opening
	lock *lockfile.Lock // of the name; nil when reading

	anchor string // the path of the file beside the save

	updating sync.Mutex // one transaction at a time, without SQLite having to refuse
	broken   atomic.Bool
	closed   atomic.Bool
}

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
	how.Set("_defensive", "1") // nothing that is asked of it can damage the file on purpose
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
func (d *Driver) open(ctx context.Context, name string, f *file, look depth) (*file, error) {
	err := f.opened(ctx, func() error { return f.begin(ctx, d, name, look) })
	if err != nil {
		f.lock = nil
		return nil, errors.Join(orFull(d.path(name, extension), translate(err)), f.Close())
	}
	return f, nil
}

func (f *file) begin(ctx context.Context, d *Driver, name string, look depth) (err error) {
	path := d.path(name, extension)
	f.anchor = d.path(name, anchorEnding)
	still := f.lock == nil && !(writable(filepath.Dir(path)) && changeable(path)) // what SQLite makes has the file's mode
	if err := f.read(path, still, "its last turns are in a file beside it, which can be brought in only where its directory can be written; copy the directory, and read it there"); err != nil {
		return err
	}
	if err := d.recognize(ctx, &f.connections, look); err != nil {
		return err
	}
	if f.lock != nil {
		if f.writer, err = connect(path, writerPragmas("WAL")); err != nil {
			return err
		}
		if err := f.writer.PingContext(ctx); err != nil { // now it is in write-ahead mode
			return err
		}
		if err := f.canWrite(ctx); err != nil {
			return err
		}
	}
	return f.identify(ctx)
}

// canWrite looks whether what is meant to write can. Where the system refuses SQLite to open a
// file for writing, once and for whatever reason, it opens it for reading, and says nothing until
// something is written; to say that a transaction is to write is not enough.
func (f *file) canWrite(ctx context.Context) error {
	return lend(ctx, f.writer, maxValue, func(conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, fmt.Sprintf("BEGIN IMMEDIATE; PRAGMA user_version = %d", f.form))
		_, ended := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // nothing was changed
		if err == nil {
			err = ended
		}
		return translate(err)
	})
}

// A depth is how far a database is looked through before it is used.
type depth bool

const (
	schemaAlone depth = false
	allPages    depth = true
)

// recognize refuses a database that is not what our migrations make, before anything is
// asked of its tables or written to it.
func (d *Driver) recognize(ctx context.Context, c *connections, look depth) error {
	version, err := c.number(ctx, "user_version")
	if err != nil {
		return err
	}
	if _, err := d.known(version); err != nil {
		return err
	}
	form, err := d.form(ctx, version)
	if err != nil {
		return err
	}
	c.form = version
	if err := form.check(ctx, c.readers); err != nil {
		return err
	}
	if look == schemaAlone {
		return nil
	}
	return c.inspect(ctx, "quick_check")
}

// inspect asks SQLite to look through the pages of a database, and is told what is wrong
// first: quick_check whether each page stands in one place and holds what it should,
// integrity_check also whether indexes say what tables say. Both take a time that is linear
// in the file; a query takes for ever where pages share what is below them.
func (c *connections) inspect(ctx context.Context, how string) error {
	var verdict string
	err := lend(ctx, c.readers, maxLarge, func(conn *sql.Conn) error {
		return translate(conn.QueryRowContext(ctx, "PRAGMA "+how+"(1)").Scan(&verdict))
	})
	if err == nil && verdict != "ok" {
		_, what, _ := strings.Cut(verdict, "***\n") // the name of the database, which is always the same
		kind := persistence.ErrCorrupt
		if code := codeIn(verdict); code&0xff == lib.SQLITE_IOERR {
			kind = persistence.ErrDisk
		}
		err = fmt.Errorf("the file %w: %.200s", kind, cmp.Or(what, verdict))
	}
	return err
}

// codeIn is the error that a verdict names where a page could not be had at all; SQLite says it
// nowhere else.
func codeIn(verdict string) (code int) {
	_, number, named := strings.Cut(verdict, "error code=")
	if named {
		_, _ = fmt.Sscan(number, &code)
	}
	return code
}

// identify reads whose story it is: all that stands in a save outside the log
// and the rows, and so has its own checksum.
func (f *file) identify(ctx context.Context) error {
	var sum event.Hash
	var there bool
	err := f.view(ctx, func(t transaction) (err error) {
		there, err = scan(t.tx.QueryRowContext(ctx, "SELECT playthrough, sum FROM save"), &f.id, hash{&sum})
		return err
	})
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
	return f.view(ctx, func(t transaction) error { return read(t) })
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
	err := f.update(ctx, func(t transaction) error { return write(t) })
	if errors.Is(err, persistence.ErrBroken) {
		// What the system dropped after a failed fsync it will not write at the
		// next one either, and report success.
		f.broken.Store(true)
	}
	return err
}

// Check asks SQLite to look through all its pages.
func (f *file) Check(ctx context.Context) error {
	if f.closed.Load() {
		return fs.ErrClosed
	}
	return f.inspect(ctx, "integrity_check")
}

// Close ends the connections and gives the name back.
func (f *file) Close() error {
	if f.closed.Swap(true) {
		return nil
	}
	err := f.end()
	if f.use != nil {
		f.use.Close()
	}
	if f.lock != nil {
		err = errors.Join(err, f.lock.Release())
	}
	return translate(err)
}
