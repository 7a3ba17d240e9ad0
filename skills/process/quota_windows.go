package process

import "io/fs"

const directoryOnly = 0

// onDisk is what a file takes of the disk, and a little more for its name.
func onDisk(info fs.FileInfo) int64 { return info.Size() + 512 }
