package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/persistence"
)

// orFull gives an error of writing the database at a path its meaning where SQLite has none
// for it. A full disk it tells from a broken one, but not a user's quota, nor a limit of how
// large files may be: those are tried.
func orFull(path string, err error) error {
	failed, ok := errors.AsType[*sqlite.Error](err)
	if !ok || errors.Is(err, persistence.ErrFull) {
		return err
	}
	switch failed.Code() {
	case lib.SQLITE_IOERR_WRITE, lib.SQLITE_IOERR_TRUNCATE, lib.SQLITE_CANTOPEN:
		if full := tryWriting(path); plainfile.NoRoom(full) {
			return fmt.Errorf("%w: %w (%w)", persistence.ErrFull, full, failed)
		}
	}
	return err
}

// tryWriting writes beside a database as much as one value of it may be, and behind where
// its own files end, and says why that failed. Nothing of it stays.
func tryWriting(path string) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".room-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	_ = os.Remove(file.Name()) // at once where that can be: no end of the program leaves it
	piece, end := make([]byte, 1<<20), int64(0)
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			end = max(end, info.Size())
		}
	}
	if _, err := file.WriteAt(piece[:1], end+persistence.MaxBlob); err != nil {
		return err
	}
	for at := int64(0); at < persistence.MaxBlob; at += int64(len(piece)) {
		if _, err := file.WriteAt(piece, at); err != nil {
			return err
		}
	}
	return nil
}
