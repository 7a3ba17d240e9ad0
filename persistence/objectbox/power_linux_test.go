package objectbox_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/powercut"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// savesIn is where a role has its saves: directories that it makes.
const savesIn = "narratoria/saves"

// recorded is what a role did to a directory. That the tape makes what is there, to the last byte, shows
// that the library writes through no memory that it shares with the file.
func recorded(t *testing.T, role string) *powercut.Tape {
	t.Helper()
	dir := t.TempDir()
	tape, err := powercut.Record(soak.Need(t, "strace"), play(t, role, filepath.Join(dir, savesIn)), dir)
	if err != nil {
		t.Fatal(err)
	}
	if tape.Len() < 5*turnsOfTape {
		t.Fatalf("the tape has %d calls", tape.Len())
	}
	return tape
}

// cuts has the power go at so many points of a tape, and looks at so many disks that there may be after each, until one
// has lost something.
func cuts(t *testing.T, tape *powercut.Tape, points, samples int) (disks int, lost error) {
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
			if err := afterCut(t, disk, random); err != nil {
				return disks, fmt.Errorf("call %d: %w", call, err)
			}
		}
	}
	return disks, nil
}

// afterCut looks at one disk.
func afterCut(t *testing.T, disk *powercut.Disk, random *rand.Rand) error {
	t.Helper()
	dir := t.TempDir()
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
	err := examine(t, filepath.Join(dir, savesIn), acked)
	if acked < 0 && errors.Is(err, persistence.ErrNotFound) {
		return nil // it was being made
	}
	if err != nil {
		names, _ := os.ReadDir(filepath.Join(dir, savesIn))
		err = fmt.Errorf("after %d: %w, in %v", acked, err, names)
	}
	return err
}

// The power goes at points of a writer's life, from before its save is made to after it is closed, and whatever is
// found on the disk after each: what was acknowledged is there, no turn is there in part, and the save is whole.
func TestAPowerCut(t *testing.T) {
	points, samples := 300, 64
	if !soak.Whole() {
		points, samples = 12, 4
	}
	tape := recorded(t, "some")
	disks, err := cuts(t, tape, points, samples)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d calls, the power gone at %d of them, %d disks: nothing lost", tape.Len(), points, disks)
}

// The test above can fail: on a disk that says of the data that they are synced, and has not synced them, something is lost.
func TestALossByAPowerCutWouldBeSeen(t *testing.T) {
	disks, err := cuts(t, recorded(t, "some").Unsynced("data.mdb"), 300, 4)
	if err == nil {
		t.Fatalf("nothing was lost on %d disks", disks)
	}
	t.Logf("found out at disk %d: %v", disks, err)
}
