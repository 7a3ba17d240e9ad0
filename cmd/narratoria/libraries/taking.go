package libraries

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/internal/plainfile"
)

// A taking takes the files of a library out of something.
type taking struct {
	ctx context.Context
	of  native.Library
	to  string
}

// from takes them from a directory, or a package.
func (t *taking) from(at string) error {
	info, err := os.Stat(at)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return t.fromDirectory(at)
	}
	if sum, err := native.Sum(at); err != nil {
		return fmt.Errorf("%s %s", at, plainfile.Why(err))
	} else if sum != t.of.Package.SHA256 {
		return fmt.Errorf("%s is not the package of %s %s: its SHA-256 is %s and not %s", at, t.of.Title, t.of.Release, sum, t.of.Package.SHA256)
	}
	file, err := plainfile.Open(at)
	if err != nil {
		return err
	}
	defer file.Close()
	var magic [2]byte
	if _, err := file.ReadAt(magic[:], 0); err != nil {
		return err
	}
	if string(magic[:]) == "PK" {
		return t.fromZip(file, info.Size())
	}
	return t.fromTar(file)
}

func (t *taking) fromDirectory(at string) error {
	for name := range t.of.Files {
		file, err := plainfile.Open(filepath.Join(at, name))
		if errors.Is(err, fs.ErrNotExist) {
			file, err = plainfile.Open(filepath.Join(at, path.Base(t.of.Package.Members[name])))
		}
		if err != nil {
			return fmt.Errorf("%s has no %s of %s %s: it %s", at, name, t.of.Title, t.of.Release, plainfile.Why(err))
		}
		err = t.take(name, file)
		_ = file.Close() // it was only read
		if err != nil {
			return err
		}
	}
	return nil
}

// wanted is the file that a member of a package becomes, "" for none.
func (t *taking) wanted(member string) string {
	for name, at := range t.of.Package.Members {
		if at == member {
			return name
		}
	}
	return ""
}

func (t *taking) take(name string, from io.Reader) error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	return copied(filepath.Join(t.to, name), from)
}

func (t *taking) fromZip(file io.ReaderAt, size int64) error {
	packed, err := zip.NewReader(file, size)
	if err != nil {
		return err
	}
	for _, member := range packed.File {
		name := t.wanted(member.Name)
		if name == "" || !member.Mode().IsRegular() {
			continue
		}
		from, err := member.Open()
		if err != nil {
			return err
		}
		if err := errors.Join(t.take(name, from), from.Close()); err != nil {
			return err
		}
	}
	return nil
}

func (t *taking) fromTar(file io.Reader) error {
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	for packed := tar.NewReader(unpacked); ; {
		member, err := packed.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if name := t.wanted(member.Name); name != "" && member.Typeflag == tar.TypeReg {
			if err := t.take(name, packed); err != nil {
				return err
			}
		}
	}
}
