package filelock_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/internal/filelock"
)

func TestLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = file.Close() })
		return file
	}
	expect := func(want bool, what string, try func(*os.File) (bool, error), file *os.File) {
		t.Helper()
		if held, err := try(file); held != want || err != nil {
			t.Errorf("%s: %t, %v, want %t", what, held, err, want)
		}
	}
	a, b, c := open(), open(), open()
	expect(true, "the first reader", filelock.TryShared, a)
	expect(true, "the second reader", filelock.TryShared, b)
	expect(false, "a writer beside readers", filelock.TryExclusive, c)
	_ = a.Close()
	expect(false, "a writer beside one reader", filelock.TryExclusive, c)
	_ = b.Close()
	expect(true, "a writer alone", filelock.TryExclusive, c)
	expect(false, "a reader beside a writer", filelock.TryShared, open())
}
