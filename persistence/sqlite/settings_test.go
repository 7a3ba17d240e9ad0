package sqlite

import (
	"database/sql"
	"testing"

	"github.com/narratoria/narratoria/persistence"
)

// A kill cannot show whether bytes reached the disk or only the system, so the
// settings that make the difference are looked at where they count.
func TestTheSettingsThatSurviveAPowerCut(t *testing.T) {
	opened, err := New(t.TempDir()).Create(t.Context(), "monday", "p-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	f := opened.(*file)
	expect(t, f.writer, map[string]string{
		"journal_mode": "wal", "synchronous": "2", "fullfsync": "1", "checkpoint_fullfsync": "1",
		"query_only": "0", "busy_timeout": "5000", "foreign_keys": "1", "trusted_schema": "0",
	})
	expect(t, f.readers, map[string]string{"journal_mode": "wal", "query_only": "1", "busy_timeout": "5000"})
	if f.writer.Stats().MaxOpenConnections != 1 {
		t.Error("there can be more than one writer")
	}
	if err := f.View(t.Context(), func(r persistence.Reader) error {
		return r.(persistence.Writer).PutTurn("t", persistence.Receipt{Branch: "main"})
	}); err == nil {
		t.Error("a view could write")
	}
}

func expect(t *testing.T, db *sql.DB, settings map[string]string) {
	t.Helper()
	for name, want := range settings {
		var got string
		if err := db.QueryRow("PRAGMA " + name).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, not %s (%v)", name, got, want, err)
		}
	}
}
