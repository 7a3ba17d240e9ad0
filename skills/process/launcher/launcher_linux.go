package launcher

import (
	"encoding/binary"
	"errors"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// How the launcher exits where it did not become a script; nobody but the parent sees it.
const (
	exitAlone   = 125 // the parent is gone
	exitRefused = 126 // the script cannot be executed, as the parent was told
)

// A file that has just been written may still be open in a process that was forked meanwhile.
const (
	busyTries = 100
	busyWait  = time.Millisecond
)

// Become executes a program with its arguments, the program's path being the first, and does
// not return where that succeeds. Else it gives the exit code of the process.
func Become(args []string) int {
	// The wish to be killed belongs to a thread, and the one that executes a program is left.
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return exitAlone
	}
	unix.CloseOnExec(Gate)
	if !opened() {
		return exitAlone
	}
	var err error
	for range busyTries {
		if err = unix.Exec(args[0], args, os.Environ()); !errors.Is(err, unix.ETXTBSY) {
			break
		}
		time.Sleep(busyWait)
	}
	errno, _ := errors.AsType[unix.Errno](err)
	_, _ = unix.Write(Gate, binary.LittleEndian.AppendUint32(nil, uint32(errno)))
	return exitRefused
}

// opened waits until the parent opens the gate, and reports whether it did.
func opened() bool {
	var one [1]byte
	for {
		n, err := unix.Read(Gate, one[:])
		if !errors.Is(err, unix.EINTR) {
			return n == 1
		}
	}
}
