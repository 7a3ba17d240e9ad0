package snapshot

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/plainfile"
)

// Sums remembers the hashes of large files, so that a skill with much in it is
// hashed when it changes and not whenever the program starts. A nil one
// remembers nothing. It may be used concurrently.
//
// A hash it gives is not trusted with what runs: a copy is made by hashing what
// is copied. One that is wrong, because a file changed without a sign of it, can
// only keep the copy from being made, or have the agreed one run.
type Sums struct {
	path string

	mu    sync.Mutex
	known map[stamp]string // SHA-256 in binary
	used  map[stamp]bool
	grown bool
}

const (
	// worthKeeping is the size from which looking a hash up is quicker than hashing.
	worthKeeping = 32 << 10
	// maxSums bounds the file in which they are kept.
	maxSums      = 50_000
	maxSumsBytes = maxSums * 200
	// settled is how old a file's last change must be before its hash is
	// remembered: within the resolution of a file system's clock a second change
	// would show no difference.
	settled = 2 * time.Second
)

// OpenSums reads the sums kept in a file. One that is not there, or cannot be
// understood, is an empty one.
func OpenSums(path string) *Sums {
	s := &Sums{path: path, known: map[stamp]string{}, used: map[stamp]bool{}}
	data, err := plainfile.Read(path, maxSumsBytes)
	if err != nil {
		return s
	}
	for line := range bytes.Lines(data) {
		var at stamp
		var sum string
		n, err := fmt.Sscanf(string(line), "%x %d %d %d %d %d\n", &sum, &at.device, &at.inode, &at.size, &at.modified, &at.changed)
		if err != nil || n != 6 || len(sum) != 32 {
			return &Sums{path: path, known: map[stamp]string{}, used: map[stamp]bool{}}
		}
		s.known[at] = sum
	}
	return s
}

// Save keeps what was looked up or learned since [OpenSums], where that is not
// what the file says already.
func (s *Sums) Save() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.grown {
		return nil
	}
	var text bytes.Buffer
	for _, at := range slices.SortedFunc(maps.Keys(s.used), stamp.compare)[:min(len(s.used), maxSums)] {
		fmt.Fprintf(&text, "%s %d %d %d %d %d\n", hex.EncodeToString([]byte(s.known[at])), at.device, at.inode, at.size, at.modified, at.changed)
	}
	s.grown = false
	return atomicfile.Write(s.path, text.Bytes())
}

// get is the hash of a file that is as it was when it was remembered.
func (s *Sums) get(info fs.FileInfo) (string, bool) {
	if s == nil || info.Size() < worthKeeping {
		return "", false
	}
	at, ok := stampOf(info)
	if !ok {
		return "", false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sum, ok := s.known[at]
	if ok {
		s.used[at] = true
	}
	return hex.EncodeToString([]byte(sum)), ok
}

// put remembers the hash of a file that was read through from and is still as it
// was before.
func (s *Sums) put(before fs.FileInfo, from *os.File, sum string) {
	if s == nil || before.Size() < worthKeeping {
		return
	}
	after, err := from.Stat()
	if err != nil {
		return
	}
	was, ok := stampOf(before)
	is, _ := stampOf(after)
	binary, err := hex.DecodeString(sum)
	if !ok || was != is || err != nil || time.Since(is.changedAt()) < settled || time.Since(after.ModTime()) < settled {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[is], s.used[is], s.grown = string(binary), true, true
}
