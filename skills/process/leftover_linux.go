package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// killLeftIn kills what scripts of a program that is gone have left running:
// every process whose environment names an output directory in this one. In a
// PID namespace there is none, because the kernel ended them with the program;
// outside one a process that has left its group outlives a program that is killed.
func killLeftIn(scratch string) {
	sought := []byte("NARRATORIA_OUTPUT_DIR=" + scratch + "/")
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		if pid, err := strconv.Atoi(strings.TrimPrefix(dir, "/proc/")); err == nil && pid != os.Getpid() {
			killIf(pid, sought)
		}
	}
}

// killIf kills a process whose environment has a variable that begins so. The
// process is held before it is looked at: its id may become another's.
func killIf(pid int, sought []byte) {
	held, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return
	}
	defer unix.Close(held)
	environ, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	for variable := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.HasPrefix(variable, sought) {
			_ = unix.PidfdSendSignal(held, unix.SIGKILL, nil, 0)
			return
		}
	}
}
