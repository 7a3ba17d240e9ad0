package process

import "golang.org/x/sys/unix"

// Unread is how much of what was written the script has not read yet.
func (s *stdin) Unread() int {
	conn, err := s.SyscallConn()
	if err != nil {
		return 0
	}
	unread := 0
	_ = conn.Control(func(fd uintptr) { unread, _ = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	return unread
}
