package sqlite_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/narratoria/narratoria/persistence"
)

// On Unix a process that closes any descriptor of a file gives back all the locks that it
// has on it. To look at a save, to be refused it, or to end playing it takes none from
// those who have it open in the same process.
func TestWhoLooksTakesNoLocksAway(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 2)
	read, err := store.Open(t.Context(), saveName, persistence.Reading)
	if err != nil {
		t.Fatal(err)
	}
	shared := func(when string) {
		t.Helper()
		said, err := play(t, "probe", dir).Output()
		if err != nil || string(said) != "locked\n" {
			t.Errorf("%s: %q, %v", when, said, err)
		}
	}
	shared("reading")
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	shared("a player came")
	if _, err := store.Open(t.Context(), saveName, persistence.Writing); !errors.Is(err, persistence.ErrLocked) {
		t.Errorf("a second player gets %v", err)
	}
	if _, err := store.List(t.Context()); err != nil {
		t.Error(err)
	}
	shared("others looked")
	if err := save.Close(); err != nil {
		t.Error(err)
	}
	shared("the player left")
	if err := read.Close(); err != nil {
		t.Error(err)
	}
	if said, err := play(t, "probe", dir).Output(); err != nil || string(said) != "free\n" {
		t.Errorf("nobody has it: %q, %v", said, err)
	}
}

// Looking at a save that is played takes no more descriptors the more often it is done, and when
// it is played no more there are none.
func TestWhoLooksOftenHasOneDescriptor(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 2)
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	look := func() (open int) {
		t.Helper()
		if _, err := store.List(t.Context()); err != nil {
			t.Error(err)
		}
		return descriptors(t, dir)
	}
	first := look()
	for range 20 {
		if now := look(); now > first {
			t.Fatalf("%d descriptors are open, and were %d after the first look", now, first)
		}
	}
	if err := save.Close(); err != nil {
		t.Error(err)
	}
	if left := descriptors(t, dir); left > 0 {
		t.Errorf("%d descriptors are left", left)
	}
}

// descriptors is how many of files in a directory this process has open.
func descriptors(t *testing.T, dir string) (open int) {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if to, err := os.Readlink("/proc/self/fd/" + entry.Name()); err == nil && filepath.Dir(to) == dir {
			open++
		}
	}
	return open
}

func init() { roles["probe"] = probe }

// probe says whether another process has a lock where SQLite puts that of everybody who
// reads or writes.
func probe(*persistence.Store) error {
	file, err := os.OpenFile(filepath.Join(os.Getenv(dirVariable), saveName+".sqlite"), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	const sharedAt, sharedBytes = 0x40000000 + 2, 510 // of SQLite's file format
	lock := unix.Flock_t{Type: unix.F_WRLCK, Start: sharedAt, Len: sharedBytes}
	if err := unix.FcntlFlock(file.Fd(), unix.F_GETLK, &lock); err != nil {
		return err
	}
	if lock.Type == unix.F_UNLCK {
		fmt.Println("free")
	} else {
		fmt.Println("locked")
	}
	return nil
}
