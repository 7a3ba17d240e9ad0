package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/internal/lockfile"
	"github.com/narratoria/narratoria/story/event"
)

//go:embed migrations/*.sql
var files embed.FS

// Forms of a save, by the number of the migration that made them.
const (
	readableForm = 1 // the first that is read as it is: what was added since may be missing
	packedForm   = 3 // has snapshots, and documents that are packed against each other
	vectorForm   = 4
)

// migrations are the embedded steps in order of their names.
func migrations() []string {
	entries, _ := files.ReadDir("migrations") // embedded: it is there
	var steps []string
	for _, entry := range entries {
		step, _ := files.ReadFile(path.Join("migrations", entry.Name()))
		steps = append(steps, string(step))
	}
	return steps
}

// applicationID marks our files: "Narr".
const applicationID = 0x4e617272

// Where SQLite keeps what we look at, in the first 100 bytes of a file.
const (
	headerSize      = 100
	userVersionAt   = 60
	applicationIDAt = 68
)

var magic = []byte("SQLite format 3\x00")

// version reads from a save's header how many migrations it has been through,
// and refuses what is not ours to open.
func (d *Driver) version(name string) (int, error) { return d.versionAt(d.path(name, extension)) }

func (d *Driver) versionAt(path string) (int, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, translate(err)
	}
	if !info.Mode().IsRegular() { // to open a FIFO would be to wait for its writer
		return 0, fmt.Errorf("%w: it is not a plain file", persistence.ErrCorrupt)
	}
	file, err := lockfile.Look(path)
	if err != nil {
		return 0, translate(err)
	}
	defer lockfile.Dismiss(file)
	header := make([]byte, headerSize)
	switch _, err := io.ReadFull(io.NewSectionReader(file, 0, headerSize), header); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return 0, fmt.Errorf("%w: it is too short for a save", persistence.ErrCorrupt)
	case err != nil:
		return 0, translate(err)
	}
	if err := lookBeside(path); err != nil {
		return 0, err
	}
	if !slices.Equal(header[:len(magic)], magic) || binary.BigEndian.Uint32(header[applicationIDAt:]) != applicationID {
		return 0, fmt.Errorf("%w: it is not a save of Narratoria", persistence.ErrCorrupt)
	}
	version, err := d.known(int(int32(binary.BigEndian.Uint32(header[userVersionAt:]))))
	if err != nil {
		return 0, err
	}
	return version, crowded(file, header)
}

func (d *Driver) known(version int) (int, error) {
	switch {
	case version > len(d.migrations):
		return 0, fmt.Errorf("%w: the save has form %d, and this program knows forms up to %d: update Narratoria to open it", persistence.ErrNewer, version, len(d.migrations))
	case version < 1:
		return 0, fmt.Errorf("%w: its form has the number %d", persistence.ErrCorrupt, version)
	}
	return version, nil
}

// build makes a new database with everything a save begins with. Until it is
// closed it has another name, so a rollback journal will do.
func (d *Driver) build(ctx context.Context, path string, id event.PlaythroughID) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil { // SQLite would let others read it
		return err
	}
	db, err := connect(path, writerPragmas("DELETE"))
	if err != nil {
		return err
	}
	return errors.Join(d.fill(ctx, db, id), db.Close())
}

func (d *Driver) fill(ctx context.Context, db *sql.DB, id event.PlaythroughID) error {
	if _, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return err
	}
	if err := d.step(ctx, db, 0, len(d.migrations)); err != nil {
		return err
	}
	sum := event.HashOf([]byte(id))
	_, err := db.ExecContext(ctx, "INSERT INTO save (playthrough, sum) VALUES (?, ?)", string(id), sum[:])
	return err
}

// fillNew lends a database that has no name yet for writing. When it is closed, all is in the one
// file.
func (d *Driver) fillNew(ctx context.Context, path string, fill func(persistence.File) error) (err error) {
	f := &file{}
	defer func() { err = errors.Join(err, f.Close()) }()
	f.form = len(d.migrations)
	if err := f.read(path, false, ""); err != nil {
		return err
	}
	if f.writer, err = connect(path, writerPragmas("WAL")); err != nil {
		return err
	}
	if err := f.writer.PingContext(ctx); err != nil {
		return err
	}
	if err := f.identify(ctx); err != nil {
		return err
	}
	return fill(f)
}

// migrate brings a save to the present form, after a backup of its present one.
// The caller holds the lock.
func (d *Driver) migrate(ctx context.Context, name string) error {
	version, err := d.version(name)
	if err != nil || version == len(d.migrations) {
		return err
	}
	path := d.path(name, extension)
	if err := d.inspect(ctx, path); err != nil {
		return translate(err)
	}
	db, err := connect(path, writerPragmas("WAL"))
	if err != nil {
		return translate(err)
	}
	err = d.migrateFrom(ctx, db, name)
	return translate(errors.Join(err, db.Close()))
}

// inspect looks through connections that only read whether there is what the migrations
// begin from: a foreign trigger would run in them.
func (d *Driver) inspect(ctx context.Context, path string) error {
	var c connections
	err := c.read(path, false, "")
	if err == nil {
		err = d.recognize(ctx, &c, allPages)
	}
	return errors.Join(err, c.end())
}

func (d *Driver) migrateFrom(ctx context.Context, db *sql.DB, name string) error {
	var version int // again: a crash may have left the newest header in the write-ahead log
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if _, err := d.known(version); err != nil {
		return err
	}
	if err := backup(ctx, db, d.path(name, fmt.Sprintf("%s.v%d.backup", extension, version))); err != nil {
		return fmt.Errorf("back up form %d: %w", version, err)
	}
	if err := d.step(ctx, db, version, len(d.migrations)); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)") // so that the header tells
	return err
}

// backup writes a whole copy, or none.
func backup(ctx context.Context, db *sql.DB, path string) error {
	temporary := path + ".new"
	if err := erase(temporary); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", temporary); err != nil {
		return errors.Join(err, erase(temporary))
	}
	return os.Rename(temporary, path)
}

// step runs the migrations after a version up to another, each in a transaction of its
// own that ends with the new version.
func (d *Driver) step(ctx context.Context, db *sql.DB, version, to int) error {
	for ; version < to; version++ {
		script := fmt.Sprintf("BEGIN IMMEDIATE; %s; PRAGMA user_version = %d; COMMIT", d.migrations[version], version+1)
		if _, err := db.ExecContext(ctx, script); err != nil {
			_, _ = db.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // there may be none to roll back
			return fmt.Errorf("migration %d: %w", version+1, err)
		}
	}
	return nil
}
