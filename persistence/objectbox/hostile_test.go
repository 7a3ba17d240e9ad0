package objectbox_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// What a link leads to is erased by nobody who clears away what a killed program has left.
func TestALinkIsErasedAndNotWhatItLeadsTo(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	begun(t, elsewhere, 1)
	before := contents(t, elsewhere)
	for _, name := range []string{"tuesday.objectbox.unfinished", "sunday.objectbox.leaving"} {
		if err := os.Symlink(filepath.Join(elsewhere, "monday.objectbox"), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	begun(t, dir, 1)
	same(t, before, contents(t, elsewhere))
	if _, err := os.Lstat(filepath.Join(dir, "tuesday.objectbox.unfinished")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a link is left: %v", err)
	}
}

// A folder that somebody has open is not erased, whatever its name has become.
func TestWhatIsOpenIsNotErased(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 1)
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	renamed := filepath.Join(dir, "tuesday.objectbox.leaving")
	if err := os.Rename(filepath.Join(dir, "monday.objectbox"), renamed); err != nil {
		t.Fatal(err)
	}
	other, err := store.Create(t.Context(), "wednesday", "p-2")
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(renamed, "data-1", "data.mdb")); err != nil {
		t.Errorf("what was open is gone: %v", err)
	}
	if err := save.Close(); err != nil {
		t.Log("closed where it is no more:", err)
	}
}

// A folder that another program has made is looked at by another process, even if it brings the sum of what is in it:
// one who made the data can make the sum.
func TestAForgedSumIsNotBelieved(t *testing.T) {
	for name, forge := range map[string]func(folder string) error{
		"copied as it is": func(string) error { return nil },
		"with its sum alone": func(folder string) error {
			data, err := os.ReadFile(filepath.Join(folder, "data-1", "data.mdb"))
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(folder, "whole"), fmt.Appendf(nil, "1 %x 0\n", sha256.Sum256(data)), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			source, dir := t.TempDir(), t.TempDir()
			begun(t, source, 2)
			folder := filepath.Join(dir, "monday.objectbox")
			if err := os.CopyFS(folder, os.DirFS(filepath.Join(source, "monday.objectbox"))); err != nil {
				t.Fatal(err)
			}
			if err := forge(folder); err != nil {
				t.Fatal(err)
			}
			save, err := persistence.New(open(t, dir), nil).Open(t.Context(), saveName, persistence.Writing)
			if err != nil {
				t.Fatal(err)
			}
			defer save.Close()
			if tip, _, err := save.Tip(t.Context(), event.Trunk); err != nil || tip != 2*eventsOfTurn {
				t.Errorf("it ends at %d, %v", tip, err)
			}
			if _, err := os.Stat(filepath.Join(folder, "data-2")); err != nil {
				t.Errorf("nobody looked at it: %v", err)
			}
		})
	}
}

// What was closed here is opened as it is.
func TestWhatWasClosedHereIsNotLookedAt(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir, 2)
	save, err := persistence.New(open(t, dir), nil).Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	if _, err := os.Stat(filepath.Join(dir, "monday.objectbox", "data-2")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it was written anew: %v", err)
	}
}

// Files and directories in a folder whose names are not quite ours are neither read nor erased, nor in the way.
func TestWhatIsNamedLikeOursStays(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 2)
	folder := filepath.Join(dir, "monday.objectbox")
	foreign := []string{"data-007", "data-9999999999", "data-x", "data--1", "new-chapter", "data-0"}
	for _, name := range foreign {
		if err := os.Mkdir(filepath.Join(folder, name), 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(folder, name, "data.mdb"), []byte("a novel"))
	}
	if err := os.Mkdir(filepath.Join(folder, "data-8"), 0o700); err != nil { // empty
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, "whole")); err != nil { // so that it is written anew
		t.Fatal(err)
	}
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	if tip, _, err := save.Tip(t.Context(), event.Trunk); err != nil || tip != 2*eventsOfTurn {
		t.Errorf("it ends at %d, %v", tip, err)
	}
	if err := save.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range foreign {
		if got := string(readFile(t, filepath.Join(folder, name, "data.mdb"))); got != "a novel" {
			t.Errorf("%s has %q", name, got)
		}
	}
}

// Who looks at a folder writes nowhere but into the directory that it is given.
func TestTheInspectorWritesWhereItIsTold(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir, 1)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "monday.objectbox")
	look := func(made string) error {
		command := exec.Command(program, "inspect", os.Getenv("NARRATORIA_OBJECTBOX"), folder, "1", made)
		stdin, err := command.StdinPipe() // it ends with whoever holds the other end
		if err != nil {
			return err
		}
		defer stdin.Close()
		return command.Run()
	}
	before := contents(t, dir)
	for _, made := range []string{"..", "../monday", "data-2", "new-", "new-1/../..", "/new-1", ""} {
		if look(made) == nil {
			t.Errorf("%q is written to", made)
		}
	}
	same(t, before, contents(t, dir))
	if err := os.Mkdir(filepath.Join(folder, "new-1"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := look("new-1"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "new-1", "data.mdb")); err != nil {
		t.Error(err)
	}
}

func same(t *testing.T, before, after map[string]string) {
	t.Helper()
	for name, is := range after {
		if before[name] != is {
			t.Errorf("%s has changed", name)
		}
		delete(before, name)
	}
	for name := range before {
		t.Errorf("%s is gone", name)
	}
}
