//go:build !linux

package scratch

import "os"

// A mount is what a script cannot make here.
type mount struct{}

func mountOf(*os.Root, string) mount { return mount{} }

func detach(*os.Root, string) bool { return false }
