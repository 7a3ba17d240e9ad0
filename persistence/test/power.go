package test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/powercut"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// savesIn is where a writer has its saves in a directory that is recorded: directories that it makes.
const savesIn = "narratoria/saves"

// WriteSome is what a recorded writer does: it begins a save, appends so many turns, says after each how far the log is
// acknowledged, and leaves the save.
func WriteSome(store *persistence.Store, name string, turns int, turnAfter func(event.Position) persistence.Batch) error {
	ctx := context.Background()
	save, err := store.Create(ctx, name, playthrough)
	if err != nil {
		return err
	}
	fmt.Println(0)
	tip := event.Position(0)
	for range turns {
		receipt, err := save.Append(ctx, turnAfter(tip))
		if err != nil {
			return err
		}
		tip = receipt.Last
		fmt.Println(int64(tip))
	}
	return save.Close()
}

// Recorded is what a writer of so many turns asks of the system, that is started for a directory of saves. That the tape
// makes what is there, to the last byte, shows that nothing is written through memory that is shared with a file.
func Recorded(t *testing.T, turns int, start func(dir string) *exec.Cmd) *powercut.Tape {
	t.Helper()
	dir := t.TempDir()
	tape, err := powercut.Record(soak.Need(t, "strace"), start(filepath.Join(dir, savesIn)), dir)
	if err != nil {
		t.Fatal(err)
	}
	if tape.Len() < 5*turns {
		t.Fatalf("the tape has %d calls", tape.Len())
	}
	return tape
}

// PowerCuts has the power go at so many points of a tape, and looks at so many disks that there may be after each, until
// one has lost something. examine looks at the saves of one, of which so much was acknowledged; -1 of one that
// was being made.
func PowerCuts(t *testing.T, tape *powercut.Tape, points, samples int, examine func(dir string, acked event.Position) error) (disks int, lost error) {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 6))
	at := map[int]bool{}
	for len(at) < points {
		at[random.IntN(tape.Len())] = true
	}
	disk := tape.Disk()
	for call := 0; disk.Next(); call++ {
		if !at[call] {
			continue
		}
		for range samples {
			disks++
			if err := afterCut(t, disk, random, examine); err != nil {
				return disks, fmt.Errorf("call %d: %w", call, err)
			}
		}
	}
	return disks, nil
}

// afterCut looks at one disk.
func afterCut(t *testing.T, disk *powercut.Disk, random *rand.Rand, examine func(dir string, acked event.Position) error) error {
	t.Helper()
	dir, err := os.MkdirTemp(memoryDir(t), "cut")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := disk.Cut(random, dir); err != nil {
		t.Fatal(err)
	}
	said := strings.Fields(disk.Marks())
	acked := event.Position(-1)
	if len(said) > 0 {
		if _, err := fmt.Sscan(said[len(said)-1], &acked); err != nil {
			t.Fatal(err)
		}
	}
	err = examine(filepath.Join(dir, savesIn), acked)
	if acked < 0 && errors.Is(err, persistence.ErrNotFound) {
		return nil // it was being made
	}
	if err != nil {
		names, _ := os.ReadDir(filepath.Join(dir, savesIn))
		err = fmt.Errorf("after %d: %w, in %v", acked, err, names)
	}
	return err
}

// memoryDir is a directory in memory, where there is one.
func memoryDir(t *testing.T) string {
	const shared = "/dev/shm"
	if info, err := os.Stat(shared); err == nil && info.IsDir() && exec.Command("test", "-w", shared).Run() == nil {
		return shared
	}
	return t.TempDir()
}
