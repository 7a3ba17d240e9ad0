package objectbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

// A writer is killed at a random moment, again and again: what it had acknowledged is there, and no
// turn is there in part.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	dir, kills, acknowledged := t.TempDir(), test.Durably(3000), 0
	for i := range kills {
		if i%20 == 0 { // so that looking at it all does not take ever longer
			dir = t.TempDir()
		}
		acked := killWriter(t, "write", dir, 1+random.IntN(60))
		if err := examine(t, dir, acked); err != nil {
			t.Fatalf("kill %d: %v", i+1, err)
		}
		acknowledged += int(acked)
	}
	t.Logf("%d kills, %d events acknowledged, none lost", kills, acknowledged)
}

// The test above can fail: a writer that acknowledges before it commits is found out.
func TestALossWouldBeSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const tries = 200
	for i := range tries {
		dir := t.TempDir()
		acked := killWriter(t, "early", dir, 2+random.IntN(10))
		if err := examine(t, dir, acked); errors.Is(err, errLost) {
			t.Logf("found out at kill %d: %v", i+1, err)
			return
		}
	}
	t.Errorf("%d kills of a writer that acknowledges too early, and nothing was missed", tries)
}

// killWriter kills a writer after some acknowledgements, and gives the last that reached us.
func killWriter(t *testing.T, role, dir string, after int) event.Position {
	t.Helper()
	command := play(t, role, dir)
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var last event.Position
	lines := bufio.NewScanner(output)
	for n := 1; lines.Scan(); n++ {
		if _, err := fmt.Sscan(lines.Text(), &last); err != nil {
			t.Errorf("the writer says %s", lines.Text())
		}
		if n == after {
			_ = command.Process.Kill()
		}
	}
	_ = command.Wait() // it was killed
	return last
}

var errLost = errors.New("acknowledged and lost")

// examine looks at what a killed writer left, from before the lock to the last hash.
func examine(t *testing.T, dir string, acked event.Position) error {
	t.Helper()
	ctx := t.Context()
	save, err := persistence.New(open(t, dir), nil).Open(ctx, saveName, persistence.Writing)
	if err != nil {
		return err
	}
	defer save.Close()
	tip, _, err := save.Tip(ctx, event.Trunk)
	switch {
	case err != nil:
		return err
	case tip < acked:
		return fmt.Errorf("events %d to %d: %w", tip+1, acked, errLost)
	case tip%eventsOfTurn != 0:
		return fmt.Errorf("the last turn is there in part: the log ends at %d", tip)
	}
	if err := save.Verify(ctx); err != nil {
		return err
	}
	for record, err := range save.Events(ctx, save.At(event.Trunk), 0) {
		if err != nil {
			return err
		}
		if record.Event.Whole("minutes") != int64(record.Position)-1 {
			return fmt.Errorf("event %d is another's", record.Position)
		}
	}
	found, err := save.ExactMatch(ctx, persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: event.Everyone})
	if err == nil && len(found) != int(tip)/eventsOfTurn {
		err = fmt.Errorf("%d turns have %d rows", tip/eventsOfTurn, len(found))
	}
	return err
}

// A save is made wholly or not at all: what a killed program has left of one, or of its erasure,
// is no save, and goes when the next one is made. What another program has there stays.
func TestAnUnfinishedSaveIsNone(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir, 1)
	for _, name := range []string{"tuesday.objectbox.unfinished", "monday.objectbox.unfinished", "sunday.objectbox.leaving"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(dir, "monday.objectbox"))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "monday.objectbox")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "thursday.objectbox.unfinished", "thesis"), []byte("300 pages"))
	store := persistence.New(open(t, dir), nil)
	if names, err := store.Names(t.Context()); err != nil || len(names) != 0 {
		t.Fatalf("got %v, %v", names, err)
	}
	save, err := store.Create(t.Context(), saveName, "p-1")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(save.Verify(t.Context()), save.Close()); err != nil {
		t.Error(err)
	}
	var left []string
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	if want := "monday.objectbox thursday.objectbox.unfinished"; err != nil || strings.Join(left, " ") != want {
		t.Errorf("left is %q, %v, want %q", left, err, want)
	}
}

// Who looks whether a save is whole and is killed amid that leaves it as it was.
func TestAnInterruptedLookChangesNothing(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 3)
	folder := filepath.Join(dir, "monday.objectbox")
	writeFile(t, filepath.Join(folder, "new-7", "data.mdb"), []byte("half"))
	if err := os.Remove(filepath.Join(folder, "whole")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Open(ctx, saveName, persistence.Writing); !errors.Is(err, context.Canceled) {
		t.Errorf("who has given up gets %v", err)
	}
	if err := examine(t, dir, 3*eventsOfTurn); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "new-7")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what was begun is still there: %v", err)
	}
}
