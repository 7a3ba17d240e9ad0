// Package libraries puts native libraries where the program looks for them: fetched, or from a path.
//
//	place := libraries.In(program.LibrariesDir())
//	err := place.Fetch(ctx, library, mirrors, progress)
//	err = place.Take(ctx, library, path)
//
// On the disk:
//
//	libraries/
//	    llama/       a library: a directory of its name, whole or not there
//	    .llama/      what is being brought in, or was when that was ended: package.part, new/, old/
//	    .lock        held by whoever changes something
//
// A package is taken only with its hash, and of it those files alone that the library is made of, each with its own. What
// was there before stays until all that is to replace it is on the disk.
package libraries

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/filelock"
	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/model/fetch"
)

// ErrBusy says that another process is bringing a library.
var ErrBusy = errors.New("another process is bringing a library; wait until it is done")

// A Place is a directory of libraries. It is safe for use by many processes.
type Place struct{ dir string }

// In is that of a directory, which need not be there.
func In(dir string) Place { return Place{dir} }

// Dir is where a library has its place.
func (p Place) Dir(name string) string { return filepath.Join(p.dir, name) }

// Fetch brings a library from where it is published, or before that from a mirror. What has come when it is ended is
// kept, and gone on with the next time. told may be nil.
func (p Place) Fetch(ctx context.Context, of native.Library, mirrors []string, told func(done, total int64)) error {
	client, err := fetch.New(append(slices.Clone(mirrors), of.Package.Server), nil)
	if err != nil {
		return err
	}
	return p.bring(of, func(part string) error {
		packed := filepath.Join(part, "package")
		if err := os.Rename(packed, packed+".part"); err != nil && !errors.Is(err, fs.ErrNotExist) { // fetched before: it is looked at again
			return err
		}
		file := fetch.File{Path: of.Package.Path, Bytes: of.Package.Bytes, SHA256: of.Package.SHA256}
		if err := client.Fetch(ctx, file, packed, told); err != nil {
			return err
		}
		return p.replace(ctx, of, part, packed)
	})
}

// Take copies a library from a path: its package, or a directory with its files, named as they are here or as in
// the package.
func (p Place) Take(ctx context.Context, of native.Library, path string) error {
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("%s %s", path, plainfile.Why(err))
	}
	return p.bring(of, func(part string) error { return p.replace(ctx, of, part, path) })
}

// bring lends the right to change libraries, and a directory for it.
func (p Place) bring(of native.Library, work func(part string) error) error {
	part := filepath.Join(p.dir, "."+of.Name)
	if err := os.MkdirAll(part, 0o700); err != nil {
		return err
	}
	lock, err := filelock.Open(filepath.Join(p.dir, ".lock"))
	if err != nil {
		return err
	}
	defer lock.Close()
	switch held, _, err := filelock.Exclusive(lock, 0); {
	case err != nil:
		return err
	case !held:
		return ErrBusy
	}
	if err := filelock.Sign(lock); err != nil {
		return err
	}
	err = work(part)
	if err != nil && plainfile.NoRoom(err) {
		err = fmt.Errorf("there is no room on the disk for %s in %s: %w", of.Title, p.dir, err)
	}
	return err
}

// replace has a library made of what lies at a path, and then gives it its place.
func (p Place) replace(ctx context.Context, of native.Library, part, path string) error {
	fresh, old := filepath.Join(part, "new"), filepath.Join(part, "old")
	if err := errors.Join(os.RemoveAll(fresh), os.RemoveAll(old)); err != nil {
		return err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	take := &taking{ctx: ctx, of: of, to: fresh}
	if err := take.from(path); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	if err := of.Check(fresh); err != nil { // what lies on the disk, and not what was meant to
		return errors.Join(err, os.RemoveAll(fresh))
	}
	if err := os.Rename(p.Dir(of.Name), old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, p.Dir(of.Name)); err != nil {
		return err
	}
	return errors.Join(atomicfile.SyncDir(p.dir), os.RemoveAll(part))
}

// copied writes one file, as long as it is no longer than a library's can be.
func copied(path string, from io.Reader) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(file, io.LimitReader(from, native.MostFile+1))
	if err == nil && n > native.MostFile {
		err = fmt.Errorf("%s has more than %d MiB", filepath.Base(path), native.MostFile>>20)
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}
