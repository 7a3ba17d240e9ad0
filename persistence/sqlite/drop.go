package sqlite

import (
	"context"
	"database/sql"
	"io/fs"
	"iter"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

func (t transaction) DropEvents(branch event.BranchID, after event.Position) error {
	return t.exec(`DELETE FROM event WHERE branch = ? AND position > ?`, string(branch), int64(after))
}

func (t transaction) DropTurns(branch event.BranchID) error {
	return t.exec(`DELETE FROM turn WHERE branch = ?`, string(branch))
}

func (t transaction) DropRow(raw persistence.RawRow) error {
	return t.exec(`DELETE FROM row WHERE ordinal = ?`, int64(raw.Ordinal))
}

func (t transaction) DropBlob(sum event.Hash) error {
	return t.exec(`DELETE FROM blob WHERE sum = ?`, sum[:])
}

func (t transaction) Blobs() iter.Seq2[persistence.BlobInfo, error] {
	query := `SELECT sum, base, length(bytes) FROM blob ORDER BY sum`
	if t.form < packedForm {
		query = `SELECT sum, NULL, length(bytes) FROM blob ORDER BY sum`
	}
	return each(t, query, func(rows *sql.Rows) (info persistence.BlobInfo, err error) {
		err = rows.Scan(hash{&info.Sum}, noHash{&info.Base}, &info.Size)
		return info, err
	})
}

// Compact writes the file anew without the pages that nothing stands in any more, and empties the
// write-ahead log, which may have them too. Readers keep what they see; while one reads, the
// log is not emptied but by the next checkpoint after it. What the save was in earlier forms is
// removed, which had it too.
func (f *file) Compact(ctx context.Context) error {
	f.updating.Lock()
	defer f.updating.Unlock()
	switch {
	case f.closed.Load():
		return fs.ErrClosed
	case f.writer == nil:
		return persistence.ErrReadOnly
	case f.broken.Load():
		return persistence.ErrBroken
	}
	for _, statement := range []string{`VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		if _, err := f.writer.ExecContext(ctx, statement); err != nil {
			return translate(err)
		}
	}
	return translate(eraseForms(f.path))
}
