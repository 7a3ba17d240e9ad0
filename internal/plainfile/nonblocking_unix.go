//go:build unix

package plainfile

import "syscall"

// nonBlocking keeps an open from waiting where a plain file was replaced by a
// FIFO a moment ago. It changes nothing for plain files.
const nonBlocking = syscall.O_NONBLOCK
