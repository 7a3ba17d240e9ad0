package objectbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/internal/lockfile"
)

// What is in a folder of ours; see the package's page.
const (
	headFile   = "narratoria"
	lockFile   = "lock"
	wholeFile  = "whole"
	generation = "data-"
	unborn     = "new-"
)

// What has such a name in a folder is ours, and nothing else.
var (
	isGeneration = regexp.MustCompile(`^data-([1-9][0-9]{0,8})$`)
	isUnborn     = regexp.MustCompile(`^new-[0-9]+$`)
)

const (
	form     = 1
	mostHead = 64
	mostNote = 256
)

// What a folder keeps.
const (
	aSave  = "save"
	worlds = "worlds"
)

// A folder is one that this process has open, once for all who use it: the library is for one
// process at a time, and of a process for one opening.
type folder struct {
	path    string
	holders int // guarded by the registry

	mu       sync.Mutex // guards what follows
	lock     *lockfile.Lock
	current  *data
	openings int
	played   bool // one of them writes

	updating sync.Mutex // one transaction writes at a time: the library would hang
	broken   atomic.Bool
}

// data is one state of a folder's data, which are written anew when they are compacted.
type data struct {
	*database
	number  int
	users   int
	retired bool // another is current
}

// folders are those of this process, by their real paths.
var folders struct {
	sync.Mutex
	open map[string]*folder
}

// hold gives the folder of a path, whether it is open or not, to be given back by leave.
func hold(path string) *folder {
	folders.Lock()
	defer folders.Unlock()
	f := folders.open[path]
	if f == nil {
		if folders.open == nil {
			folders.open = make(map[string]*folder)
		}
		f = &folder{path: path}
		folders.open[path] = f
	}
	f.holders++
	return f
}

func (f *folder) leave() {
	folders.Lock()
	defer folders.Unlock()
	if f.holders--; f.holders == 0 {
		delete(folders.open, f.path)
	}
}

// inside is the path of a name of the program's own in a directory, or of one that was listed there.
func inside(dir, name string) string { return filepath.Join(dir, name) }

func (f *folder) dataDir(number int) string {
	return inside(f.path, generation+strconv.Itoa(number))
}

