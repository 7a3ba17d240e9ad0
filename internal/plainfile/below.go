package plainfile

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A Below is a directory some way below another one. The base is its user's to name, links
// and all; the way is the program's. Foreign code that runs as that user may have put
// something else in the way, and it leads nowhere: each step is a directory in the one before.
// The zero value is no directory.
type Below struct {
	Base string
	Way  string // names with slashes between; "" for the base itself
}

// Path is its path, for people and for other programs.
func (b Below) Path() string { return filepath.Join(b.Base, filepath.FromSlash(b.Way)) }

// In is the directory of a name in it.
func (b Below) In(name string) Below { return Below{b.Base, path.Join(b.Way, name)} }

// Above is the directory that it is in, and its name there.
func (b Below) Above() (Below, string) {
	if above := path.Dir(b.Way); above != "." {
		return Below{b.Base, above}, path.Base(b.Way)
	}
	return Below{Base: b.Base}, path.Base(b.Way)
}

// Open opens it and holds on to it. Errors: fs.ErrNotExist, what else the system says, and
// that a step is no directory.
func (b Below) Open() (*os.Root, error) { return b.walk(OpenDirIn) }

// Make is [Below.Open] for one that need not be there. What is no directory on the way, or is
// shut, is made one: nothing but the program's own belongs there.
func (b Below) Make() (*os.Root, error) {
	if err := os.MkdirAll(b.Base, 0o700); err != nil {
		return nil, err
	}
	return b.walk(makeDirIn)
}

func (b Below) walk(step func(*os.Root, string) (*os.Root, error)) (*os.Root, error) {
	root, err := FollowDir(b.Base)
	if err != nil || b.Way == "" {
		return root, err
	}
	for name := range strings.SplitSeq(b.Way, "/") {
		next, err := step(root, name)
		_ = root.Close() // nothing was written to it
		if err != nil {
			return nil, err
		}
		root = next
	}
	return root, nil
}

func makeDirIn(parent *os.Root, name string) (*os.Root, error) {
	if root, err := OpenDirIn(parent, name); err == nil {
		return root, nil
	}
	info, err := parent.Lstat(name)
	switch {
	case err == nil && info.IsDir():
		err = parent.Chmod(name, 0o700)
	case err == nil:
		err = parent.Remove(name)
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err != nil {
		return nil, err
	}
	if err := parent.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return OpenDirIn(parent, name)
}
