package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
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

// Whoever opens the file while other programs make, open, write and close it can write it, too.
func TestWorldsOpenedAtOnce(t *testing.T) {
	dir := t.TempDir()
	programs := make([]*exec.Cmd, 6)
	said := make([]bytes.Buffer, len(programs))
	for i := range programs {
		programs[i] = play(t, "worlds", dir)
		programs[i].Stdout = &said[i]
		if err := programs[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, program := range programs {
		if err := program.Wait(); err != nil {
			t.Errorf("%v: %s", err, said[i].String())
		}
	}
}

// A file that another program writes in a transaction of its own, which SQLite does not let
// anybody wait for who is to change how the file is written, is opened once that is over.
func TestWorldsAreAwaited(t *testing.T) {
	dir := t.TempDir()
	store := persistence.New(sqlite.New(dir), nil)
	open := func() error {
		worlds, err := store.Worlds(t.Context(), persistence.Writing)
		if err == nil {
			err = worlds.Close()
		}
		return err
	}
	if err := open(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "worlds.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	// Its commit waits for whoever looks at the file in that very moment.
	if _, err := db.Exec("PRAGMA busy_timeout = 60000; PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE; PRAGMA user_version = 1"); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	time.AfterFunc(300*time.Millisecond, func() { // a moment in which it is refused, again and again
		_, err := db.Exec("COMMIT")
		ended <- err
	})
	if err := open(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// openWorlds opens the files of many stores, one after the other, and writes to them.
func openWorlds(*persistence.Store) error {
	ctx := context.Background()
	for n := range soak.Count(20_000) {
		store := persistence.New(sqlite.New(filepath.Join(os.Getenv(dirVariable), strconv.Itoa(n/50))), nil)
		worlds, err := store.Worlds(ctx, persistence.Writing)
		if err != nil {
			return fmt.Errorf("opening %d: %w", n+1, err)
		}
		err = worlds.Update(ctx, func(w persistence.WorldWriter) error {
			return w.Put("k", bytes.Repeat([]byte("v"), 50_000))
		})
		if err = errors.Join(err, worlds.Close()); err != nil {
			return fmt.Errorf("opening %d: %w", n+1, err)
		}
	}
	return nil
}
