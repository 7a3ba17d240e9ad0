// Package backup keeps copies of saves elsewhere, and proves that each can be gone back to.
//
//	backups := backup.New(sqlite.New(saves), func(dir string) backup.Driver { return sqlite.New(dir) }, backup.Options{Dir: dir})
//	made, err := backups.Make(ctx, "monday-evening")
//	all, err := backups.List("monday-evening")
//	info, err := backups.Check(ctx, all[0])
//	info, err := backups.Restore(ctx, all[0], "monday-again")
//
// A backup is one file, NAME.20261125T041500.000Z.backup: the save as it was committed at that
// moment of universal time, whoever played it meanwhile. It is made beside its name, restored to a
// scratch directory, read there to the last hash, and then named; so that what has the name is
// whole, and a program that is killed leaves none in part. Only after that, and only for a new one
// that is whole, do the oldest of that save go.
//
// What is copied is what the driver keeps: the log, branches, rows and blobs. Nothing but [Backups.Drop]
// and the rotation deletes a backup.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/persistence"
)

// A Driver keeps saves, and copies them to files and from them.
type Driver interface {
	persistence.Driver
	// CopyOut writes a save, as it is committed now and whoever plays it, to a file that is not
	// there; whole and on the disk when it returns nil.
	CopyOut(ctx context.Context, name, path string) error
	// CopyIn makes a save of such a file, wholly or not at all. Errors: persistence.ErrExists,
	// ErrNotFound, ErrLocked, ErrNewer, ErrCorrupt, ErrFull.
	CopyIn(ctx context.Context, path, name string) error
}

// Options of backups. Only Dir must be given.
type Options struct {
	Dir   string        // where they lie; made with the first
	Every time.Duration // how old the last one of a save is when the next is due; a day where it is 0
	Keep  int           // of each save the latest so many; 7 where it is 0
	Temp  string        // where they are restored to be checked; "" is the system's
	Now   func() time.Time
}

// Backups are those of all saves of a driver. They are safe for concurrent use, by several programs
// too.
type Backups struct {
	at    func(dir string) Driver
	saves Driver
	opts  Options
}

