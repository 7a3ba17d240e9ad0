package filelock

import "io/fs"

// plainOnly needs nothing where Lstat has seen what opening would follow.
const plainOnly = 0

func links(fs.FileInfo) uint64 { return 1 }
