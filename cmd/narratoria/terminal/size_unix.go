//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// size is the width of a terminal, 0 where it does not know its own; false where
// the file is none.
func size(file *os.File) (width int, ok bool) {
	raw, err := file.SyscallConn()
	if err != nil {
		return 0, false
	}
	err = raw.Control(func(fd uintptr) {
		if window, failed := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ); failed == nil {
			width, ok = int(window.Col), true
		}
	})
	return width, ok && err == nil
}

// escapes reports whether a terminal understands escape sequences.
func escapes(*os.File) bool { return true }
