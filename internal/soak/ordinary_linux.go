package soak

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// Ordinary takes from the calling goroutine what only root has: reading and
// writing files whatever their modes say. CI is root, and unreadable files must
// be unreadable there too. The goroutine keeps its thread to itself, which ends
// with it; so it is to be called in a goroutine made for this.
func Ordinary() {
	runtime.LockOSThread() // for good: the thread must not serve anybody else
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var caps [2]unix.CapUserData
	err := unix.Capget(&header, &caps[0])
	if err == nil {
		caps[0].Effective &^= 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH
		err = unix.Capset(&header, &caps[0])
	}
	if err != nil {
		panic(fmt.Sprintf("soak: root's privileges cannot be dropped: %v", err))
	}
}
