package lockfile

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"

	"github.com/narratoria/narratoria/internal/filelock"
)

// lockOwn locks a byte that SQLite does not use.
func lockOwn(file *os.File) error {
	held, err := filelock.TryExclusive(file)
	if err == nil && !held {
		err = ErrHeld
	}
	return err
}

func unlockOwn(file *os.File) { _ = filelock.Unlock(file) } // what is not locked need not be unlocked

// names is how many names a file has.
func names(file *os.File) (int, error) {
	var info windows.ByHandleFileInformation
	err := windows.GetFileInformationByHandle(windows.Handle(file.Fd()), &info)
	return int(info.NumberOfLinks), err
}

// remove gives the lock back first: an open file cannot be removed. Whoever
// takes it in between keeps its file.
func remove(file *os.File) error {
	name := file.Name()
	if err := file.Close(); err != nil {
		return err
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
		return err
	}
	return nil
}
