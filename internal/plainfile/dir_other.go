//go:build !linux

package plainfile

import (
	"errors"
	"os"
)

// byDescriptor is for systems where a descriptor has a name.
func byDescriptor(*os.File) (*os.Root, error) { return nil, errors.ErrUnsupported }
