// Package sqlite keeps each save in one SQLite file. It is the default: pure Go,
// nothing to install.
//
//	store := persistence.New(sqlite.New(dir), nil)
//
// A directory holds, of a save named NAME:
//
//	NAME.sqlite            the save; with it NAME.sqlite-wal and -shm while it is open
//	NAME.lock              who writes it; the locks are the system's, on this and on the save itself
//	NAME.anchor            what was written to it last, by which an older copy is known
//	NAME.sqlite.v2.backup  as it was in form 2, before it was brought into the next
//	worlds.db              what belongs to no save, with worlds.lock; it can be made again
//
// A save can be copied, moved and erased by itself while it is closed. Its tables
// are in migrations/; the header of the file carries the application id 'Narr'
// and, as user_version, the number of the last migration, so that a foreign or a
// newer file is known by its first 100 bytes and never opened. A save is what the
// migrations make, to the letter: one that has other tables or indexes, a view or a
// trigger is refused before anything is asked of it, and so is one beside which
// something else has the name of a file of SQLite's. No value is read that is larger
// than a save may have.
//
// The bytes of an event are its JSON, or a frame of Zstandard with a dictionary of package
// persistence; those of a document are a frame whose dictionary is the document that base
// names. `narratoria story log NAME --json` prints what they say.
//
// Commits are in write-ahead mode with synchronous FULL: when Update returns, the
// bytes are on the disk. There is one connection that writes; readers have their
// own and may be in other processes.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/internal/lockfile"
	"github.com/narratoria/narratoria/story/event"
)

const (
	extension  = ".sqlite"
	unfinished = ".sqlite.new"
)

// Driver is a directory of saves.
type Driver struct {
	dir        string
	migrations []string // SQL, in order; a file's user_version is how many it has
	readable   int      // the first form that is read as it is; one before it is brought up to date
	forms      forms
}

var _ persistence.Driver = (*Driver)(nil)

// New is the driver of a directory, which is made when the first save is.
func New(dir string) *Driver {
	return &Driver{dir: dir, migrations: migrations(), readable: readableForm}
}

func (d *Driver) path(name, ending string) string { return filepath.Join(d.dir, name+ending) }

// Create makes a save under another name and gives it its own when it is whole.
func (d *Driver) Create(ctx context.Context, name string, id event.PlaythroughID, fill func(persistence.File) error) (persistence.File, error) {
	if err := d.vacant(name); err != nil { // whoever plays it
		return nil, err
	}
	if err := os.MkdirAll(d.dir, 0o700); errors.Is(err, fs.ErrNotExist) {
		return nil, err // not of the save: there is no place for the directory
	} else if err != nil {
		return nil, translate(err)
	}
	d.eraseUnfinished(name)
	lock, err := d.lock(name)
	if err != nil {
		return nil, err
	}
	file, err := d.create(ctx, name, id, lock, fill)
	if err != nil {
		return nil, errors.Join(err, d.unlock(name, lock))
	}
	return file, nil
}

// eraseUnfinished removes what programs that were killed had begun of other saves: one that was
// being imported may be as large as a story. Who makes a save has the lock of its name. What
// cannot be removed is met again by the next.
func (d *Driver) eraseUnfinished(but string) {
	dir, err := os.Open(d.dir)
	if err != nil {
		return
	}
	files, _ := dir.Readdirnames(-1)
	_ = dir.Close()
	for _, file := range files {
		name, is := strings.CutSuffix(file, unfinished)
		if !is || name == but || persistence.CheckName(name) != nil {
			continue
		}
		if lock, err := d.lock(name); err == nil {
			_ = erase(d.path(name, unfinished))
			_ = d.unlock(name, lock)
		}
	}
}

// unlock gives back the lock of a name that may not have become a save: then its file is removed,
// too, and nothing is left of the name.
func (d *Driver) unlock(name string, lock *lockfile.Lock) error {
	if d.vacant(name) == nil {
		return lock.Remove()
	}
	return lock.Release()
}

func (d *Driver) create(ctx context.Context, name string, id event.PlaythroughID, lock *lockfile.Lock, fill func(persistence.File) error) (*file, error) {
	if err := d.vacant(name); err != nil {
		return nil, err
	}
	path := d.path(name, unfinished)
	if err := erase(path); err != nil { // what a crash may have left
		return nil, translate(err)
	}
	err := d.build(ctx, path, id)
	if err == nil && fill != nil {
		err = d.fillNew(ctx, path, fill)
	}
	if err != nil {
		return nil, errors.Join(orFull(path, translate(err)), erase(path))
	}
	if err := d.publish(path, name); err != nil {
		return nil, errors.Join(translate(err), erase(path))
	}
	return d.openLocked(ctx, name, lock)
}

// publish gives a database that is whole the name of a save, of which the caller has the lock.
// What an earlier save of the name has left beside it is removed before: SQLite would take its
// last turns for this one's.
func (d *Driver) publish(made, name string) error {
	path := d.path(name, extension)
	if err := eraseBeside(path); err != nil {
		return err
	}
	removeAnchor(d.path(name, anchorEnding))
	if err := os.Rename(made, path); err != nil {
		return err
	}
	if err := atomicfile.SyncWay(d.dir); err != nil { // it could be gone after a power cut
		return errors.Join(fmt.Errorf("%w: %w", persistence.ErrBroken, err), erase(path))
	}
	return nil
}

func (d *Driver) vacant(name string) error {
	if _, err := os.Lstat(d.path(name, extension)); err == nil {
		return persistence.ErrExists
	}
	return nil
}

