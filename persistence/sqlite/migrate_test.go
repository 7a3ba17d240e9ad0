package sqlite_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

// later is a program some forms ahead of this one.
func later(dir string, steps int) *persistence.Store {
	migrations := sqlite.Migrations()
	for i := range steps {
		migrations = append(migrations, fmt.Sprintf(`
			CREATE TABLE later%[1]d AS SELECT * FROM event;
			UPDATE later%[1]d SET wall = wall + 1;
			CREATE INDEX later%[1]d_wall ON later%[1]d (wall)`, i))
	}
	return persistence.New(sqlite.NewWith(dir, migrations), nil)
}

const stepsOfKilled = 10

// migrateAll is the role of a process that migrates and may be killed at it.
func migrateAll(*persistence.Store) error {
	fmt.Println("begins")
	save, err := later(os.Getenv(dirVariable), stepsOfKilled).Open(context.Background(), saveName, persistence.Writing)
	if err != nil {
		return err
	}
	return save.Close()
}

func TestAnOldSaveIsBroughtUpToDate(t *testing.T) {
	dir := t.TempDir()
	old := begun(t, dir, 3)
	before, err := everything(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing to do
		if after, err := everything(t.Context(), later(dir, 2)); err != nil || after != before {
			t.Fatalf("got %v\n%s\nwant %s", err, after, before)
		}
	}
	t.Run("with a backup of its old form", func(t *testing.T) {
		backup := t.TempDir()
		writeFile(t, filepath.Join(backup, "monday.sqlite"), readFile(t, filepath.Join(dir, backupOfNow())))
		if got, err := everything(t.Context(), persistence.New(sqlite.New(backup), nil)); err != nil || got != before {
			t.Errorf("got %v\n%s\nwant %s", err, got, before)
		}
	})
	t.Run("and the old program does not touch it", func(t *testing.T) {
		data := readFile(t, filepath.Join(dir, "monday.sqlite"))
		if _, err := old.Open(t.Context(), saveName, persistence.Writing); !errors.Is(err, persistence.ErrNewer) {
			t.Errorf("got %v", err)
		}
		if !bytes.Equal(readFile(t, filepath.Join(dir, "monday.sqlite")), data) {
			t.Error("it was changed")
		}
	})
	t.Run("and deleting takes the backup along", func(t *testing.T) {
		if err := later(dir, 2).Delete(t.Context(), saveName); err != nil {
			t.Fatal(err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
			t.Errorf("there is still %v (%v)", entries, err)
		}
	})
}

// backupOfNow is what a save of the present form is kept as by a later program.
func backupOfNow() string { return fmt.Sprintf("monday.sqlite.v%d.backup", len(sqlite.Migrations())) }

// told is what the saves in testdata hold, one of each form that there was: three turns of
// this package's tests.
const told = "p-1 1989223c7d7c6465f5b51740a45a60b36625cc1b623834468d692b6c78960579"

// A save of any form that ever was is read as it is, without a byte of it being changed, and
// is brought up to date when it is written.
func TestSavesOfEveryForm(t *testing.T) {
	forms, err := filepath.Glob("testdata/form*.sqlite.gz")
	if err != nil || len(forms) != len(sqlite.Migrations())-1 {
		t.Fatalf("%d saves of earlier forms (%v); there were %d: put one of the form that was given up into testdata", len(forms), err, len(sqlite.Migrations())-1)
	}
	for _, name := range forms {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			unpacked, err := gzip.NewReader(file)
			if err != nil {
				t.Fatal(err)
			}
			was, err := io.ReadAll(unpacked)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "monday.sqlite")
			writeFile(t, path, was)
			store := persistence.New(sqlite.New(dir), nil)
			before, err := everything(t.Context(), store)
			if err != nil || !strings.HasPrefix(before, told) {
				t.Fatalf("got %v\n%s", err, before)
			}
			save, err := store.Open(t.Context(), saveName, persistence.Reading)
			if err != nil {
				t.Fatal(err)
			}
			form := strings.TrimSuffix(filepath.Base(name), ".sqlite.gz")
			_, state, err := save.Snapshot(t.Context(), save.At(event.Trunk), "1")
			if had := form >= "form3"; had != (string(state) == "state") || !had && !errors.Is(err, persistence.ErrNotFound) {
				t.Errorf("its snapshot, of a form that had none, had them unpacked, or has them as now: %q (%v)", state, err)
			}
			if data, err := save.GetBlob(t.Context(), event.HashOf([]byte("picture"))); string(data) != "picture" && form >= "form2" {
				t.Errorf("its picture is %q (%v)", data, err)
			}
			if err := save.Close(); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(readFile(t, path), was) {
				t.Error("who read it changed it")
			}
			if save, err = store.Open(t.Context(), saveName, persistence.Writing); err != nil {
				t.Fatal(err)
			}
			at := save.At(event.Trunk)
			at.Position = 2
			if err := errors.Join(save.PutSnapshot(t.Context(), at, "1", []byte("state")), save.Close()); err != nil {
				t.Fatal(err)
			}
			if after, err := everything(t.Context(), store); err != nil || after != before {
				t.Errorf("got %v\n%s\nwant %s", err, after, before)
			}
		})
	}
}

