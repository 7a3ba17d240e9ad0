package sqlite_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// begun makes a save with some turns and closes it.
func begun(t testing.TB, dir string, turns int) *persistence.Store {
	t.Helper()
	store := persistence.New(sqlite.New(dir), nil)
	save, err := store.Create(t.Context(), saveName, "p-1")
	if err != nil {
		t.Fatal(err)
	}
	for i := range turns {
		if _, err := save.Append(t.Context(), turnAfter(event.Position(i*eventsOfTurn))); err != nil {
			t.Fatal(err)
		}
	}
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	return store
}

// playing starts a process that holds the save of a directory, until the test ends.
func playing(t *testing.T, dir string) {
	t.Helper()
	player := play(t, "hold", dir)
	input, err := player.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := player.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := player.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = input.Close(); _ = player.Wait() })
	if said := firstLine(t, output); said != "open" {
		t.Fatalf("the player says %q", said)
	}
}

// The lock is on the save itself: whoever deletes the file that says who plays, or gives
// the save another name, gets no second player in, and no way to erase what is played.
func TestTheLockIsOnTheSaveItself(t *testing.T) {
	for name, trick := range map[string]func(dir string) (save string, err error){
		"the lock file is deleted": func(dir string) (string, error) {
			return saveName, os.Remove(filepath.Join(dir, saveName+".lock"))
		},
		"the lock file is another": func(dir string) (string, error) {
			path := filepath.Join(dir, saveName+".lock")
			return saveName, errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600))
		},
		"a hard link": func(dir string) (string, error) {
			return "tuesday", os.Link(filepath.Join(dir, saveName+".sqlite"), filepath.Join(dir, "tuesday.sqlite"))
		},
		"a symbolic link": func(dir string) (string, error) {
			return "tuesday", os.Symlink(saveName+".sqlite", filepath.Join(dir, "tuesday.sqlite"))
		},
		"renamed": func(dir string) (string, error) {
			return "tuesday", os.Rename(filepath.Join(dir, saveName+".sqlite"), filepath.Join(dir, "tuesday.sqlite"))
		},
	} {
		for _, who := range []string{"another process", "this process"} {
			t.Run(name+", played by "+who, func(t *testing.T) {
				dir := t.TempDir()
				store := begun(t, dir, 1)
				if who == "this process" {
					save, err := store.Open(t.Context(), saveName, persistence.Writing)
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { _ = save.Close() })
				} else {
					playing(t, dir)
				}
				save, err := trick(dir)
				if err != nil {
					t.Skip(err) // Windows lets nobody remove or rename what is open
				}
				_, err = store.Open(t.Context(), save, persistence.Writing)
				if !errors.Is(err, persistence.ErrLocked) {
					t.Errorf("a second player gets %v", err)
				}
				if locked, _ := errors.AsType[*persistence.LockedError](err); strings.HasSuffix(name, "link") && locked != nil && locked.PID == 0 {
					t.Error("and is not told who plays")
				}
				if err := store.Delete(t.Context(), save); !errors.Is(err, persistence.ErrLocked) {
					t.Errorf("who deletes it gets %v", err)
				}
				if read, err := store.Open(t.Context(), save, persistence.Reading); name != "renamed" && name != "a hard link" {
					if err != nil {
						t.Errorf("who reads it gets %v", err)
					} else if err := read.Close(); err != nil {
						t.Error(err)
					}
				} else if err == nil {
					_ = read.Close()
				}
			})
		}
	}
}

// A save with two names is not written under either: the turns that wait beside it under
// one name would be missed, and spoilt, under the other. It is once one is removed.
func TestASaveOfTwoNames(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 1)
	other := filepath.Join(dir, "tuesday.sqlite")
	if err := os.Link(filepath.Join(dir, saveName+".sqlite"), other); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{saveName, "tuesday"} {
		if _, err := store.Open(t.Context(), name, persistence.Writing); !errors.Is(err, persistence.ErrNamedTwice) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := store.Delete(t.Context(), "tuesday"); err != nil {
		t.Fatal(err)
	}
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	if err := save.Close(); err != nil {
		t.Error(err)
	}
}

