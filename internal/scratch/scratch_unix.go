//go:build unix

package scratch

import (
	"os"
	"syscall"
)

const (
	nonBlocking   = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
	directoryOnly = syscall.O_DIRECTORY | syscall.O_NONBLOCK
)

// mine reports whether a file belongs to the user who runs the program. In a
// temporary directory that is everybody's, nothing of others is touched.
func mine(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
