package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "dir", "file.json")
	for _, content := range []string{"first", "second", ""} {
		if err := Write(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != content {
			t.Fatalf("read %q, %v, want %q", got, err, content)
		}
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("temporary files left behind: %v", left)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v, want %v", name, info.Mode().Perm(), err, want)
		}
	}
}

// A target that cannot be replaced stays as it was, and nothing is left beside it.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(path, "inside"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("x")); err == nil {
		t.Fatal("replaced a directory that is not empty")
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// A file beside which nothing can be made keeps its content: here for want of a name, where
// more often there is no space.
func TestWriteFailsBeside(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("n", 250))
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("new")); err == nil {
		t.Fatal("a name longer than names can be was made")
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "old" {
		t.Errorf("read %q, %v", got, err)
	}
}

// A new file is there whole or not at all, and takes nobody's place.
func TestNew(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file.md")
	hello := func(w io.Writer) error { _, err := io.WriteString(w, "hello"); return err }
	broken := errors.New("broken")
	if err := New(path, func(w io.Writer) error { return errors.Join(hello(w), broken) }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("what failed has left %v", left)
	}
	if err := New(path, hello); err != nil {
		t.Fatal(err)
	}
	if err := New(path, func(io.Writer) error { t.Error("written again"); return nil }); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
	// Somebody else is faster.
	other := filepath.Join(dir, "other.md")
	if err := New(other, func(w io.Writer) error { return errors.Join(hello(w), os.WriteFile(other, []byte("theirs"), 0o600)) }); !errors.Is(err, fs.ErrExist) {
		t.Errorf("with a name that was taken meanwhile: %v", err)
	}
	for name, want := range map[string]string{path: "hello", other: "theirs"} {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s holds %q (%v)", name, got, err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("left are %v", left)
	}
}
