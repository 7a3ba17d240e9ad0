package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/narratoria/narratoria/internal/plainfile"
)

// Remove removes a tree below root. It never leaves root, follows no link, and goes into
// nothing that is mounted there: that is detached, and what cannot be is left with all that
// it is in, since it would be somebody's files that were removed.
//
// Foreign code may have taken a directory's mode away, or have nested directories
// until a removal that goes down them one in another has no descriptors left. So
// modes are given back first, and what lies deep is lifted to the top.
func Remove(root *os.Root, name string) error {
	if root.Remove(name) == nil {
		return nil // a file, or an empty directory
	}
	const rounds = 10 // against something that is still writing
	var err error
	for range rounds {
		l := lifting{root: root, mount: mountOf(root, ".")}
		l.lift(name, 0)
		if l.foreign == "" {
			err = root.RemoveAll(name)
		} else {
			err = &fs.PathError{Op: "remove", Path: path.Join(root.Name(), l.foreign), Err: errMounted}
		}
		for _, deep := range l.lifted {
			err = errors.Join(err, Remove(root, deep))
		}
		if err == nil {
			break
		}
	}
	return err
}

var errMounted = errors.New("something is mounted there, and nothing in it is removed")

// RemoveAll is Remove for a tree some way below a directory. One that is not there is no
// error, and nor is one that something else is in the way to: it leads nowhere.
func RemoveAll(tree plainfile.Below) error {
	above, name := tree.Above()
	root, err := above.Open()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	return Remove(root, name)
}

// Empty removes everything in root, however it lies there.
func Empty(root *os.Root) error { return removeAllBut(root, "") }

// removeAllBut removes everything directly in root except one name.
func removeAllBut(root *os.Root, spared string) (err error) {
	for _, name := range names(root, ".") {
		if name != spared {
			err = errors.Join(err, Remove(root, name))
		}
	}
	return err
}

// deepest is how far down a tree is walked before its rest is lifted.
const deepest = 100

// A lifting makes a tree removable.
type lifting struct {
	root    *os.Root
	mount   mount    // that root is in
	lifted  []string // what was moved to the top, by its new names
	foreign string   // a directory that another mount begins at, "" for none
}

// lift gives directories back their modes, moves those that lie too deep to the top, where
// they get new names, and detaches what is mounted.
func (l *lifting) lift(name string, depth int) {
	info, err := l.root.Lstat(name)
	if err != nil || !info.IsDir() {
		return
	}
	if l.mounted(name) {
		l.foreign = name
		return
	}
	if info.Mode().Perm()&0o700 != 0o700 {
		_ = l.root.Chmod(name, 0o700)
	}
	if depth == deepest {
		if top := free(l.root, len(l.lifted)); l.root.Rename(name, top) == nil {
			l.lifted = append(l.lifted, top)
		}
		return
	}
	for _, entry := range names(l.root, name) {
		l.lift(path.Join(name, entry), depth+1)
	}
}

// mounted reports whether a directory is of another mount, and stays so.
func (l *lifting) mounted(name string) bool {
	for range 64 { // one may be mounted upon another
		if mountOf(l.root, name) == l.mount {
			return false
		}
		if !detach(l.root, name) {
			break
		}
	}
	return true
}

// free is a name that nothing at the top has.
func free(root *os.Root, from int) string {
	for ; ; from++ {
		name := fmt.Sprintf(".lifted-%d", from)
		if _, err := root.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
}
