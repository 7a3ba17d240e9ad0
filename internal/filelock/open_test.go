package filelock

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// What has the name of a lock file and is none is neither written to nor waited for.
func TestOpenLeavesOthersAlone(t *testing.T) {
	const precious = "my thesis, 300 pages\n"
	for name, lay := range map[string]func(path, victim string) error{
		"link":      func(path, victim string) error { return os.Symlink(victim, path) },
		"hard link": func(path, victim string) error { return os.Link(victim, path) },
		"dead link": func(path, victim string) error { return os.Symlink(victim+".new", path) },
		"a text":    func(path, victim string) error { return os.Rename(victim, path) },
		"long":      func(path, _ string) error { return os.WriteFile(path, []byte(strings.Repeat("1", 33)), 0o600) },
		"directory": func(path, _ string) error { return os.Mkdir(path, 0o700) },
		"FIFO": func(path, _ string) error {
			if _, err := exec.LookPath("mkfifo"); err != nil {
				return os.Mkdir(path, 0o700)
			}
			return exec.Command("mkfifo", path).Run()
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path, victim := filepath.Join(dir, "x.lock"), filepath.Join(dir, "victim")
			if err := os.WriteFile(victim, []byte(precious), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := lay(path, victim); err != nil {
				if runtime.GOOS == "windows" {
					t.Skip(err) // links are for administrators there
				}
				t.Fatal(err)
			}
			opened := make(chan error, 1)
			go func() {
				file, err := Open(path)
				if err == nil {
					_ = file.Close()
				}
				opened <- err
			}()
			select {
			case err := <-opened:
				if runtime.GOOS == "windows" && name == "hard link" {
					break
				}
				if !errors.Is(err, ErrForeign) {
					t.Errorf("got %v", err)
				}
			case <-time.After(time.Minute):
				t.Fatal("it waits")
			}
			if name == "a text" {
				victim = path
			}
			if left, err := os.ReadFile(victim); err != nil || string(left) != precious {
				t.Errorf("the file has %q, %v", left, err)
			}
			if _, err := os.Stat(victim + ".new"); err == nil {
				t.Error("a file was made where a link leads")
			}
		})
	}
}

// A lock file that is there, of a program that has ended, of one that is about to sign, or as a power
// cut has left it, is one, and one that is not there is made.
func TestOpenTakesLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	for _, text := range []string{"", "4711\n", "4711", "\x00\x00\x00\x00\x00", "47\x00\x00\x00"} {
		if text != "" {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		file, err := Open(path)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if held, err := TryExclusive(file); err != nil || !held {
			t.Errorf("%q: %v, %v", text, held, err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
