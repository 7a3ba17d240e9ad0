package plainfile

import (
	"errors"
	"os"
)

var errNotDirectory = errors.New("is not a directory")

// OpenDir opens a directory and holds on to it: what is read through the root
// afterwards is below this very directory, whatever its name is given to.
//
// [os.OpenRoot] alone follows a link that has taken the directory's place, and
// waits for ever where a FIFO has, so that nothing but this package calls it.
func OpenDir(path string) (*os.Root, error) {
	return openDir(path, directoryOnly)
}

// FollowDir is [OpenDir] for a directory that is the user's own to name: a link to one will
// do, as of a configuration that is kept elsewhere.
func FollowDir(path string) (*os.Root, error) {
	return openDir(path, anyDirectory)
}

func openDir(path string, how int) (*os.Root, error) {
	dir, err := os.OpenFile(path, os.O_RDONLY|how, 0)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return rootOf(dir, func() (*os.Root, error) { return os.OpenRoot(path) })
}

// OpenDirIn is [OpenDir] for a directory directly in another one that is held.
func OpenDirIn(parent *os.Root, name string) (*os.Root, error) {
	dir, err := parent.OpenFile(name, os.O_RDONLY|directoryOnly, 0)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	listed, err := parent.Lstat(name)
	if err != nil {
		return nil, err
	}
	if opened, err := dir.Stat(); err != nil || !os.SameFile(listed, opened) {
		return nil, &os.PathError{Op: "open", Path: name, Err: errNotDirectory}
	}
	return rootOf(dir, func() (*os.Root, error) { return parent.OpenRoot(name) })
}

// rootOf makes an open directory a root: by its descriptor where the system has
// names for those, else by opening it again and comparing.
func rootOf(dir *os.File, again func() (*os.Root, error)) (*os.Root, error) {
	held, err := dir.Stat()
	if err != nil {
		return nil, err
	}
	if !held.IsDir() {
		return nil, &os.PathError{Op: "open", Path: dir.Name(), Err: errNotDirectory}
	}
	if root, err := byDescriptor(dir); err == nil {
		return root, nil
	}
	root, err := again()
	if err != nil {
		return nil, err
	}
	if now, err := root.Stat("."); err != nil || !os.SameFile(held, now) {
		_ = root.Close()
		return nil, &os.PathError{Op: "open", Path: dir.Name(), Err: errors.New("is another directory than a moment ago")}
	}
	return root, nil
}
