//go:build !unix

package plainfile

// nonBlocking has no meaning where a FIFO cannot stand in a directory.
const nonBlocking = 0

// anyDirectory and directoryOnly need nothing where opening a name does nothing to it.
const anyDirectory, directoryOnly = 0, 0

// hasModes: a file says who may read it.
const hasModes = false
