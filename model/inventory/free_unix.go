//go:build linux || darwin

package inventory

import "syscall"

// freeOn is how many bytes are free where a directory is; 0 where that is not known.
func freeOn(dir string) int64 {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return 0
	}
	return int64(disk.Bavail) * int64(disk.Bsize)
}
