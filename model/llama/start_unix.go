//go:build unix

package llama

import (
	"os/exec"
	"syscall"
)

// ordered has a worker not hear what is typed to end the program in front of it: that ends the
// call, and whoever wants the worker ended ends its stdin.
func ordered(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
