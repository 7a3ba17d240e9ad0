package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/narratoria/narratoria/skills/transport"
)

// Limits of what one attempt may have in its output directory, which is its
// temporary directory too. An attempt that goes beyond one is ended.
const (
	MaxOutputBytes   = 512 << 20 // on the disk
	MaxOutputEntries = 10_000    // files and directories
	MaxOutputDepth   = 64        // directories one in another
)

// measureEvery is how often an output directory is looked at. Most attempts are
// over before the first time. A look that takes long is followed by a longer wait.
const measureEvery = 50 * time.Millisecond

// A quota is what of its limits an attempt has left.
type quota struct {
	root    *os.Root
	bytes   int64
	entries int
}

// exceeded says which limit the directory is beyond, or gives nil. It looks at no
// more entries than the limit.
func exceeded(root *os.Root) error {
	q := &quota{root: root, bytes: MaxOutputBytes, entries: MaxOutputEntries}
	return q.directory(".", 0)
}

func (q *quota) directory(name string, depth int) error {
	if depth > MaxOutputDepth {
		return excess("nested directories in its output directory more than %d deep", MaxOutputDepth)
	}
	dir, err := q.root.OpenFile(name, os.O_RDONLY|directoryOnly, 0)
	if errors.Is(err, fs.ErrPermission) && q.root.Chmod(name, 0o700) == nil {
		dir, err = q.root.OpenFile(name, os.O_RDONLY|directoryOnly, 0) // it was to hide something
	}
	if err != nil {
		return nil // gone
	}
	defer dir.Close()
	for {
		names, err := dir.Readdirnames(1000)
		for _, base := range names {
			if err := q.entry(path.Join(name, base), depth); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
	}
}

func (q *quota) entry(name string, depth int) error {
	if q.entries--; q.entries < 0 {
		return excess("put more than %d files into its output directory", MaxOutputEntries)
	}
	info, err := q.root.Lstat(name)
	if err != nil {
		return nil // removed meanwhile
	}
	if q.bytes -= onDisk(info); q.bytes < 0 {
		return excess("put more than %d MiB into its output directory", MaxOutputBytes>>20)
	}
	if info.Mode().Type() == fs.ModeDir {
		return q.directory(name, depth+1)
	}
	return nil
}

func excess(format string, args ...any) error {
	return &transport.Excess{Message: fmt.Sprintf(format, args...)}
}

// guard looks at an attempt's output directory until gone is closed. When it is
// beyond a limit, over gets the reason, once.
func (t *Transport) guard(root *os.Root, gone <-chan struct{}) (over <-chan error) {
	passed := make(chan error, 1)
	t.running.Go(func() { // until gone
		timer := time.NewTimer(measureEvery)
		defer timer.Stop()
		for {
			select {
			case <-gone:
				return
			case <-timer.C:
			}
			began := time.Now()
			if err := exceeded(root); err != nil {
				passed <- err
				return
			}
			timer.Reset(max(measureEvery, 10*time.Since(began)))
		}
	})
	return passed
}
