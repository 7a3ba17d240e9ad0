//go:build unix

package sqlite

import "golang.org/x/sys/unix"

// writable reports whether files can be made in a directory.
func writable(dir string) bool { return changeable(dir) }

// changeable reports whether a file can be written. It is not opened: to close it again would be
// to give back the locks that SQLite holds on it.
func changeable(path string) bool {
	return unix.Faccessat(unix.AT_FDCWD, path, unix.W_OK, unix.AT_EACCESS) == nil
}