// Who reads in the process that plays keeps nobody out once it has ended, and the other
// way round.
func TestTheLockEndsWithItsHolder(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 1)
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	read, err := store.Open(t.Context(), saveName, persistence.Reading)
	if err != nil {
		t.Fatal(err)
	}
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	playing(t, dir)
	if err := read.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), saveName, persistence.Writing); !errors.Is(err, persistence.ErrLocked) {
		t.Errorf("a second player gets %v", err)
	}
}

// Another process is told at once who plays, by whichever path it comes; and
// when the player is killed, the save is free.
func TestTheLockHoldsBetweenProcesses(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 1)
	player := play(t, "hold", dir)
	input, err := player.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	output, err := player.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := player.Start(); err != nil {
		t.Fatal(err)
	}
	if said := firstLine(t, output); said != "open" {
		t.Fatalf("the player says %q", said)
	}
	wayRound := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, wayRound); err != nil {
		wayRound = dir // Windows may not make links
	}
	for _, path := range []string{dir, wayRound} {
		began := time.Now()
		_, err := persistence.New(sqlite.New(path), nil).Open(t.Context(), saveName, persistence.Writing)
		if want := fmt.Sprintf("is open for playing elsewhere, by the process %d", player.Process.Pid); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if took := time.Since(began); took > 4*time.Second { // a wait for the database itself takes 5
			t.Errorf("that took %v", took)
		}
	}
	if err := player.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = player.Wait() // it was killed
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatalf("a dead player keeps the save: %v", err)
	}
	if err := save.Close(); err != nil {
		t.Error(err)
	}
}

// Of many processes that start at once, one plays and the others know it, and know who: by
// whichever names of the directory and of the save they come. Of a save with a second name, a hard
// link, none plays, and all know why.
func TestOneProcessOfManyPlays(t *testing.T) {
	for i := range max(4, test.Durably(200)) {
		dir := t.TempDir()
		begun(t, dir, 1)
		other := filepath.Join(dir, "tuesday.sqlite")
		come := []comer{{dir, saveName}, {dir, saveName}}
		want := "open"
		switch i % 4 {
		case 1:
			come[1].dir = filepath.Join(t.TempDir(), "link")
			linked(t, os.Symlink(dir, come[1].dir))
		case 2:
			come[1].save = "tuesday"
			linked(t, os.Symlink(saveName+".sqlite", other))
		case 3:
			come[1].save, want = "tuesday", "named twice"
			linked(t, os.Link(filepath.Join(dir, saveName+".sqlite"), other))
		}
		race(t, come, want)
	}
}

func linked(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Skip(err) // Windows may not make links
	}
}

// A comer is a way to a save.
type comer struct{ dir, save string }

// race has processes come to a save, and looks whether one of them says what it should, or all do
// where none can play.
func race(t *testing.T, come []comer, want string) {
	t.Helper()
	const racers = 20
	patience := 20 * time.Second
	if soak.Whole() { // alone on the machine
		patience = time.Second
	}
	outputs := make([]io.Reader, racers)
	var release []io.Closer
	for i := range racers {
		by := come[i%len(come)]
		racer := play(t, "hold", by.dir)
		racer.Env = append(racer.Env, saveVariable+"="+by.save)
		input, err := racer.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		release = append(release, input)
		if outputs[i], err = racer.StdoutPipe(); err != nil {
			t.Fatal(err)
		}
		if err := racer.Start(); err != nil {
			t.Fatal(err)
		}
		defer racer.Wait() //nolint:errcheck // what it says is looked at
	}
	said := make(map[string]int)
	for _, output := range outputs {
		line, took, _ := strings.Cut(firstLine(t, output), " after ")
		said[line]++
		if refused, err := time.ParseDuration(took); line != "open" && (err != nil || refused > patience) {
			t.Errorf("who was refused knew it after %q, %v", took, err)
		}
	}
	if want == "open" && (said["open"] != 1 || len(said) != 2 || said["locked by 0"] != 0) {
		t.Errorf("the processes say %v", said)
	}
	if want != "open" && (said["open"] != 0 || said[want] == 0) {
		t.Errorf("the processes say %v, and should %q", said, want)
	}
	for _, input := range release {
		_ = input.Close()
	}
}
