package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/persistence"
)

// translate gives an error of SQLite or of the file system the contract's
// meaning, and keeps its own text.
func translate(err error) error {
	var sqliteErr *sqlite.Error
	switch {
	case err == nil, errors.Is(err, persistence.ErrCorrupt), errors.Is(err, persistence.ErrBroken):
		return err
	case tooLarge(err):
		return fmt.Errorf("%w: something in it is larger than Narratoria writes: %w", persistence.ErrCorrupt, err)
	case errors.As(err, &sqliteErr):
		if meaning := meaningOf(sqliteErr.Code()); meaning != nil {
			return fmt.Errorf("%w: %w", meaning, err)
		}
	case plainfile.NoRoom(err):
		return fmt.Errorf("%w: %w", persistence.ErrFull, err)
	case errors.Is(err, fs.ErrNotExist):
		return persistence.ErrNotFound
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %w", persistence.ErrReadOnly, err)
	default:
		if _, refused := errors.AsType[syscall.Errno](err); refused { // whatever the system has against it
			return fmt.Errorf("%w: %w", persistence.ErrDisk, err)
		}
	}
	return err
}

// tooLarge reports whether a value went beyond the limit of its connection.
func tooLarge(err error) bool {
	sqliteErr, ok := errors.AsType[*sqlite.Error](err)
	return ok && sqliteErr.Code()&0xff == lib.SQLITE_TOOBIG
}

// meaningOf sorts SQLite's codes. The low byte is the kind of failure, the rest
// its circumstances.
func meaningOf(code int) error {
	switch code {
	case lib.SQLITE_IOERR_SHMSIZE: // the index of the write-ahead log could not grow
		return persistence.ErrFull
	case lib.SQLITE_IOERR_FSYNC, lib.SQLITE_IOERR_DIR_FSYNC, lib.SQLITE_IOERR_WRITE, lib.SQLITE_IOERR_TRUNCATE:
		return persistence.ErrBroken
	}
	switch code & 0xff {
	case lib.SQLITE_FULL:
		return persistence.ErrFull
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return persistence.ErrCorrupt
	case lib.SQLITE_READONLY, lib.SQLITE_PERM:
		return persistence.ErrReadOnly
	case lib.SQLITE_BUSY, lib.SQLITE_PROTOCOL: // another program has it, and none of ours
		return &persistence.LockedError{}
	case lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN:
		return persistence.ErrDisk
	}
	return nil
}
