//go:build !linux

package soak

// Ordinary does nothing here: tests are not run as root.
func Ordinary() {}
