package objectbox_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

// Of programs that come to one folder at once, by whichever names, one wins, and the others are told
// who has it.
func TestOneProcessOfManyPlays(t *testing.T) {
	const racers = 6
	for i := range max(2, test.Durably(200)) {
		dir := t.TempDir()
		begun(t, dir, 1)
		ways := []string{dir, dir}
		if i%2 == 1 {
			ways[1] = filepath.Join(t.TempDir(), "link")
			if err := os.Symlink(dir, ways[1]); err != nil {
				t.Fatal(err)
			}
		}
		var release []io.Closer
		said := make(map[string]int)
		var outputs []io.Reader
		for n := range racers {
			racer := play(t, "hold", ways[n%2])
			input, err := racer.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			release = append(release, input)
			output, err := racer.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			outputs = append(outputs, output)
			if err := racer.Start(); err != nil {
				t.Fatal(err)
			}
			defer racer.Wait() //nolint:errcheck // what it says is looked at
		}
		for _, output := range outputs {
			line, _, _ := strings.Cut(firstLine(t, output), " after ")
			said[line]++
		}
		if said["open"] != 1 || len(said) != 2 || said["locked by 0"] != 0 {
			t.Errorf("the processes say %v", said)
		}
		for _, input := range release {
			_ = input.Close()
		}
	}
}

// Another program that has a save open keeps this one from reading, writing and deleting it; when it
// is killed, the save is free.
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
	if err := os.Rename(filepath.Join(dir, "monday.objectbox"), filepath.Join(dir, "tuesday.objectbox")); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("by the process %d", player.Process.Pid)
	_, writing := store.Open(t.Context(), "tuesday", persistence.Writing)
	_, reading := store.Open(t.Context(), "tuesday", persistence.Reading)
	for _, err := range []error{writing, reading, store.Delete(t.Context(), "tuesday")} {
		if !errors.Is(err, persistence.ErrLocked) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if err := player.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = player.Wait() // it was killed
	if err := os.Rename(filepath.Join(dir, "tuesday.objectbox"), filepath.Join(dir, "monday.objectbox")); err != nil {
		t.Fatal(err)
	}
	if err := examine(t, dir, eventsOfTurn); err != nil {
		t.Errorf("a dead player keeps the save: %v", err)
	}
}

// Readings that are open keep their state, whatever is written, dropped and compacted inside of
// them; each transaction begun inside of another is one of its own.
func TestTransactionsInsideOfOthers(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	f, err := d.Create(t.Context(), saveName, "p-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	put := func(text string) {
		t.Helper()
		if err := f.Update(t.Context(), func(w persistence.Writer) error { return w.PutSummary([]byte(text)) }); err != nil {
			t.Fatal(err)
		}
	}
	is := func(r persistence.Reader, want string) {
		t.Helper()
		if got, err := r.Summary(); err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	put("one")
	view := func(f persistence.File, read func(persistence.Reader)) {
		t.Helper()
		if err := f.View(t.Context(), func(r persistence.Reader) error { read(r); return nil }); err != nil {
			t.Error(err)
		}
	}
	view(f, func(first persistence.Reader) {
		is(first, "one")
		put("two")
		view(f, func(second persistence.Reader) {
			is(second, "two")
			put("three")
			if err := f.Compact(t.Context()); err != nil {
				t.Error(err)
			}
			put("four")
			view(f, func(third persistence.Reader) { is(third, "four") })
			is(second, "two")
		})
		is(first, "one")
	})
	if entries, err := filepath.Glob(filepath.Join(dir, "monday.objectbox", "data-*")); err != nil || len(entries) != 1 {
		t.Errorf("what was compacted is still there: %v, %v", entries, err)
	}
}

// What a transaction has written leaves no trace where it fails, in whichever way: of itself, by an
// error, by a panic, or because nobody waits for it any more.
func TestATransactionThatFails(t *testing.T) {
	f, err := open(t, t.TempDir()).Create(t.Context(), saveName, "p-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	refused := errors.New("refused")
	record := persistence.RawControl{Sequence: 1, Bytes: []byte("x")}
	ctx, cancel := context.WithCancel(t.Context())
	for name, write := range map[string]func(persistence.Writer) error{
		"an error":    func(w persistence.Writer) error { return errors.Join(w.PutControl(record), refused) },
		"it gives up": func(w persistence.Writer) error { defer cancel(); return w.PutControl(record) },
		"the same twice": func(w persistence.Writer) error { // whoever does not look at the error
			err := w.PutControl(record)
			_ = w.PutControl(record)
			return err
		},
		"a panic": func(w persistence.Writer) error { _ = w.PutControl(record); panic(refused) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if caught := recover(); (caught != nil) != (name == "a panic") {
					t.Errorf("caught %v", caught)
				}
				if err := f.View(t.Context(), func(r persistence.Reader) error {
					for range r.Control(0) {
						t.Error("it has left a trace")
					}
					return nil
				}); err != nil {
					t.Error(err)
				}
			}()
			with := t.Context()
			if name == "it gives up" {
				with = ctx
			}
			if err := f.Update(with, write); err == nil {
				t.Error("it went well")
			}
		})
	}
}

// Many read at once, from as many threads, beside one who writes.
func TestManyReadersAtOnce(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 2)
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	const readers = 200
	var reading, all sync.WaitGroup
	reading.Add(readers)
	f, err := open(t, dir).Open(t.Context(), saveName, persistence.Reading)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for range readers {
		all.Go(func() {
			err := f.View(t.Context(), func(r persistence.Reader) error {
				_, err := r.Tip(event.Trunk)
				reading.Done()
				reading.Wait()
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if _, err := save.Append(t.Context(), turnAfter(2*eventsOfTurn)); err != nil {
		t.Error(err)
	}
}

// A thread that has called the library can end, as one does whose goroutine has locked it and ends. What calls C wrote over what
// such a thread returns to, once.
func TestThreadsThatEnd(t *testing.T) {
	store := begun(t, t.TempDir(), 1)
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		const threads = 20
		var used, ended sync.WaitGroup
		used.Add(threads)
		for range threads { // at the same time, so that each has its thread
			ended.Go(func() {
				runtime.LockOSThread() // for good
				_, _, err := save.Tip(t.Context(), event.Trunk)
				used.Done()
				used.Wait()
				if err != nil {
					t.Error(err)
				}
			})
		}
		ended.Wait()
	}
	if err := save.Close(); err != nil {
		t.Error(err)
	}
}
