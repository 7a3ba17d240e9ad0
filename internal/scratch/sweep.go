package scratch

import (
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/plainfile"
)

// patience is how long, in all, a sweep waits for locks that killed owners have left to children
// that they were starting: these have the lock until they execute their programs, a millisecond
// mostly, but as long as it takes on a machine that is busy.
const patience = 3 * time.Second

// Sweep removes the directories of this package in parent that begin with prefix
// and whose owner is gone, and reports how many. before, when not nil, is called
// with the path of each one that is about to be removed.
//
// It is for a program's start, beside its other work: where a program was killed while it
// started another it may take some seconds. What cannot be removed is left for the next.
func Sweep(parent, prefix string, before func(path string)) (removed int) {
	s := sweeping{parent: real(parent), before: before, looks: int(patience / filelock.Pause), pause: func() { time.Sleep(filelock.Pause) }}
	return s.sweep(prefix)
}

// A sweeping is one call of Sweep.
type sweeping struct {
	parent string
	above  *os.Root
	before func(path string)
	looks  int    // at what has its lock still held, though its owner is gone
	pause  func() // between two of them
}

func (s *sweeping) sweep(prefix string) (removed int) {
	var err error
	if s.above, err = plainfile.OpenDir(s.parent); err != nil {
		return 0 // not made yet, or not ours to read
	}
	defer s.above.Close()
	left := slices.DeleteFunc(names(s.above, "."), func(name string) bool { return !strings.HasPrefix(name, prefix) })
	for ; len(left) > 0; s.looks-- {
		left = slices.DeleteFunc(left, func(name string) bool {
			err := s.remove(name)
			if err == nil {
				removed++
			}
			return !errors.Is(err, errLeft)
		})
		if s.looks == 0 || len(left) == 0 {
			break
		}
		s.pause()
	}
	return removed
}

// remove removes one directory if it was abandoned. What was overlooked before may write on
// while it is removed; then everything is done again.
func (s *sweeping) remove(name string) (err error) {
	const tries = 3
	for range tries {
		var again bool
		if err, again = s.try(name); !again {
			break
		}
	}
	return err
}

// errKept is why what is no abandoned directory stays.
var errKept = errors.New("it is no abandoned directory")

// try says why the directory is not removed, and whether that is worth another try at once.
func (s *sweeping) try(name string) (err error, again bool) {
	info, err := s.above.Lstat(name)
	if err != nil {
		return err, false
	}
	if !info.IsDir() || !mine(info) {
		return errKept, false
	}
	root, err := plainfile.OpenDirIn(s.above, name)
	if err != nil {
		return err, false
	}
	defer root.Close()
	lock, err := take(root, 0)
	if os.IsNotExist(err) { // killed between making it and owning it, or while removing it
		return s.above.Remove(name), false // refused where anything is in it: then it is somebody else's
	}
	if err != nil {
		return err, false
	}
	if s.before != nil {
		s.before(s.parent + string(os.PathSeparator) + name)
	}
	err = clear(s.above, name, root, lock)
	return err, err != nil
}

// names lists a directory, as far as it can be listed.
func names(root *os.Root, dir string) []string {
	opened, err := root.OpenFile(dir, os.O_RDONLY|directoryOnly, 0)
	if err != nil {
		return nil
	}
	defer opened.Close()
	all, _ := opened.Readdirnames(-1)
	return all
}
