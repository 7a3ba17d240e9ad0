//go:build linux || darwin

package lockfile

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// lockOwn locks one byte far beyond any save. It is the open file that has the lock and
// not the process, so that it outlives what else of the process closes the file; and it is
// no flock, which on some systems would lock SQLite out too.
func lockOwn(file *os.File) error { return far(file, unix.F_WRLCK) }

func unlockOwn(file *os.File) { _ = far(file, unix.F_UNLCK) } // what is not locked need not be unlocked

func far(file *os.File, how int16) error {
	for {
		err := unix.FcntlFlock(file.Fd(), openFileLock, &unix.Flock_t{Type: how, Start: math.MaxInt64 - 1, Len: 1})
		switch {
		case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EACCES):
			return ErrHeld
		case !errors.Is(err, unix.EINTR):
			return err
		}
	}
}

// names is how many names a file has.
func names(file *os.File) (int, error) {
	var stat unix.Stat_t
	err := unix.Fstat(int(file.Fd()), &stat)
	return int(stat.Nlink), err
}
