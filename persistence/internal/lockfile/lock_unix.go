//go:build unix

package lockfile

import (
	"errors"
	"os"
)

// remove takes the name away while the lock is still held; see isAt.
func remove(file *os.File) error { return errors.Join(os.Remove(file.Name()), file.Close()) }
