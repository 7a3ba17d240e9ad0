package sqlite_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story/event"
)

// What was purged stands in no file of the save's once it is compacted, and in some before.
func TestWhatWasPurgedIsInNoFile(t *testing.T) {
	dir := t.TempDir()
	save, err := persistence.New(sqlite.New(dir), nil).Create(t.Context(), "monday", "p-1")
	must(t, err)
	defer save.Close()
	must(t, appendTo(t, save, event.Trunk, event.Event{Kind: event.DiceRolled, Data: event.Data{"formula": "2d6", "rolls": []any{1, 2}, "total": 3}}))
	must(t, save.Control(t.Context(), event.Control{Kind: event.BranchMade, Branch: "side", Parent: event.Trunk, At: 1}))
	const secret = "the twelfth bar of silver"
	sum, err := save.PutBlob(t.Context(), bytes.Repeat([]byte(secret), 500))
	must(t, err)
	must(t, appendTo(t, save, "side", event.Event{Kind: event.AssetAdded, Data: event.Data{"asset": "a", "blob": sum.String(), "media": "text/plain", "size": 1}}))
	_, err = save.Purge(t.Context(), "side")
	must(t, err)
	if filesWith(t, dir, secret) == 0 {
		t.Error("it is nowhere before it is compacted, so this test would see nothing")
	}
	must(t, save.Compact(t.Context()))
	if n := filesWith(t, dir, secret); n != 0 {
		t.Errorf("what was purged is in %d files", n)
	}
}

func appendTo(t *testing.T, save *persistence.Save, branch event.BranchID, e event.Event) error {
	tip, _, err := save.Tip(t.Context(), branch)
	must(t, err)
	e.Actor = event.EngineSelf
	_, err = save.Append(t.Context(), persistence.Batch{Branch: branch, Expected: tip, Turn: event.TurnID(branch), Events: []event.Event{e}})
	return err
}

func filesWith(t *testing.T, dir, text string) (n int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		must(t, err)
		if bytes.Contains(data, []byte(text)) {
			n++
		}
	}
	return n
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Of a save that is not made, because what was to be in it is refused, nothing is left, its lock
// neither; and of one that is there the lock stays as it is.
func TestNothingIsLeftOfASaveThatIsNotMade(t *testing.T) {
	dir := t.TempDir()
	driver := sqlite.New(dir)
	store := persistence.New(driver, nil)
	errRefused := errors.New("refused")
	refuse := func(*persistence.Save) error { return errRefused }
	if _, err := store.CreateFilled(t.Context(), "monday", "p-1", refuse); !errors.Is(err, errRefused) {
		t.Errorf("it is made: %v", err)
	}
	foreign := filepath.Join(t.TempDir(), "foreign")
	must(t, os.WriteFile(foreign, bytes.Repeat([]byte("no save"), 1000), 0o600))
	if err := driver.CopyIn(t.Context(), foreign, "monday"); !errors.Is(err, persistence.ErrCorrupt) {
		t.Errorf("it is copied in: %v", err)
	}
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, entry := range entries {
		t.Errorf("%s is left", entry.Name())
	}
	save, err := store.Create(t.Context(), "monday", "p-1")
	must(t, err)
	if _, err := store.CreateFilled(t.Context(), "monday", "p-2", refuse); err == nil {
		t.Error("one is made in the place of another")
	}
	must(t, save.Close())
	if _, err := store.CreateFilled(t.Context(), "monday", "p-2", refuse); !errors.Is(err, persistence.ErrExists) {
		t.Errorf("one is made in the place of another: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "monday.lock")); err != nil {
		t.Error(err)
	}
}
