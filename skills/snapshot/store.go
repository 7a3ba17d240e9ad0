package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"time"

	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
)

// A Store keeps copies of skills in one directory, which many programs may use
// at once:
//
//	DIGEST/skill/   the copy: files 0444, programs and directories 0555
//	DIGEST/lock     held, shared, by every program that uses the copy
//	.making-*/      copies that are being made; see package scratch
//
// A copy comes to its name by a rename, so that it is there whole or not at all.
type Store struct {
	dir  string
	sums *Sums
}

const (
	copyDir    = "skill"
	lockFile   = "lock"
	makingName = ".making-"
)

// NewStore keeps copies in a directory, which is made when the first one is.
// sums may be nil.
func NewStore(dir string, sums *Sums) *Store { return &Store{dir, sums} }

// ErrChanged is why no copy was made of a directory that is not what its digest
// says.
var ErrChanged = errors.New("the skill has changed since it was loaded; reload the skills to use it as it is now")

// Copy gives a copy of the skill in a directory, which must have the digest. One
// that is there already is used, whatever has become of the directory, if it is
// still what its digest says. Close lets it go.
func (s *Store) Copy(ctx context.Context, source, digest string) (*Copy, error) {
	if !validDigest.MatchString(digest) {
		return nil, fmt.Errorf("%q is no digest of a skill", digest)
	}
	if copy, err := s.open(digest); err == nil {
		return copy, nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, fmt.Errorf("copies of skills cannot be kept: %w", err)
	}
	const tries = 10 // somebody else may put theirs there, or remove it, meanwhile
	var err error
	for range tries {
		if err = s.make(ctx, source, digest); err != nil {
			return nil, err
		}
		var copy *Copy
		if copy, err = s.open(digest); err == nil {
			return copy, nil
		}
	}
	return nil, fmt.Errorf("the copy of the skill in %s cannot be used: %w", s.dir, err)
}

var validDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// make makes a copy and puts it at its name, where none that is whole is yet.
func (s *Store) make(ctx context.Context, source, digest string) error {
	from, err := plainfile.OpenDir(source)
	if err != nil {
		return fmt.Errorf("its directory %s", plainfile.Why(err))
	}
	defer from.Close()
	making, err := scratch.Open(s.dir, makingName)
	if err != nil {
		return fmt.Errorf("copies of skills cannot be kept: %w", err)
	}
	defer making.Close()
	if err := making.Root().Mkdir(digest, 0o700); err != nil {
		return err
	}
	to, err := plainfile.OpenDirIn(making.Root(), digest)
	if err != nil {
		return err
	}
	defer to.Close()
	if err := fill(ctx, from, to, digest); err != nil {
		return err
	}
	return s.publish(making, digest)
}

// fill copies a skill's directory, and refuses one without the digest.
func fill(ctx context.Context, from, to *os.Root, digest string) error {
	if err := to.Mkdir(copyDir, 0o700); err != nil {
		return err
	}
	into, err := plainfile.OpenDirIn(to, copyDir)
	if err != nil {
		return err
	}
	defer into.Close()
	c := copying{ctx: ctx, into: into}
	tree, err := (&reading{root: from, take: c.file, made: c.made, left: MaxBytes}).tree()
	if err != nil {
		return err
	}
	if tree.Digest() != digest {
		return ErrChanged
	}
	if err := c.seal(tree); err != nil {
		return err
	}
	return to.WriteFile(lockFile, fmt.Appendf(nil, "%d bytes\n", c.size), 0o600)
}

// publish moves a finished copy to its name. One that stands there and cannot be
// opened is broken, and makes room.
func (s *Store) publish(making *scratch.Dir, digest string) error {
	store, err := plainfile.OpenDir(s.dir)
	if err != nil {
		return err
	}
	defer store.Close()
	staged := path.Join(filepath.Base(making.Path()), digest)
	if err = store.Rename(staged, digest); err == nil {
		return nil
	}
	if sound, failed := s.open(digest); failed == nil {
		return sound.Close() // another program was faster
	}
	if err := store.Rename(digest, staged+".broken"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("a broken copy of the skill cannot be removed: %w", err)
	}
	return store.Rename(staged, digest)
}

// copying takes files into a copy while they are hashed.
type copying struct {
	ctx  context.Context
	into *os.Root
	size int64
}

