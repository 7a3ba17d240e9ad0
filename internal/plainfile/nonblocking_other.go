//go:build !unix

package plainfile

// nonBlocking has no meaning where a FIFO cannot stand in a directory.
const nonBlocking = 0

// directoryOnly needs nothing where opening a name does nothing to it.
const directoryOnly = 0
