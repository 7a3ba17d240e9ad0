package lockfile

import "golang.org/x/sys/unix"

const openFileLock = unix.F_OFD_SETLK