// Open looks at the header first, so that what is not ours stays as it is.
func (d *Driver) Open(ctx context.Context, name string, mode persistence.Mode) (persistence.File, error) {
	version, err := d.version(name)
	if err != nil {
		return nil, err
	}
	if mode != persistence.Writing {
		if version < d.readable {
			if err := d.renew(ctx, name); err != nil {
				return nil, err
			}
		}
		use, err := lockfile.Read(d.path(name, extension))
		if err != nil {
			return nil, translate(err)
		}
		return d.open(ctx, name, &file{use: use}, depth(mode == persistence.Reading))
	}
	lock, err := d.lock(name)
	if err != nil {
		return nil, err
	}
	file, err := d.openLocked(ctx, name, lock)
	if err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return file, nil
}

// renew brings a save up to date for somebody who only reads it, and cannot as it is.
func (d *Driver) renew(ctx context.Context, name string) error {
	lock, err := d.lock(name)
	if err != nil {
		return err
	}
	file, err := d.openLocked(ctx, name, lock)
	if err != nil {
		return errors.Join(err, lock.Release())
	}
	return file.Close()
}

// openLocked opens for writing, up to date. The lock of the name is its caller's until
// that has succeeded.
func (d *Driver) openLocked(ctx context.Context, name string, lock *lockfile.Lock) (*file, error) {
	use, err := lockfile.Own(d.path(name, extension))
	switch {
	case errors.Is(err, lockfile.ErrHeld):
		return nil, &persistence.LockedError{PID: d.holder(name)}
	case errors.Is(err, lockfile.ErrNamed):
		return nil, fmt.Errorf("%w, a hard link to its file, under which its last turns could be missed: remove one of the two names", persistence.ErrNamedTwice)
	case err != nil:
		return nil, translate(err)
	}
	if err := d.migrate(ctx, name); err != nil {
		use.Close()
		return nil, err
	}
	return d.open(ctx, name, &file{use: use, lock: lock}, allPages)
}

// holder is the process that has a save under another of its names, a hard link in the same
// directory; 0 where that is not known.
func (d *Driver) holder(name string) int {
	path := d.path(name, extension)
	there, err := os.Stat(path)
	if err != nil {
		return 0
	}
	others, _ := d.List(context.Background()) // what cannot be listed nobody knows
	for _, other := range others {
		info, err := os.Lstat(d.path(other, extension))
		if err != nil || other == name || !os.SameFile(info, there) {
			continue
		}
		if pid := lockfile.Holder(d.path(other, ".lock")); pid != 0 {
			return pid
		}
	}
	return 0
}

// lock takes the lock of a name; where that is a link to a save, the lock of the save's own name.
func (d *Driver) lock(name string) (*lockfile.Lock, error) {
	path := d.path(name, "")
	if real, err := filepath.EvalSymlinks(path + extension); err == nil {
		path = strings.TrimSuffix(real, extension)
	}
	lock, pid, err := lockfile.Take(path + ".lock")
	switch {
	case errors.Is(err, lockfile.ErrHeld):
		return nil, &persistence.LockedError{PID: pid}
	case errors.Is(err, fs.ErrNotExist):
		return nil, persistence.ErrNotFound
	case err != nil:
		return nil, translate(err)
	}
	return lock, nil
}

// List names the files that could be saves.
func (d *Driver) List(context.Context) ([]string, error) {
	entries, err := os.ReadDir(d.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, entry := range entries {
		name, found := strings.CutSuffix(entry.Name(), extension)
		if found && persistence.CheckName(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, err
}

// Delete erases the save, its backups, its anchor and its lock.
func (d *Driver) Delete(_ context.Context, name string) error {
	if _, err := os.Lstat(d.path(name, extension)); err != nil {
		return translate(err)
	}
	lock, err := d.lock(name)
	if err != nil {
		return err
	}
	switch use, err := lockfile.Own(d.path(name, extension)); {
	case err == nil:
		use.Close() // what is open cannot be removed everywhere; who would open it now waits for the name's lock
	case errors.Is(err, lockfile.ErrHeld):
		return errors.Join(&persistence.LockedError{}, lock.Release())
	}
	if err := d.erase(name); err != nil {
		return errors.Join(translate(err), lock.Release())
	}
	return lock.Remove()
}

func (d *Driver) erase(name string) error {
	if err := erase(d.path(name, extension)); err != nil {
		return err
	}
	removeAnchor(d.path(name, anchorEnding))
	return errors.Join(eraseForms(d.path(name, extension)), atomicfile.SyncDir(d.dir))
}

// eraseForms removes what a save was before it was brought into later forms.
func eraseForms(path string) error {
	backups, err := filepath.Glob(filepath.Join(escapeGlob(filepath.Dir(path)), filepath.Base(path)+".v*.backup"))
	for _, backup := range backups {
		err = errors.Join(err, os.Remove(backup))
	}
	return err
}

// escapeGlob keeps a directory's own brackets from being read as a pattern.
func escapeGlob(dir string) string {
	if os.PathSeparator == '\\' {
		return strings.NewReplacer("[", "[[]").Replace(dir)
	}
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "*", `\*`, "?", `\?`).Replace(dir)
}

// erase removes a database and what SQLite keeps beside it: the file itself
// last, so that a crash in between leaves something that can be erased again.
func erase(path string) error {
	if err := eraseBeside(path); err != nil {
		return err
	}
	return remove(path)
}

// eraseBeside removes what SQLite keeps beside a database.
func eraseBeside(path string) error {
	for _, ending := range besides {
		if err := remove(path + ending); err != nil {
			return err
		}
	}
	return nil
}

// remove removes a file, if there is one.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", filepath.Base(path), err)
	}
	return nil
}
