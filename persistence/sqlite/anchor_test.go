package sqlite_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story/event"
)

// copies is a save that was copied after each of its commits: turns, a branch, turns of it.
func copies(t *testing.T, dir string) (all [][]byte) {
	t.Helper()
	path := filepath.Join(dir, "monday.sqlite")
	keep := func(save *persistence.Save) {
		t.Helper()
		if err := save.Close(); err != nil {
			t.Fatal(err)
		}
		all = append(all, readFile(t, path))
	}
	store := persistence.New(sqlite.New(dir), nil)
	save, err := store.Create(t.Context(), "monday", "play")
	if err != nil {
		t.Fatal(err)
	}
	for turn := range int64(4) {
		tell(t, save, event.Trunk, turn)
		keep(save)
		save = opened(t, store)
	}
	err = save.Control(t.Context(), event.Control{Kind: event.BranchMade, Branch: "take-2", Parent: event.Trunk, At: 4}, event.Control{Kind: event.HeadMoved, Branch: "take-2"})
	if err != nil {
		t.Fatal(err)
	}
	keep(save)
	save = opened(t, store)
	tell(t, save, "take-2", 2)
	keep(save)
	return all
}

// tell writes a turn of two events after those before it.
func tell(t *testing.T, save *persistence.Save, branch event.BranchID, after int64) {
	t.Helper()
	turn := event.TurnID(fmt.Sprintf("%s-%d", branch, after+1))
	_, err := save.Append(t.Context(), persistence.Batch{
		Branch: branch, Expected: event.Position(2 * after), Turn: turn,
		Events: []event.Event{
			{Kind: event.TurnOpened, Actor: event.EngineSelf, Data: event.Data{"turn": string(turn), "number": after + 1, "seed": "0"}},
			{Kind: event.DataSet, Actor: event.EngineSelf, Data: event.Data{"skill": "x", "key": "k", "value": string(turn)}},
		},
		Summary: strictjson.Object{"turn": strictjson.Int(after + 1)}, // so that a list reads it alone
	})
	if err != nil {
		t.Fatal(err)
	}
}

func opened(t *testing.T, store *persistence.Store) *persistence.Save {
	t.Helper()
	save, err := store.Open(t.Context(), "monday", persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	return save
}

// Every earlier copy of a save is told from the last, with how much of it is missing; it can
// be read, and played on when that is wanted.
func TestOlderCopies(t *testing.T) {
	dir := t.TempDir()
	all := copies(t, dir)
	path := filepath.Join(dir, "monday.sqlite")
	anchored := readFile(t, filepath.Join(dir, "monday.anchor"))
	store := persistence.New(sqlite.New(dir), nil)
	const noBranch = `it has no branch "take-2", along which the story was told last, up to turn 3`
	for i, want := range []string{
		noBranch, noBranch, noBranch, noBranch, "the last turn is missing, and it ends with turn 2", "",
	} {
		writeFile(t, path, all[i])
		writeFile(t, filepath.Join(dir, "monday.anchor"), anchored)
		info := store.Info(t.Context(), "monday")
		if told := info.Older; info.Err != nil || (told == nil) != (want == "") || told != nil && !strings.HasSuffix(told.Error(), want) {
			t.Errorf("copy %d, in a list: %v, %v; want %s", i, told, info.Err, want)
		}
		save, err := store.Open(t.Context(), "monday", persistence.Writing)
		if want == "" {
			if err != nil {
				t.Errorf("the last copy: %v", err)
			} else if err := errors.Join(save.CheckLatest(t.Context()), save.Close()); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !errors.Is(err, persistence.ErrOlder) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("copy %d: %v; want %s", i, err, want)
			continue
		}
		if string(readFile(t, path)) != string(all[i]) {
			t.Errorf("copy %d was changed", i)
		}
		save, err = store.Open(t.Context(), "monday", persistence.Reading)
		if err != nil {
			t.Fatalf("copy %d cannot be read: %v", i, err)
		}
		if err := save.CheckLatest(t.Context()); !errors.Is(err, persistence.ErrOlder) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("copy %d, being read: %v; want %s", i, err, want)
		}
		if err := save.Close(); err != nil {
			t.Fatal(err)
		}
		if save, err = store.TakeOlder(t.Context(), "monday"); err != nil {
			t.Fatalf("copy %d cannot be taken: %v", i, err)
		}
		if i < 4 {
			tell(t, save, event.Trunk, int64(i+1))
		}
		if err := save.Close(); err != nil {
			t.Fatal(err)
		}
		if err := opened(t, store).Close(); err != nil {
			t.Errorf("copy %d is asked for again: %v", i, err)
		}
	}
}

