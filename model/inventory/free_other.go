//go:build !linux && !darwin

package inventory

// freeOn is not known here.
func freeOn(string) (bytes int64, known bool) { return 0, false }
