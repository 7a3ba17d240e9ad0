package objectbox_test

import (
	"os/exec"
	"testing"

	"github.com/narratoria/narratoria/internal/powercut"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

func recorded(t *testing.T) *powercut.Tape {
	t.Helper()
	return test.Recorded(t, turnsOfTape, func(dir string) *exec.Cmd { return play(t, "some", dir) })
}

func cuts(t *testing.T, tape *powercut.Tape, points, samples int) (disks int, lost error) {
	t.Helper()
	return test.PowerCuts(t, tape, points, samples, func(dir string, acked event.Position) error { return examine(t, dir, acked) })
}

// The power goes at points of a writer's life, from before its save is made to after it is closed, and whatever is
// found on the disk after each: what was acknowledged is there, no turn is there in part, and the save is whole.
func TestAPowerCut(t *testing.T) {
	points, samples := 300, 64
	if !soak.Whole() {
		points, samples = 12, 4
	}
	tape := recorded(t)
	disks, err := cuts(t, tape, points, samples)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d calls, the power gone at %d of them, %d disks: nothing lost", tape.Len(), points, disks)
}

// The test above can fail: on a disk that says of the data that they are synced, and has not synced them, something is lost.
func TestALossByAPowerCutWouldBeSeen(t *testing.T) {
	disks, err := cuts(t, recorded(t).Unsynced("data.mdb"), 300, 4)
	if err == nil {
		t.Fatalf("nothing was lost on %d disks", disks)
	}
	t.Logf("found out at disk %d: %v", disks, err)
}
