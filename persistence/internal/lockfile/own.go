package lockfile

import (
	"errors"
	"os"
	"slices"
	"sync"
)

// ErrNamed means that a file has a second name, a hard link.
var ErrNamed = errors.New("the file has a second name")

// An Opening is a use of a save by this process, under whatever name. While there is one,
// no descriptor of the same file is closed: on Unix that would give back the locks which
// SQLite holds on it, of every connection of the process.
type Opening struct {
	info os.FileInfo
	own  *os.File // with the file's lock; nil when reading
}

// openings are those of this process, and descriptors that wait for their end.
var openings struct {
	sync.Mutex
	all     []*Opening
	waiting []*os.File
}

// Read begins to use a file that others may write.
func Read(path string) (*Opening, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	openings.Lock()
	defer openings.Unlock()
	o := &Opening{info: info}
	openings.all = append(openings.all, o)
	return o, nil
}

// Own begins to use a file as the one who writes it. Whoever has it already has it under
// each of its names, and whether or not there is a file beside it that says so: the lock is
// on the file itself. It fails with ErrHeld, or with ErrNamed where the file has more names
// than one: what is written beside it under one name would be missed under the other.
func Own(path string) (*Opening, error) {
	openings.Lock()
	defer openings.Unlock()
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(openings.all, func(o *Opening) bool { return o.own != nil && os.SameFile(o.info, info) }) {
		return nil, ErrHeld
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	o, err := own(file)
	if err != nil {
		dismiss(file)
		return nil, err
	}
	openings.all = append(openings.all, o)
	return o, nil
}

func own(file *os.File) (*Opening, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if err := lockOwn(file); err != nil {
		return nil, err
	}
	n, err := names(file)
	if err == nil && n > 1 {
		err = ErrNamed
	}
	if err != nil {
		unlockOwn(file)
		return nil, err
	}
	return &Opening{info: info, own: file}, nil
}

// Close ends the use, when SQLite has closed its connections.
func (o *Opening) Close() {
	openings.Lock()
	defer openings.Unlock()
	openings.all = slices.DeleteFunc(openings.all, func(other *Opening) bool { return other == o })
	waiting := openings.waiting
	openings.waiting = nil
	if o.own != nil {
		unlockOwn(o.own) // it may have to stay open for those who read
		waiting = append(waiting, o.own)
	}
	for _, file := range waiting {
		dismiss(file)
	}
}

// Look opens a file to be looked at, without moving its offset, and to be given to Dismiss then.
// One that waits for the end of a use is taken again: who looks at a save a thousand times while
// it is played has one descriptor of it, and not a thousand.
func Look(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if file := again(info); file != nil {
		return file, nil
	}
	return os.Open(path)
}

// again is a descriptor of a file that waits to be closed, and waits no more; nil for none.
func again(of os.FileInfo) *os.File {
	openings.Lock()
	defer openings.Unlock()
	for i, file := range openings.waiting {
		if info, err := file.Stat(); err == nil && os.SameFile(info, of) {
			openings.waiting = slices.Delete(openings.waiting, i, i+1)
			return file
		}
	}
	return nil
}

// Dismiss closes a file that was only looked at, as soon as nobody here uses it.
func Dismiss(file *os.File) {
	openings.Lock()
	defer openings.Unlock()
	dismiss(file)
}

func dismiss(file *os.File) {
	info, err := file.Stat()
	if err == nil && slices.ContainsFunc(openings.all, func(o *Opening) bool { return os.SameFile(o.info, info) }) {
		openings.waiting = append(openings.waiting, file)
		return
	}
	_ = file.Close() // nothing was written through it
}
