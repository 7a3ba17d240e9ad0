package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// BecomeSubreaper makes the program the parent of every descendant that loses
// its own, so that transports without PID namespaces can find scripts' processes
// that left their group. It concerns the whole program, and so only a program's
// main may call it, before the first transport is made.
func BecomeSubreaper() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// isSubreaper reports whether that was done and lost descendants can be listed.
func isSubreaper() bool {
	var set int32
	err := unix.Prctl(unix.PR_GET_CHILD_SUBREAPER, uintptr(unsafe.Pointer(&set)), 0, 0, 0)
	if err != nil || set == 0 {
		return false
	}
	_, err = adopted()
	return err == nil
}

// descendants are the leaders that transports of this program have running. A program
// has one set of children, whichever transport started them.
var descendants = &family{leaders: map[int]bool{}}

// A family tells the children that were started from those that were adopted.
type family struct {
	mu      sync.Mutex
	leaders map[int]bool // by process id
}

// born starts a leader. No sweep looks while it is on its way: between fork and
// exec it has the program's own environment.
func (f *family) born(start func() (pid int, err error)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	pid, err := start()
	if err == nil {
		f.leaders[pid] = true
	}
	return err
}

// gone forgets a leader that has been reaped.
func (f *family) gone(pid int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.leaders, pid)
}

const (
	// maxSweeps bounds a race with something that forks as fast as it is killed.
	maxSweeps = 100
	// A process shows no environment for a moment while it executes a program:
	// one that shows none is looked at again, so many times with such a wait.
	maxLooks = 20
	lookWait = time.Millisecond
)

// sweep kills the adopted descendants of an invocation whose leader is gone,
// until there are no more: what a killed one leaves behind is adopted next.
func (f *family) sweep(id string) {
	condemned := map[int]bool{}
	for sweeps, looks := 0, 0; sweeps < maxSweeps && looks < maxLooks; sweeps++ {
		lost, unclear := f.lost(id, condemned)
		for _, pid := range lost {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			_, _ = unix.Wait4(pid, nil, 0, nil)
		}
		switch {
		case len(lost) > 0:
		case unclear:
			looks++
			time.Sleep(lookWait)
		default:
			return
		}
	}
}

// lost lists adopted children that belong to the invocation, and reports whether
// there is one of which that cannot be told now. One that has ended already is
// reaped on the way.
func (f *family) lost(id string, condemned map[int]bool) (lost []int, unclear bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	children, _ := adopted()
	for _, pid := range children {
		if f.leaders[pid] || !marked(pid) {
			continue
		}
		if state(pid) == "Z" {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
			continue
		}
		owner, known := invocationOf(pid)
		switch {
		// One without a marker belongs to nobody else if nothing else is running.
		case condemned[pid], known && owner == id, !known && len(f.leaders) == 0:
			lost = append(lost, pid)
			condemn(pid, condemned)
		case !known:
			unclear = true
		}
	}
	return lost, unclear
}

// invocationOf reads the marker in a process's environment, where it has one.
func invocationOf(pid int) (id string, known bool) {
	environ, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	for variable := range bytes.SplitSeq(environ, []byte{0}) {
		if owner, ok := bytes.CutPrefix(variable, []byte(marker+"=")); ok {
			return string(owner), true
		}
	}
	return "", false
}

// condemn adds a process's descendants, which lose their ancestry when it is killed.
func condemn(pid int, condemned map[int]bool) {
	if condemned[pid] {
		return
	}
	condemned[pid] = true
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range tasks {
		children, _ := readPIDs(list)
		for _, child := range children {
			condemn(child, condemned)
		}
	}
}

// adopted lists the children of the main thread. The kernel hands lost
// descendants to it; children that other threads started are not in the list.
func adopted() ([]int, error) {
	return readPIDs(fmt.Sprintf("/proc/self/task/%d/children", os.Getpid()))
}

func readPIDs(path string) ([]int, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, field := range strings.Fields(string(data)) {
		if pid, err := strconv.Atoi(field); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// marked reports whether a process carries the mark of the spawning thread,
// which its descendants cannot take off and the program's other children do not
// have. Where the whole program runs without new privileges the mark says
// nothing, and no process is taken for a script's.
func marked(pid int) bool {
	return statusOf(pid, "NoNewPrivs:") == "1" && statusOf(os.Getpid(), "NoNewPrivs:") == "0"
}

// state is "Z" for a process that has ended and is not reaped.
func state(pid int) string { return statusOf(pid, "State:")[:1] }

func statusOf(pid int, field string) string {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, field); ok {
			return strings.TrimSpace(value)
		}
	}
	return " "
}