// file writes one file. Its times are kept, because interpreters compare them
// with those of what they compiled.
func (c *copying) file(name string, from *os.File, info fs.FileInfo, limit int64) (string, int64, error) {
	to, err := c.into.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", 0, err
	}
	sum, size, err := hash(from, while{c.ctx, to}, limit)
	mode := fs.FileMode(0o444) | info.Mode().Perm()&0o111
	if mode&0o111 != 0 {
		mode |= 0o111
	}
	err = errors.Join(err, to.Chmod(mode), to.Close(), c.into.Chtimes(name, info.ModTime(), info.ModTime()))
	if err != nil {
		return "", 0, fmt.Errorf("the skill cannot be copied: %w", err)
	}
	c.size += size
	return sum, size, nil
}

func (c *copying) made(e entry) error {
	if e.kind == link {
		return c.into.Symlink(e.target, e.path)
	}
	return c.into.Mkdir(e.path, 0o700)
}

// seal takes the right to write from all directories, the innermost first.
func (c *copying) seal(tree *Tree) error {
	for i := len(tree.entries) - 1; i >= 0; i-- {
		if e := tree.entries[i]; e.kind == directory {
			if err := c.into.Chmod(e.path, 0o555); err != nil {
				return err
			}
		}
	}
	return c.into.Chmod(".", 0o555)
}

// while writes no longer than its context lasts.
type while struct {
	ctx context.Context
	io.Writer
}

func (w while) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(p)
}

// open opens a copy that is there, and makes sure of it.
func (s *Store) open(digest string) (*Copy, error) {
	container, err := plainfile.OpenDir(filepath.Join(s.dir, digest))
	if err != nil {
		return nil, err
	}
	defer container.Close()
	lock, err := container.OpenFile(lockFile, os.O_RDWR|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	c := &Copy{dir: filepath.Join(s.dir, digest, copyDir), lock: lock}
	if c.root, err = plainfile.OpenDirIn(container, copyDir); err == nil {
		err = s.settle(c, digest)
	}
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	now := time.Now()
	_ = container.Chtimes(lockFile, now, now) // when it was last used
	return c, nil
}

// settle locks a copy and compares it with its digest.
func (s *Store) settle(c *Copy, digest string) error {
	if held, err := filelock.TryShared(c.lock); err == nil && !held {
		return errors.New("it is being removed")
	}
	if now, err := os.Stat(c.dir); err != nil || !c.is(now) {
		return errors.New("it was removed a moment ago")
	}
	tree, err := Read(c.root, s.sums)
	if err != nil {
		return err
	}
	if tree.Digest() != digest {
		return errors.New("it was changed")
	}
	c.tree = tree
	c.stamps, err = c.look()
	return err
}

// A Copy is a copy in use: no program removes it before Close.
type Copy struct {
	dir    string
	root   *os.Root
	lock   *os.File
	tree   *Tree
	stamps []stamp // of the directory and of each entry, when it was compared
}

// Dir is its directory, by an absolute path.
func (c *Copy) Dir() string { return c.dir }

// Intact reports whether the copy is still as it was when it was compared with
// its digest. Nothing sandboxes a skill yet: one that means harm can give itself
// the right to write into a copy. This tells, without reading any file.
func (c *Copy) Intact() bool {
	if now, err := os.Stat(c.dir); err != nil || !c.is(now) {
		return false
	}
	now, err := c.look()
	if err != nil || len(now) != len(c.stamps) {
		return false
	}
	for i := range now {
		if now[i] != c.stamps[i] {
			return false
		}
	}
	return true
}

func (c *Copy) is(info fs.FileInfo) bool {
	held, err := c.root.Stat(".")
	return err == nil && os.SameFile(held, info)
}

func (c *Copy) look() ([]stamp, error) {
	stamps := make([]stamp, 0, len(c.tree.entries)+1)
	top, err := c.root.Stat(".")
	if err != nil {
		return nil, err
	}
	at, _ := stampOf(top)
	stamps = append(stamps, at)
	for _, e := range c.tree.entries {
		info, err := c.root.Lstat(e.path)
		if err != nil {
			return nil, err
		}
		at, _ := stampOf(info)
		stamps = append(stamps, at)
	}
	return stamps, nil
}

// Close lets the copy go.
func (c *Copy) Close() error {
	var err error
	if c.root != nil {
		err = c.root.Close()
	}
	return errors.Join(err, c.lock.Close())
}
