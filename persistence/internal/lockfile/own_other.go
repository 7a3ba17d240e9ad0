//go:build unix && !linux && !darwin

package lockfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockOwn has no lock here that SQLite's own would leave alone: the lock of the name is all.
func lockOwn(*os.File) error { return nil }

func unlockOwn(*os.File) {}

// names is how many names a file has.
func names(file *os.File) (int, error) {
	var stat unix.Stat_t
	err := unix.Fstat(int(file.Fd()), &stat)
	return int(stat.Nlink), err
}
