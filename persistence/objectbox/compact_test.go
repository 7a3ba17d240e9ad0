package objectbox_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/objectbox"
	"github.com/narratoria/narratoria/story/event"
)

// A compaction that fails where its data have their name already, or have not, loses nothing that is acknowledged
// after it: nothing is, where nobody knows which data the next opening finds.
func TestACompactionThatFails(t *testing.T) {
	defer objectbox.FailSync(0, nil)
	for n := 1; n <= 2; n++ {
		for _, killed := range []bool{false, true} {
			dir := t.TempDir()
			store := begun(t, dir, 2)
			save, err := store.Open(t.Context(), saveName, persistence.Writing)
			if err != nil {
				t.Fatal(err)
			}
			objectbox.FailSync(n, syscall.EIO)
			if err := save.Compact(t.Context()); err == nil {
				t.Errorf("sync %d fails, and it is compacted", n)
			}
			objectbox.FailSync(0, nil)
			acked := event.Position(2 * eventsOfTurn)
			receipt, err := save.Append(t.Context(), turnAfter(acked))
			if err == nil {
				acked = receipt.Last
			} else if n == 1 || !errors.Is(err, persistence.ErrBroken) {
				t.Errorf("sync %d: %v", n, err)
			}
			_ = save.Close()
			if killed { // then nobody has noted what was closed
				if err := os.Remove(filepath.Join(dir, "monday.objectbox", "whole")); err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Fatal(err)
				}
			}
			if err := examine(t, dir, acked); err != nil {
				t.Errorf("sync %d, killed %v: %v", n, killed, err)
			}
		}
	}
}

// What was purged is in no byte of what was compacted.
func TestNothingOfWhatWasPurgedIsLeft(t *testing.T) {
	const secret = "the tobacconist's second ledger"
	dir := t.TempDir()
	store := begun(t, dir, 1)
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	if err := save.Control(t.Context(), event.Control{Kind: event.BranchMade, Branch: "side", Parent: event.Trunk, At: eventsOfTurn}); err != nil {
		t.Fatal(err)
	}
	turn := turnAfter(eventsOfTurn)
	turn.Branch, turn.Rows = "side", []persistence.Change{{Op: persistence.OpStore, Row: persistence.Row{Kind: persistence.Lore, Key: "secret", Knower: event.Everyone, Text: secret}}}
	if _, err := save.Append(t.Context(), turn); err != nil {
		t.Fatal(err)
	}
	kept := func() (found bool) {
		t.Helper()
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			found = found || bytes.Contains(data, []byte(secret))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if !kept() {
		t.Error("it is not there before either")
	}
	if _, err := save.Purge(t.Context(), "side"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(save.Compact(t.Context()), save.Close()); err != nil {
		t.Fatal(err)
	}
	if kept() {
		t.Error("it is still there")
	}
}
