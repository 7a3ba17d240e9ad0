package snapshot

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
)

// What of copies that nobody uses is kept, to be there when a skill runs again.
const (
	KeepUnused      = 7 * 24 * time.Hour // since it was last used
	KeepUnusedBytes = 1 << 30            // of all of them together; the last used stay
)

// Sweep removes copies that were begun by programs that are gone, and old ones
// that no program uses.
func (s *Store) Sweep() {
	scratch.Sweep(s.dir, makingName, nil)
	store, err := plainfile.OpenDir(s.dir)
	if err != nil {
		return // there are none yet
	}
	defer store.Close()
	var kept int64
	for _, unused := range s.byUse() {
		if kept += unused.size; time.Since(unused.last) < KeepUnused && kept <= KeepUnusedBytes {
			continue
		}
		kept -= unused.size
		s.remove(store, unused.digest)
	}
}

// A resting copy is one as its lock file tells of it.
type resting struct {
	digest string
	last   time.Time
	size   int64
}

// byUse lists all copies, the last used first.
func (s *Store) byUse() []resting {
	entries, _ := os.ReadDir(s.dir)
	var all []resting
	for _, entry := range entries {
		if !validDigest.MatchString(entry.Name()) {
			continue
		}
		lock := filepath.Join(s.dir, entry.Name(), lockFile)
		r := resting{digest: entry.Name()}
		if info, err := os.Lstat(lock); err == nil {
			r.last = info.ModTime()
		}
		if text, err := plainfile.Read(lock, 100); err == nil {
			_, _ = fmt.Sscanf(string(text), "%d bytes", &r.size)
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b resting) int { return cmp.Or(b.last.Compare(a.last), cmp.Compare(a.digest, b.digest)) })
	return all
}

// remove removes a copy unless a program uses it.
func (s *Store) remove(store *os.Root, digest string) {
	lock, err := store.OpenFile(path.Join(digest, lockFile), os.O_RDWR|nonBlocking, 0)
	if err == nil {
		defer lock.Close()
		if held, err := filelock.TryExclusive(lock); err != nil || !held {
			return
		}
	}
	bin, err := scratch.Open(s.dir, makingName)
	if err != nil {
		return
	}
	defer bin.Close()
	if store.Rename(digest, path.Join(filepath.Base(bin.Path()), digest)) != nil {
		return
	}
	if now, err := bin.Root().Lstat(path.Join(digest, lockFile)); err == nil && lock != nil {
		if held, err := lock.Stat(); err == nil && !os.SameFile(held, now) { // a new one had come to the name
			_ = store.Rename(path.Join(filepath.Base(bin.Path()), digest), digest)
		}
	}
}
