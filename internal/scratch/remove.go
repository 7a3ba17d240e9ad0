package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// Remove removes a tree below root. It never leaves root and follows no link.
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
		var lifted []string
		lift(root, name, 0, &lifted)
		err = root.RemoveAll(name)
		for _, deep := range lifted {
			err = errors.Join(err, Remove(root, deep))
		}
		if err == nil {
			break
		}
	}
	return err
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

// lift makes the directories of a tree removable, and moves those that lie too
// deep to the top, where they get new names.
func lift(root *os.Root, name string, depth int, lifted *[]string) {
	info, err := root.Lstat(name)
	if err != nil || !info.IsDir() {
		return
	}
	if info.Mode().Perm()&0o700 != 0o700 {
		_ = root.Chmod(name, 0o700)
	}
	if depth == deepest {
		if top := free(root, len(*lifted)); root.Rename(name, top) == nil {
			*lifted = append(*lifted, top)
		}
		return
	}
	for _, entry := range names(root, name) {
		lift(root, path.Join(name, entry), depth+1, lifted)
	}
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
