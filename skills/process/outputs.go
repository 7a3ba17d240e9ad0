package process

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
)

// An output is one output directory. root is the directory that was made; what
// its path leads to is for the script to say, and never opened.
type output struct {
	dir  string
	name string // in the transport's scratch directory
	root *os.Root
	made os.FileInfo
}

// outputs hands out output directories. Making one and removing it takes some
// file systems as long as starting a process, and most scripts put nothing into
// theirs: so one is made ahead of need, while the attempt before is running, and
// one that an attempt has left as it was is handed out again.
//
// All lie in one directory that belongs to the living program: see package
// scratch.
type outputs struct {
	scratch func() (*scratch.Dir, error)
	opened  atomic.Pointer[scratch.Dir] // nil as long as none was needed
	number  atomic.Int64
	spare   chan output
}

// scratchName is how the directories of attempts begin in the temporary one.
const scratchName = "narratoria-run-"

// maxSpare is how many directories are kept: one for each attempt that may run
// at a time on an ordinary machine.
const maxSpare = 16

func newOutputs(root string) *outputs {
	o := &outputs{spare: make(chan output, maxSpare)}
	o.scratch = sync.OnceValues(func() (*scratch.Dir, error) {
		dir, err := scratch.Open(temporary(root), scratchName)
		o.opened.Store(dir)
		return dir, err
	})
	return o
}

// temporary is where attempts get their directories.
func temporary(root string) string {
	if root == "" {
		return os.TempDir()
	}
	return root
}

func (o *outputs) make() (output, error) {
	dir, err := o.scratch()
	if err != nil {
		return output{}, err
	}
	name := fmt.Sprintf("attempt-%d", o.number.Add(1))
	if err := dir.Root().Mkdir(name, 0o700); err != nil {
		return output{}, err
	}
	root, err := plainfile.OpenDirIn(dir.Root(), name)
	if err != nil {
		return output{}, err
	}
	made, err := root.Stat(".")
	return output{filepath.Join(dir.Path(), name), name, root, made}, err
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
		o.remove(made)
	}
}

// giveBack takes a directory back from an attempt of which no process is left,
// and reports false when it must be removed instead: whatever a script changed
// about it could carry something to the next.
func (o *outputs) giveBack(used output) bool {
	return o.untouched(used) && o.keep(used)
}

func (o *outputs) keep(spare output) bool {
	select {
	case o.spare <- spare:
		return true
	default:
		return false
	}
}

// remove removes a directory whatever a script has made of it.
func (o *outputs) remove(used output) {
	_ = used.root.Close()
	if dir := o.opened.Load(); dir != nil {
		_ = dir.Remove(used.name)
	}
}

// close removes all of them, when nothing takes or restocks any more.
func (o *outputs) close() {
	for {
		select {
		case spare := <-o.spare:
			_ = spare.root.Close()
			continue
		default:
		}
		if dir := o.opened.Swap(nil); dir != nil {
			_ = dir.Close()
		}
		return
	}
}
