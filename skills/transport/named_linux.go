package transport

import (
	"fmt"
	"os"
	"strings"
)

// stillNamed reports whether the name by which a file was opened has not been
// taken from it since. A hard link to somebody else's file that is removed at the
// right moment leaves that file with one name, as if it were the script's own; but
// a name that is gone does not come back to the opening, so that a file which has
// one name, and then still has this one, had no other.
func stillNamed(file *os.File) bool {
	name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", file.Fd()))
	return err != nil || !strings.HasSuffix(name, " (deleted)") // without /proc nobody can say
}
