package scratch_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/internal/soak"
)

// TestMain is also a program that makes a directory and is killed, and the child that it may
// have been starting then.
func TestMain(m *testing.M) {
	if os.Getenv("SCRATCH_KEEPS") != "" {
		_, _ = os.Stdout.WriteString("kept")
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
	if dir := os.Getenv("SCRATCH_IN"); dir != "" {
		mine, err := scratch.Open(dir, "n-")
		if err == nil {
			err = os.WriteFile(filepath.Join(mine.Path(), "work"), []byte("x"), 0o600)
		}
		if err != nil {
			panic(err)
		}
		if os.Getenv("SCRATCH_LEAVES") != "" {
			scratch.LeaveToAChild()
		}
		_, _ = os.Stdout.WriteString("ready")
		_, _ = io.Copy(io.Discard, os.Stdin) // and not select, which ends a program that does nothing else
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func left(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return strings.Join(all, " ")
}

func TestOpenAndClose(t *testing.T) {
	parent := t.TempDir()
	dir, err := scratch.Open(parent, "n-")
	must(t, err)
	must(t, dir.Root().Mkdir("sub", 0o700))
	must(t, os.WriteFile(filepath.Join(dir.Path(), "sub", "file"), nil, 0o600))
	if got := scratch.Sweep(parent, "n-", nil); got != 0 {
		t.Errorf("%d directories of a living owner were removed", got)
	}
	must(t, dir.Close())
	if got := left(t, parent); got != "" {
		t.Errorf("left: %s", got)
	}
}

// Whoever keeps a directory's path alone still has the directory.
func TestOwnedUntilClosed(t *testing.T) {
	parent := t.TempDir()
	_, err := scratch.Open(parent, "n-")
	must(t, err)
	for range 3 {
		runtime.GC() // which closes files that nobody reaches
	}
	if got := scratch.Sweep(parent, "n-", nil); got != 0 {
		t.Errorf("%d directories of a living owner were removed", got)
	}
}

// The owner is killed: the next sweep removes its directory, and nothing else.
func TestSweepAfterAKill(t *testing.T) {
	parent := t.TempDir()
	program, err := os.Executable()
	must(t, err)
	owner := exec.Command(program)
	owner.Env = append(os.Environ(), "SCRATCH_IN="+parent)
	out, err := owner.StdoutPipe()
	must(t, err)
	in, err := owner.StdinPipe()
	must(t, err)
	defer in.Close()
	must(t, owner.Start())
	_, err = out.Read(make([]byte, 5))
	must(t, err)

	must(t, os.Mkdir(filepath.Join(parent, "n-mine"), 0o700)) // by somebody else, under such a name
	must(t, os.WriteFile(filepath.Join(parent, "n-mine", "thesis"), nil, 0o600))
	must(t, os.WriteFile(filepath.Join(parent, "n-file"), nil, 0o600))
	if got := scratch.Sweep(parent, "n-", nil); got != 0 {
		t.Errorf("%d were removed while the owner lived", got)
	}
	must(t, owner.Process.Kill())
	_ = owner.Wait()
	var told []string
	if got := scratch.Sweep(parent, "n-", func(path string) { told = append(told, path) }); got != 1 || len(told) != 1 {
		t.Errorf("%d were removed, told %q", got, told)
	}
	if got := left(t, parent); got != "n-file n-mine" {
		t.Errorf("left: %s", got)
	}
}

// Sweepers and makers at once: nobody's living directory goes.
func TestSweepingWhileOthersBegin(t *testing.T) {
	parent := t.TempDir()
	var all sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					scratch.Sweep(parent, "n-", nil)
				}
			}
		})
	}
	for range soak.Count(4000) {
		dir, err := scratch.Open(parent, "n-")
		must(t, err)
		if err := os.WriteFile(filepath.Join(dir.Path(), "work"), nil, 0o600); err != nil {
			t.Fatalf("it was taken from under its owner: %v", err)
		}
		must(t, dir.Close())
	}
	close(stop)
	all.Wait()
	if got := left(t, parent); got != "" {
		t.Errorf("left: %s", got)
	}
}

// Somebody may write into a directory all the while it is removed, up to the very end. It is
// gone then, or the next sweep knows it for an abandoned one.
func TestWrittenWhileItIsRemoved(t *testing.T) {
	parent, failed := t.TempDir(), 0
	for range soak.Count(2_000) {
		dir, err := scratch.Open(parent, "n-")
		must(t, err)
		begun, stop := make(chan struct{}), make(chan struct{})
		var writer sync.WaitGroup
		writer.Go(func() { // until it is stopped
			for n := 0; ; n++ {
				_ = os.WriteFile(filepath.Join(dir.Path(), fmt.Sprint(n)), nil, 0o600)
				if n == 3 {
					close(begun)
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
		<-begun
		if dir.Close() != nil {
			failed++
		}
		close(stop)
		writer.Wait()
		scratch.Sweep(parent, "n-", nil)
		if got := left(t, parent); got != "" {
			t.Fatalf("left for ever: %s", got)
		}
	}
	t.Logf("%d could not be removed while they were written", failed)
}

func TestHostileTreesAreRemoved(t *testing.T) {
	for name, grow := range map[string]func(t *testing.T, dir string){
		"locked": func(t *testing.T, dir string) {
			must(t, os.MkdirAll(filepath.Join(dir, "a", "b"), 0o700))
			must(t, os.Chmod(filepath.Join(dir, "a"), 0))
		},
		"deep": func(t *testing.T, dir string) {
			root, err := os.OpenRoot(dir)
			must(t, err)
			for range 3000 {
				must(t, root.Mkdir("d", 0o700))
				next, err := root.OpenRoot("d")
				must(t, err)
				must(t, root.Close())
				root = next
			}
			must(t, root.Close())
		},
		"wide": func(t *testing.T, dir string) {
			for i := range 3000 {
				must(t, os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), nil, 0))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			removed := func() {
				parent := t.TempDir()
				dir, err := scratch.Open(parent, "n-")
				must(t, err)
				grow(t, dir.Path())
				if err := dir.Close(); err != nil {
					t.Error(err)
				}
				if got := left(t, parent); got != "" {
					t.Errorf("left: %s", got)
				}
			}
			removed()
		})
	}
}

// A link in a directory that is removed leads nowhere: what it names stays, with
// the mode it has.
func TestRemovalFollowsNoLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs symbolic links")
	}
	outside := t.TempDir()
	must(t, os.WriteFile(filepath.Join(outside, "precious"), nil, 0o600))
	must(t, os.Chmod(outside, 0o500))
	defer os.Chmod(outside, 0o700)
	dir, err := scratch.Open(t.TempDir(), "n-")
	must(t, err)
	must(t, os.Symlink(outside, filepath.Join(dir.Path(), "link")))
	must(t, dir.Close())
	info, err := os.Stat(outside)
	must(t, err)
	if info.Mode().Perm() != 0o500 || left(t, outside) != "precious" {
		t.Errorf("outside is %v with %q", info.Mode(), left(t, outside))
	}
}
