// Package atomicfile replaces small files so that a reader, or a power cut, meets
// the old content or the new one and never a part.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// Write replaces the file at path, readable and writable by its owner alone,
// and makes the directories above it, theirs alone too, where they are missing.
// A symbolic link is replaced, not followed.
func Write(path string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = fill(path, func(w io.Writer) error { _, err := w.Write(data); return err }, os.Rename)
	}
	if err != nil {
		err = fmt.Errorf("write %s: %w", path, err)
	}
	return err
}

// New makes a file of what write writes, readable and writable by its owner alone. Until it is
// whole there is none of that name; one that is there stays, and fs.ErrExist is the error.
func New(path string, write func(io.Writer) error) error {
	err := fs.ErrExist
	if _, none := os.Lstat(path); none != nil {
		err = fill(path, write, publish)
	}
	if err != nil {
		err = fmt.Errorf("write %s: %w", path, err)
	}
	return err
}

// publish gives a file another name, which must be free. Where a file system has no links,
// somebody who takes the name at the same moment loses what they wrote.
func publish(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		return os.Remove(from)
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Rename(from, to)
}

// fill writes a file beside a path and then gives it that name.
func fill(path string, write func(io.Writer) error, name func(from, to string) error) error {
	dir := filepath.Dir(path)
	temporary, err := os.CreateTemp(dir, "."+filepath.Base(path)+"-*") // mode 0600
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err // whose path is not one that anybody knows
	}
	if err != nil {
		return err
	}
	err = write(temporary)
	if err == nil {
		err = temporary.Sync()
	}
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = name(temporary.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return SyncDir(dir)
}

// SyncDir has the names in a directory outlast a power cut, where that can be asked for: Windows
// and some file systems cannot sync a directory, and one that may not be read cannot be opened
// for it.
func SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err == nil {
		err = errors.Join(d.Sync(), d.Close())
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// SyncWay has the names in a directory outlast a power cut, and its own and those of the
// directories above it, whoever made them.
func SyncWay(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	for {
		if err := SyncDir(dir); err != nil {
			return err
		}
		above := filepath.Dir(dir)
		if above == dir {
			return nil
		}
		dir = above
	}
}
