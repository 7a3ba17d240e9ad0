package llama

import (
	"io/fs"
	"syscall"
)

// inodeUnchanged looks at the time of the last change of any kind, which nobody can set.
func inodeUnchanged(then, now fs.FileInfo) bool {
	a, is := then.Sys().(*syscall.Stat_t)
	b, also := now.Sys().(*syscall.Stat_t)
	return is && also && a.Ctim == b.Ctim
}
