package sqlite_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

// What a killed player left beside a save, of which a bit is another, or that is cut off: whoever
// would go on is told, or it did not matter. The last turns wait in the write-ahead log, which
// SQLite reads as far as it is sound and no further; the anchor knows how far that should be.
func TestDamageBesideASaveIsFoundOrHarmless(t *testing.T) {
	left, want := leftByAPlayer(t)
	random := rand.New(rand.NewPCG(15, 16))
	flips, cuts := test.Durably(2000), test.Durably(500)
	found, older := 0, 0
	for i := range flips + cuts {
		damaged := bytes.Clone(left["-wal"])
		if at := random.IntN(len(damaged)); i < flips {
			damaged[at] ^= 1 << random.IntN(8)
		} else {
			damaged = damaged[:at]
		}
		got, err := readAmid(t, left, map[string][]byte{"-wal": damaged})
		switch {
		case errors.Is(err, persistence.ErrOlder):
			older++
		case err != nil:
			found++
		case got != want:
			t.Fatalf("damage %d went unnoticed (%d and %d bytes)", i, len(got), len(want))
		}
	}
	t.Logf("%d bits flipped, %d times cut off: %d times turns were missing, %d times something else was wrong, %d times nothing", flips, cuts, older, found, flips+cuts-found-older)
	if older == 0 {
		t.Error("no turn was missing: the test damages nothing")
	}
	if got, err := readAmid(t, left, map[string][]byte{"-wal": nil}); !errors.Is(err, persistence.ErrOlder) {
		t.Errorf("without the last turns: %d bytes, %v", len(got), err)
	}
}

// A damaged anchor is none, and a save is played without.
func TestADamagedAnchorIsNone(t *testing.T) {
	left, want := leftByAPlayer(t)
	random := rand.New(rand.NewPCG(17, 18))
	for i := range test.Durably(2000) {
		damaged := bytes.Clone(left[".anchor"])
		damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
		if got, err := readAmid(t, left, map[string][]byte{".anchor": damaged}); err != nil || got != want {
			t.Fatalf("damage %d: %v", i, err)
		}
	}
}

// leftByAPlayer are the files of a save whose player was killed, by their endings, and all that it
// says.
func leftByAPlayer(t *testing.T) (files map[string][]byte, said string) {
	t.Helper()
	dir := t.TempDir()
	store := begun(t, dir, 5)
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	for i := 5; i < 25; i++ {
		if _, err := save.Append(t.Context(), turnAfter(event.Position(i*eventsOfTurn))); err != nil {
			t.Fatal(err)
		}
	}
	files = map[string][]byte{}
	for _, ending := range []string{"", "-wal", ".anchor"} {
		files[ending] = readFile(t, filepath.Join(dir, ofSave(ending)))
	}
	said, err = readAmid(t, files, nil)
	if err != nil || strings.Count(said, " turn-") != 25 {
		t.Fatalf("left is %.200s (%v)", said, err)
	}
	return files, said
}

// ofSave is a file of the save by its ending.
func ofSave(ending string) string {
	if ending == ".anchor" {
		return saveName + ending
	}
	return saveName + ".sqlite" + ending
}

// readAmid is all that a save says, opened as to go on with it, with some of its files others.
func readAmid(t *testing.T, files, others map[string][]byte) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for ending, data := range files {
		if other, changed := others[ending]; changed {
			data = other
		}
		if data != nil {
			writeFile(t, filepath.Join(dir, ofSave(ending)), data)
		}
	}
	store := persistence.New(sqlite.New(dir), nil)
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		return "", err
	}
	if err := save.Close(); err != nil {
		return "", err
	}
	return everything(t.Context(), store)
}