// Turns are counted, and so is what another telling has in their place.
func TestOlderCopiesOfATrunk(t *testing.T) {
	dir := t.TempDir()
	all := copies(t, dir)[:4]
	path, anchor := filepath.Join(dir, "monday.sqlite"), filepath.Join(dir, "monday.anchor")
	store := persistence.New(sqlite.New(dir), nil)
	writeFile(t, path, all[3])
	if err := os.Remove(anchor); err != nil {
		t.Fatal(err)
	}
	save := opened(t, store)
	tell(t, save, event.Trunk, 4)
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	newest, anchored := readFile(t, path), readFile(t, anchor)
	refused := func(want string) {
		t.Helper()
		writeFile(t, anchor, anchored)
		_, err := store.Open(t.Context(), "monday", persistence.Writing)
		if !errors.Is(err, persistence.ErrOlder) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
		if told := store.Info(t.Context(), "monday").Older; told == nil || !strings.HasSuffix(told.Error(), want) {
			t.Errorf("in a list: %v; want %s", told, want)
		}
	}
	for i, want := range []string{"the last 4 turns are missing, and it ends with turn 1", "the last 3 turns are missing, and it ends with turn 2", "the last 2 turns are missing, and it ends with turn 3", "the last turn is missing, and it ends with turn 4"} {
		writeFile(t, path, all[i])
		refused(want)
	}

	// The older copy was played on elsewhere, for as many turns.
	writeFile(t, path, all[3])
	if err := os.Remove(anchor); err != nil {
		t.Fatal(err)
	}
	save = opened(t, store)
	other := event.Event{Kind: event.DataSet, Actor: event.EngineSelf, Data: event.Data{"skill": "x", "key": "k", "value": "otherwise"}}
	if _, err := save.Append(t.Context(), persistence.Batch{Branch: event.Trunk, Expected: 8, Turn: "other", Events: []event.Event{other, other, other}}); err != nil {
		t.Fatal(err)
	}
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	refused("was written to elsewhere: what was told last is not in it")

	// A later copy than the anchor knows is the story.
	writeFile(t, path, newest)
	writeFile(t, anchor, anchored)
	save = opened(t, store)
	tell(t, save, event.Trunk, 5)
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, anchor, anchored)
	if err := opened(t, store).Close(); err != nil {
		t.Errorf("a later copy: %v", err)
	}
}

// What is damaged, of another story or no plain file is no anchor, and refuses nothing.
func TestAnchorsThatAreNone(t *testing.T) {
	dir := t.TempDir()
	copies(t, dir)
	anchor := filepath.Join(dir, "monday.anchor")
	whole := readFile(t, anchor)
	store := persistence.New(sqlite.New(dir), nil)
	for i := range whole {
		damaged := append([]byte(nil), whole...)
		damaged[i] ^= 1 << (i % 8)
		writeFile(t, anchor, damaged)
		if err := opened(t, store).Close(); err != nil {
			t.Fatalf("a bit of byte %d: %v", i, err)
		}
		writeFile(t, anchor, whole[:i])
		if err := opened(t, store).Close(); err != nil {
			t.Fatalf("cut at %d: %v", i, err)
		}
	}

	elsewhere := filepath.Join(t.TempDir(), "precious")
	writeFile(t, elsewhere, []byte("precious"))
	for _, path := range []string{anchor, anchor + ".new"} {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(elsewhere, path); err != nil {
			t.Skip(err)
		}
	}
	save := opened(t, store)
	tell(t, save, event.Trunk, 4)
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	if got := readFile(t, elsewhere); string(got) != "precious" {
		t.Errorf("what a link led to is now %q", got)
	}
	if err := store.Delete(t.Context(), "monday"); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "monday*")); err != nil || len(left) > 0 {
		t.Errorf("left are %v (%v)", left, err)
	}
}
