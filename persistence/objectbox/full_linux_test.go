package objectbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// Where there is no room for a turn it is refused as such, nothing that was acknowledged is lost,
// and it goes on when there is room again, in the same opening and in another.
func TestThereIsNoRoom(t *testing.T) {
	dir := t.TempDir()
	output, err := play(t, "limit", dir).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	var acked event.Position
	if _, err := fmt.Sscan(string(output), &acked); err != nil {
		t.Fatalf("it says %q", output)
	}
	if err := examine(t, dir, acked); err != nil {
		t.Error(err)
	}
}

// limit plays where no file may have more than two megabytes, until it may.
func limit(store *persistence.Store) error {
	ctx := context.Background()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		return err
	}
	save, err := store.Create(ctx, saveName, "p-1")
	if err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 2 << 20, Max: before.Max}); err != nil {
		return err
	}
	tip := event.Position(0)
	play := func() error {
		receipt, err := save.Append(ctx, turnAfter(tip))
		if err == nil {
			tip = receipt.Last
		}
		return err
	}
	for err == nil && tip < 1_000_000 {
		err = play()
	}
	for range 3 {
		if err == nil || !errors.Is(err, persistence.ErrFull) {
			return fmt.Errorf("after %d it says: %w", tip, err)
		}
		err = play()
	}
	if err := save.Compact(ctx); err != nil && !errors.Is(err, persistence.ErrFull) {
		return fmt.Errorf("written anew it says: %w", err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		return err
	}
	for range 2 {
		if err := play(); err != nil {
			return fmt.Errorf("with room again it says: %w", err)
		}
		if err := save.Close(); err != nil {
			return err
		}
		if save, err = store.Open(ctx, saveName, persistence.Writing); err != nil {
			return err
		}
	}
	fmt.Fprintln(os.Stdout, int64(tip))
	return save.Close()
}
