package mem

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/narratoria/narratoria/persistence"
)

// worldsState is what all openings of a driver's worlds share. The map is replaced and
// never changed.
type worldsState struct {
	writing sync.Mutex // held by the one transaction
	current atomic.Pointer[map[string][]byte]
	open    atomic.Int64
}

// Worlds opens what belongs to no save.
func (d *Driver) Worlds(ctx context.Context, mode persistence.Mode) (persistence.Worlds, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if mode == persistence.Reading && d.worlds.current.Load() == nil {
		return nil, persistence.ErrNotFound
	}
	d.worlds.current.CompareAndSwap(nil, &map[string][]byte{})
	d.worlds.open.Add(1)
	return &worlds{state: &d.worlds, mode: mode}, nil
}

// DropWorlds forgets it.
func (d *Driver) DropWorlds(context.Context) error {
	if d.worlds.open.Load() > 0 {
		return locked()
	}
	d.worlds.current.Store(nil)
	return nil
}

// worlds is one opening.
type worlds struct {
	state  *worldsState
	mode   persistence.Mode
	closed atomic.Bool
}

func (w *worlds) View(ctx context.Context, f func(persistence.WorldReader) error) error {
	if w.closed.Load() {
		return fs.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return f(worldsTx(*w.state.current.Load()))
}

func (w *worlds) Update(ctx context.Context, f func(persistence.WorldWriter) error) error {
	w.state.writing.Lock()
	defer w.state.writing.Unlock()
	switch {
	case w.closed.Load():
		return fs.ErrClosed
	case w.mode != persistence.Writing:
		return persistence.ErrReadOnly
	}
	next := maps.Clone(*w.state.current.Load())
	if err := f(worldsTx(next)); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	w.state.current.Store(&next)
	return nil
}

func (w *worlds) Close() error {
	if !w.closed.Swap(true) {
		w.state.open.Add(-1)
	}
	return nil
}

// worldsTx is one state; a writer's is its own.
type worldsTx map[string][]byte

func (t worldsTx) Get(key string) ([]byte, error) {
	value, found := t[key]
	if !found {
		return nil, persistence.ErrNotFound
	}
	return bytes.Clone(value), nil
}

func (t worldsTx) Keys(prefix string) ([]string, error) {
	var keys []string
	for key := range t {
		if strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys, nil
}

func (t worldsTx) Put(key string, value []byte) error {
	t[key] = append([]byte{}, value...)
	return nil
}

func (t worldsTx) Delete(prefix string) error {
	maps.DeleteFunc(t, func(key string, _ []byte) bool { return strings.HasPrefix(key, prefix) })
	return nil
}
