package snapshot

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/plainfile"
)

// Read lists a skill's directory. sums may be nil.
func Read(root *os.Root, sums *Sums) (*Tree, error) {
	r := &reading{root: root, known: sums.get, left: MaxBytes}
	r.take = func(_ string, from *os.File, info fs.FileInfo, limit int64) (string, int64, error) {
		sum, size, err := hash(from, io.Discard, limit)
		if err == nil {
			sums.put(info, from, sum)
		}
		return sum, size, err
	}
	return r.tree()
}

// A take reads one file, of at most limit bytes, and gives its hash and size.
type take func(name string, from *os.File, info fs.FileInfo, limit int64) (sum string, size int64, err error)

// A reading walks a directory by descriptors.
type reading struct {
	root    *os.Root
	take    take
	known   func(fs.FileInfo) (sum string, ok bool) // hashes of files that need no reading; nil for none
	made    func(entry) error                       // called for directories, before what is in them, and links; nil for none
	entries []entry
	left    int64 // bytes that may still come
}

func (r *reading) tree() (*Tree, error) {
	if err := r.directory(".", 0); err != nil {
		return nil, err
	}
	return newTree(r.entries), nil
}

func (r *reading) directory(name string, depth int) error {
	if depth > MaxDepth {
		return refuse(contracts.Limit, name, "lies more than %d directories deep", MaxDepth)
	}
	dir, err := r.root.OpenFile(name, os.O_RDONLY|directoryOnly, 0)
	if err != nil {
		return unreadable(name, err)
	}
	names, err := dir.Readdirnames(MaxEntries + 1)
	_ = dir.Close()
	if err != nil && !errors.Is(err, io.EOF) {
		return unreadable(name, err)
	}
	slices.Sort(names)
	for _, base := range names {
		if name == "." && base == DataDir {
			continue
		}
		if err := r.entry(path.Join(name, base), depth); err != nil {
			return err
		}
	}
	return nil
}

func (r *reading) entry(name string, depth int) error {
	if len(r.entries) == MaxEntries {
		return refuse(contracts.Limit, ".", "holds more than %d files and directories; a skill is no place for so many", MaxEntries)
	}
	info, err := r.root.Lstat(name)
	if err != nil {
		return unreadable(name, err)
	}
	switch info.Mode().Type() {
	case 0:
		return r.file(name, info)
	case fs.ModeDir:
		if err := r.add(entry{path: name, kind: directory}); err != nil {
			return err
		}
		return r.directory(name, depth+1)
	case fs.ModeSymlink:
		return r.link(name)
	}
	return refuse(contracts.Forbidden, name, "is %s; a skill holds files, directories and links among them", plainfile.Kind(info.Mode()))
}

// add takes up a directory or a link.
func (r *reading) add(e entry) error {
	r.entries = append(r.entries, e)
	if r.made == nil {
		return nil
	}
	return r.made(e)
}

func (r *reading) link(name string) error {
	target, err := r.root.Readlink(name)
	if err != nil {
		return unreadable(name, err)
	}
	if err := checkLink(name, target); err != nil {
		return err
	}
	return r.add(entry{path: name, kind: link, target: target})
}

func (r *reading) file(name string, listed fs.FileInfo) error {
	if r.known != nil {
		if sum, ok := r.known(listed); ok {
			return r.took(name, listed, sum, listed.Size())
		}
	}
	from, err := r.root.OpenFile(name, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return unreadable(name, err)
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return unreadable(name, err)
	}
	if !os.SameFile(listed, info) || !info.Mode().IsRegular() {
		return changing(name)
	}
	if info.Size() > r.left {
		return tooMuch(name)
	}
	sum, size, err := r.take(name, from, info, r.left)
	if err != nil {
		return err
	}
	return r.took(name, info, sum, size)
}

func (r *reading) took(name string, info fs.FileInfo, sum string, size int64) error {
	if r.left -= size; r.left < 0 {
		return tooMuch(name)
	}
	kind := file
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o111 != 0 {
		kind = program
	}
	r.entries = append(r.entries, entry{path: name, kind: kind, sha256: sum})
	return nil
}

// hash reads a file to its end, but no further than a byte beyond its limit.
func hash(from *os.File, to io.Writer, limit int64) (sum string, size int64, err error) {
	hash := sha256.New()
	size, err = io.Copy(io.MultiWriter(to, hash), io.LimitReader(from, limit+1))
	return hex.EncodeToString(hash.Sum(nil)), size, err
}

func tooMuch(name string) error {
	return refuse(contracts.Limit, name, "takes the directory beyond %d MiB; keep what is not part of the skill in %s/ or outside", MaxBytes>>20, DataDir)
}

func changing(name string) error {
	return refuse(contracts.Unreadable, name, "was exchanged while it was read")
}

func unreadable(name string, err error) error {
	kind := contracts.Unreadable
	if plainfile.LeadsOut(err) {
		kind = contracts.Forbidden
	}
	return refuse(kind, name, "%s", plainfile.Why(err))
}
