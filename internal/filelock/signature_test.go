package filelock_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/internal/filelock"
)

// ended is the number of a process that is no more.
func ended(t *testing.T) int {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^$")
	if err := child.Run(); err != nil {
		t.Fatal(err)
	}
	return child.Process.Pid
}

// Who lives is known for the holder at once; whom a lock was left to by one that is no more, and
// who has not signed yet, is waited for.
func TestExclusive(t *testing.T) {
	gone := ended(t)
	for name, c := range map[string]struct {
		signed string        // when it is asked for
		then   string        // a second later, "" for nothing
		frees  time.Duration // when the lock is let go
		held   bool
		signer int
		after  time.Duration
	}{
		"a living holder":      {signed: fmt.Sprintln(os.Getpid()), frees: time.Second, signer: os.Getpid()},
		"a holder without end": {signed: fmt.Sprint(os.Getpid()), frees: time.Hour, signer: os.Getpid()},
		"left to a child":      {signed: fmt.Sprintln(gone), frees: time.Second, held: true, after: time.Second},
		"kept by a child":      {signed: fmt.Sprintln(gone), frees: time.Hour, after: 3 * time.Second},
		"signed a bit later":   {signed: fmt.Sprintln(gone), then: fmt.Sprintln(os.Getpid()), frees: time.Hour, signer: os.Getpid(), after: time.Second},
		"never signed":         {frees: time.Hour, after: 3 * time.Second},
		"signed by nobody":     {signed: "-1\n", frees: time.Hour, after: 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "lock")
			synctest.Test(t, func(t *testing.T) {
				theirs, ours := must(filelock.Open(path)), must(filelock.Open(path))
				defer ours.Close()
				if held, err := filelock.TryExclusive(theirs); !held || err != nil {
					t.Fatal(held, err)
				}
				sign := func(text string) {
					_ = must(0, theirs.Truncate(0))
					_ = must(theirs.WriteAt([]byte(text), 0))
				}
				sign(c.signed)
				var their sync.WaitGroup
				defer their.Wait()
				their.Go(func() { // until the lock is let go
					time.Sleep(time.Second - filelock.Pause/2)
					if c.then != "" {
						sign(c.then)
					}
					time.Sleep(c.frees - time.Second)
					_ = theirs.Close()
				})
				began := time.Now()
				held, signer, err := filelock.Exclusive(ours, 3*time.Second)
				if took := time.Since(began).Round(time.Second); held != c.held || signer != c.signer || err != nil || took != c.after {
					t.Errorf("%t, signed by %d, %v after %v; want %t, %d after %v", held, signer, err, took, c.held, c.signer, c.after)
				}
				if !held {
					return
				}
				if err := filelock.Sign(ours); err != nil || filelock.Signer(ours) != os.Getpid() {
					t.Errorf("signed by %d, %v", filelock.Signer(ours), err)
				}
			})
		})
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
