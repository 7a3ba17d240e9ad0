//go:build unix

package plainfile

import "syscall"

// nonBlocking keeps an open from waiting where a plain file was replaced by a
// FIFO a moment ago. It changes nothing for plain files.
const nonBlocking = syscall.O_NONBLOCK

// anyDirectory opens directories and nothing else, and waits for nobody.
const anyDirectory = syscall.O_DIRECTORY | syscall.O_NONBLOCK

// directoryOnly follows no link in the last step, too.
const directoryOnly = anyDirectory | syscall.O_NOFOLLOW

// hasModes: a file says who may read it.
const hasModes = true
