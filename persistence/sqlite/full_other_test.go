//go:build !linux

package sqlite_test

import (
	"errors"
	"os/exec"
)

func ownDisk(*exec.Cmd) bool { return false }

func mountDisk(string) error { return errors.ErrUnsupported }
