package worker

import (
	"os"

	"golang.org/x/sys/unix"
)

// takeStdout takes stdout away from the library, which writes on it whatever it likes: what goes
// there afterwards goes to stderr.
func takeStdout() (*os.File, error) {
	kept, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(kept), "stdout"), unix.Dup3(2, 1, 0)
}
