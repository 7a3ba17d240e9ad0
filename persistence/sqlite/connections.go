package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/narratoria/narratoria/persistence"
)

// connections are those of one opening of a database: some that read, and one that writes.
type connections struct {
	readers *sql.DB
	writer  *sql.DB // nil when reading
	form    int     // of a save: how many migrations it has been through
	path    string
}

// maxReaders bounds the connections, and with them the memory of their caches.
const maxReaders = 4

// read prepares connections that read. Beside a database that nobody has open SQLite makes
// two files, to look at it as at one that is written meanwhile. Where none can be made it
// is still: nobody can be writing either, and it is read as it is, unless some of it stands
// in a file beside it, which without says in words.
func (c *connections) read(path string, still bool, without string) (err error) {
	how := url.Values{"_pragma": readerPragmas(), "mode": {"rw"}}
	if still {
		if _, err := os.Lstat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %s", persistence.ErrReadOnly, without)
		}
		how.Set("mode", "ro")
		how.Set("immutable", "1")
	}
	c.path = path
	if c.readers, err = connectAs(path, how); err != nil {
		return err
	}
	c.readers.SetMaxOpenConns(maxReaders)
	c.readers.SetMaxIdleConns(maxReaders)
	return nil
}

// number reads a number that SQLite keeps in the header of a database.
func (c *connections) number(ctx context.Context, pragma string) (n int, err error) {
	err = c.readers.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&n)
	return n, err
}

// view lends a read transaction, whose state is that of its first reading.
func (c *connections) view(ctx context.Context, read func(transaction) error) error {
	return lend(ctx, c.readers, maxValue, func(conn *sql.Conn) error {
		tx, err := conn.BeginTx(ctx, nil)
		if err != nil {
			return translate(err)
		}
		defer tx.Rollback() // it has nothing to keep
		return read(transaction{ctx, conn, tx, c.form})
	})
}

// update lends a write transaction, of which there is one at a time.
func (c *connections) update(ctx context.Context, write func(transaction) error) error {
	err := lend(ctx, c.writer, maxValue, func(conn *sql.Conn) error {
		tx, err := conn.BeginTx(ctx, nil)
		if err != nil {
			return translate(err)
		}
		if err := write(transaction{ctx, conn, tx, c.form}); err != nil {
			return errors.Join(err, rollback(tx))
		}
		if err := tx.Commit(); err != nil {
			return errors.Join(translate(err), rollback(tx))
		}
		return nil
	})
	return orFull(c.path, err)
}

// rollback ends a transaction that may be over already.
func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return fmt.Errorf("roll back: %w", err)
	}
	return nil
}

// openPatience is how long to wait for another program that makes a database ready, or is
// done with it.
const openPatience = 5 * time.Second

// opened opens them, again and again while another program keeps the database to itself
// for a moment, which the first that writes does and the last that closes it: there SQLite
// refuses at once, however long it is told to wait.
func (c *connections) opened(ctx context.Context, open func() error) error {
	for began := time.Now(); ; {
		err := open()
		refused, ok := errors.AsType[*sqlite.Error](err)
		if !ok || refused.Code()&0xff != lib.SQLITE_BUSY || time.Since(began) > openPatience {
			return err
		}
		if err := c.end(); err != nil {
			return err
		}
		c.readers, c.writer = nil, nil
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// end ends them, the writer last: it then brings everything into the one file.
func (c *connections) end() error {
	var errs []error
	for _, db := range []*sql.DB{c.readers, c.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}
