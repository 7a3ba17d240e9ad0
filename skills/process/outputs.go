package process

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// outputs makes output directories, and one ahead of need: making a directory
// takes some file systems as long as starting a process, and is done while the
// attempt before is running.
//
// A directory is never used twice. An empty one could still carry something from
// one skill to another, in its attributes and times.
type outputs struct {
	root  func() string
	spare chan string // holds at most one
}

func newOutputs(root string) *outputs {
	return &outputs{root: sync.OnceValue(func() string { return resolved(root) }), spare: make(chan string, 1)}
}

func (o *outputs) make() (string, error) { return os.MkdirTemp(o.root(), "narratoria-") }

// take gives a directory that nobody has used.
func (o *outputs) take() (string, error) {
	select {
	case dir := <-o.spare:
		return dir, nil
	default:
		return o.make()
	}
}

// restock makes the spare one. Where that fails, take finds out why.
func (o *outputs) restock() {
	if len(o.spare) > 0 {
		return
	}
	dir, err := o.make()
	if err != nil {
		return
	}
	select {
	case o.spare <- dir:
	default: // another attempt has restocked
		_ = os.Remove(dir)
	}
}

// close removes the spare one, when nothing takes or restocks any more.
func (o *outputs) close() {
	select {
	case dir := <-o.spare:
		_ = os.Remove(dir)
	default:
	}
}

// resolved is a directory by its real name: the system's temporary one may be a
// symbolic link, and a script that resolves its paths must still be seen to stay
// inside.
func resolved(dir string) string {
	if dir == "" {
		dir = os.TempDir()
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}

// removeTree removes a directory whatever modes a script has given its parts.
func removeTree(root string) {
	if os.RemoveAll(root) == nil {
		return
	}
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	_ = os.RemoveAll(root)
}
