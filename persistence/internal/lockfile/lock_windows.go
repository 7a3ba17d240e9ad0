package lockfile

import (
	"errors"
	"io/fs"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// lock locks one byte far beyond the text, because Windows keeps others from
// reading what is locked.
func lock(file *os.File) error {
	where := &windows.Overlapped{Offset: math.MaxUint32, OffsetHigh: math.MaxInt32}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, where)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrHeld
	}
	return err
}

// lockOwn locks a byte that SQLite does not use.
func lockOwn(file *os.File) error { return lock(file) }

func unlockOwn(file *os.File) {
	where := &windows.Overlapped{Offset: math.MaxUint32, OffsetHigh: math.MaxInt32}
	_ = windows.UnlockFileEx(windows.Handle(file.Fd()), 0, 1, 0, where) // what is not locked need not be unlocked
}

// names is how many names a file has.
func names(file *os.File) (int, error) {
	var info windows.ByHandleFileInformation
	err := windows.GetFileInformationByHandle(windows.Handle(file.Fd()), &info)
	return int(info.NumberOfLinks), err
}

func alive(pid int) bool {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_ACCESS_DENIED)
	}
	_ = windows.CloseHandle(process)
	return true
}

// remove gives the lock back first: an open file cannot be removed. Whoever
// takes it in between keeps its file.
func remove(file *os.File) error {
	name := file.Name()
	if err := file.Close(); err != nil {
		return err
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
		return err
	}
	return nil
}
