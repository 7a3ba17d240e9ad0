package plainfile

import (
	"fmt"
	"os"
)

// byDescriptor opens the very directory that is open, without its name.
func byDescriptor(dir *os.File) (*os.Root, error) {
	defer func() { _ = dir.Name() }() // dir, and so its descriptor, lives until then
	return os.OpenRoot(fmt.Sprintf("/proc/self/fd/%d", dir.Fd()))
}
