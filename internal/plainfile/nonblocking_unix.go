//go:build unix

package plainfile

import "syscall"

// nonBlocking keeps an open from waiting where a plain file was replaced by a
// FIFO a moment ago. It changes nothing for plain files.
const nonBlocking = syscall.O_NONBLOCK

// directoryOnly opens directories and nothing else, follows no link in the last
// step, and waits for nobody.
const directoryOnly = syscall.O_DIRECTORY | syscall.O_NOFOLLOW | syscall.O_NONBLOCK
