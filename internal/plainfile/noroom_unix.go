//go:build unix

package plainfile

import "syscall"

// noRoom are a full disk, a user's quota, and a limit of how large files may be.
var noRoom = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
