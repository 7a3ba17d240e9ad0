package process

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// untouched reports whether the directory is the one that was made, with the
// mode it was made with, nothing in it and no attribute on it, and sets its
// times back. Those are all the places where a script could leave something.
func (o output) untouched() bool {
	now, err := os.Lstat(o.dir)
	if err != nil || !os.SameFile(o.made, now) || now.Mode() != o.made.Mode() || !empty(o.dir) {
		return false
	}
	if n, err := unix.Llistxattr(o.dir, nil); n > 0 || err != nil && !errors.Is(err, unix.ENOTSUP) {
		return false
	}
	return os.Chtimes(o.dir, o.made.ModTime(), o.made.ModTime()) == nil
}

func empty(dir string) bool {
	d, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer d.Close()
	_, err = d.Readdirnames(1)
	return errors.Is(err, io.EOF)
}

// treeIsGone reports whether no process of the script can be left: the kernel
// ends a PID namespace before it lets its leader be reaped.
func (c *child) treeIsGone() bool {
	select {
	case <-c.gone:
		return c.containment.namespaced()
	default:
		return false
	}
}
