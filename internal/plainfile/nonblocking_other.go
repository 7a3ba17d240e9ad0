//go:build !unix

package plainfile

// nonBlocking has no meaning where a FIFO cannot stand in a directory.
const nonBlocking = 0
