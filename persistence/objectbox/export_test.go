package objectbox

import "github.com/narratoria/narratoria/persistence"

// Collide has keys of an open save have as few hashes as that.
func Collide(f persistence.File, hashes uint64) {
	d := f.(*file).current.database
	d.keyOf = func(parts ...[]byte) uint64 { return keyOf(parts...) % hashes }
}
