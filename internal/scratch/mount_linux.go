package scratch

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// A mount is known by its number, or by its device where the kernel does not say it. The
// zero value is of what cannot be looked at.
type mount struct{ number, device uint64 }

// mountOf is the mount that a directory of root is in.
func mountOf(root *os.Root, name string) mount {
	dir, err := openPath(root, name)
	if err != nil {
		return mount{}
	}
	defer dir.Close()
	var stat unix.Statx_t
	if err := unix.Statx(int(dir.Fd()), "", unix.AT_EMPTY_PATH, unix.STATX_MNT_ID, &stat); err != nil {
		return mount{}
	}
	found := mount{device: unix.Mkdev(stat.Dev_major, stat.Dev_minor)}
	if stat.Mask&unix.STATX_MNT_ID != 0 {
		found.number = stat.Mnt_id
	}
	return found
}

// detach takes away what is mounted at a directory of root.
func detach(root *os.Root, name string) bool {
	dir, err := openPath(root, name)
	if err != nil {
		return false
	}
	defer dir.Close()
	return unix.Unmount(fmt.Sprintf("/proc/self/fd/%d", dir.Fd()), unix.MNT_DETACH) == nil
}

// openPath opens a directory that need not be readable.
func openPath(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
}
