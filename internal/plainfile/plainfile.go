// Package plainfile reads files that a stranger may have put there: bounded in
// size, only plain files, and never outside the directory that was meant.
//
//	root, err := plainfile.FollowDir(dir)
//	text, err := plainfile.ReadText(plainfile.FS{Root: root}, "prompt.md", 256<<10)
//
// A FIFO would block its reader, a device would act when opened, and a link
// would lead elsewhere; all three are refused with a reason that [Why] puts into
// words.
package plainfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"unicode/utf8"
)

// FS is a directory on disk that nothing inside it can lead out of: os.Root
// refuses links that leave it at every step of a path.
type FS struct{ Root *os.Root }

// Open opens a plain file or a directory.
func (f FS) Open(name string) (fs.File, error) {
	info, err := f.Root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNotPlain}
	}
	return f.Root.OpenFile(name, os.O_RDONLY|nonBlocking, 0)
}

// Stat follows links inside the directory.
func (f FS) Stat(name string) (fs.FileInfo, error) { return f.Root.Stat(name) }

// Lstat follows no link.
func (f FS) Lstat(name string) (fs.FileInfo, error) { return f.Root.Lstat(name) }

// ReadLink reads a link.
func (f FS) ReadLink(name string) (string, error) { return f.Root.Readlink(name) }

var (
	errNotPlain = errors.New("is not a plain file")
	errTooLarge = errors.New("is too large")
	errNotUTF8  = errors.New("is not UTF-8 text")
)

// An ExposedError says that other users of the computer can read a file of secrets.
type ExposedError struct {
	Path string
	Mode fs.FileMode // its permissions
}

func (e *ExposedError) Error() string {
	return fmt.Sprintf("other users of this computer can read these secrets (mode %#o): run \"chmod 600 %s\"", e.Mode, e.Path)
}

// exposed reports an *[ExposedError] of a file that other users can read. Where there are no
// permission bits, a user's own directory is closed to others.
func exposed(path string, info fs.FileInfo) error {
	if mode := info.Mode().Perm(); hasModes && mode&0o077 != 0 {
		return &ExposedError{path, mode}
	}
	return nil
}

// Read reads a plain file of at most limit bytes, of whatever directory.
func Read(path string, limit int64) ([]byte, error) {
	data, _, err := readAt(path, limit)
	return data, err
}

// ReadSecret is [Read] for a file that only its owner may read: else the error is an
// *[ExposedError], beside what the file holds.
func ReadSecret(path string, limit int64) ([]byte, error) {
	data, info, err := readAt(path, limit)
	if err == nil {
		err = exposed(path, info)
	}
	return data, err
}

func readAt(path string, limit int64) ([]byte, fs.FileInfo, error) {
	root, err := FollowDir(filepath.Dir(path))
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	return readFile(FS{root}, filepath.Base(path), limit)
}

// Open opens a plain file of whatever size, wherever it is, to be read a part at a time.
func Open(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // to open a device may do something
		return nil, &fs.PathError{Op: "open", Path: path, Err: errNotPlain}
	}
	file, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	if _, err := Check(file, math.MaxInt64); err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.Join(err, file.Close())}
	}
	return file, nil
}

// ReadFile reads a plain file of at most limit bytes.
func ReadFile(fsys fs.FS, name string, limit int64) ([]byte, error) {
	data, _, err := readFile(fsys, name, limit)
	return data, err
}

// readFile is [ReadFile], with what is known of the file that was read.
func readFile(fsys fs.FS, name string, limit int64) ([]byte, fs.FileInfo, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := Check(file, limit)
	if err != nil {
		return nil, nil, err
	}
	// The file may have grown since, or be one whose size is not known.
	data := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	_, err = data.ReadFrom(io.LimitReader(file, limit+1))
	if err == nil && int64(data.Len()) > limit {
		err = tooLarge(limit)
	}
	return data.Bytes(), info, err
}

// ReadText is [ReadFile] for a text in UTF-8.
func ReadText(fsys fs.FS, name string, limit int64) (string, error) {
	data, err := ReadUTF8(fsys, name, limit)
	return string(data), err
}

// ReadUTF8 is [ReadText] for whoever takes the bytes of a text.
func ReadUTF8(fsys fs.FS, name string, limit int64) ([]byte, error) {
	data, err := ReadFile(fsys, name, limit)
	if err == nil && !utf8.Valid(data) {
		err = fmt.Errorf("%w: line %d holds another encoding", errNotUTF8, firstInvalid(data))
	}
	return data, err
}

// firstInvalid is the first line, from 1, that is not UTF-8.
func firstInvalid(data []byte) int {
	number := 0
	for line := range bytes.Lines(data) {
		if number++; !utf8.Valid(line) {
			break
		}
	}
	return number
}

// Check looks at an opened file, not at its name, which may have been given to
// another file meanwhile.
func Check(file fs.File, limit int64) (fs.FileInfo, error) {
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNotPlain
	case info.Size() > limit:
		return nil, tooLarge(limit)
	}
	return info, nil
}

func tooLarge(limit int64) error {
	if limit >= 1<<20 {
		return fmt.Errorf("%w: more than %d MiB", errTooLarge, limit>>20)
	}
	return fmt.Errorf("%w: more than %d KiB", errTooLarge, limit>>10)
}

// Exists reports whether a name is there at all, whatever it is: a FIFO or a
// link to nowhere is there, and is then refused with its reason.
func Exists(fsys fs.FS, name string) bool {
	_, err := fs.Lstat(fsys, name)
	return err == nil
}

// NotThere reports whether a file could not be read because there is none, nor a directory that
// it could be in.
func NotThere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// Kind says for people what something is that is no plain file.
func Kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a FIFO"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

// LeadsOut reports whether a file was refused because a link leads out of the
// directory.
func LeadsOut(err error) bool {
	pathErr, ok := errors.AsType[*fs.PathError](err)
	return ok && pathErr.Err.Error() == "path escapes from parent" // os exports no error for it
}

// Why says in words, to stand after the file's name, why it could not be read.
func Why(err error) string {
	pathErr, isPath := errors.AsType[*fs.PathError](err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "is not there"
	case errors.Is(err, fs.ErrPermission):
		return "may not be read by this user"
	case errors.Is(err, errNotPlain):
		return errNotPlain.Error()
	case errors.Is(err, errTooLarge), errors.Is(err, errNotUTF8):
		return err.Error()
	case LeadsOut(err):
		return "leads out of its directory through a link"
	case isPath:
		return "cannot be read: " + pathErr.Err.Error()
	}
	return "cannot be read: " + err.Error()
}

// NoRoom reports whether something could not be written because there is no room for it:
// on the disk, in its user's quota, or below a limit of how large a file may be.
func NoRoom(err error) bool {
	return slices.ContainsFunc(noRoom, func(sort error) bool { return errors.Is(err, sort) })
}
