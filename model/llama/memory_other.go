//go:build !linux

package llama

// available is not known here, where no library is loaded anyway.
func available() int64 { return 0 }
