package filelock

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// longest is more than any lock file of ours holds: the number of a process.
const longest = 32

// Open opens a lock file that may be written to, made where it is missing. What else may have
// its name it leaves alone: a link would lead to somebody's file, a FIFO would keep whoever
// opens it waiting, and a file that holds anything but the number of a process is no lock. Of
// the number a power cut may have left zero bytes.
func Open(path string) (*os.File, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, refused(path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|plainOnly, 0o600)
	if err != nil {
		return nil, err
	}
	ours, err := isLock(file)
	if err == nil && !ours {
		err = refused(path)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func isLock(file *os.File) (bool, error) {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > longest || links(info) > 1 {
		return false, err
	}
	text, err := io.ReadAll(io.NewSectionReader(file, 0, longest))
	return strings.Trim(string(text), "0123456789\n\x00") == "", err
}

// ErrForeign means that what has the name of a lock file is something else.
var ErrForeign = errors.New("is no lock of this program, but a link or another file: move it away")

func refused(path string) error {
	return &fs.PathError{Op: "lock", Path: filepath.Base(path), Err: ErrForeign}
}
