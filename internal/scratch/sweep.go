package scratch

import (
	"os"
	"strings"

	"github.com/narratoria/narratoria/internal/plainfile"
)

// Sweep removes the directories of this package in parent that begin with prefix
// and whose owner is gone, and reports how many. before, when not nil, is called
// with the path of each one that is about to be removed.
//
// It is for a program's start, beside its other work. What cannot be removed is
// left for the next.
func Sweep(parent, prefix string, before func(path string)) (removed int) {
	parent = real(parent)
	above, err := plainfile.OpenDir(parent)
	if err != nil {
		return 0 // not made yet, or not ours to read
	}
	defer above.Close()
	for _, name := range names(above, ".") {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		if sweep(above, name, func() {
			if before != nil {
				before(parent + string(os.PathSeparator) + name)
			}
		}) {
			removed++
		}
	}
	return removed
}

// sweep removes one directory if it was abandoned. What was overlooked before may write on
// while it is removed; then everything is done again.
func sweep(above *os.Root, name string, before func()) bool {
	const tries = 3
	for range tries {
		if removed, again := sweepOnce(above, name, before); !again {
			return removed
		}
	}
	return false
}

// sweepOnce says whether the directory is removed, and if not whether that is worth another try.
func sweepOnce(above *os.Root, name string, before func()) (removed, again bool) {
	info, err := above.Lstat(name)
	if err != nil || !info.IsDir() || !mine(info) {
		return false, false
	}
	root, err := plainfile.OpenDirIn(above, name)
	if err != nil {
		return false, false
	}
	defer root.Close()
	lock, err := take(root, 0)
	if os.IsNotExist(err) { // killed between making it and owning it, or while removing it
		return above.Remove(name) == nil, false // refused where anything is in it: then it is somebody else's
	}
	if err != nil {
		return false, false
	}
	before()
	err = clear(above, name, root, lock)
	return err == nil, err != nil
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
