package objectbox_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/objectbox"
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

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// dataOf is where a save that was made and closed has its data.
func dataOf(dir string) string { return filepath.Join(dir, "monday.objectbox", "data-1", "data.mdb") }

// One bit is flipped, or the end is cut off: it is found, or it did not matter; never does a story
// come back shorter or other than it was, and whoever opens it lives on and plays.
func TestDamageIsFoundOrHarmless(t *testing.T) {
	source := t.TempDir()
	store := begun(t, source, 20)
	want, err := everything(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	good := readFile(t, dataOf(source))
	random := rand.New(rand.NewPCG(5, 6))
	found, flips, cuts := 0, max(500, test.Durably(20_000)), max(100, test.Durably(5000))
	if soak.Raced { // what is started takes ten times as long
		flips, cuts = 50, 10
	}
	for i := range flips + cuts {
		damaged := bytes.Clone(good)
		if at := random.IntN(len(damaged)); i < flips {
			damaged[at] ^= 1 << random.IntN(8)
		} else {
			damaged = damaged[:at]
		}
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(source)); err != nil {
			t.Fatal(err)
		}
		writeFile(t, dataOf(dir), damaged)
		store := persistence.New(open(t, dir), nil)
		got, err := everything(t.Context(), store)
		switch {
		case err == nil && got != want:
			t.Fatalf("damage %d went unnoticed (%d and %d bytes):\n%s", i, len(got), len(want), cmp.Diff(strings.Fields(want), strings.Fields(got)))
		case err == nil:
			if err := goOn(t.Context(), store, 20*eventsOfTurn); err != nil {
				t.Fatalf("damage %d: %v", i, err)
			}
		case !errors.Is(err, persistence.ErrCorrupt):
			t.Fatalf("damage %d: %v", i, err)
		case !bytes.Equal(readFile(t, dataOf(dir)), damaged):
			t.Fatalf("damage %d: what is damaged was changed", i)
		default:
			found++
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

// goOn plays one turn more.
func goOn(ctx context.Context, store *persistence.Store, tip event.Position) error {
	save, err := store.Open(ctx, saveName, persistence.Writing)
	if err != nil {
		return err
	}
	_, err = save.Append(ctx, turnAfter(tip))
	return errors.Join(err, save.Close())
}

// What is foreign, newer, or no folder at all is refused in one message, and nothing of it is touched.
func TestWhatIsNotOursIsNotTouched(t *testing.T) {
	source := t.TempDir()
	begun(t, source, 3)
	for name, test := range map[string]struct {
		change func(folder string) error
		want   error
		says   string
	}{
		"of another program": {func(folder string) error { return os.Remove(filepath.Join(folder, "narratoria")) }, persistence.ErrCorrupt, "not a folder of Narratoria's"},
		"of the worlds": {func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "narratoria"), []byte("1 worlds\n"), 0o600)
		}, persistence.ErrCorrupt, "not a folder of Narratoria's"},
		"a text": {func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "narratoria"), []byte("once upon a time"), 0o600)
		}, persistence.ErrCorrupt, "not a folder of Narratoria's"},
		"newer": {func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "narratoria"), []byte("2 save\n"), 0o600)
		}, persistence.ErrNewer, "it has form 2, and this program knows forms up to 1: update Narratoria"},
		"no data":    {func(folder string) error { return os.RemoveAll(filepath.Join(folder, "data-1")) }, persistence.ErrCorrupt, "data are missing"},
		"empty data": {func(folder string) error { return os.Remove(filepath.Join(folder, "data-1", "data.mdb")) }, persistence.ErrCorrupt, `"data.mdb" is missing`},
		"no database": {func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "data-1", "data.mdb"), []byte(strings.Repeat("once upon a time ", 1000)), 0o600)
		}, persistence.ErrCorrupt, ""},
		"a plain file": {func(folder string) error {
			return errors.Join(os.RemoveAll(folder), os.WriteFile(folder, []byte("x"), 0o600))
		}, persistence.ErrCorrupt, "not a folder of Narratoria's"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			folder := filepath.Join(dir, "monday.objectbox")
			if err := os.CopyFS(folder, os.DirFS(filepath.Join(source, "monday.objectbox"))); err != nil {
				t.Fatal(err)
			}
			if err := test.change(folder); err != nil {
				t.Fatal(err)
			}
			before := contents(t, dir)
			store := persistence.New(open(t, dir), nil)
			for _, mode := range []persistence.Mode{persistence.Reading, persistence.Writing} {
				_, err := store.Open(t.Context(), saveName, mode)
				if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "\n") {
					t.Errorf("got %v, want %v with %q", err, test.want, test.says)
				}
			}
			infos, err := store.List(t.Context())
			if err != nil || len(infos) != 1 || !errors.Is(infos[0].Err, test.want) {
				t.Errorf("the list says %+v, %v", infos, err)
			}
			if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// contents are the files below a directory with what is in them. What the system locks says who had
