//go:build unix

package filelock

import (
	"errors"

	"golang.org/x/sys/unix"
)

// Alive reports whether there is a process of a number, whosever it is.
func Alive(pid int) bool {
	err := unix.Kill(pid, 0)
	return err == nil || errors.Is(err, unix.EPERM)
}
