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

// Limits of what a skill may have in its data directory, which lasts: room for a library
// or a small model, and for no story's worth of them. A script that is running when it is
// beyond one is ended, and the directory, a cache, is emptied.
const (
	MaxDataBytes   = 1 << 30
	MaxDataEntries = 20_000
)

// measureEvery is how often the directories are looked at. Most attempts are
// over before the first time. A look that takes long is followed by a longer wait.
const measureEvery = 50 * time.Millisecond

// A quota is what of its limits a directory has left.
type quota struct {
	name    string // for messages
	root    *os.Root
	bytes   int64
	entries int
	most    struct {
		bytes   int64
		entries int
	}
}

func newQuota(name string, root *os.Root, bytes int64, entries int) *quota {
	q := &quota{name: name, root: root, bytes: bytes, entries: entries}
	q.most.bytes, q.most.entries = bytes, entries
	return q
}

// exceeded says which limit an output directory is beyond, or gives nil. It looks at no
// more entries than the limit.
func exceeded(root *os.Root) error {
	return newQuota("output", root, MaxOutputBytes, MaxOutputEntries).directory(".", 0)
}

// overfull is exceeded for a data directory.
func overfull(root *os.Root) error {
	return newQuota("data", root, MaxDataBytes, MaxDataEntries).directory(".", 0)
}

func (q *quota) directory(name string, depth int) error {
	if depth > MaxOutputDepth {
		return q.excess("nested directories in its %s directory more than %d deep", MaxOutputDepth)
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
		return q.excess("put more than %[2]d files into its %[1]s directory", q.most.entries)
	}
	info, err := q.root.Lstat(name)
	if err != nil {
		return nil // removed meanwhile
	}
	if q.bytes -= onDisk(info); q.bytes < 0 {
		return q.excess("put more than %[2]d MiB into its %[1]s directory", q.most.bytes>>20)
	}
	if info.Mode().Type() == fs.ModeDir {
		return q.directory(name, depth+1)
	}
	return nil
}

func (q *quota) excess(format string, limit any) error {
	return &transport.Excess{Message: fmt.Sprintf(format, q.name, limit)}
}

// guard looks at an attempt's directories until gone is closed. When one is beyond a limit,
// over gets the reason, once.
func (t *Transport) guard(p place, gone <-chan struct{}) (over <-chan error) {
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
			err := exceeded(p.output.root)
			if err == nil {
				err = overfull(p.cache.root)
			}
			if err != nil {
				passed <- err
				return
			}
			timer.Reset(max(measureEvery, 10*time.Since(began)))
		}
	})
	return passed
}
