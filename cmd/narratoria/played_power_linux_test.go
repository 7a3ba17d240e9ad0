package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/powercut"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story/event"
)

// The power goes at 300 points of a play, with all its scripts, from before the save is made to
// after the program has ended, and whatever of 64 disks is found after each: every turn that was
// shown is there, none is there in part, and the save is whole. From one of the 64 the program
// plays on, and tells what it would have told.
func TestPlayedAPowerCut(t *testing.T) {
	turns, points, samples := 40, 300, 64
	if !soak.Whole() {
		turns, points, samples = 12, 8, 8
	}
	u := newUser(t)
	tape := u.recorded(turns)
	disks, err := u.cuts(tape, points, samples, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d turns, %d calls, the power gone at %d of them, %d disks: nothing lost", turns, tape.Len(), points, disks)
}

// The test above can fail: the same program with synchronous NORMAL, which does not sync its log at
// every commit, loses what it has shown.
func TestPlayedLossByAPowerCutIsFound(t *testing.T) {
	u := newUser(t)
	sound := u.program
	u.program = u.loosened()
	tape := u.recorded(12)
	u.program = sound
	disks, err := u.cuts(tape, 300, 4, errTurnsLost)
	if !errors.Is(err, errTurnsLost) {
		t.Fatalf("%d disks, and %v", disks, err)
	}
	t.Logf("found out at disk %d: %v", disks, err)
}

// loosened builds the program with a save that is synced where it must be for its file to be whole,
// and not at every commit.
func (u *user) loosened() string {
	u.t.Helper()
	const how = `"synchronous(FULL)"`
	tree, err := filepath.Abs("../..")
	must(u.t, err)
	file := filepath.Join(tree, "persistence/sqlite/file.go")
	source, err := os.ReadFile(file)
	must(u.t, err)
	if strings.Count(string(source), how) != 1 {
		u.t.Fatalf("%s does not say %s once", file, how)
	}
	dir := u.t.TempDir()
	save(u.t, filepath.Join(dir, "file.go"), strings.Replace(string(source), how, `"synchronous(NORMAL)"`, 1))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: filepath.Join(dir, "file.go")}})
	must(u.t, err)
	save(u.t, filepath.Join(dir, "overlay.json"), string(overlay))
	program := filepath.Join(dir, "narratoria")
	cmd := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		u.t.Fatalf("go build: %v\n%s", err, out)
	}
	must(u.t, os.Symlink(filepath.Join(filepath.Dir(u.program), "narratoria-skills"), filepath.Join(dir, "narratoria-skills")))
	return program
}

// cutSeed is that of the play, and of going on with it.
const cutSeed = "3"

// recorded is what a play did to the user's directories, which are not there at first.
func (u *user) recorded(turns int) *powercut.Tape {
	u.t.Helper()
	strace, home := soak.Need(u.t, "strace"), filepath.Join(u.dir, "home")
	must(u.t, os.Mkdir(home, 0o700))
	tape, err := powercut.Record(strace, u.command("play", "--json", "--auto", strconv.Itoa(turns), "--no-endings", "--seed", cutSeed, "--save", killedSave, "grey-harbour"), home)
	must(u.t, err)
	if tape.Len() < 20*turns {
		u.t.Fatalf("the tape has %d calls", tape.Len())
	}
	return tape
}

// cuts has the power go at so many points of a tape, and looks at so many disks that there may be
// after each, until something is wrong with one: what is to be found, where that is given.
func (u *user) cuts(tape *powercut.Tape, points, samples int, want error) (disks int, wrong error) {
	u.t.Helper()
	random := rand.New(rand.NewPCG(7, 8))
	at := map[int]bool{}
	for _, call := range random.Perm(tape.Len())[:points] {
		at[call] = true
	}
	end := tape.Disk()
	for end.Next() {
	}
	whole := recordsOf(u.t, end.Marks())
	disk := tape.Disk()
	for call := 0; disk.Next(); call++ {
		if !at[call] {
			continue
		}
		for i := range samples {
			disks++
			if err := u.afterCut(disk, random, whole, i == 0 && want == nil); err != nil && (want == nil || errors.Is(err, want)) {
				return disks, fmt.Errorf("call %d of %d: %w", call, tape.Len(), err)
			}
		}
	}
	return disks, nil
}

var errTurnsLost = errors.New("turns that were shown are lost")

// afterCut looks at one disk, and goes on with the play that it has.
func (u *user) afterCut(disk *powercut.Disk, random *rand.Rand, whole []told, goingOn bool) error {
	u.t.Helper()
	after := &user{t: u.t, dir: u.t.TempDir(), program: u.program}
	home := filepath.Join(after.dir, "home")
	must(u.t, os.MkdirAll(home, 0o700))
	must(u.t, os.Mkdir(filepath.Join(after.dir, "tmp"), 0o700))
	defer os.RemoveAll(after.dir) // there are thousands
	must(u.t, disk.Cut(random, home))
	shown := int64(0)
	if lines := strings.SplitAfter(disk.Marks(), "\n"); len(lines) > 1 { // what is behind the last end of a line was never shown
		shown = recordOf(u.t, lines[len(lines)-2]).Turn
	}
	if err := after.lost(filepath.Join(home, "data", "saves"), shown); err != nil || !goingOn {
		return err
	}
	for _, r := range after.plays(goOn(after, "--auto", "2", "--no-endings", "--seed", cutSeed)...) {
		if r.Turn < shown {
			return fmt.Errorf("turn %d was shown, and it goes on at %d", shown, r.Turn)
		}
		if diff := unlike(whole, r); diff != "" && r.Turn <= int64(len(whole)) {
			return errors.New(diff)
		}
	}
	return nil
}

// lost is what is missing of a save, or wrong with it.
func (u *user) lost(dir string, shown int64) error {
	ctx := u.t.Context()
	store := persistence.New(sqlite.New(dir), nil)
	save, err := store.Open(ctx, killedSave, persistence.Writing)
	older := err
	if errors.Is(err, persistence.ErrOlder) { // what was written is missing, and perhaps what was shown
		save, err = store.TakeOlder(ctx, killedSave)
	}
	switch {
	case errors.Is(err, persistence.ErrNotFound) && shown == 0:
		return nil // it was being made
	case errors.Is(err, persistence.ErrNotFound):
		return fmt.Errorf("%w: %d were, and %w", errTurnsLost, shown, err)
	case err != nil:
		return err
	}
	defer save.Close()
	if err := save.Verify(ctx); err != nil {
		return err
	}
	var events []event.Event
	for r, err := range save.Events(ctx, save.At(event.Trunk), 0) {
		if err != nil {
			return err
		}
		events = append(events, r.Event)
	}
	turns := int64(0)
	for _, e := range events {
		if e.Kind == event.Narrated {
			turns++
		}
	}
	if turns < shown {
		return fmt.Errorf("%w: %d were, and %d are there", errTurnsLost, shown, turns)
	}
	if wrong, _, _ := readSessions(events, shown); len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "; "))
	}
	return older
}
