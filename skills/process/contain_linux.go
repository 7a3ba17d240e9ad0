package process

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// A containment is how a script's processes are held together.
type containment int

const (
	pidNamespace   containment = iota + 1 // of its own, which root may make
	userNamespace                         // the same inside a user namespace
	group                                 // a process group
	groupAndReaper                        // the same, with a sweep for those that left it
)

func (c containment) String() string {
	return map[containment]string{
		pidNamespace:   "PID namespace",
		userNamespace:  "PID and user namespace",
		group:          "process group",
		groupAndReaper: "process group and reaper",
	}[c]
}

func (c containment) namespaced() bool { return c == pidNamespace || c == userNamespace }

// attributes start a process in this containment. The kernel kills it when the
// program dies; in a namespace that ends its whole tree.
func (c containment) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if c.namespaced() {
		attr.Cloneflags = syscall.CLONE_NEWPID
	}
	if c == userNamespace {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	return attr
}

// probe finds the strongest containment.
func probe() containment {
	switch {
	case pidNamespace.allowed():
		return pidNamespace
	case userNamespace.allowed():
		return userNamespace
	case isSubreaper():
		return groupAndReaper
	}
	return group
}

// allowed tries a namespace out. It starts a program that does not exist: where
// making the namespace is refused, that error comes first.
func (c containment) allowed() bool {
	_, _, err := syscall.StartProcess("/dev/null/none", []string{"none"}, &syscall.ProcAttr{Sys: c.attributes()})
	return errors.Is(err, syscall.ENOTDIR)
}

// onMainThread reports whether the goroutine runs on the program's first thread.
func onMainThread() bool { return unix.Gettid() == os.Getpid() }

// settleThread makes the spawning thread, and so every script and all its
// descendants, unable to gain privileges. It is also how a lost descendant is
// told from the program's other children, which other threads start: nothing
// can take the mark off.
//
// Of what root may do they also lose to mount, which would bring files from anywhere into
// their directories, and to make files that nobody can remove. The thread itself keeps both,
// since it makes their namespaces.
func settleThread() {
	_ = unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	for _, capability := range []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_LINUX_IMMUTABLE} {
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
	}
}

// launch starts the leader, which no sweep may take for a lost descendant.
func (c *child) launch() error {
	return descendants.born(func() (int, error) {
		if err := c.command.Start(); err != nil {
			return 0, err
		}
		return c.command.Process.Pid, nil
	})
}

// terminate asks the tree to end. In a namespace the leader hears it only if it
// has a handler, the rest of its group in any case.
func (c *child) terminate() { c.signal(syscall.SIGTERM) }

// kill ends the tree: in a namespace the kernel does, at the end of the leader.
func (c *child) kill() { c.signal(syscall.SIGKILL) }

// wait returns when the leader is reaped and what it left behind is dealt with.
func (c *child) wait() {
	awaitExit(c.command.Process.Pid)
	c.kill()
	c.grip.reap(func() { _ = c.command.Wait() })
	descendants.gone(c.command.Process.Pid)
	if c.containment == groupAndReaper {
		descendants.sweep(c.id)
	}
}

// awaitExit waits until a child has ended, and leaves it unreaped: until then
// its id, which is its group's, is its own.
func awaitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, &unix.Siginfo{}, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