// writeHead says in a new folder what it is. It is the first file in it, so that a folder that was begun is known by it
// wherever its program was killed; it has a name of its own when all of it is there.
func writeHead(path, keeps string) error {
	file, err := os.OpenFile(inside(path, headFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%d %s\n", form, keeps)
	return errors.Join(err, file.Sync(), file.Close())
}

// readHead refuses a folder that is not ours, or is of a newer form.
func readHead(path, keeps string) error {
	foreign := fmt.Errorf("%w: it is not a folder of Narratoria's", persistence.ErrCorrupt)
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return translate(err)
	case !info.IsDir():
		return foreign
	}
	head, err := plainfile.Read(inside(path, headFile), mostHead)
	if errors.Is(err, fs.ErrNotExist) {
		if again, gone := os.Stat(path); gone != nil || !os.SameFile(info, again) { // it was deleted meanwhile
			return readHead(path, keeps)
		}
		return foreign
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return translate(err)
	case err != nil:
		return fmt.Errorf("%w: %q in it %s", persistence.ErrCorrupt, headFile, plainfile.Why(err))
	}
	number, kept, _ := strings.Cut(strings.TrimSuffix(string(head), "\n"), " ")
	is, err := strconv.Atoi(number)
	switch {
	case err != nil || is < 1:
		return foreign
	case is > form:
		return fmt.Errorf("%w: it has form %d, and this program knows forms up to %d: update Narratoria to open this", persistence.ErrNewer, is, form)
	case kept != keeps:
		return foreign
	}
	return nil
}

// take takes the lock of a folder: of the folder itself, under whatever name it is come to.
func take(path string) (*lockfile.Lock, error) { return takeLock(inside(path, lockFile)) }

// takeName takes the lock of a name, which is there while somebody makes or erases what has it, to
// be removed.
func takeName(path string) (*lockfile.Lock, error) { return takeLock(path + "-lock") }

func takeLock(path string) (*lockfile.Lock, error) {
	lock, pid, err := lockfile.Take(path)
	if errors.Is(err, lockfile.ErrHeld) {
		return nil, &persistence.LockedError{PID: pid}
	}
	return lock, translate(err)
}

// An opener is what a folder is opened with.
type opener struct {
	lib       *library
	inspector inspector
}

// enter opens a folder for one more user of this process, who may be the one that writes. With a
// lock, that is the folder's.
func (o opener) enter(ctx context.Context, path, keeps string, writing bool, lock *lockfile.Lock) (_ *folder, err error) {
	f := hold(path)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.current == nil {
		if err := o.open(ctx, f, keeps, lock); err != nil {
			f.leave()
			return nil, err
		}
	}
	if writing && f.played {
		f.leave()
		return nil, &persistence.LockedError{PID: os.Getpid()}
	}
	f.openings++
	f.played = f.played || writing
	return f, nil
}

// exit ends what enter began. The last closes the folder.
func (f *folder) exit(writing bool) error {
	defer f.leave()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.played = f.played && !writing
	if f.openings--; f.openings > 0 {
		return nil
	}
	return f.close()
}

func (o opener) open(ctx context.Context, f *folder, keeps string, lock *lockfile.Lock) (err error) {
	if lock == nil {
		if err := readHead(f.path, keeps); err != nil { // before anything is made in it
			return err
		}
		if lock, err = take(f.path); err != nil {
			return err
		}
	}
	if err := o.openData(ctx, f); err != nil {
		return errors.Join(err, lock.Release())
	}
	f.lock = lock
	f.broken.Store(false)
	return nil
}

// openData opens the data of a folder, of which the caller has the lock. A damaged file can end the
// process that the library reads it in. So data that are not, byte for byte, what they were when
// they were closed are opened by another process, which writes them anew where they are whole;
// these are opened then.
func (o opener) openData(ctx context.Context, f *folder) error {
	number, whole, err := f.newest()
	if err != nil {
		return err
	}
	if err := plainData(f.dataDir(number)); err != nil {
		return err
	}
	if !whole {
		if number, err = f.rebuild(ctx, o.inspector, number); err != nil {
			return err
		}
	}
	if err := os.Remove(inside(f.path, wholeFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return translate(err)
	}
	if err := f.erase(func(name string) bool { return name != generation+strconv.Itoa(number) }); err != nil {
		return translate(err)
	}
	db, err := o.lib.open(f.dataDir(number))
	if err != nil {
		return err
	}
	f.current = &data{database: db, number: number}
	return nil
}

// newest is the number of the latest data in a folder: those that were closed, which are whole, or the greatest.
func (f *folder) newest() (number int, whole bool, err error) {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return 0, false, translate(err)
	}
	found := "its data are missing"
	for _, entry := range entries {
		is := isGeneration.FindStringSubmatch(entry.Name())
		if is == nil || !entry.IsDir() {
			continue
		}
		found = fmt.Sprintf("%q is missing", dataFile)
		n, _ := strconv.Atoi(is[1]) // of at most nine digits
		if f.isWhole(n) {
			return n, true, nil
		}
		if _, err := os.Lstat(inside(f.dataDir(n), dataFile)); err == nil {
			number = max(number, n)
		}
	}
	if number == 0 {
		return 0, false, fmt.Errorf("%w: %s", persistence.ErrCorrupt, found)
	}
	return number, false, nil
}

// after is the next number that nothing has.
func (f *folder) after(number int) int {
	for {
		number++
		if _, err := os.Lstat(f.dataDir(number)); errors.Is(err, fs.ErrNotExist) {
			return number
		}
	}
}

// rebuild has another process write the data of a number anew, where they are whole, and gives the number under which
// they are then. Those that are there are not changed.
func (f *folder) rebuild(ctx context.Context, i inspector, number int) (next int, err error) {
	next = f.after(number)
	return next, anew(f.path, f.dataDir(next), func(made string) error {
		return i.rebuild(ctx, f.path, number, filepath.Base(made))
	})
}

// erase removes data, finished or not, by their names.
func (f *folder) erase(which func(name string) bool) error {
	entries, err := os.ReadDir(f.path)
	for _, entry := range entries {
		name := entry.Name()
		if (isGeneration.MatchString(name) || isUnborn.MatchString(name)) && which(name) {
			err = errors.Join(err, os.RemoveAll(inside(f.path, name)))
		}
	}
	return err
}

// isWhole reports whether data are those that were closed.
func (f *folder) isWhole(number int) bool {
	noted, err := plainfile.Read(inside(f.path, wholeFile), mostNote)
	if err != nil || !strings.HasPrefix(string(noted), strconv.Itoa(number)+" ") {
		return false // whatever is in the way
	}
	is, err := note(f.dataDir(number), number)
	return err == nil && is == string(noted)
}

// note is what is written down of data that are closed.
func note(dir string, number int) (string, error) {
	file, err := plainfile.Open(inside(dir, dataFile))
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	is, err := identity(file)
	return fmt.Sprintf("%d %x %s\n", number, sum.Sum(nil), is), err
}

// close closes the data, and notes what they are.
func (f *folder) close() error {
	closing := f.current
	f.current = nil
	err := closing.close()
	if err == nil && !f.broken.Load() {
		if is, bad := note(closing.dir, closing.number); bad == nil {
			_ = os.WriteFile(inside(f.path, wholeFile), []byte(is), 0o600) // without it they are looked at anew
		}
	}
	return errors.Join(err, f.lock.Release())
}

// use lends the current data.
func (f *folder) use(run func(*database) error) error {
	f.mu.Lock()
	using := f.current
	using.users++
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if using.users--; using.users == 0 && using.retired {
			_ = retire(using)
		}
	}()
	return run(using.database)
}