// it last, and is left out, as is the library's own beside its data.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.Name() == "lock" || entry.Name() == "lock.mdb" {
			return err
		}
		is := "a directory"
		if !entry.IsDir() {
			is = string(readFile(t, path))
		}
		name, err := filepath.Rel(dir, path)
		all[name] = is
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A folder of another program is not erased, whatever it is called.
func TestAForeignFolderIsNotErased(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "monday.objectbox", "data.mdb"), []byte("another's"))
	before := contents(t, dir)
	if err := persistence.New(open(t, dir), nil).Delete(t.Context(), saveName); !errors.Is(err, persistence.ErrCorrupt) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// A library that is missing, of another release, or no library is not loaded, and nothing is made.
func TestTheLibraryIsTheOneThatIsPinned(t *testing.T) {
	good := readFile(t, filepath.Join(soak.NeedEnv(t, "NARRATORIA_OBJECTBOX"), "libobjectbox.so"))
	for name, test := range map[string]struct {
		file []byte
		says string
	}{
		"missing":            {nil, "libobjectbox.so is missing"},
		"of another release": {bytes.Replace(good, []byte("5.1.0-2026"), []byte("4.0.0-2026"), 1), "of ObjectBox 5.1.0: its SHA-256 is"},
		"cut off":            {good[:len(good)/2], "its SHA-256 is"},
		"of another machine": {[]byte("\x7fELF"), "its SHA-256 is"},
	} {
		t.Run(name, func(t *testing.T) {
			library, dir := t.TempDir(), filepath.Join(t.TempDir(), "saves")
			if test.file != nil {
				writeFile(t, filepath.Join(library, "libobjectbox.so"), test.file)
			}
			d := objectbox.New(dir, &objectbox.Options{Library: library})
			_, err := d.Create(t.Context(), saveName, "p-1", nil)
			if err == nil || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), "`narratoria setup objectbox`") {
				t.Fatalf("got %v", err)
			}
			if named := strings.Contains(err.Error(), "but of ObjectBox 4.0.0"); named != (name == "of another release") {
				t.Errorf("it says %v", err)
			}
			if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("something was made: %v", err)
			}
		})
	}
}

// Who looks at a folder and is ended by what is in it has found it damaged. What looks at it forever
// is given up with whoever waits for it.
func TestWhoLooksIsEnded(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir, 1)
	if err := os.Remove(filepath.Join(dir, "monday.objectbox", "whole")); err != nil {
		t.Fatal(err)
	}
	before := contents(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for name, test := range map[string]struct {
		script string
		want   error
	}{
		"by a signal": {"kill -SEGV $$", persistence.ErrCorrupt},
		"by itself":   {"exit 2", persistence.ErrCorrupt},
		"never":       {"exec cat >/dev/null", context.Canceled},
	} {
		if name == "never" {
			cancel()
		}
		d := objectbox.New(dir, &objectbox.Options{Library: os.Getenv("NARRATORIA_OBJECTBOX"), Inspector: []string{"sh", "-c", test.script}})
		with := t.Context()
		if test.want == context.Canceled {
			with = ctx
		}
		if _, err := d.Open(with, saveName, persistence.Writing); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v", name, err)
		}
		if diff := cmp.Diff(before, contents(t, dir)); diff != "" {
			t.Error(diff)
		}
	}
	if err := examine(t, dir, eventsOfTurn); err != nil {
		t.Error(err)
	}
}

// Without a process that looks at it, a save that was not closed is not opened here.
func TestNobodyLooks(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir, 1)
	if err := os.Remove(filepath.Join(dir, "monday.objectbox", "whole")); err != nil {
		t.Fatal(err)
	}
	for _, inspector := range [][]string{nil, {filepath.Join(dir, "nobody")}} {
		d := objectbox.New(dir, &objectbox.Options{Library: os.Getenv("NARRATORIA_OBJECTBOX"), Inspector: inspector})
		if f, err := d.Open(t.Context(), saveName, persistence.Reading); err == nil || errors.Is(err, persistence.ErrCorrupt) {
			t.Errorf("%q: got %v", inspector, err)
			if err == nil {
				_ = f.Close()
			}
		}
	}
	if err := examine(t, dir, eventsOfTurn); err != nil {
		t.Error(err)
	}
}

// The library says on the standard output what is wrong with a folder, in the midst of what the
// program says there to others: it is kept from that.
func TestTheLibraryIsSilent(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir, 20)
	good := readFile(t, dataOf(dir))
	writeFile(t, dataOf(dir), good[:len(good)/2])
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "inspect", os.Getenv("NARRATORIA_OBJECTBOX"), filepath.Join(dir, "monday.objectbox"), "1", "new-1")
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	said, err := command.Output()
	if _, failed := errors.AsType[*exec.ExitError](err); !failed || len(said) > 0 {
		t.Errorf("it says %q, %v", said, err)
	}
}
