//go:build unix && !linux

package process

import "syscall"

// A containment is how a script's processes are held together.
type containment int

const group containment = 1

func (containment) String() string { return "process group" }

func (containment) attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func probe() containment { return group }

func onMainThread() bool { return false }

func settleThread() {}

func (c *child) launch() error { return c.command.Start() }

// terminate asks the script's process group to end.
func (c *child) terminate() { c.signal(syscall.SIGTERM) }

// kill ends the script's process group. What has left the group lives on.
func (c *child) kill() { c.signal(syscall.SIGKILL) }

// wait returns when the leader is reaped and the rest of its group was told to
// end. Without a way to wait for the leader and leave it unreaped, a group that
// is already empty may in principle have had its id taken in between.
func (c *child) wait() {
	_ = c.command.Wait()
	c.kill()
	c.grip.reap(func() {})
}
