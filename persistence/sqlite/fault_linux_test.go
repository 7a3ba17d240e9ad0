package sqlite_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// faults are calls on the files of a save, and how the system refuses them.
var faults = []string{
	"pread64:error=EIO", "pwrite64:error=EIO", "pwrite64:error=ENOSPC", "fsync:error=EIO", "ftruncate:error=EIO",
	"open:error=EIO", "open:error=EMFILE", "openat:error=EIO", "unlink:error=EIO", "unlinkat:error=EIO", "write:error=ENOSPC", "renameat:error=EIO",
	"fstat:error=EIO", "mmap:error=ENOMEM",
	"pread64:error=EINTR", "pwrite64:error=EINTR", "fsync:error=EINTR",
}

// Each call that a play of three turns makes of the system is refused once, for each reason that
// there may be: what is told is an error of a kind, what was acknowledged can be read, writing goes
// on but after a failed sync, in the same opening or in the next, and in the end all of it is
// there.
func TestEveryCallRefused(t *testing.T) {
	strace := soak.Need(t, "strace")
	template := t.TempDir()
	begun(t, template, 3)
	data := readFile(t, filepath.Join(template, "monday.sqlite"))
	refused, told := 0, 0
	for _, was := range [][]byte{data, nil} { // a save that is there, and one that is to be made
		for _, fault := range faults {
			for n := 1; ; n += stepOf(fault) {
				report, hit, err := refuse(t, strace, "amid", was, fmt.Sprintf("%s:when=%d", fault, n))
				if err != nil {
					t.Errorf("%s, time %d: %v\ntold: %q", fault, n, err, report.Errors)
				}
				if !hit {
					break
				}
				refused++
				told += min(1, len(report.Errors))
			}
		}
	}
	t.Logf("%d calls refused, of which %d were told", refused, told)
	if refused < len(faults) || told == 0 {
		t.Error("too few")
	}
}

// The test above can fail: who takes for written what was refused is found out.
func TestALossByARefusedCallWouldBeSeen(t *testing.T) {
	strace := soak.Need(t, "strace")
	for n := 1; n < 100; n++ {
		_, hit, err := refuse(t, strace, "trusting", nil, fmt.Sprintf("fsync:error=EIO:when=%d", n))
		if err != nil && strings.Contains(err.Error(), "acknowledged up to") {
			t.Logf("found out at sync %d: %v", n, err)
			return
		}
		if !hit {
			break
		}
	}
	t.Error("what was refused was taken for written, and nothing was missed")
}

// stepOf is how many times a call goes well between two that are refused: whole runs alone
// refuse each.
func stepOf(fault string) int {
	switch {
	case soak.Whole(), fault == "open:error=EIO":
		return 1
	case strings.HasPrefix(fault, "pread64"), strings.HasPrefix(fault, "pwrite64"):
		return 61 // there are hundreds
	}
	return 10
}

// refuse has a role play on a save, nil for none, with one call refused, and looks at all that came
// of it. It says whether there was such a call.
func refuse(t *testing.T, strace, role string, save []byte, inject string) (r report, hit bool, err error) {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir) // there are hundreds
	if save != nil {
		writeFile(t, filepath.Join(dir, "monday.sqlite"), save)
	}
	trace := filepath.Join(t.TempDir(), "trace")
	command := play(t, role, dir)
	call, _, _ := strings.Cut(inject, ":")
	args := []string{strace, "-f", "--seccomp-bpf", "-qq", "-e", "trace=" + call, "-e", "signal=none", "-e", "inject=" + inject, "-o", trace}
	for _, ending := range []string{".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite.new", ".sqlite.new-journal", ".lock", ".anchor", ".anchor.new"} {
		args = append(args, "-P", filepath.Join(dir, "monday"+ending))
	}
	command.Args, command.Path = append(append(args, "-P", dir), command.Args...), strace
	output, err := command.Output()
	text, unread := os.ReadFile(trace)
	if unread != nil {
		t.Fatal(unread)
	}
	hit = strings.Contains(string(text), "(INJECTED)")
	if exit, failed := errors.AsType[*exec.ExitError](err); failed {
		return r, hit, fmt.Errorf("it ended with %w: %s%s", exit, output, exit.Stderr)
	}
	if err == nil {
		err = json.Unmarshal(output, &r)
	}
	switch {
	case err != nil:
		return r, hit, err
	case len(r.Wrong) > 0:
		return r, hit, errors.New(strings.Join(r.Wrong, "\n"))
	case r.Damage && call != "pread64":
		return r, hit, errors.New("it is said to be damaged")
	}
	return r, hit, examine(t.Context(), dir, r.Acked)
}
