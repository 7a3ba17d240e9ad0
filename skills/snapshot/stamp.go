package snapshot

import (
	"cmp"
	"time"
)

// A stamp tells a file, and a state of it, from all others without reading it.
// The time of its last change cannot be set back by who changes it.
type stamp struct {
	device, inode uint64
	size          int64
	modified      int64 // nanoseconds
	changed       int64 // nanoseconds; 0 where the system does not tell
}

func (s stamp) changedAt() time.Time { return time.Unix(0, s.changed) }

func (s stamp) compare(other stamp) int {
	return cmp.Or(
		cmp.Compare(s.device, other.device), cmp.Compare(s.inode, other.inode), cmp.Compare(s.size, other.size),
		cmp.Compare(s.modified, other.modified), cmp.Compare(s.changed, other.changed))
}
