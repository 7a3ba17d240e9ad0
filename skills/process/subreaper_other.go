//go:build !linux

package process

import "errors"

// BecomeSubreaper is possible on Linux alone.
func BecomeSubreaper() error { return errors.ErrUnsupported }
