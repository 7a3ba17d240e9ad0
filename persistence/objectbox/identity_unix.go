//go:build unix

package objectbox

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// identity says which file one is, and when anything of it was changed last, as nobody can choose: by it a file that was
// written here is told from one that somebody else has made with a sum beside it.
func identity(file *os.File) (string, error) {
	var is unix.Stat_t
	if err := unix.Fstat(int(file.Fd()), &is); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d:%d:%d.%09d", is.Dev, is.Ino, is.Ctim.Sec, is.Ctim.Nsec), nil
}
