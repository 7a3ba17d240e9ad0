package sqlite

import (
	"context"
	"database/sql"

	"github.com/narratoria/narratoria/persistence"
)

// Migrations are the embedded steps.
func Migrations() []string { return migrations() }

// NewWith is [New] for a program that knows other migrations.
func NewWith(dir string, migrations []string) *Driver {
	return &Driver{dir: dir, migrations: migrations, readable: len(migrations)}
}

// Loosen has an open save sync its log where it must for the file to be whole, and not at
// every commit.
func Loosen(ctx context.Context, f persistence.File) error {
	_, err := f.(*file).writer.ExecContext(ctx, "PRAGMA synchronous = NORMAL")
	return err
}

// Lend lends a connection as everything here gets one.
func Lend(ctx context.Context, db *sql.DB, use func(*sql.Conn) error) error {
	return lend(ctx, db, maxValue, use)
}

// ReadSchema reads what a database has.
func ReadSchema(ctx context.Context, conn *sql.Conn) error {
	_, err := schemaOf(ctx, conn, 100)
	return err
}
