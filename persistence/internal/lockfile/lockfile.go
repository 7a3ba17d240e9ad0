// Package lockfile keeps two processes from writing one save. The lock is the
// operating system's, so it ends with the process that holds it, however that
// ends; the file only says who that is.
package lockfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/narratoria/narratoria/internal/filelock"
)

// ErrHeld means that somebody else holds the lock.
var ErrHeld = errors.New("the lock is held")

// A Lock is held until it is released, or the process ends.
type Lock struct{ file *os.File }

// Take takes the lock of a path, or fails with ErrHeld and the process that has
// it, 0 where that cannot be known. The file is made where it is missing. It is the open file
// that is locked, not the process: a second opening in the same process is refused too, and a
// link or a bind mount leads to the same lock.
func Take(path string) (*Lock, int, error) {
	for {
		file, err := filelock.Open(path)
		if err != nil {
			return nil, 0, err
		}
		held, holder, err := filelock.Exclusive(file, patience)
		switch {
		case err != nil:
			return nil, 0, errors.Join(fmt.Errorf("lock %s: %w", filepath.Base(path), err), file.Close())
		case !held:
			return nil, holder, errors.Join(ErrHeld, file.Close())
		}
		if !isAt(file, path) {
			_ = file.Close() // it was removed while we waited for it: what we hold is nobody's lock any more
			continue
		}
		if err := filelock.Sign(file); err != nil {
			return nil, 0, errors.Join(err, file.Close())
		}
		return &Lock{file}, 0, nil
	}
}

// isAt reports whether a path still leads to an open file.
func isAt(file *os.File, path string) bool {
	ours, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(ours, there)
}

// patience is how long a holder may take to sign, and what a killed one was starting may keep
// the lock: longer than a busy machine mostly keeps a process waiting, and short enough to be
// told "at once".
const patience = 700 * time.Millisecond

// Holder reads who holds the lock of a path that is held, 0 where that cannot be known. A lock
// that was taken this moment is not signed yet, or still by its last holder, so it is looked at
// until it is.
func Holder(path string) int {
	for deadline := time.Now().Add(patience); ; time.Sleep(filelock.Pause) {
		if pid := signature(path); pid > 0 && filelock.Alive(pid) {
			return pid
		}
		if time.Now().After(deadline) {
			return 0
		}
	}
}

func signature(path string) int {
	file, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer file.Close()
	return filelock.Signer(file)
}

// Release gives the lock back and leaves its file.
func (l *Lock) Release() error { return filelock.Release(l.file) }

// Remove removes the file and gives the lock back.
func (l *Lock) Remove() error { return remove(l.file) }
