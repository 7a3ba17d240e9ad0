// Package objectbox keeps each save in a folder of ObjectBox's, whose library is loaded when the
// first is opened:
//
//	driver := objectbox.New(dir, &objectbox.Options{
//		Library:   "/home/me/.local/share/narratoria/libraries/objectbox", // `narratoria setup objectbox`
//		Inspector: []string{program, "inspect-objectbox"},                 // calls objectbox.Inspect
//	})
//	store := persistence.New(driver, nil)
//
// A directory holds, of a save named NAME:
//
//	NAME.objectbox/            the save
//	  narratoria               "1 save": the form of the folder, and what it keeps
//	  lock                     who has it open; the lock is the system's, on this file
//	  data-N/                  ObjectBox's own files; the greatest N are the data, or those that are whole
//	  whole                    N, the SHA-256 of the data and which file they were when they were closed here; not there
//	                           while they are open
//	  new-*/                   data that are being written anew
//	NAME.objectbox-anchor      what was written to it last, by which an older copy is known
//	NAME.objectbox.unfinished/ one that is being made, NAME.objectbox.leaving/ one that is being erased,
//	                           each with NAME.objectbox-lock, which is whose doing that is
//	worlds.obx/                what belongs to no save, as a save is; it can be made again
//
// A save can be copied, moved and erased by itself while it is closed. The library is for one
// process at a time: who opens a save that another program has open, even to read it, is told so at
// once. In one process any number may read beside the one who writes.
//
// What the data are made of, objects.go says: entities of numbers, text and bytes, each object with a
// sum of its own, for the library keeps none. Events lie under their branch's number and position,
// rows under their ordinals, each kind an entity of its own; the rest under a hash of its key
// (slots.go). So nothing is asked by a query, and no index of the library's is needed, but for the one of vectors that a search may
// ask for by name (index.go).
//
// When Update returns nil, the disk has what was written. Data that are not, to the byte, what was
// closed here, as after a crash or in a copy, may be damaged, and damage can end the process that the library reads them
// in. They are read by another, which [Options] name, and written anew by it where they are whole: no
// file is opened here that was not.
package objectbox

import (
	"context"
	"errors"
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
	extension    = ".objectbox"
	unfinished   = extension + beginning
	leaving      = extension + erasing
	anchorEnding = ".objectbox-anchor"

	// What nobody calls a folder of their own that they set aside.
	beginning = ".unfinished"
	erasing   = ".leaving"
)

// Options are what a driver needs beside its directory.
type Options struct {
	// Library is the directory in which ObjectBox's library is, of the release that package pins names.
	Library string
	// Inspector is the command line of a process that calls Inspect with the arguments that are
	// appended to it, and exits with what that gives. Without one, a save that was not closed is not
	// opened.
	Inspector []string
}

// Driver is a directory of saves. It is safe for concurrent use.
type Driver struct {
	dir     string
	options Options
}

var _ persistence.Driver = (*Driver)(nil)

// New is the driver of a directory, which is made when the first save is. The library is loaded when
// it is first needed.
func New(dir string, options *Options) *Driver {
	d := &Driver{dir: dir}
	if options != nil {
		d.options = *options
	}
	return d
}

// Ready loads the library. Errors name its release, and the command that brings it.
func (d *Driver) Ready() error {
	_, err := d.opener()
	return err
}

func (d *Driver) opener() (opener, error) {
	lib, err := load(d.options.Library)
	return opener{lib, inspector{d.options.Inspector, d.options.Library}}, err
}

func (d *Driver) path(name, ending string) string { return filepath.Join(d.dir, name+ending) }

// Create makes a save under another name and gives it its own when it is whole.
func (d *Driver) Create(ctx context.Context, name string, id event.PlaythroughID, fill func(persistence.File) error) (persistence.File, error) {
	path := d.path(name, extension)
	if err := vacant(path); err != nil {
		return nil, err
	}
	o, err := d.opener()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(d.dir, 0o700); errors.Is(err, fs.ErrNotExist) {
		return nil, err // not of the save: there is no place for the directory
	} else if err != nil {
		return nil, translate(err)
	}
	d.eraseUnfinished(name)
	lock, err := takeName(path)
	if err != nil {
		return nil, err
	}
	file, err := d.make(ctx, o, name, id, fill)
	if err := errors.Join(err, lock.Remove()); err != nil {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
		return nil, err
	}
	return file, nil
}

