package process

import (
	"os"
	"syscall"
)

// changeTime is when anything about the file last changed, in nanoseconds. A
// script can set its modification time back, but not this.
func changeTime(info os.FileInfo) int64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ctim.Nano()
	}
	return 0
}
