package objectbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/narratoria/narratoria/persistence"
)

// worldsFolder is beside the saves; none can have this name.
const worldsFolder = "worlds.obx"

// Worlds opens the folder that belongs to no save.
func (d *Driver) Worlds(ctx context.Context, mode persistence.Mode) (persistence.Worlds, error) {
	o, err := d.opener()
	if err != nil {
		return nil, err
	}
	path := inside(d.dir, worldsFolder)
	if mode == persistence.Writing {
		if err := d.makeWorlds(ctx, o, path); err != nil {
			return nil, err
		}
	}
	real, err := realPath(path)
	if err != nil {
		return nil, err
	}
	f, err := o.enter(ctx, real, worlds, false, nil)
	if err != nil {
		return nil, err
	}
	return &pairs{folder: f, mode: mode}, nil
}

// worldsPatience is how long another program may take over making the folder.
const worldsPatience = 20 * time.Second

// makeWorlds makes the folder where it is not there, or waits until another has.
func (d *Driver) makeWorlds(ctx context.Context, o opener, path string) error {
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return translate(err)
	}
	ctx, cancel := context.WithTimeout(ctx, worldsPatience)
	defer cancel()
	for {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return translate(err)
		}
		lock, err := takeName(path)
		if err == nil {
			return errors.Join(d.makeNamed(o, path), lock.Remove())
		}
		if !errors.Is(err, persistence.ErrLocked) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (d *Driver) makeNamed(o opener, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	made, err := d.begin(o, path, worlds)
	if err != nil {
		return err
	}
	if err = made.finish(nil); err == nil {
		err = made.publish(path)
	}
	return errors.Join(translate(err), made.end())
}

// DropWorlds removes the folder, whatever it is.
func (d *Driver) DropWorlds(context.Context) error {
	path := inside(d.dir, worldsFolder)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return remove(path)
}

// pairs is one opening.
type pairs struct {
	*folder
	mode   persistence.Mode
	closed atomic.Bool
}

func (p *pairs) View(ctx context.Context, read func(persistence.WorldReader) error) error {
	if p.closed.Load() {
		return fs.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return p.view(func(t *txn) error { return read(pairsTxn{t}) })
}

func (p *pairs) Update(ctx context.Context, write func(persistence.WorldWriter) error) error {
	switch {
	case p.closed.Load():
		return fs.ErrClosed
	case p.mode != persistence.Writing:
		return persistence.ErrReadOnly
	}
	return p.update(ctx, func(t *txn) error { return write(pairsTxn{t}) })
}

func (p *pairs) Close() error {
	if p.closed.Swap(true) {
		return nil
	}
	return p.exit(false)
}

// pairsTxn is a transaction over pairs.
type pairsTxn struct{ *txn }

func isPair(key string) func(*object) bool {
	return func(o *object) bool { return same(o.values[0], key) }
}

func (t pairsTxn) Get(key string) ([]byte, error) {
	o, _, err := t.slot(pairEntity, t.keyOf([]byte(key)), isPair(key))
	switch {
	case err != nil:
		return nil, err
	case o == nil:
		return nil, fmt.Errorf("%.80q %w", key, persistence.ErrNotFound)
	}
	return own(o.values[1]), nil
}

func (t pairsTxn) Keys(prefix string) (keys []string, err error) {
	err = t.all(pairEntity, func(data []byte) error {
		o, _, err := parse(pairEntity, data)
		if err != nil {
			return err
		}
		if key := string(o.values[0]); strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
		return nil
	})
	slices.Sort(keys)
	return keys, err
}

func (t pairsTxn) Put(key string, value []byte) error {
	if err := fits(value); err != nil {
		return err
	}
	return t.putKeyed(pairEntity, t.keyOf([]byte(key)), isPair(key), &object{values: [][]byte{[]byte(key), value}})
}

func (t pairsTxn) Delete(prefix string) error {
	keys, err := t.Keys(prefix)
	for _, key := range keys {
		if err == nil {
			err = t.removeKeyed(pairEntity, t.keyOf([]byte(key)), isPair(key))
		}
	}
	return err
}