// retire ends data that nobody uses any more.
func retire(old *data) error { return errors.Join(old.close(), os.RemoveAll(old.dir)) }

// view lends a transaction that reads.
func (f *folder) view(run func(*txn) error) error {
	return f.use(func(d *database) error { return d.read(run) })
}

// update lends the one that writes.
func (f *folder) update(ctx context.Context, run func(*txn) error) error {
	f.updating.Lock()
	defer f.updating.Unlock()
	if f.broken.Load() {
		return persistence.ErrBroken
	}
	err := f.use(func(d *database) error { return d.write(ctx, run) })
	if errors.Is(err, persistence.ErrBroken) {
		f.broken.Store(true)
	}
	return err
}

// compact writes the data anew, without what was dropped, and erases those of before once nobody
// reads them any more.
func (f *folder) compact(ctx context.Context) error {
	f.updating.Lock()
	defer f.updating.Unlock()
	if f.broken.Load() {
		return persistence.ErrBroken
	}
	f.mu.Lock()
	old := f.current
	f.mu.Unlock()
	next := f.after(old.number)
	err := f.use(func(d *database) error {
		return d.read(func(t *txn) error {
			return anew(f.path, f.dataDir(next), func(made string) error { return copyTo(ctx, t, made) })
		})
	})
	if err != nil {
		if _, gone := os.Lstat(f.dataDir(next)); !errors.Is(gone, fs.ErrNotExist) {
			f.broken.Store(true) // it may be there after a crash, and what is written to the old would be missing in it
		}
		return err
	}
	db, err := old.lib.open(f.dataDir(next))
	if err != nil {
		f.broken.Store(true) // what is written to the old would be missing in the new
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.current = &data{database: db, number: next}
	if old.retired = true; old.users == 0 {
		return retire(old)
	}
	return nil
}

// anew has data written to a directory in a folder, that is there whole or not at all.
func anew(folder, dir string, write func(made string) error) (err error) {
	made, err := os.MkdirTemp(folder, unborn+"*")
	if err != nil {
		return translate(err)
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(made)
		}
	}()
	if err := write(made); err != nil {
		return err
	}
	if err = os.Rename(made, dir); err == nil {
		err = syncDir(folder)
	}
	return translate(err)
}

// copyTo writes all objects of a state to an empty directory, and syncs it.
func copyTo(ctx context.Context, t *txn, made string) error {
	db, err := t.lib.open(made)
	if err != nil {
		return err
	}
	if err := errors.Join(copyAll(ctx, t, db), db.close()); err != nil {
		return err
	}
	return translate(syncDir(made))
}

// syncDir is there for tests to fail.
var syncDir = atomicfile.SyncDir

// realPath is where a path leads to.
func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	return path, translate(err)
}

// isPlain reports whether something is a plain file or is not there.
func isPlain(path string) bool {
	info, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular()
}

// besides are the library's own files.
var besides = []string{dataFile, "lock.mdb"}

func plainData(dir string) error {
	if i := slices.IndexFunc(besides, func(name string) bool { return !isPlain(inside(dir, name)) }); i >= 0 {
		return fmt.Errorf("%w: %q in it is not a plain file", persistence.ErrCorrupt, besides[i])
	}
	return nil
}
