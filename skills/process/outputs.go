package process

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// An output is one output directory, as it was when it was made.
type output struct {
	dir  string
	made os.FileInfo
}

// outputs hands out output directories. Making one and removing it takes some
// file systems as long as starting a process, and most scripts put nothing into
// theirs: so one is made ahead of need, while the attempt before is running, and
// one that an attempt has left as it was is handed out again.
type outputs struct {
	root  func() string
	spare chan output
}

// maxSpare is how many directories are kept: one for each attempt that may run
// at a time on an ordinary machine.
const maxSpare = 16

func newOutputs(root string) *outputs {
	return &outputs{root: sync.OnceValue(func() string { return resolved(root) }), spare: make(chan output, maxSpare)}
}

func (o *outputs) make() (output, error) {
	dir, err := os.MkdirTemp(o.root(), "narratoria-")
	if err != nil {
		return output{}, err
	}
	made, err := os.Lstat(dir)
	return output{dir, made}, err
}

// take gives a directory with nothing in it and nothing about it that tells of
// another attempt.
func (o *outputs) take() (output, error) {
	select {
	case spare := <-o.spare:
		return spare, nil
	default:
		return o.make()
	}
}

// restock makes a spare one where there is none. Where that fails, take finds
// out why.
func (o *outputs) restock() {
	if len(o.spare) > 0 {
		return
	}
	if made, err := o.make(); err == nil && !o.keep(made) {
		_ = os.Remove(made.dir)
	}
}

// giveBack takes a directory back from an attempt of which no process is left,
// and reports false when it must be removed instead: whatever a script changed
// about it could carry something to the next.
func (o *outputs) giveBack(used output) bool {
	return used.untouched() && o.keep(used)
}

func (o *outputs) keep(spare output) bool {
	select {
	case o.spare <- spare:
		return true
	default:
		return false
	}
}

// close removes the spare ones, when nothing takes or restocks any more.
func (o *outputs) close() {
	for {
		select {
		case spare := <-o.spare:
			_ = os.Remove(spare.dir)
		default:
			return
		}
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
