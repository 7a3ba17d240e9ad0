package sqlite_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A snapshot that was damaged, or that is of another history, is passed over for the one
// before it, and named when the save is verified.
func TestSnapshotsThatAreNotTheStorys(t *testing.T) {
	other := t.TempDir()
	withSnapshots(t, other, true)
	for name, change := range map[string]string{
		"damaged":                        `UPDATE snapshot SET bytes = CAST(replace(bytes, 'late', 'lake') AS BLOB) WHERE position = (SELECT max(position) FROM snapshot)`,
		"of other bytes, that are whole": `UPDATE snapshot SET bytes = (SELECT bytes FROM snapshot ORDER BY position LIMIT 1) WHERE position = (SELECT max(position) FROM snapshot)`,
		"of another history": `ATTACH '` + filepath.Join(other, "monday.sqlite") + `' AS other;
			DELETE FROM snapshot WHERE position = (SELECT max(position) FROM snapshot);
			INSERT INTO snapshot SELECT * FROM other.snapshot WHERE position = (SELECT max(position) FROM other.snapshot)`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			store := withSnapshots(t, dir, false)
			changeBehindItsBack(t, filepath.Join(dir, "monday.sqlite"), change)
			save, err := store.Open(t.Context(), saveName, persistence.Reading)
			if err != nil {
				t.Fatal(err)
			}
			defer save.Close()
			position, data, err := save.Snapshot(t.Context(), save.At(event.Trunk), "1")
			if err != nil || position != eventsOfTurn || string(data) != "early" {
				t.Errorf("it goes on from %q at %d (%v)", data, position, err)
			}
			if err := save.Verify(t.Context()); !errors.Is(err, persistence.ErrCorrupt) {
				t.Errorf("verified it is %v", err)
			}
		})
	}
}

// withSnapshots is a save of two turns with a snapshot after each; of one that is turned the
// first event of a turn is its last.
func withSnapshots(t *testing.T, dir string, turned bool) *persistence.Store {
	t.Helper()
	store := begun(t, dir, 0)
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	for i, data := range []string{"early", "late"} {
		after := event.Position(i * eventsOfTurn)
		batch := turnAfter(after)
		if turned {
			batch.Events = append(batch.Events[1:], batch.Events[0])
		}
		receipt, err := save.Append(t.Context(), batch)
		if err != nil {
			t.Fatal(err)
		}
		at := save.At(event.Trunk)
		at.Position = receipt.Last
		if err := save.PutSnapshot(t.Context(), at, "1", []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	return store
}
