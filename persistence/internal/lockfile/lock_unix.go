//go:build unix

package lockfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func alive(pid int) bool {
	err := unix.Kill(pid, 0)
	return err == nil || errors.Is(err, unix.EPERM)
}

// remove takes the name away while the lock is still held; see isAt.
func remove(file *os.File) error { return errors.Join(os.Remove(file.Name()), file.Close()) }
