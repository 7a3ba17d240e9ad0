//go:build linux || darwin

package terminal

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Hide has a terminal not show what is typed, until the function that it gives is called. What is none stays as it is.
func Hide(in io.Reader) (show func()) {
	file, is := in.(*os.File)
	if !is {
		return func() {}
	}
	settings, err := unix.IoctlGetTermios(int(file.Fd()), getSettings)
	if err != nil {
		return func() {}
	}
	hidden := *settings
	hidden.Lflag &^= unix.ECHO
	if unix.IoctlSetTermios(int(file.Fd()), putSettings, &hidden) != nil {
		return func() {}
	}
	return func() { _ = unix.IoctlSetTermios(int(file.Fd()), putSettings, settings) } // nothing is to be done about it
}