func (d *Driver) make(ctx context.Context, o opener, name string, id event.PlaythroughID, fill func(persistence.File) error) (*file, error) {
	path := d.path(name, extension)
	if err := vacant(path); err != nil {
		return nil, err
	}
	made, err := d.begin(o, path, aSave)
	if err != nil {
		return nil, err
	}
	file, err := d.create(ctx, o, made, name, id, fill)
	if err != nil {
		return nil, errors.Join(err, made.end())
	}
	return file, nil
}

func vacant(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return persistence.ErrExists
	}
	return nil
}

func (d *Driver) create(ctx context.Context, o opener, made *making, name string, id event.PlaythroughID, fill func(persistence.File) error) (*file, error) {
	err := made.update(ctx, func(t *txn) error {
		return t.put(saveEntity, &object{id: theOne, numbers: []int64{0, 0}, values: [][]byte{[]byte(id)}}, inserting)
	})
	if err != nil {
		return nil, err
	}
	if err := made.finish(func() error {
		if fill == nil {
			return nil
		}
		return fill(&file{folder: &made.folder, id: id, mode: persistence.Writing})
	}); err != nil {
		return nil, err
	}
	removeAnchor(d.path(name, anchorEnding))
	if err := made.publish(d.path(name, extension)); errors.Is(err, fs.ErrExist) {
		return nil, persistence.ErrExists
	} else if err != nil {
		return nil, translate(err)
	}
	return d.openFile(ctx, o, name, persistence.Writing, made.give())
}

// A making is a folder that is made, and has not its name yet.
type making struct {
	folder
	lock      *lockfile.Lock
	published bool
}

// begin makes a folder beside the place it is to have, of whose name the caller has the lock. What a
// killed program has left there goes.
func (d *Driver) begin(o opener, path, keeps string) (*making, error) {
	m := &making{folder: folder{path: path + beginning}}
	if err := eraseLeft(m.path); err != nil {
		return nil, err
	}
	if err := os.Mkdir(m.path, 0o700); err != nil {
		return nil, translate(err)
	}
	err := translate(writeHead(m.path, keeps))
	if err == nil {
		m.lock, err = take(m.path)
	}
	var db *database
	if err == nil {
		err = translate(os.Mkdir(m.dataDir(1), 0o700))
	}
	if err == nil {
		db, err = o.lib.open(m.dataDir(1))
	}
	if err != nil {
		return nil, errors.Join(err, m.end())
	}
	m.current = &data{database: db, number: 1}
	return m, nil
}

// finish fills it and closes its data.
func (m *making) finish(fill func() error) (err error) {
	if fill != nil {
		err = fill()
	}
	err = errors.Join(err, m.shut())
	if err == nil {
		var is string
		if is, err = note(m.dataDir(m.number()), m.number()); err == nil {
			err = os.WriteFile(inside(m.path, wholeFile), []byte(is), 0o600)
		}
		err = translate(errors.Join(err, atomicfile.SyncDir(m.dataDir(m.number())), atomicfile.SyncDir(m.path)))
	}
	return err
}

func (m *making) number() int {
	number, _, _ := m.newest() // it has made one itself
	return number
}

func (m *making) shut() error {
	closing := m.current
	m.current = nil
	if closing == nil {
		return nil
	}
	return closing.close()
}

// publish gives it its name.
func (m *making) publish(path string) error {
	if err := os.Rename(m.path, path); err != nil {
		return err
	}
	m.published = true
	return atomicfile.SyncWay(filepath.Dir(path))
}

// give passes its lock on.
func (m *making) give() *lockfile.Lock {
	lock := m.lock
	m.lock = nil
	return lock
}

