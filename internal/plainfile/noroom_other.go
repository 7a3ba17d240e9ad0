//go:build !unix && !windows

package plainfile

// noRoom is not told from other failures here.
var noRoom []error
