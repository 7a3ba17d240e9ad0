//go:build unix

package snapshot

import "syscall"

// What is opened may have been exchanged a moment ago: neither waits for the
// other end of a FIFO.
const (
	nonBlocking   = syscall.O_NONBLOCK
	directoryOnly = syscall.O_DIRECTORY | syscall.O_NONBLOCK
)
