package snapshot

import (
	"io/fs"
	"syscall"
)

// stampOf reports false where a file has nothing to tell its states apart by.
func stampOf(info fs.FileInfo) (stamp, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return stamp{}, false
	}
	return stamp{
		device: uint64(stat.Dev), inode: stat.Ino, size: stat.Size,
		modified: stat.Mtim.Nano(), changed: stat.Ctim.Nano(),
	}, true
}
