//go:build unix

package objectbox

import (
	"os/exec"
	"syscall"
)

// alone has a process not hear what is typed to end the program in front of it: it would seem to
// have been ended by what it read.
func alone(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
