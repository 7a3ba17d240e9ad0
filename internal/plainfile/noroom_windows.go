package plainfile

import "syscall"

// noRoom are a full disk, in the two ways in which it is told, a user's quota, and a file
// system without numbers so large.
var noRoom = []error{syscall.Errno(112), syscall.Errno(39), syscall.Errno(1295), syscall.Errno(223)}
