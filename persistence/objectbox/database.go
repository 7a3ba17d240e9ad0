package objectbox

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"unsafe"

	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/narratoria/narratoria/persistence"
)

const (
	dataFile = "data.mdb" // the library's, as is lock.mdb beside it
	// mostData is how large the data of a folder may become: so much of what the process can
	// address is set aside, and none of it used.
	mostData = 64 << 30
	// mostReaders is how many threads may read at once, and were not ended since they did.
	mostReaders = 2000
)

// A database is an open directory of the library's. All its writing is done by one at a time.
type database struct {
	lib   *library
	dir   string
	store uintptr
	keyOf func(parts ...[]byte) uint64
}

// open opens a directory, with what our objects look like; where there is none yet it is made.
func (l *library) open(dir string) (*database, error) { return l.openAs(dir, false) }

// look opens a directory without changing anything in it.
func (l *library) look(dir string) (*database, error) { return l.openAs(dir, true) }

func (l *library) openAs(dir string, only bool) (d *database, err error) {
	err = onThread(func() error {
		options := l.Opt()
		if options == 0 {
			return l.last()
		}
		l.OptFileMode(options, 0o600)
		l.OptMaxDbSizeKB(options, mostData>>10)
		l.OptMaxReaders(options, mostReaders)
		l.OptReadOnly(options, only)
		err := l.ok(l.OptDirectory(options, dir))
		if err == nil && !only {
			err = l.describe(options)
		}
		if err != nil {
			l.OptFree(options)
			return err
		}
		store := l.StoreOpen(options) // it has the options now
		if store == 0 {
			return l.last()
		}
		d = &database{lib: l, dir: dir, store: store, keyOf: keyOf}
		return nil
	})
	return d, err
}

// describe says what the objects look like. The library wants a second number of each thing, that
// is never given to another.
func (l *library) describe(options uintptr) error {
	model := l.Model()
	if model == 0 {
		return l.last()
	}
	all := entities()
	uid := func(entity, property int) uint64 { return uint64(entity)<<16 | uint64(property) + 1 }
	const uidOfIndex = 1 << 32
	for _, e := range all {
		l.ModelEntity(model, e.name, e.id, uid(int(e.id), 0))
		properties := e.properties()
		for i, p := range properties {
			l.ModelProperty(model, p.name, p.kind, uint32(i+firstProperty), uid(int(e.id), i+firstProperty))
			switch {
			case i == 0:
				l.ModelPropertyFlags(model, idFlag|ownIDsFlag)
			case p.kind == floatsType:
				l.ModelPropertyFlags(model, indexedFlag)
				l.ModelPropertyIndexID(model, indexID, uidOfIndex)
				l.ModelPropertyHnswLength(model, persistence.IndexDimensions)
				l.ModelPropertyHnswDistance(model, cosineDistance)
			}
		}
		l.ModelEntityLastPropertyID(model, uint32(len(properties)), uid(int(e.id), len(properties)))
	}
	last := all[len(all)-1].id
	l.ModelLastEntityID(model, last, uid(int(last), 0))
	l.ModelLastIndexID(model, indexID, uidOfIndex)
	if code := l.ModelErrorCode(model); code != 0 {
		err := &Error{Code: code, Message: l.ModelErrorMessage(model)}
		l.ModelFree(model)
		return err
	}
	return l.ok(l.OptModel(options, model)) // which has the model now
}

// close ends it. No transaction may be open: the library would crash.
func (d *database) close() error {
	return onThread(func() error { return d.lib.ok(d.lib.StoreClose(d.store)) })
}

// knows reports whether a directory has our objects, by their names and numbers.
func (d *database) knows() error {
	return onThread(func() error {
		for _, e := range entities() {
			if is := d.lib.StoreEntityID(d.store, e.name); is != e.id {
				d.lib.LastErrorClear()
				return fmt.Errorf("%w: its objects are not Narratoria's", persistence.ErrCorrupt)
			}
		}
		return nil
	})
}

