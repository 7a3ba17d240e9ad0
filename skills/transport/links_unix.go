//go:build unix

package transport

import (
	"os"
	"syscall"
)

// nonBlocking keeps an open from waiting where a plain file was exchanged for a
// FIFO a moment ago. It changes nothing for plain files.
const nonBlocking = syscall.O_NONBLOCK

// names counts the names a file has.
func names(info os.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}
