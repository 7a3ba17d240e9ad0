package stores_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/stores"
	"github.com/narratoria/narratoria/story/event"
)

// An address is opened by whom its scheme says, and what is none is said without its password.
func TestAddresses(t *testing.T) {
	asked := ""
	openers := map[string]stores.Opener{"postgres": func(address string, libraries stores.Libraries) (*stores.Place, error) {
		asked = address + " " + libraries("it")
		return &stores.Place{Driver: mem.New(), Name: stores.Shown(address)}, nil
	}}
	libraries := func(name string) string { return "/lib/" + name }
	openers["objectbox"] = openers["postgres"]
	for address, want := range map[string]string{
		"objectbox:":                     "a directory is missing, as in objectbox:",
		"sqlite:":                        "a directory is missing",
		"sqlite":                         "a directory is missing",
		"":                               "it is not sqlite:DIRECTORY, objectbox:DIRECTORY or postgres://USER@HOST/DATABASE",
		"/home/me":                       "it is not sqlite:DIRECTORY, ",
		"postgresql://me:secret@host/db": "it is not sqlite:DIRECTORY, ",
		"mysql://me:secret@host/db":      `the store "mysql://me:xxxxx@host/db": it is not`,
		"mysql://me:secret@ho st:x/db":   `the store "mysql:...": it is not`,
	} {
		_, err := stores.Open(address, libraries, openers)
		if wrong, ok := errors.AsType[*stores.AddressError](err); !ok || !strings.Contains(wrong.Error(), want) || strings.Contains(wrong.Error(), "secret") {
			t.Errorf("%s: got %v", address, err)
		}
	}
	place, err := stores.Open("postgres://me:secret@host/db", libraries, openers)
	if err != nil || asked != "postgres://me:secret@host/db /lib/it" || place.Name != "postgres://me:xxxxx@host/db" || place.Identity != "postgres:"+place.Name {
		t.Errorf("%v, %v", place, err)
	}
	place.Close()
	dir := t.TempDir()
	if place, err = stores.Open("sqlite:"+dir, nil, nil); err != nil || place.Name != dir {
		t.Errorf("%v, %v", place, err)
	}
}

// What stands for the home is read where no shell has read it, and nobody else's home is made up.
func TestDirectoriesInTheHome(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		"sqlite:~/stories":    filepath.Join(home, "stories"),
		"objectbox:~":         home,
		"objectbox:./~/x":     filepath.Join(here, "~", "x"),
		"sqlite:below/~/here": filepath.Join(here, "below", "~", "here"),
		"sqlite:./~ada":       filepath.Join(here, "~ada"),
	} {
		if got, err := stores.Directory(address); got != want || err != nil {
			t.Errorf("%s is %q, %v", address, got, err)
		}
	}
	if _, err := stores.Open("sqlite:~ada/stories", nil, nil); err == nil || !strings.Contains(err.Error(), "only your own is known") {
		t.Errorf("got %v", err)
	}
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	if _, err := stores.Directory("sqlite:~/x"); err == nil || !strings.Contains(err.Error(), "no home directory is known") {
		t.Errorf("got %v", err)
	}
}

// A directory is the same by whatever way, before it is made and after; two are two.
func TestIdentitiesOfDirectories(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "real"), 0o700), os.Symlink("real", filepath.Join(dir, "link"))); err != nil {
		t.Skip(err)
	}
	of := func(way string) string {
		place, err := stores.Open("sqlite:"+filepath.Join(dir, way), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return place.Identity
	}
	before := of("link/below/stories")
	if err := os.MkdirAll(filepath.Join(dir, "real/below/stories"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{"link/below/stories", "real/below/stories", "link/../real/below/stories/."} {
		if got := of(way); got != before {
			t.Errorf("%s is %q, and was %q", way, got, before)
		}
	}
	if of("real/below/others") == before || of("real/stories") == before || of("real/below") == before {
		t.Error("two are one")
	}
}

// Saves that are in no file are backed up as files, and made of them again, under another name too,
// and in another store.
func TestBackupsOfWhatIsInNoFile(t *testing.T) {
	first, second := mem.New(), mem.New()
	save, err := persistence.New(first, nil).Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	_, err = save.Append(t.Context(), persistence.Batch{Branch: event.Trunk, Turn: "turn-1", Events: []event.Event{{
		Kind: event.Happened, Actor: event.EngineSelf, Perception: &event.Perception{}, Moment: event.Moment{Sequence: 1}, Data: event.Data{"text": "a"},
	}}})
	if err = errors.Join(err, save.Close()); err != nil {
		t.Fatal(err)
	}
	digest := func(d persistence.Driver, name string) event.Hash {
		sum, err := persistence.New(d, nil).Digest(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	temp := t.TempDir()
	path := filepath.Join(t.TempDir(), "copy")
	at := func(d persistence.Driver) *stores.Place { return &stores.Place{Driver: d} }
	if err := at(first).Backups(temp).CopyOut(t.Context(), "monday", path); err != nil {
		t.Fatal(err)
	}
	if err := at(second).Backups(temp).CopyIn(t.Context(), path, "tuesday"); err != nil {
		t.Fatal(err)
	}
	if digest(first, "monday") != digest(second, "tuesday") {
		t.Error("something else came back")
	}
	if err := at(second).Backups(temp).CopyIn(t.Context(), path, "tuesday"); !errors.Is(err, persistence.ErrExists) {
		t.Errorf("a save was made twice: %v", err)
	}
	if err := at(first).Backups(temp).CopyOut(t.Context(), "friday", filepath.Join(temp, "x")); !errors.Is(err, persistence.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(temp, "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}
