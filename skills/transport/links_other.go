//go:build !unix

package transport

import "os"

// nonBlocking has no meaning where a FIFO cannot stand in a directory.
const nonBlocking = 0

// names is one where a file's information does not count them.
func names(os.FileInfo) uint64 { return 1 }
