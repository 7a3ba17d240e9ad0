package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
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

// fillLimit fills a save where no file may have more than a megabyte, until it may.
func fillLimit(*persistence.Store) error {
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 1 << 20, Max: before.Max}); err != nil {
		return err
	}
	return fill(os.Getenv(dirVariable), false, func() error { return unix.Setrlimit(unix.RLIMIT_FSIZE, &before) })
}

// fillQuota plays until the system says of every write that it is beyond its user's quota.
func fillQuota(*persistence.Store) error {
	ctx, dir := context.Background(), os.Getenv(dirVariable)
	save, err := persistence.New(sqlite.New(dir), nil).Create(ctx, saveName, "p-1")
	if err != nil {
		return err
	}
	written, err := save.Append(ctx, turnAfter(0))
	if err != nil {
		return err
	}
	if err := refuseWriting(unix.EDQUOT); err != nil {
		fmt.Println("none:", err)
		return nil
	}
	for range 3 {
		if _, err := save.Append(ctx, turnAfter(written.Last)); !errors.Is(err, persistence.ErrFull) {
			return fmt.Errorf("beyond the quota it says: %w", err)
		}
		if err := examineOpen(ctx, save, written.Last); err != nil {
			return err
		}
	}
	if _, err := persistence.New(sqlite.New(dir), nil).Create(ctx, "tuesday", "p-2"); !errors.Is(err, persistence.ErrFull) {
		return fmt.Errorf("of another save it says: %w", err)
	}
	fmt.Println("ok: refused three times, and a save that was to be made")
	return nil
}

// refuseWriting has the system refuse for ever what this program writes at places of files.
func refuseWriting(why syscall.Errno) error {
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	filter := []unix.SockFilter{
		load(0), // the system call
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_PWRITE64, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(why)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread() // its right to do so is then all threads'
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	_, _, failed := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if failed != 0 {
		return failed
	}
	return nil
}
