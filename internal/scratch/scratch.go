// Package scratch gives a program directories that do not outlive it.
//
//	dir, err := scratch.Open(os.TempDir(), "narratoria-")
//	defer dir.Close()
//	... use dir.Path(), or better dir.Root() ...
//
// Close removes the directory. A program that is killed cannot close anything:
// therefore each directory has an owner, who holds a lock on a file in it, and
// [Sweep] removes those whose owner is gone. The lock is the system's and ends
// with the program, so that no process can be mistaken for its owner; only a child
// that the program was just starting when it was killed still has the lock until it
// executes its program. The owner's number in the file says no more than whether a
// lock that is held is worth waiting for.
//
// What lies in such a directory may have been made by foreign code. Nothing is
// removed by way of a link, and neither modes nor depth keep anything.
package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/plainfile"
)

// ownerFile is in every directory of this package and in no other: a directory
// without it is nobody's to remove. It is the last to go.
const ownerFile = ".narratoria-owner"

// A Dir is a directory of this program. Its methods may be used concurrently.
type Dir struct {
	path   string
	parent *os.Root
	root   *os.Root
	lock   *os.File
}

// Open makes a directory in parent, whose name begins with prefix.
func Open(parent, prefix string) (*Dir, error) {
	above, err := plainfile.OpenDir(real(parent))
	if err != nil {
		return nil, err
	}
	const tries = 100 // a sweeper may take a directory for an abandoned one before it is locked
	for range tries {
		dir, err := own(above, real(parent), prefix)
		if err == nil {
			return dir, nil
		}
		if !errors.Is(err, errTaken) && !errors.Is(err, fs.ErrNotExist) {
			_ = above.Close()
			return nil, err
		}
	}
	_ = above.Close()
	return nil, fmt.Errorf("no directory can be kept in %s: each is removed at once", parent)
}

// Usable is the first of some parents in which a directory can be made, which is made
// itself where it is missing, but for the first; "" where there is none. why is what keeps
// the first from being it.
func Usable(parents ...string) (usable string, why error) {
	for i, parent := range parents {
		err := error(nil)
		if i > 0 {
			err = os.MkdirAll(parent, 0o700)
		}
		if err == nil {
			err = try(parent)
		}
		if err == nil {
			return parent, why
		}
		if i == 0 {
			why = err
		}
	}
	return "", why
}

func try(parent string) error {
	path, err := os.MkdirTemp(parent, "narratoria-try-")
	if err != nil {
		return err
	}
	return os.Remove(path)
}

var (
	errTaken = errors.New("the directory was taken for an abandoned one")
	errLeft  = errors.New("the directory's owner is gone, and its lock is still held")
)

// own makes one directory and takes it, or finds that a sweeper was faster.
func own(above *os.Root, parent, prefix string) (*Dir, error) {
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	root, err := plainfile.OpenDirIn(above, filepath.Base(path))
	if err != nil {
		return nil, err
	}
	lock, err := take(root, os.O_CREATE|os.O_EXCL)
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	dir := &Dir{path: path, parent: above, root: root, lock: lock}
	open.Store(dir, true)
	return dir, nil
}

// open are the directories that were not closed. A file that nobody reaches any more is closed
// by the runtime, and its lock ends: a directory is this program's until it says otherwise.
var open sync.Map

// take locks a directory's owner file. errTaken says that it is another's, or gone, and errLeft
// that it was another's who is gone.
func take(root *os.Root, flags int) (*os.File, error) {
	lock, err := root.OpenFile(ownerFile, os.O_RDWR|nonBlocking|flags, 0o600)
	if err != nil {
		return nil, err
	}
	held, err := filelock.TryExclusive(lock)
	if err != nil && flags != 0 {
		return lock, nil // this file system has no locks: nobody can take it for abandoned either
	}
	switch {
	case err != nil:
	case !held && ownerIsGone(lock):
		err = errLeft
	case !held || !named(root, lock):
		err = errTaken
	default:
		_ = filelock.Sign(lock) // where there is no room for that it is not waited for either
		return lock, nil
	}
	_ = lock.Close()
	return nil, err
}

// ownerIsGone reports whether who signed a lock that is held is no more.
func ownerIsGone(lock *os.File) bool {
	signer := filelock.Signer(lock)
	return signer > 0 && !filelock.Alive(signer)
}

// named reports whether an open owner file still has its name.
func named(root *os.Root, lock *os.File) bool {
	held, err := lock.Stat()
	if err != nil {
		return false
	}
	now, err := root.Lstat(ownerFile)
	return err == nil && os.SameFile(held, now)
}

// Path is the directory's absolute path, links resolved. What lies at it may be
// another directory if foreign code can rename it.
func (d *Dir) Path() string { return d.path }

// Root is the directory itself.
func (d *Dir) Root() *os.Root { return d.root }

// Close removes the directory with all in it.
func (d *Dir) Close() error {
	open.Delete(d)
	err := clear(d.parent, filepath.Base(d.path), d.root, d.lock)
	return errors.Join(err, d.root.Close(), d.parent.Close())
}

// Remove removes something directly in the directory, whatever it is.
func (d *Dir) Remove(name string) error { return Remove(d.root, name) }

// clear empties a directory, its owner file last, and removes it. A program that
// is killed meanwhile leaves a directory that can still be told as abandoned.
func clear(parent *os.Root, name string, root *os.Root, lock *os.File) error {
	err := removeAllBut(root, ownerFile)
	if err == nil {
		err = root.Remove(ownerFile)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // foreign code has removed it
	}
	_ = lock.Close()
	if err != nil {
		return err
	}
	return removeEmptied(parent, name, root)
}

// removeEmptied removes a directory whose owner file is gone. What somebody has written there
// since is as much nobody's as what was there before; and what they go on writing must not
// leave a directory that nobody could tell as abandoned, so it gets its owner file again.
func removeEmptied(parent *os.Root, name string, root *os.Root) (err error) {
	const rounds = 10
	for range rounds {
		if err = parent.Remove(name); err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil // where it is gone a sweeper saw it empty, and was faster
		}
		_ = Empty(root) // what is left says Remove
	}
	if file, err := root.OpenFile(ownerFile, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600); err == nil {
		_ = file.Close()
	}
	return err
}

// real is a directory by its real name: the system's temporary one may be a
// link, and what resolves a path must still be seen to stay inside.
func real(dir string) string {
	if absolute, err := filepath.Abs(dir); err == nil {
		dir = absolute
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return dir
}