// New are the backups of saves; at makes the driver of the directory in which one is proven.
func New(saves Driver, at func(dir string) Driver, opts Options) *Backups {
	if opts.Every == 0 {
		opts.Every = 24 * time.Hour
	}
	if opts.Keep == 0 {
		opts.Keep = 7
	}
	if opts.Temp == "" {
		opts.Temp = os.TempDir()
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	return &Backups{at: at, saves: saves, opts: opts}
}

// A Backup is one of a save.
type Backup struct {
	Name string // of the save
	Made time.Time
	Size int64 // bytes
	file string
}

const (
	ending = ".backup"
	stamp  = "20060102T150405.000Z"
)

// ID is what tells a backup from others of its save: when it was made.
func (b Backup) ID() string { return b.Made.UTC().Format(stamp) }

// parse reads the name of a file; false for what is none of ours.
func parse(file string) (b Backup, ok bool) {
	name, rest, dotted := strings.Cut(file, ".")
	when, ends := strings.CutSuffix(rest, ending)
	made, err := time.Parse(stamp, when)
	b = Backup{Name: name, Made: made, file: file}
	return b, dotted && ends && err == nil && persistence.CheckName(name) == nil && made.Format(stamp) == when
}

// List are the backups of a save, the latest first; of all saves, in the order of their names, for "".
func (b *Backups) List(name string) ([]Backup, error) {
	entries, err := os.ReadDir(b.opts.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []Backup
	for _, entry := range entries {
		found, ours := parse(entry.Name())
		if !ours || name != "" && found.Name != name || !entry.Type().IsRegular() {
			continue
		}
		if info, err := entry.Info(); err == nil {
			found.Size = info.Size()
			all = append(all, found)
		}
	}
	slices.SortFunc(all, func(x, y Backup) int {
		if x.Name != y.Name {
			return strings.Compare(x.Name, y.Name)
		}
		return y.Made.Compare(x.Made)
	})
	return all, err
}

// Find is the backup of a save with an id, or the latest for "". Error: persistence.ErrNotFound.
func (b *Backups) Find(name, id string) (Backup, error) {
	if err := persistence.CheckName(name); err != nil {
		return Backup{}, err
	}
	all, err := b.List(name)
	if err != nil {
		return Backup{}, err
	}
	for _, found := range all {
		if id == "" || found.ID() == id {
			return found, nil
		}
	}
	if id != "" {
		return Backup{}, fmt.Errorf("a backup %s of %q %w", id, name, persistence.ErrNotFound)
	}
	return Backup{}, fmt.Errorf("a backup of %q %w", name, persistence.ErrNotFound)
}

// Due is when the next backup of a save is to be made, of one that has been there since began. A
// backup that says to have been made later than now, as after a clock was wrong, puts nothing off.
func (b *Backups) Due(name string, began time.Time) (time.Time, error) {
	all, err := b.List(name)
	if err != nil {
		return time.Time{}, err
	}
	now := b.opts.Now()
	for _, last := range all {
		if !last.Made.After(now) {
			began = last.Made
			break
		}
	}
	return began.Add(b.opts.Every), nil
}

// Make makes a backup of a save, proves it, and lets go of the oldest that are more than are kept.
// Errors: those of opening the save; persistence.ErrFull; ErrCorrupt for a save whose copy is not
// whole, and then no backup goes.
func (b *Backups) Make(ctx context.Context, name string) (Backup, error) {
	made := Backup{Name: name}
	err := persistence.CheckName(name)
	if err == nil {
		err = os.MkdirAll(b.opts.Dir, 0o700)
	}
	if err != nil {
		return made, err
	}
	made, err = b.make(ctx, name)
	if err != nil {
		return made, fmt.Errorf("back up the save %q: %w", name, err)
	}
	return made, b.rotate(name)
}

// making is how the directories begin in which backups are made, beside their names.
const making = ".making-"

func (b *Backups) make(ctx context.Context, name string) (made Backup, err error) {
	scratch.Sweep(b.opts.Dir, making, nil) // of programs that were killed
	dir, err := scratch.Open(b.opts.Dir, making)
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	copied := filepath.Join(dir.Path(), "copy")
	made = Backup{Name: name, Made: b.opts.Now().UTC().Truncate(time.Millisecond)}
	made.file = name + "." + made.ID() + ending
	if err := b.saves.CopyOut(ctx, name, copied); err != nil {
		return made, err
	}
	if _, err := b.prove(ctx, copied, name, filepath.Join(dir.Path(), "restored")); err != nil {
		return made, err
	}
	info, err := os.Stat(copied)
	if err != nil {
		return made, err
	}
	made.Size = info.Size()
	if err := os.Rename(copied, b.path(made)); err != nil {
		return made, err
	}
	return made, atomicfile.SyncWay(b.opts.Dir)
}

func (b *Backups) path(of Backup) string { return filepath.Join(b.opts.Dir, of.file) }

// rotate lets go of the oldest backups of a save.
func (b *Backups) rotate(name string) error {
	all, err := b.List(name)
	for _, old := range all[min(b.opts.Keep, len(all)):] {
		err = errors.Join(err, b.remove(old))
	}
	return err
}

func (b *Backups) remove(old Backup) error {
	if err := os.Remove(b.path(old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Drop deletes all backups of a save, and says how many there were.
func (b *Backups) Drop(name string) (int, error) {
	if err := persistence.CheckName(name); err != nil {
		return 0, err
	}
	all, err := b.List(name)
	for _, old := range all {
		err = errors.Join(err, b.remove(old))
	}
	return len(all), err
}

// Check restores a backup to a directory that does not last, and reads it there to the last hash.
// It says what it has. Errors: persistence.ErrCorrupt, ErrNewer, ErrNotFound, ErrFull.
func (b *Backups) Check(ctx context.Context, of Backup) (info persistence.Info, err error) {
	dir, err := scratch.Open(b.opts.Temp, "narratoria-run-check-")
	if err != nil {
		return info, err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	info, err = b.prove(ctx, b.path(of), of.Name, filepath.Join(dir.Path(), "restored"))
	if err != nil {
		return info, fmt.Errorf("the backup %s of %q: %w", of.ID(), of.Name, err)
	}
	return info, nil
}

// prove makes a save of a copy, in a directory that is not there, and reads it to the last hash.
func (b *Backups) prove(ctx context.Context, copied, name, dir string) (persistence.Info, error) {
	at := b.at(dir)
	if err := at.CopyIn(ctx, copied, name); err != nil {
		return persistence.Info{}, err
	}
	return verified(ctx, at, name)
}

// verified reads a save to the last hash, as one that is to be played.
func verified(ctx context.Context, at Driver, name string) (info persistence.Info, err error) {
	store := persistence.New(at, nil)
	save, err := store.Open(ctx, name, persistence.Writing)
	if err != nil {
		return info, err
	}
	err = save.Verify(ctx)
	if err = errors.Join(err, save.Close()); err != nil {
		return info, err
	}
	info = store.Info(ctx, name)
	return info, info.Err
}

// Restore makes a save of a backup, under a name that no save has, and reads it to the last hash;
// where it is not whole there is none. It says what it has. Errors: Check's;
// persistence.ErrExists, ErrLocked.
func (b *Backups) Restore(ctx context.Context, of Backup, name string) (persistence.Info, error) {
	if err := persistence.CheckName(name); err != nil {
		return persistence.Info{}, err
	}
	if _, err := b.Check(ctx, of); err != nil {
		return persistence.Info{}, err
	}
	err := b.saves.CopyIn(ctx, b.path(of), name)
	if err != nil {
		return persistence.Info{}, fmt.Errorf("restore the backup %s of %q as %q: %w", of.ID(), of.Name, name, err)
	}
	info, err := verified(ctx, b.saves, name)
	if err != nil {
		return info, fmt.Errorf("restore the backup %s of %q as %q: %w", of.ID(), of.Name, name, errors.Join(err, b.saves.Delete(ctx, name)))
	}
	return info, nil
}
