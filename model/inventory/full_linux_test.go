package inventory_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/narratoria/narratoria/model/inventory"
)

// On a full disk one message says so, and all is as it was. The test becomes a process that may
// write no large file, which is told like a full disk.
func TestAFullDisk(t *testing.T) {
	if dir := os.Getenv("NARRATORIA_TEST_FULL"); dir != "" {
		limit := unix.Rlimit{Cur: 64 << 10, Max: 64 << 10}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		_, err := inventory.In(filepath.Join(dir, "models")).Import(context.Background(), "second", filepath.Join(dir, "tiny.gguf"), nil)
		if err == nil || !strings.Contains(err.Error(), `there is no room on the disk for the model "second"`) {
			t.Fatal(err)
		}
		return
	}
	dir := t.TempDir()
	modelFile(t, filepath.Join(dir, "tiny.gguf"), "phi3")
	models := inventory.In(filepath.Join(dir, "models"))
	if _, err := models.Import(t.Context(), "first", filepath.Join(dir, "tiny.gguf"), nil); err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0], "-test.run=^TestAFullDisk$")
	child.Env = append(os.Environ(), "NARRATORIA_TEST_FULL="+dir)
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if left := names(t, models.Dir()); len(left) != 1 || left[0] != "first" {
		t.Errorf("left are %q", left)
	}
	if _, err := models.Check(t.Context(), "first", nil); err != nil {
		t.Error(err)
	}
}

// A model for which the disk has no room is refused before it is copied.
func TestNoRoomForIt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "huge.gguf")
	modelFile(t, path, "phi3")
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Truncate(1 << 43); err != nil { // more than any disk of ours, of which it takes nothing
		t.Fatal(err)
	}
	models := inventory.In(filepath.Join(dir, "models"))
	if _, err := models.Import(t.Context(), "huge", path, nil); !errors.Is(err, inventory.ErrNoRoom) {
		t.Error(err)
	}
	if got := names(t, models.Dir()); len(got) > 0 {
		t.Errorf("there are %q", got)
	}
}

// One that is made of what is published is refused before it is written, too.
func TestNoRoomForWhatIsMade(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int64{"model.safetensors": 1 << 43, "vocab.txt": 1} {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := file.Truncate(size); err != nil {
			t.Fatal(err)
		}
	}
	models := inventory.In(filepath.Join(t.TempDir(), "models"))
	if _, err := models.Import(t.Context(), "huge", dir, nil); !errors.Is(err, inventory.ErrNoRoom) {
		t.Error(err)
	}
}