// onThread runs f on a thread that is its own for as long, and ends when f does. A transaction is its
// thread's, and one that begins inside of another is the same to the library; so who begins one has a
// thread without any, and an Update inside a View is one of its own.
func onThread(f func() error) (err error) {
	done := make(chan struct{})
	whole := false
	var panicked any
	go func() {
		defer close(done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer func() {
			if !whole {
				panicked = recover()
			}
		}()
		err = f()
		whole = true
	}()
	<-done
	switch {
	case panicked != nil:
		panic(panicked)
	case !whole: // f has ended its goroutine, as a test does that fails
		runtime.Goexit()
	}
	return err
}

// A txn is a transaction, on the thread that began it.
type txn struct {
	*database
	handle  uintptr
	cursors map[uint32]uintptr // by the number of the entity
	builder *flatbuffers.Builder
	writes  int
	failed  error // of a put or a removal: then nothing of the transaction may be kept
	census  *census
}

// read lends a transaction that sees one state.
func (d *database) read(f func(*txn) error) error {
	return onThread(func() error {
		handle := d.lib.TxnRead(d.store)
		if handle == 0 {
			return d.lib.last()
		}
		t := d.begun(handle)
		defer func() {
			t.closeCursors()
			d.lib.TxnClose(handle) // there was nothing to keep
		}()
		return f(t)
	})
}

// write lends a transaction that writes, and is on the disk when it returns nil. Nobody else may
// write meanwhile.
func (d *database) write(ctx context.Context, f func(*txn) error) error {
	return onThread(func() error {
		handle := d.lib.TxnWrite(d.store)
		if handle == 0 {
			return d.lib.last()
		}
		t := d.begun(handle)
		ended := false
		defer func() {
			if !ended {
				t.closeCursors()
				d.lib.TxnClose(handle) // without it having been a success, it leaves no trace
			}
		}()
		err := f(t)
		if err == nil {
			err = t.failed
		}
		if err == nil {
			err = t.putCensus()
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		t.closeCursors()
		ended = true // whatever comes of it
		if err := d.lib.ok(d.lib.TxnSuccess(handle)); err != nil {
			return &commitError{d.roomless(err)}
		}
		return nil
	})
}

func (d *database) begun(handle uintptr) *txn {
	return &txn{database: d, handle: handle, cursors: make(map[uint32]uintptr), builder: flatbuffers.NewBuilder(1024)}
}

func (t *txn) closeCursors() {
	for _, cursor := range t.cursors {
		t.lib.CursorClose(cursor)
	}
	clear(t.cursors)
}

// cursor is the one of an entity that single objects are got and put by.
func (t *txn) cursor(e *entity) (uintptr, error) {
	if cursor, open := t.cursors[e.id]; open {
		return cursor, nil
	}
	cursor := t.lib.Cursor(t.handle, e.id)
	if cursor == 0 {
		return 0, t.lib.last()
	}
	t.cursors[e.id] = cursor
	return cursor, nil
}

// lent is data of the library's, until something is written or the transaction ends.
func lent(data *byte, size uintptr) []byte { return unsafe.Slice(data, size) }

// get gives an object; nil where there is none.
func (t *txn) get(e *entity, id uint64) (*object, error) {
	cursor, err := t.cursor(e)
	if err != nil {
		return nil, err
	}
	var data *byte
	var size uintptr
	switch outcome := t.lib.CursorGet(cursor, id, &data, &size); outcome {
	case 0:
		return t.decoded(e, id, lent(data, size))
	case notFound:
		return nil, nil
	}
	return nil, t.lib.last()
}

func (t *txn) decoded(e *entity, id uint64, data []byte) (*object, error) {
	o, err := decode(e, data)
	if err == nil && o.id != id {
		err = damaged(e, id, "another is in its place")
	}
	return o, err
}

// How an object is put.
const (
	inserting = 2
	replacing = 1
)

// put puts an object, in place of one of its id or where there is none.
func (t *txn) put(e *entity, o *object, how int32) error {
	return t.putEncoded(e, o.id, o.encode(e, t.builder), how)
}

func (t *txn) putEncoded(e *entity, id uint64, data []byte, how int32) error {
	if t.failed != nil {
		return t.failed
	}
	err := t.count(e, id, data, how)
	var cursor uintptr
	if err == nil {
		cursor, err = t.cursor(e)
	}
	if err == nil {
		err = t.lib.ok(t.lib.CursorPut4(cursor, id, &data[0], uintptr(len(data)), how))
	}
	t.writes++
	t.failed = err
	return err
}

// remove removes an object, if it is there.
func (t *txn) remove(e *entity, id uint64) error {
	if t.failed != nil {
		return t.failed
	}
	err := t.count(e, id, nil, replacing)
	var cursor uintptr
	if err == nil {
		cursor, err = t.cursor(e)
	}
	if err == nil {
		if outcome := t.lib.CursorRemove(cursor, id); outcome != notFound {
			err = t.lib.ok(outcome)
		}
	}
	t.writes++
	t.failed = err
	return err
}

// each gives the objects of an entity whose ids come after one, in order of their ids. No id is
// greater than last. Something may be written meanwhile.
func (t *txn) each(e *entity, after, last uint64) iter.Seq2[*object, error] {
	return func(yield func(*object, error) bool) {
		cursor := t.lib.Cursor(t.handle, e.id)
		if cursor == 0 {
			yield(nil, t.lib.last())
			return
		}
		defer func() { t.lib.CursorClose(cursor) }()
		data, err := t.seek(cursor, after, last)
		for data != nil && err == nil {
			o, bad := decode(e, data)
			writes := t.writes
			if after = o.id; !yield(o, bad) || bad != nil {
				return
			}
			if writes == t.writes {
				data, err = t.next(cursor)
			} else {
				data, err = t.seek(cursor, after, last)
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// seek moves a cursor behind an id, and gives what is there: nil where nothing is.
func (t *txn) seek(cursor uintptr, after, last uint64) ([]byte, error) {
	var data *byte
	var size uintptr
	if after == 0 {
		return t.found(t.lib.CursorFirst(cursor, &data, &size), &data, &size)
	}
	switch outcome := t.lib.CursorSeek(cursor, after); outcome {
	case 0:
		return t.next(cursor)
	case notFound: // it was dropped: the library finds no neighbours of what is not there
	default:
		return nil, t.lib.last()
	}
	for id := after + 1; id <= last; id++ {
		switch outcome := t.lib.CursorSeek(cursor, id); outcome {
		case 0:
			return t.found(t.lib.CursorCurrent(cursor, &data, &size), &data, &size)
		case notFound:
		default:
			return nil, t.lib.last()
		}
	}
	return nil, nil
}

func (t *txn) next(cursor uintptr) ([]byte, error) {
	var data *byte
	var size uintptr
	return t.found(t.lib.CursorNext(cursor, &data, &size), &data, &size)
}

func (t *txn) found(outcome int32, data **byte, size *uintptr) ([]byte, error) {
	switch outcome {
	case 0:
		return lent(*data, *size), nil
	case notFound:
		return nil, nil
	}
	return nil, t.lib.last()
}

// all calls f with the data of each object of an entity. Nothing may be written meanwhile.
func (t *txn) all(e *entity, f func(data []byte) error) error {
	cursor := t.lib.Cursor(t.handle, e.id)
	if cursor == 0 {
		return t.lib.last()
	}
	defer t.lib.CursorClose(cursor)
	data, err := t.seek(cursor, 0, 0)
	for data != nil && err == nil {
		if err = f(data); err == nil {
			data, err = t.next(cursor)
		}
	}
	return err
}

// ids are those of all objects of an entity for which want holds, in order.
func (t *txn) ids(e *entity, want func(*object) bool) (ids []uint64, err error) {
	err = t.all(e, func(data []byte) error {
		o, _, err := parse(e, data)
		if err == nil && want(o) {
			ids = append(ids, o.id)
		}
		return err
	})
	return ids, err
}

// walk looks at every object that is counted, and whether they are as many as they are to be, and calls f with each unless it is
// nil.
func (t *txn) walk(ctx context.Context, f func(*entity, *object, []byte) error) error {
	var found census
	for _, e := range entities() {
		if !e.counted() { // what is wrong with an index is in nobody's way: it is made again
			continue
		}
		last := uint64(0)
		err := t.all(e, func(data []byte) error {
			o, sum, err := checked(e, data)
			switch {
			case err != nil:
				return err
			case o.id <= last:
				return damaged(e, o.id, "it is not in order")
			case ctx.Err() != nil:
				return ctx.Err()
			}
			last = o.id
			if again, err := t.get(e, o.id); err != nil || again == nil {
				return errors.Join(err, damaged(e, o.id, "it is not found by its id"))
			}
			found.add(sum, 1)
			if f != nil {
				return f(e, o, data)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	is, err := t.taken()
	if err == nil && (is.objects != found.objects || is.sums != found.sums) {
		err = fmt.Errorf("%w: it has %d objects, and should have %d, or others", persistence.ErrCorrupt, found.objects, is.objects)
	}
	return err
}

// batch is how many bytes of objects are copied in one transaction.
const batch = 8 << 20

// copyAll copies every object that is counted into a database that is empty. It is on the disk when it returns nil.
func copyAll(ctx context.Context, from *txn, to *database) error {
	type one struct {
		e    *entity
		id   uint64
		data []byte
	}
	var some []one
	size := 0
	flush := func() error {
		err := to.write(ctx, func(t *txn) error {
			for _, o := range some {
				if err := t.putEncoded(o.e, o.id, o.data, inserting); err != nil {
					return err
				}
			}
			return nil
		})
		some, size = nil, 0
		return err
	}
	err := from.walk(ctx, func(e *entity, o *object, data []byte) error {
		some = append(some, one{e, o.id, data}) // it lies in the other's memory until its transaction ends
		if size += len(data); size < batch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}
