package lockfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOneHolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "save.lock")
	held, _, err := Take(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, pid, err := Take(path); !errors.Is(err, ErrHeld) || pid != os.Getpid() {
		t.Errorf("got %v, process %d", err, pid)
	}
	if err := held.Release(); err != nil {
		t.Fatal(err)
	}
	if pid := signature(path); pid > 0 {
		t.Errorf("a lock that was given back is still of the process %d", pid)
	}
	again, _, err := Take(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
}

// A lock on a file that was removed meanwhile locks nobody out, so it is none.
func TestARemovedFileIsNoLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "save.lock")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if !isAt(file, path) {
		t.Error("a file is not where it was made")
	}
	if err := os.Rename(path, path+".gone"); err != nil {
		t.Fatal(err)
	}
	if isAt(file, path) {
		t.Error("a file is where it was removed from")
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if isAt(file, path) {
		t.Error("a file is taken for the one that followed it")
	}
}

func TestTheHolderOfAForeignFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "save.lock")
	for _, text := range []string{"", "nobody", "-1", "0", "99999999999999999999"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if pid := signature(path); pid > 0 {
			t.Errorf("%q names the process %d", text, pid)
		}
	}
	if _, _, err := Take(filepath.Join(t.TempDir(), "no", "where")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
