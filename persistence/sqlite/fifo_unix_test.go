//go:build unix

package sqlite_test

import "golang.org/x/sys/unix"

func fifo(path string) error { return unix.Mkfifo(path, 0o600) }
