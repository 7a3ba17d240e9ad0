package sqlite_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story/event"
)

// In a directory that cannot be written, and with a file that cannot, stories are read to the last
// event; who would write is told so, and nothing is changed; and as soon as it can be written again
// writing goes on.
func TestAReadOnlyDirectory(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("directories of Windows have no such mode")
	}
	for name, shut := range map[string]struct {
		directory, file os.FileMode
		create          bool // whether another save can be made there
	}{
		"the directory": {0o500, 0o600, false},
		"the file":      {0o700, 0o400, true},
		"both":          {0o500, 0o400, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			store := begun(t, dir, 5)
			want, err := everything(t.Context(), store)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "monday.sqlite")
			before := readFile(t, path)
			modes := func(directory, file os.FileMode) {
				if err := errors.Join(os.Chmod(path, file), os.Chmod(dir, directory)); err != nil {
					t.Fatal(err)
				}
			}
			modes(shut.directory, shut.file)
			t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
			ordinarily(func() {
				if got, err := everything(t.Context(), store); err != nil || got != want {
					t.Errorf("read is %.100s (%v)", got, err)
				}
				if save, err := store.Open(t.Context(), saveName, persistence.Writing); !errors.Is(err, persistence.ErrReadOnly) {
					t.Errorf("it is open for writing: %v, %v", save, err)
				}
				save, err := store.Create(t.Context(), "tuesday", "p-2")
				if made := err == nil; made != shut.create || !made && !errors.Is(err, persistence.ErrReadOnly) {
					t.Errorf("another one is made: %v", err)
				}
				if save != nil {
					_ = save.Close()
				}
			})
			if got := readFile(t, path); string(got) != string(before) {
				t.Error("it was changed")
			}
			modes(0o700, 0o600)
			ordinarily(func() {
				if err := appendTurn(t.Context(), dir, 5*eventsOfTurn); err != nil {
					t.Errorf("then writing does not go on: %v", err)
				}
			})
		})
	}
}

// ordinarily does something as a user who is not root.
func ordinarily(do func()) {
	done := make(chan struct{})
	go func() { // ends with do, and its thread with it
		defer close(done)
		soak.Ordinary()
		do()
	}()
	<-done
}

// appendTurn appends a turn to the save of a directory.
func appendTurn(ctx context.Context, dir string, tip event.Position) error {
	save, err := persistence.New(sqlite.New(dir), nil).Open(ctx, saveName, persistence.Writing)
	if err != nil {
		return err
	}
	_, err = save.Append(ctx, turnAfter(tip))
	return errors.Join(err, save.Close())
}
