//go:build unix

package process

import (
	"errors"
	"sync"
	"syscall"
)

// A grip keeps signals from reaching a process group after its leader has been
// reaped, when the id may have become somebody else's.
type grip struct {
	mu     sync.Mutex
	reaped bool
}

func (g *grip) whileAlive(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.reaped {
		f()
	}
}

func (g *grip) reap(wait func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	wait()
	g.reaped = true
}

// signal reaches the script's whole process group.
func (c *child) signal(sig syscall.Signal) {
	c.grip.whileAlive(func() { _ = syscall.Kill(-c.command.Process.Pid, sig) })
}

// busy reports whether a program is still open for writing somewhere: another
// script was started while it was copied, and inherits that for an instant.
func busy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }

// noFormat reports whether the system does not know how to run a file.
func noFormat(err error) bool { return errors.Is(err, syscall.ENOEXEC) }
