package scratch

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/filelock"
)

// LeaveToAChild makes a child that has open what the locks of this program's directories are
// on, as one has it that was forked and has not executed its program yet. It says "kept" on
// standard output and ends with standard input.
func LeaveToAChild() {
	child := exec.Command(must1(os.Executable()))
	child.Env = append(os.Environ(), "SCRATCH_KEEPS=yes")
	child.Stdin, child.Stdout = os.Stdin, os.Stdout
	open.Range(func(dir, _ any) bool {
		child.ExtraFiles = append(child.ExtraFiles, dir.(*Dir).lock)
		return true
	})
	if err := child.Start(); err != nil {
		panic(err)
	}
}

func must1[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// A program is killed while a child that it was starting still has open what it had. Its
// directory goes as soon as the child lets go, and where it never does, a sweep comes to an end.
func TestLocksThatAKillLeaves(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("nothing is forked there")
	}
	for name, letsGo := range map[string]bool{"let go": true, "held on": false} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			owner := exec.Command(must1(os.Executable()))
			owner.Env = append(os.Environ(), "SCRATCH_IN="+parent, "SCRATCH_LEAVES=yes")
			in, out := must1(owner.StdinPipe()), must1(owner.StdoutPipe())
			defer in.Close()
			defer out.Close()
			if err := owner.Start(); err != nil {
				t.Fatal(err)
			}
			if said := string(must1(io.ReadAll(io.LimitReader(out, 9)))); said != "readykept" && said != "keptready" {
				t.Fatalf("the owner says %q", said)
			}
			before := 0
			looking := func(looks int, pause func()) int {
				s := sweeping{parent: parent, looks: looks, pause: pause, before: func(string) { before++ }}
				return s.sweep("n-")
			}
			if got := looking(100, func() { t.Fatal("a living owner's directory is waited for") }); got != 0 {
				t.Errorf("%d directories of a living owner were removed", got)
			}
			_ = owner.Process.Kill()
			_, _ = owner.Process.Wait() // not of the command, which would close the pipes
			pauses := 0
			got := looking(10, func() {
				if pauses++; pauses > 10 {
					t.Fatal("it is looked at without end")
				}
				if letsGo && pauses == 3 {
					_ = in.Close()
					_, _ = io.ReadAll(out) // until the child is gone
				}
			})
			all := must1(filepath.Glob(filepath.Join(parent, "*")))
			switch {
			case letsGo && (got != 1 || pauses != 3 || before != 1 || len(all) > 0):
				t.Errorf("%d removed after %d pauses, %s left", got, pauses, strings.Join(all, " "))
			case !letsGo && (got != 0 || pauses != 10 || before != 0 || len(all) != 1):
				t.Errorf("%d removed after %d pauses, though the lock is held: %s left", got, pauses, strings.Join(all, " "))
			}
		})
	}
}

// Where nobody has signed a lock that is held, it is not waited for.
func TestUnsignedLocksAreNotWaitedFor(t *testing.T) {
	parent := t.TempDir()
	dir := must1(Open(parent, "n-"))
	defer dir.Close()
	for _, text := range []string{"", "nobody", "-1", "0"} {
		if err := os.WriteFile(filepath.Join(dir.Path(), ownerFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := sweeping{parent: real(parent), looks: 10, pause: func() { t.Errorf("signed %q: it is waited for", text) }}
		if got := s.sweep("n-"); got != 0 {
			t.Errorf("signed %q: %d removed", text, got)
		}
	}
	if signer := filelock.Signer(dir.lock); signer != 0 {
		t.Errorf("signed by %d", signer)
	}
}
