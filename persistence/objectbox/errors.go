package objectbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/persistence"
)

// Codes of the library, as its header has them.
const (
	databaseFull     = 10101
	mustShutDown     = 10103
	storageFailed    = 10199
	schemaOther      = 10501
	fileDamaged      = 10502
	pagesDamaged     = 10503
	schemaNotThere   = 10504
	propertyMismatch = 10203
)

// An Error is the library's own.
type Error struct {
	Code, Secondary int32 // the second is the system's, of errors with the disk
	Message         string
}

func (e *Error) Error() string {
	message := fmt.Sprintf("ObjectBox says: %s (%d)", e.Message, e.Code)
	if meaning := e.meaning(); meaning != nil {
		return fmt.Sprintf("%v: %s", meaning, message)
	}
	return message
}

// Unwrap gives it the contract's meaning.
func (e *Error) Unwrap() error { return e.meaning() }

func (e *Error) meaning() error {
	switch e.Code {
	case databaseFull:
		return persistence.ErrFull
	case schemaOther, fileDamaged, pagesDamaged, schemaNotThere, propertyMismatch:
		return persistence.ErrCorrupt
	case mustShutDown:
		return persistence.ErrBroken
	case storageFailed:
		switch {
		case e.Secondary < 0: // of what it stands on, and not the system's
			return persistence.ErrCorrupt
		case plainfile.NoRoom(syscall.Errno(e.Secondary)):
			return persistence.ErrFull
		}
		return persistence.ErrDisk
	}
	return nil
}

// A commitError is of a transaction that was to be kept. Unless there was no room for it, nobody
// knows what of it the disk has.
type commitError struct{ err error }

func (e *commitError) Error() string { return "commit: " + e.err.Error() }

func (e *commitError) Unwrap() []error {
	if errors.Is(e.err, persistence.ErrFull) {
		return []error{e.err}
	}
	return []error{persistence.ErrBroken, e.err}
}

// roomless is an error of a commit, which says that there is no room where that is so: what was written in part,
// for that reason, the library takes for a disk that cannot be written (EIO). The page that makes a commit one is written last, and over
// another, so that nothing of what did not fit is kept.
func (d *database) roomless(err error) error {
	e, is := errors.AsType[*Error](err)
	if is && e.Code == storageFailed && syscall.Errno(e.Secondary) == syscall.EIO && plainfile.NoRoom(d.probe()) {
		full := *e
		full.Secondary = int32(syscall.ENOSPC)
		return &full
	}
	return err
}

// probed is about as much as a commit writes at once.
const probed = 1 << 20

// probe writes as much beside the data, and as far from the beginning of a file.
func (d *database) probe() error {
	info, err := os.Stat(inside(d.dir, dataFile))
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(d.dir, unborn+"*")
	if err != nil {
		return err
	}
	_, err = file.WriteAt(make([]byte, probed), info.Size())
	return errors.Join(err, file.Sync(), file.Close(), os.Remove(file.Name()))
}

// translate gives an error of the file system the contract's meaning, and keeps its own text.
func translate(err error) error {
	if err == nil || errors.Is(err, persistence.ErrCorrupt) || errors.Is(err, persistence.ErrBroken) || errors.Is(err, persistence.ErrFull) {
		return err
	}
	switch {
	case plainfile.NoRoom(err):
		return fmt.Errorf("%w: %w", persistence.ErrFull, err)
	case errors.Is(err, fs.ErrNotExist):
		return persistence.ErrNotFound
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %w", persistence.ErrReadOnly, err)
	}
	if _, refused := errors.AsType[syscall.Errno](err); refused { // whatever the system has against it
		return fmt.Errorf("%w: %w", persistence.ErrDisk, err)
	}
	return err
}
