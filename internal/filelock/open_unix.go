//go:build unix

package filelock

import (
	"io/fs"
	"syscall"
)

// plainOnly follows no link in the last step, and waits for nobody.
const plainOnly = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// links is how many names a file has.
func links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}
