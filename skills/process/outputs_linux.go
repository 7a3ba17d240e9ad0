package process

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// untouched reports whether the directory still has its name, with the mode it
// was made with, nothing in it and no attribute on it, and sets its times back.
// Those are all the places where a script could leave something.
func (o *outputs) untouched(used output) bool {
	dir := o.opened.Load()
	if dir == nil {
		return false
	}
	now, err := dir.Root().Lstat(used.name)
	if err != nil || !os.SameFile(used.made, now) || now.Mode() != used.made.Mode() || !vacant(used.root) {
		return false
	}
	return used.root.Chtimes(".", used.made.ModTime(), used.made.ModTime()) == nil
}

// vacant reports whether nothing is in a directory and nothing on it.
func vacant(root *os.Root) bool {
	d, err := root.Open(".")
	if err != nil {
		return false
	}
	defer d.Close()
	if _, err = d.Readdirnames(1); !errors.Is(err, io.EOF) {
		return false
	}
	n, err := unix.Flistxattr(int(d.Fd()), nil)
	return n == 0 && err == nil || errors.Is(err, unix.ENOTSUP)
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
