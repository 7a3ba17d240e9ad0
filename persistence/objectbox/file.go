package objectbox

import (
	"context"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A file is one opening of a save.
type file struct {
	*folder
	id     event.PlaythroughID
	anchor string // the path of the file beside the folder; "" while the save is made
	mode   persistence.Mode
	closed atomic.Bool
}

var _ persistence.File = (*file)(nil)

// identify reads whose story it is.
func (f *file) identify() error {
	return f.view(func(t *txn) error {
		o, err := writer{reader{t}}.save()
		if err == nil {
			f.id = event.PlaythroughID(o.values[0])
		}
		return err
	})
}

func (f *file) Playthrough() event.PlaythroughID { return f.id }

func (f *file) usable(ctx context.Context) error {
	if f.closed.Load() {
		return fs.ErrClosed
	}
	return ctx.Err()
}

// View lends a transaction that reads, on a thread of its own.
func (f *file) View(ctx context.Context, read func(persistence.Reader) error) error {
	if err := f.usable(ctx); err != nil {
		return err
	}
	return f.view(func(t *txn) error { return read(reader{t}) })
}

// Update lends the one that writes, on a thread of its own.
func (f *file) Update(ctx context.Context, write func(persistence.Writer) error) error {
	if err := f.writable(ctx); err != nil {
		return err
	}
	return f.update(ctx, func(t *txn) error { return write(writer{reader{t}}) })
}

func (f *file) writable(ctx context.Context) error {
	if err := f.usable(ctx); err != nil {
		return err
	}
	if f.mode != persistence.Writing {
		return persistence.ErrReadOnly
	}
	return nil
}

// Check looks at every object.
func (f *file) Check(ctx context.Context) error {
	if err := f.usable(ctx); err != nil {
		return err
	}
	return f.view(func(t *txn) error { return t.walk(ctx, nil) })
}

func (f *file) Compact(ctx context.Context) error {
	if err := f.writable(ctx); err != nil {
		return err
	}
	return f.compact(ctx)
}

func (f *file) Close() error {
	if f.closed.Swap(true) {
		return nil
	}
	return f.exit(f.mode == persistence.Writing)
}

// mostAnchor is more than an anchor ever has: ids have a KiB at most.
const mostAnchor = 16 << 10

// Anchor reads the file beside the folder; what is no plain file is no anchor.
func (f *file) Anchor() []byte {
	data, err := plainfile.Read(f.anchor, mostAnchor)
	if err != nil {
		return nil
	}
	return data
}

// SetAnchor replaces the file. It is not synced: a power cut leaves the former one, this one, or one
// that its checksum tells to be none.
func (f *file) SetAnchor(data []byte) {
	if f.mode != persistence.Writing || f.anchor == "" {
		return
	}
	if len(data) == 0 {
		removeAnchor(f.anchor)
		return
	}
	next := f.anchor + ".new"
	_ = os.Remove(next) // what a crash has left, or a link: neither is written to
	file, err := os.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	_, err = file.Write(data)
	if closed := file.Close(); err == nil && closed == nil {
		err = os.Rename(next, f.anchor)
	}
	if err != nil {
		_ = os.Remove(next)
	}
}

func removeAnchor(path string) {
	_ = os.Remove(path)
	_ = os.Remove(path + ".new")
}
