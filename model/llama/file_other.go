//go:build !linux

package llama

import "io/fs"

func inodeUnchanged(fs.FileInfo, fs.FileInfo) bool { return true }
