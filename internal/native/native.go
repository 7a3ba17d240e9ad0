// Package native is what is known of libraries that are not ours and are loaded at run time: which files
// they are, each by its hash, and of which package those come.
//
//	library, err := pins.Library(runtime.GOOS, runtime.GOARCH)
//	err = library.Check(dir)   // nil: the library in dir is that release, byte for byte
//
// The packages model/llama/pins and persistence/objectbox/pins say what there is; `narratoria setup` brings it.
package native

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/narratoria/narratoria/internal/plainfile"
)

// A Library is a release of one, on one system.
type Library struct {
	Name    string // of its directory, and of the command that brings it: "llama"
	Title   string // for people: "llama.cpp"
	Release string
	License string
	Files   map[string]string // the SHA-256 of each file, in lowercase hex, by its name
	Package Package
	Untried bool // nobody has run it on this system with this program
}

// A Package is a file in which a library is published: a zip, a jar, a wheel, or a tar that is compressed.
type Package struct {
	Server, Path string // https://HOST[/PATH], and what is below it
	Bytes        int64
	SHA256       string
	Members      map[string]string // where each file is in it, by the file's name
}

// Mend is the command that brings the library.
func (l Library) Mend() string { return "narratoria setup " + l.Name }

// A MissingError is that there is no such file, or no directory.
type MissingError struct{ message string }

func (e *MissingError) Error() string { return e.message }

// Check reads every file of the library in a directory. Errors name the file and what is wrong;
// *MissingError is one.
func (l Library) Check(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(l.Files)) {
		sum, err := Sum(filepath.Join(dir, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return &MissingError{fmt.Sprintf("%s %s is not in %s: %s is missing", l.Title, l.Release, dir, name)}
		case err != nil:
			return fmt.Errorf("%s %s in %s: %s cannot be read: %s", l.Title, l.Release, dir, name, plainfile.Why(err))
		case sum != l.Files[name]:
			return fmt.Errorf("%s in %s is not the file of %s %s: its SHA-256 is %s and not %s", name, dir, l.Title, l.Release, sum, l.Files[name])
		}
	}
	return nil
}

// MostFile is more than any file of a library has, in bytes.
const MostFile = 256 << 20

// Sum is the SHA-256 of a plain file, in lowercase hex.
func Sum(path string) (string, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, io.LimitReader(file, MostFile)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
