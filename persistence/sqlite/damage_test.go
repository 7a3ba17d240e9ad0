package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// SQLite lost data in a few versions; see reliability C8.
func TestTheEngineHasNoKnownFault(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var version string
	if err := db.QueryRow(`SELECT sqlite_version()`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	var major, minor, patch int
	if _, err := fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch); err != nil {
		t.Fatal(err)
	}
	if n := major*1_000_000 + minor*1000 + patch; n < 3_051_003 || n == 3_052_000 {
		t.Errorf("SQLite %s has known faults", version)
	}
}

// What is foreign, newer or no save at all is refused by its header, and not a
// byte of it is touched.
func TestWhatIsNotOursIsNotTouched(t *testing.T) {
	source := t.TempDir()
	begun(t, source, 3)
	good := readFile(t, filepath.Join(source, "monday.sqlite"))
	header := func(at int, value uint32) []byte {
		changed := bytes.Clone(good)
		binary.BigEndian.PutUint32(changed[at:], value)
		return changed
	}
	for name, test := range map[string]struct {
		data []byte
		want error
		says string
	}{
		"empty":         {nil, persistence.ErrCorrupt, "too short"},
		"short":         {good[:99], persistence.ErrCorrupt, "too short"},
		"text":          {[]byte(strings.Repeat("once upon a time ", 100)), persistence.ErrCorrupt, "not a save of Narratoria"},
		"foreign":       {header(68, 0x12345678), persistence.ErrCorrupt, "not a save of Narratoria"},
		"newer":         {header(60, 5), persistence.ErrNewer, "the save has form 5, and this program knows forms up to 4: update Narratoria"},
		"no form":       {header(60, 0), persistence.ErrCorrupt, "form has the number 0"},
		"negative form": {header(60, 0xffffffff), persistence.ErrCorrupt, "form has the number -1"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "monday.sqlite")
			writeFile(t, path, test.data)
			store := persistence.New(sqlite.New(dir), nil)
			for _, mode := range []persistence.Mode{persistence.Reading, persistence.Writing} {
				began := time.Now()
				_, err := store.Open(t.Context(), saveName, mode)
				if took := time.Since(began); soak.Whole() && took > time.Second {
					t.Errorf("it is refused after %v", took)
				}
				if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
					t.Errorf("got %v, want %v with %q", err, test.want, test.says)
				}
			}
			infos, err := store.List(t.Context())
			if err != nil || len(infos) != 1 || !errors.Is(infos[0].Err, test.want) {
				t.Errorf("the list says %+v, %v", infos, err)
			}
			if !bytes.Equal(readFile(t, path), test.data) {
				t.Error("the file was changed")
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != 1 {
				t.Errorf("something was left beside it: %v, %v", entries, err)
			}
		})
	}
	t.Run("a directory", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "monday.sqlite"), 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := persistence.New(sqlite.New(dir), nil).Open(t.Context(), saveName, persistence.Reading); !errors.Is(err, persistence.ErrCorrupt) {
			t.Errorf("got %v", err)
		}
	})
}

// One bit is flipped, or the end is cut off: it is found, or it did not matter;
// never does a story come back shorter or other than it was.
func TestDamageIsFoundOrHarmless(t *testing.T) {
	source := t.TempDir()
	store := begun(t, source, 20)
	want, err := everything(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	good := readFile(t, filepath.Join(source, "monday.sqlite"))
	random := rand.New(rand.NewPCG(5, 6))
	found, flips, cuts := 0, test.Durably(20_000), test.Durably(5000)
	for i := range flips + cuts {
		damaged := bytes.Clone(good)
		if at := random.IntN(len(damaged)); i < flips {
			damaged[at] ^= 1 << random.IntN(8)
		} else {
			damaged = damaged[:at]
		}
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, "monday.sqlite"), damaged)
		got, err := everything(t.Context(), persistence.New(sqlite.New(dir), nil))
		switch {
		case err != nil:
			found++
		case got != want:
			t.Fatalf("damage %d went unnoticed (%d and %d bytes):\n%s", i, len(got), len(want), cmp.Diff(strings.Fields(want), strings.Fields(got)))
		}
	}
	t.Logf("%d bits flipped, %d times cut off: %d found, %d harmless", flips, cuts, found, flips+cuts-found)
	if found == 0 {
		t.Error("nothing was found: the test damages nothing")
	}
}

// everything is all that a save says, in words.
func everything(ctx context.Context, store *persistence.Store) (string, error) {
	save, err := store.Open(ctx, saveName, persistence.Reading)
	if err != nil {
		return "", err
	}
	defer save.Close()
	if err := save.Verify(ctx); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(string(save.Playthrough()))
	for record, err := range save.Events(ctx, save.At(event.Trunk), 0) {
		if err != nil {
			return "", err
		}
		b.WriteString(" " + record.Hash.String())
	}
	found, err := save.TextSearch(ctx, persistence.Scope{
		At: save.At(event.Trunk), Kind: persistence.Memory, Knower: event.Everyone,
	}, persistence.Query{Text: "lamp"})
	for _, f := range found {
		b.WriteString(" " + string(f.Row.Key) + f.Row.Text)
	}
	return b.String(), err
}

// Each guard of the log is tried on a save that was changed behind its back.
func TestAChangedHistoryIsNotBelieved(t *testing.T) {
	for name, change := range map[string]string{
		"its events cut off":      `DELETE FROM event WHERE position > 6`,
		"an event missing inside": `DELETE FROM event WHERE position = 2`,
		"an event added":          `INSERT INTO event SELECT branch, position + 9, bytes, hash, wall FROM event WHERE position = 1`,
		"a tip with another hash": `UPDATE event SET hash = zeroblob(32) WHERE position = 9`,
		"a text changed":          `UPDATE event SET bytes = CAST('{"actor":"engine","data":{"minutes":7},"kind":"time.passed","moment":{"sequence":1},"v":1}' AS BLOB) WHERE position = 2`,
		"a packed byte changed":   `UPDATE event SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'7f' AS BLOB) WHERE position = 2`,
		"a packed event cut":      `UPDATE event SET bytes = CAST(substr(bytes, 1, length(bytes) - 2) AS BLOB) WHERE position = 2`,
		"an event twice":          `UPDATE event SET bytes = (SELECT bytes FROM event WHERE position = 1) WHERE position = 2`,
		"a row changed":           `UPDATE row SET bytes = CAST(replace(CAST(bytes AS TEXT), 'lamp', 'moon') AS BLOB) WHERE ordinal = 1`,
		"two rows swapped":        `UPDATE row SET key = 'turn-' || (3 - CAST(substr(key, 6) AS INTEGER)) || ' ' WHERE ordinal <= 2`,
		"a hash too short":        `UPDATE event SET hash = zeroblob(31) WHERE position = 2`,
		"a control record forged": `INSERT INTO control VALUES (1, CAST('{"branch":"b","kind":"head.moved","v":1}' AS BLOB), zeroblob(32), 0)`,
		"another playthrough":     `UPDATE save SET playthrough = 'p-2'`,
		"no playthrough":          `DELETE FROM save`,
		"a control record lost":   `INSERT INTO control VALUES (2, x'7b7d', zeroblob(32), 0)`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			store := begun(t, dir, 3)
			db, err := sql.Open("sqlite", filepath.Join(dir, "monday.sqlite"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(change); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if got, err := everything(t.Context(), store); !errors.Is(err, persistence.ErrCorrupt) {
				t.Errorf("got %v: %.200s", err, got)
			}
		})
	}
}
