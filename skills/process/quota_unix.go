//go:build unix

package process

import (
	"io/fs"
	"syscall"
)

// directoryOnly waits for nobody where a directory was exchanged for a FIFO.
const directoryOnly = syscall.O_DIRECTORY | syscall.O_NONBLOCK

// onDisk is what a file takes of the disk: little for one that is mostly a hole.
func onDisk(info fs.FileInfo) int64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Blocks * 512
	}
	return info.Size()
}
