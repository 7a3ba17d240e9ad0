package filelock

import (
	"errors"

	"golang.org/x/sys/windows"
)

// Alive reports whether there is a process of a number, whosever it is.
func Alive(pid int) bool {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_ACCESS_DENIED)
	}
	_ = windows.CloseHandle(process)
	return true
}
