package terminal

import "golang.org/x/sys/unix"

const getSettings, putSettings = unix.TIOCGETA, unix.TIOCSETA
