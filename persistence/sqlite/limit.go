package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// The largest values that are read or written, with what stands beside them in their row.
// SQLite compares what a file says of a value with this before it makes room for it.
const (
	beside   = 4 << 10 // ids and hashes
	maxValue = event.MaxBytes + beside
	maxLarge = persistence.MaxBlob + beside // of blobs and rows, from the first of a transaction on
)

// lend lends a connection on which no value is larger. The driver has no setting for it
// that new connections would be made with, so it is set whenever one is used. What fails
// because ctx has ended says so.
func lend(ctx context.Context, db *sql.DB, most int, use func(*sql.Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return translate(err)
	}
	defer conn.Close()
	if err := limit(conn, most); err != nil {
		return err
	}
	return givenUp(ctx, use(conn))
}

// givenUp says of what failed when its context had ended that this is why, where nothing else
// does. A statement that was interrupted and a transaction that was rolled back for it have words
// of their own, by which nobody would know.
func givenUp(ctx context.Context, err error) error {
	ended := ctx.Err()
	if err == nil || ended == nil || errors.Is(err, ended) {
		return err
	}
	said, isSQLite := errors.AsType[*sqlite.Error](err)
	if isSQLite && said.Code()&0xff == lib.SQLITE_INTERRUPT || errors.Is(err, sql.ErrTxDone) {
		return fmt.Errorf("%w: %w", ended, err)
	}
	return err
}

func limit(conn *sql.Conn, most int) error {
	_, err := sqlite.Limit(conn, lib.SQLITE_LIMIT_LENGTH, most)
	return err
}
