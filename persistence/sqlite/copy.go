package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/internal/lockfile"
)

// CopyOut writes a save as it is committed now to a file that is not there, whole and on the disk
// when it returns nil; where it fails something may be left there. Others may read the save
// meanwhile and one may write it, here or in another process. Errors: Open's, ErrFull.
func (d *Driver) CopyOut(ctx context.Context, name, path string) error {
	version, err := d.version(name)
	if err == nil && version < d.readable {
		err = d.renew(ctx, name)
	}
	if err != nil {
		return err
	}
	use, err := lockfile.Read(d.path(name, extension))
	if err != nil {
		return translate(err)
	}
	open, err := d.open(ctx, name, &file{use: use}, schemaAlone)
	if err != nil {
		return err
	}
	err = lend(ctx, open.readers, maxValue, func(conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, "PRAGMA query_only = 0; VACUUM INTO ?", path) // the connection ends with it
		return translate(err)
	})
	return errors.Join(orFull(path, err), open.Close(), translate(syncFile(path, err)))
}

// syncFile has a file outlast a power cut, unless there is an error already.
func syncFile(path string, before error) error {
	if before != nil {
		return nil
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// CopyIn makes a save of what CopyOut has written to a file, wholly or not at all. What may
// stand beside the file, and what a save of that name has left, is no part of it. Errors:
// ErrExists, ErrNotFound, ErrLocked, ErrNewer, ErrCorrupt, ErrFull.
func (d *Driver) CopyIn(ctx context.Context, path, name string) error {
	if err := d.vacant(name); err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return translate(err)
	}
	lock, err := d.lock(name)
	if err != nil {
		return err
	}
	err = d.copyIn(ctx, path, name)
	return errors.Join(err, d.unlock(name, lock))
}

func (d *Driver) copyIn(ctx context.Context, path, name string) error {
	if err := d.vacant(name); err != nil {
		return err
	}
	made := d.path(name, unfinished)
	if err := erase(made); err != nil {
		return translate(err)
	}
	err := translate(copyFile(made, path))
	if err == nil {
		if _, err = d.versionAt(made); err == nil {
			err = d.inspect(ctx, made)
		}
	}
	if err == nil {
		err = d.publish(made, name)
	}
	if err != nil {
		return errors.Join(translate(err), erase(made))
	}
	return nil
}

// copyFile copies a plain file to where there is none.
func copyFile(to, from string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() { // nor is a link to one
		return fmt.Errorf("%w: it is not a plain file", persistence.ErrCorrupt)
	}
	source, err := plainfile.Open(from) // what has the name by now may be something else
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return persistence.ErrExists
	}
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	if err == nil {
		err = target.Sync()
	}
	return errors.Join(err, target.Close())
}
