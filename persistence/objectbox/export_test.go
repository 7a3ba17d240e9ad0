package objectbox

import (
	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/persistence"
)

// Collide has keys of an open save have as few hashes as that.
func Collide(f persistence.File, hashes uint64) {
	d := f.(*file).current.database
	d.keyOf = func(parts ...[]byte) uint64 { return keyOf(parts...) % hashes }
}

// FailSync has the syncing of a directory fail, the n-th time from now, until it is called again with 0.
func FailSync(n int, err error) {
	syncDir = atomicfile.SyncDir
	if n == 0 {
		return
	}
	syncDir = func(dir string) error {
		if n--; n == 0 {
			return err
		}
		return atomicfile.SyncDir(dir)
	}
}
