package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story/event"
)

// A disk of three megabytes fills up while a story is told: the player is told,
// nothing that was acknowledged is lost, reading goes on, and so does writing
// once there is space.
func TestAFullDisk(t *testing.T) {
	said, err := onSmallDisk(t, "fill")
	if err != nil || !strings.HasPrefix(said, "ok") {
		t.Fatalf("%s (%v)", said, err)
	}
	t.Log(said)
}

// The test above can fail: who takes for written what found no room is found out.
func TestALossOnAFullDiskWouldBeSeen(t *testing.T) {
	if said, err := onSmallDisk(t, "overfill"); err == nil || !strings.Contains(said, "acknowledged up to") {
		t.Errorf("%s (%v)", said, err)
	}
}

// onSmallDisk plays a role on a disk of its own, and gives what it says and how it ended.
func onSmallDisk(t *testing.T, role string) (said string, err error) {
	t.Helper()
	command := play(t, role, t.TempDir())
	if !ownDisk(command) {
		t.Skip("this system gives a test no disk of its own")
	}
	output, err := command.Output()
	said = strings.TrimSpace(string(output))
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited || strings.HasPrefix(said, "no disk") {
		t.Skipf("this system gives a test no disk of its own: %s (%v)", said, err)
	}
	return said, err
}

// fillDisk is the role of the process that has a small disk of its own. Believing, it takes
// a turn for written that was refused for want of room.
func fillDisk(believing bool) error {
	dir := os.Getenv(dirVariable)
	if err := mountDisk(dir); err != nil {
		fmt.Println("no disk:", err)
		return nil
	}
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err != nil {
		return err
	}
	return fill(filepath.Join(dir, "saves"), believing, func() error { return os.Remove(ballast) })
}

// fill appends to a save until there is no room for more, and goes on when more makes some.
func fill(dir string, believing bool, more func() error) error {
	ctx := context.Background()
	save, err := persistence.New(sqlite.New(dir), nil).Create(ctx, saveName, "p-1")
	if err != nil {
		return err
	}
	var tip event.Position
	for range 3 { // the first error must not be the last word
		if tip, err = appendUntilFull(ctx, save, tip); err != nil {
			return err
		}
		if believing {
			tip += eventsOfTurn
		}
		if err := examineOpen(ctx, save, tip); err != nil {
			return fmt.Errorf("while the disk is full: %w", err)
		}
	}
	if err := more(); err != nil {
		return err
	}
	receipt, err := save.Append(ctx, turnAfter(tip))
	if err != nil {
		return fmt.Errorf("with space again: %w", err)
	}
	if err := save.Close(); err != nil {
		return err
	}
	if err := examine(ctx, dir, receipt.Last); err != nil {
		return err
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		return fmt.Errorf("left beside the save are %q, %w", left, err)
	}
	fmt.Println("ok:", tip, "events until the disk was full, and more after")
	return nil
}

// A limit of how large files may be, met in the midst of a story, is a full disk and no
// broken one: it is told, nothing that was acknowledged is lost, and writing goes on when the
// limit is lifted.
func TestALimitOfFilesIsAFullDisk(t *testing.T) { holdsRole(t, "limit") }

// And so is a user's quota.
func TestAQuotaIsAFullDisk(t *testing.T) { holdsRole(t, "quota") }

func holdsRole(t *testing.T, role string) {
	t.Helper()
	output, err := play(t, role, t.TempDir()).Output()
	said := strings.TrimSpace(string(output))
	switch {
	case strings.HasPrefix(said, "none"):
		t.Skip("this system gives a test no limit: ", said)
	case err != nil || !strings.HasPrefix(said, "ok"):
		t.Fatalf("%s (%v)", said, err)
	}
	t.Log(said)
}

func appendUntilFull(ctx context.Context, save *persistence.Save, tip event.Position) (event.Position, error) {
	for {
		receipt, err := save.Append(ctx, turnAfter(tip))
		if errors.Is(err, persistence.ErrFull) {
			return tip, nil
		}
		if err != nil {
			return tip, fmt.Errorf("a full disk says: %w", err)
		}
		tip = receipt.Last
	}
}

// examineOpen looks whether all is readable up to a position.
func examineOpen(ctx context.Context, save *persistence.Save, want event.Position) error {
	last := event.Position(0)
	for record, err := range save.Events(ctx, save.At(event.Trunk), 0) {
		if err != nil {
			return err
		}
		last = record.Position
	}
	if last != want {
		return fmt.Errorf("acknowledged up to %d, there up to %d", want, last)
	}
	return nil
}

// A disk that failed to make bytes durable is not asked again.
func TestAFailedFsyncIsFinal(t *testing.T) {
	driver := sqlite.New(t.TempDir())
	file, err := driver.Create(t.Context(), saveName, "p-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	write := func(err error) func(persistence.Writer) error {
		return func(persistence.Writer) error { return err }
	}
	if err := file.Update(t.Context(), write(persistence.ErrFull)); !errors.Is(err, persistence.ErrFull) {
		t.Errorf("got %v", err)
	}
	if err := file.Update(t.Context(), write(nil)); err != nil {
		t.Errorf("a full disk was final: %v", err)
	}
	_ = file.Update(t.Context(), write(persistence.ErrBroken))
	if err := file.Update(t.Context(), write(nil)); !errors.Is(err, persistence.ErrBroken) {
		t.Errorf("got %v", err)
	}
	if err := file.View(t.Context(), func(persistence.Reader) error { return nil }); err != nil {
		t.Errorf("and nothing can be read any more: %v", err)
	}
}
