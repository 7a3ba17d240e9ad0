package sqlite_test

import (
	"os"
	"os/exec"
	"syscall"
)

// ownDisk lets a command mount what only it sees.
func ownDisk(command *exec.Cmd) bool {
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	return true
}

func mountDisk(dir string) error {
	return syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=3m")
}
