//go:build !linux && !darwin

package terminal

import "io"

// Hide does nothing here: what is typed is shown.
func Hide(io.Reader) (show func()) { return func() {} }
