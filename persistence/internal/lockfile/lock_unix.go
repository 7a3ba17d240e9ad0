//go:build unix

package lockfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock locks the open file, not the process: a second opening in the same
// process is refused too, and a link or a bind mount leads to the same lock.
func lock(file *os.File) error {
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EWOULDBLOCK):
			return ErrHeld
		case !errors.Is(err, unix.EINTR):
			return err
		}
	}
}

func alive(pid int) bool {
	err := unix.Kill(pid, 0)
	return err == nil || errors.Is(err, unix.EPERM)
}

// remove takes the name away while the lock is still held; see isAt.
func remove(file *os.File) error { return errors.Join(os.Remove(file.Name()), file.Close()) }
