package sqlite

import (
	"context"
	"database/sql"

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
// that new connections would be made with, so it is set whenever one is used.
func lend(ctx context.Context, db *sql.DB, most int, use func(*sql.Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return translate(err)
	}
	defer conn.Close()
	if err := limit(conn, most); err != nil {
		return err
	}
	return use(conn)
}

func limit(conn *sql.Conn, most int) error {
	_, err := sqlite.Limit(conn, lib.SQLITE_LIMIT_LENGTH, most)
	return err
}
