package sqlite_test

import (
	"errors"
	"os/exec"
	"testing"

	"github.com/narratoria/narratoria/internal/powercut"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/story/event"
)

// recorded is what a role asks of the system.
func recorded(t *testing.T, role string) *powercut.Tape {
	t.Helper()
	return test.Recorded(t, turnsOfTape, func(dir string) *exec.Cmd { return play(t, role, dir) })
}

func cuts(t *testing.T, tape *powercut.Tape, points, samples int) (disks int, lost error) {
	t.Helper()
	return test.PowerCuts(t, tape, points, samples, func(dir string, acked event.Position) error { return examine(t.Context(), dir, acked) })
}

// The power goes at 300 points of a writer's life, from before its save is made to after it is
// closed, and whatever of 64 disks is found after each: what was acknowledged is there, no turn
// is there in part, and the save is whole.
func TestAPowerCut(t *testing.T) {
	points, samples := 300, 64
	if !soak.Whole() {
		points, samples = 12, 8
	}
	tape := recorded(t, "some")
	disks, err := cuts(t, tape, points, samples)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d calls, the power gone at %d of them, %d disks: nothing lost", tape.Len(), points, disks)
}

// The test above can fail: a writer that does not sync its log at every commit, as with
// synchronous NORMAL, loses what it acknowledged.
func TestALossByAPowerCutWouldBeSeen(t *testing.T) {
	disks, err := cuts(t, recorded(t, "loose"), 300, 64)
	if !errors.Is(err, errLost) {
		t.Fatalf("%d disks, and %v", disks, err)
	}
	t.Logf("found out at disk %d: %v", disks, err)
}