// A step that cannot be made leaves the form before it.
func TestAFailedMigrationChangesNothing(t *testing.T) {
	dir := t.TempDir()
	old := begun(t, dir, 3)
	before, err := everything(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	broken := append(sqlite.Migrations(), "CREATE TABLE later (x); INSERT INTO nowhere VALUES (1)")
	if _, err := persistence.New(sqlite.NewWith(dir, broken), nil).Open(t.Context(), saveName, persistence.Writing); err == nil {
		t.Fatal("the migration went through")
	}
	if after, err := everything(t.Context(), old); err != nil || after != before {
		t.Errorf("got %v\n%s\nwant %s", err, after, before)
	}
	if after, err := everything(t.Context(), later(dir, 1)); err != nil || after != before {
		t.Errorf("and then: %v\n%s", err, after)
	}
}

// A save that is being migrated belongs to the one who does it.
func TestASaveInPlayIsNotMigrated(t *testing.T) {
	dir := t.TempDir()
	old := begun(t, dir, 1)
	save, err := old.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	for _, mode := range []persistence.Mode{persistence.Reading, persistence.Writing} {
		if _, err := later(dir, 1).Open(t.Context(), saveName, mode); !errors.Is(err, persistence.ErrLocked) {
			t.Errorf("got %v", err)
		}
	}
}

// A migration is killed at a random moment: the next one ends it, and the story
// is the same.
func TestAKilledMigrationIsResumed(t *testing.T) {
	source := t.TempDir()
	before, err := everything(t.Context(), begun(t, source, 200))
	if err != nil {
		t.Fatal(err)
	}
	data := readFile(t, filepath.Join(source, "monday.sqlite"))
	random := rand.New(rand.NewPCG(7, 8))
	backups := 0
	for range test.Durably(500) {
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, "monday.sqlite"), data)
		killMigration(t, dir, time.Duration(random.IntN(int(40*time.Millisecond))))
		if after, err := everything(t.Context(), later(dir, stepsOfKilled)); err != nil || after != before {
			t.Fatalf("got %v\n%.300s\nwant %.300s", err, after, before)
		}
		backup := t.TempDir()
		saved, err := os.ReadFile(filepath.Join(dir, backupOfNow()))
		if errors.Is(err, fs.ErrNotExist) {
			t.Fatal("there is no backup of the first form")
		}
		writeFile(t, filepath.Join(backup, "monday.sqlite"), saved)
		if got, err := everything(t.Context(), persistence.New(sqlite.New(backup), nil)); err != nil || got != before {
			t.Fatalf("the backup is worth nothing: %v", err)
		}
		backups++
	}
	t.Logf("%d migrations killed, all resumed, %d backups whole", backups, backups)
}

func killMigration(t *testing.T, dir string, after time.Duration) {
	t.Helper()
	command := play(t, "migrate", dir)
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	firstLine(t, output)
	<-time.After(after) // the random moment
	_ = command.Process.Kill()
	_ = command.Wait() // it was killed, or was faster
}