// end leaves nothing of one that was not published.
func (m *making) end() error {
	err := m.shut()
	if !m.published {
		err = errors.Join(err, translate(eraseFolder(m.path)))
	}
	if lock := m.give(); lock != nil {
		err = errors.Join(err, lock.Release())
	}
	return err
}

// eraseUnfinished removes what programs that were killed had begun of other saves, to make or to
// erase them. What cannot be removed is met again by the next.
func (d *Driver) eraseUnfinished(but string) {
	entries, _ := os.ReadDir(d.dir)
	for _, entry := range entries {
		for _, ending := range []string{unfinished, leaving} {
			name, is := strings.CutSuffix(entry.Name(), ending)
			if !is || name == but || persistence.CheckName(name) != nil {
				continue
			}
			if lock, err := takeName(d.path(name, extension)); err == nil {
				_ = eraseLeft(d.path(name, ending))
				_ = lock.Remove()
			}
		}
	}
}

// eraseLeft erases a folder of ours that nobody makes or erases any more, or an empty one. Of a link it is the link alone.
func eraseLeft(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && info.IsDir() {
		_, err = os.Lstat(inside(path, headFile))
	}
	if err != nil || !info.IsDir() {
		return translate(os.Remove(path)) // of another program, unless it is empty
	}
	lock, err := take(path)
	if err != nil {
		return err // somebody has it open, under whatever name
	}
	return errors.Join(translate(eraseFolder(path)), lock.Release())
}

// eraseFolder erases a folder of ours. What says that it is ours goes last, so that whoever is killed amid that leaves
// one that is known.
func eraseFolder(path string) error {
	entries, err := os.ReadDir(path)
	for _, entry := range entries {
		if entry.Name() != headFile {
			err = errors.Join(err, os.RemoveAll(inside(path, entry.Name())))
		}
	}
	if err != nil {
		return err
	}
	return os.RemoveAll(path)
}

// Open opens a save; readers may be many, beside one writer of this process.
func (d *Driver) Open(ctx context.Context, name string, mode persistence.Mode) (persistence.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := readHead(d.path(name, extension), aSave); err != nil {
		return nil, err // and nothing of it is touched
	}
	o, err := d.opener()
	if err != nil {
		return nil, err
	}
	f, err := d.openFile(ctx, o, name, mode, nil)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (d *Driver) openFile(ctx context.Context, o opener, name string, mode persistence.Mode, lock *lockfile.Lock) (*file, error) {
	real, err := realPath(d.path(name, extension))
	if err != nil {
		return nil, errors.Join(err, release(lock))
	}
	open, err := o.enter(ctx, real, aSave, mode == persistence.Writing, lock)
	if err != nil {
		return nil, err
	}
	f := &file{folder: open, anchor: d.path(name, anchorEnding), mode: mode}
	if err := f.identify(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func release(lock *lockfile.Lock) error {
	if lock == nil {
		return nil
	}
	return lock.Release()
}

// List names the folders that could be saves.
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

// Delete erases a save that nobody has open, and its anchor. A folder of another program is left as
// it is.
func (d *Driver) Delete(_ context.Context, name string) error {
	path := d.path(name, extension)
	if err := readHead(path, aSave); err != nil && !errors.Is(err, persistence.ErrNewer) {
		return err
	}
	if err := remove(path); err != nil {
		return err
	}
	removeAnchor(d.path(name, anchorEnding))
	return translate(atomicfile.SyncDir(d.dir))
}

// remove erases a folder that nobody has open: it has another name before anything of it is gone.
func remove(path string) error {
	name, err := takeName(path)
	if err != nil {
		return err
	}
	return errors.Join(removeLocked(path), name.Remove())
}

func removeLocked(path string) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return translate(err)
	case !info.IsDir():
		return translate(os.Remove(path)) // what a link leads to has a name of its own
	}
	lock, err := take(path)
	if err != nil {
		return err
	}
	old := path + erasing
	err = eraseLeft(old) // what a killed program has left
	if err == nil {
		err = os.Rename(path, old)
	}
	if err == nil {
		err = eraseFolder(old)
	}
	return errors.Join(translate(err), lock.Release())
}
