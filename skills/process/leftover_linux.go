package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// endingLeft is how long is waited for leftovers to be gone: a killed process may be in the
// midst of a write, and one that was being forked is seen in the next look alone. On a busy
// machine either takes its time.
const endingLeft = 5 * time.Second

// enoughLooks is how many looks in a row must find nothing: a process that is forked after one
// has listed all, by another that has ended when it is looked at, is seen by neither.
const enoughLooks = 3

// killLeftIn kills what scripts of a program that is gone have left running, and returns
// when it is gone: every process whose environment names an output directory in this one.
// In a PID namespace there is none, because the kernel ended them with the program;
// outside one a process that has left its group outlives a program that is killed.
func killLeftIn(scratch string) {
	sought := []byte("NARRATORIA_OUTPUT_DIR=" + scratch + "/")
	deadline := time.Now().Add(endingLeft)
	for none := 0; none < enoughLooks && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if none++; killAllWith(sought) > 0 {
			none = 0
		}
	}
}

// killAllWith kills all processes with such an environment, and counts them.
func killAllWith(sought []byte) (killed int) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		if pid, err := strconv.Atoi(strings.TrimPrefix(dir, "/proc/")); err == nil && pid != os.Getpid() && killIf(pid, sought) {
			killed++
		}
	}
	return killed
}

// killIf kills a process whose environment has a variable that begins so. The
// process is held before it is looked at: its id may become another's.
func killIf(pid int, sought []byte) bool {
	held, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false
	}
	defer unix.Close(held)
	environ, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	for variable := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.HasPrefix(variable, sought) {
			return unix.PidfdSendSignal(held, unix.SIGKILL, nil, 0) == nil
		}
	}
	return false
}
