//go:build linux || darwin

package inventory

import "syscall"

// freeOn is how many bytes are free where a directory is, where that is known.
func freeOn(dir string) (bytes int64, known bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return 0, false
	}
	return int64(disk.Bavail) * int64(disk.Bsize), true
}
