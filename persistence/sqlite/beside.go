package sqlite

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/narratoria/narratoria/persistence"
)

// besides are the endings of what SQLite keeps beside a database.
var besides = []string{"-wal", "-shm", "-journal"}

// lookBeside refuses a database beside which something else has the name of a file of
// SQLite's, which would be opened with it: a FIFO is waited for, and a link is followed.
func lookBeside(path string) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // SQLite looks where the file itself is
	}
	for _, ending := range besides {
		info, err := os.Lstat(path + ending)
		if err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%w: %q beside it is not a plain file: remove it", persistence.ErrCorrupt, filepath.Base(path+ending))
		}
	}
	return nil
}
