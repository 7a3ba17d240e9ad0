package sqlite_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
)

// A file of worlds that is foreign, broken or newer is said to be that, stays as it is
// until it is dropped, and is made anew after.
func TestForeignWorlds(t *testing.T) {
	database := func(statements string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(statements); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, test := range map[string]struct {
		make func(*testing.T, string)
		want error
	}{
		"text":             {func(t *testing.T, path string) { writeFile(t, path, []byte(strings.Repeat("once upon a time ", 400))) }, persistence.ErrCorrupt},
		"empty":            {func(t *testing.T, path string) { writeFile(t, path, nil) }, persistence.ErrCorrupt},
		"cut off":          {func(t *testing.T, path string) { writeFile(t, path, []byte("SQLite format 3\x00")) }, persistence.ErrCorrupt},
		"another database": {database("CREATE TABLE t (x); PRAGMA application_id = 7"), persistence.ErrCorrupt},
		"newer":            {database("CREATE TABLE t (x); PRAGMA application_id = 1315009111; PRAGMA user_version = 2"), persistence.ErrNewer},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "worlds.db")
			test.make(t, path)
			before := readFile(t, path)
			store := persistence.New(sqlite.New(dir), nil)
			for _, mode := range []persistence.Mode{persistence.Reading, persistence.Writing} {
				if _, err := store.Worlds(t.Context(), mode); !errors.Is(err, test.want) {
					t.Errorf("got %v, want %v", err, test.want)
				}
			}
			if string(readFile(t, path)) != string(before) {
				t.Error("the file was changed")
			}
			if err := store.DropWorlds(t.Context()); err != nil {
				t.Fatal(err)
			}
			worlds, err := store.Worlds(t.Context(), persistence.Writing)
			if err != nil {
				t.Fatal(err)
			}
			if err := worlds.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// What is no file at all is not waited for.
func TestWorldsThatAreNoFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "worlds.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := persistence.New(sqlite.New(dir), nil).Worlds(t.Context(), persistence.Writing); !errors.Is(err, persistence.ErrCorrupt) {
		t.Errorf("got %v", err)
	}
}
