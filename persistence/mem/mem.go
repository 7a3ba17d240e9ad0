// Package mem keeps saves in the memory of this process. It is what tests use,
// and the reference that other drivers are held against: every promise of the
// contract but that of outliving the process.
//
//	store := persistence.New(mem.New(), nil)
package mem

import (
	"context"
	"iter"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// Driver is a directory of saves that are gone with the process.
type Driver struct {
	mu    sync.Mutex
	saves map[string]*save

	worlds worldsState
}

var _ persistence.Driver = (*Driver)(nil)

// New is a driver without saves.
func New() *Driver { return &Driver{saves: make(map[string]*save)} }

// Create makes a save.
func (d *Driver) Create(ctx context.Context, name string, id event.PlaythroughID, fill func(persistence.File) error) (persistence.File, error) {
	made := &save{id: id, played: true}
	if err := d.vacant(ctx, name); err != nil {
		return nil, err
	}
	if fill != nil {
		if err := fill(&file{driver: d, save: made, mode: persistence.Writing}); err != nil {
			return nil, err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.saves[name] != nil {
		return nil, persistence.ErrExists
	}
	made.anchor.Store(nil) // nobody knows of it yet
	d.saves[name] = made
	return &file{driver: d, save: made, mode: persistence.Writing}, nil
}

func (d *Driver) vacant(ctx context.Context, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.saves[name] != nil {
		return persistence.ErrExists
	}
	return ctx.Err()
}

// Open opens a save; readers may be many, beside one writer.
func (d *Driver) Open(ctx context.Context, name string, mode persistence.Mode) (persistence.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := d.saves[name]
	switch {
	case s == nil:
		return nil, persistence.ErrNotFound
	case mode == persistence.Writing && s.played:
		return nil, locked()
	case mode == persistence.Writing:
		s.played = true
	}
	return &file{driver: d, save: s, mode: mode}, nil
}

func locked() error { return &persistence.LockedError{PID: os.Getpid()} }

// List names the saves.
func (d *Driver) List(context.Context) ([]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.saves)), nil
}

// Delete forgets a save.
func (d *Driver) Delete(_ context.Context, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch s := d.saves[name]; {
	case s == nil:
		return persistence.ErrNotFound
	case s.played:
		return locked()
	}
	delete(d.saves, name)
	return nil
}

// A save is what all its files share.
type save struct {
	id     event.PlaythroughID
	played bool // has a writer; guarded by the driver

	writing sync.Mutex // held by the one transaction
	anchor  atomic.Pointer[[]byte]

	mu      sync.RWMutex // guards the state, which is replaced and never changed
	current state
}

type vectorsOf struct {
	model string
	text  event.Hash
}

// A state is everything at one time. States share what they have in common:
// lists only grow, and each state knows how far its own go.
type state struct {
	commit  int // how many transactions made it
	events  map[event.BranchID][]persistence.RawEvent
	latest  map[event.BranchID]persistence.Receipt
	rows    map[persistence.RowKind][]persistence.RawRow
	control []persistence.RawControl
	shots   map[event.BranchID][]persistence.RawSnapshot // in order of their positions
	ordinal persistence.Ordinal
	summary []byte
	vectors map[vectorsOf]persistence.RawVectors // replaced, and never changed
	turns   *ledger[event.TurnID, persistence.Receipt]
	blobs   *ledger[event.Hash, persistence.RawBlob]
}

func (s *save) snapshot() state {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.current
}

// commit makes a transaction's state the current one.
func (s *save) commit(tx *transaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx.state.commit++
	if len(tx.ended) > 0 {
		tx.state.turns = tx.state.turns.without(func(_ event.TurnID, r persistence.Receipt) bool { return slices.Contains(tx.ended, r.Branch) })
	}
	if len(tx.dropped) > 0 {
		tx.state.blobs = tx.state.blobs.without(func(sum event.Hash, _ persistence.RawBlob) bool { return slices.Contains(tx.dropped, sum) })
	}
	tx.state.turns = tx.state.turns.with(tx.turns, tx.state.commit)
	tx.state.blobs = tx.state.blobs.with(tx.blobs, tx.state.commit)
	s.current = tx.state
}

// A ledger is a map that is shared by all states; an entry shows from the commit
// that made it.
type ledger[K comparable, V any] struct {
	mu      sync.RWMutex
	entries map[K]entry[V]
}

type entry[V any] struct {
	value V
	since int
}

func (l *ledger[K, V]) get(key K, commit int) (value V, found bool) {
	if l == nil {
		return value, false
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	e, found := l.entries[key]
	if !found || e.since > commit {
		return value, false
	}
	return e.value, true
}

func (l *ledger[K, V]) with(added map[K]V, commit int) *ledger[K, V] {
	if l == nil {
		l = &ledger[K, V]{entries: make(map[K]entry[V])}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, value := range added {
		l.entries[key] = entry[V]{value, commit}
	}
	return l
}

// without is a ledger without some entries, which states of before still have in theirs.
func (l *ledger[K, V]) without(drop func(K, V) bool) *ledger[K, V] {
	if l == nil {
		return nil
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	rest := &ledger[K, V]{entries: make(map[K]entry[V], len(l.entries))}
	for key, e := range l.entries {
		if !drop(key, e.value) {
			rest.entries[key] = e
		}
	}
	return rest
}

// all gives the entries that show at a commit, in no order.
func (l *ledger[K, V]) all(commit int) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		if l == nil {
			return
		}
		l.mu.RLock()
		defer l.mu.RUnlock()
		for key, e := range l.entries {
			if e.since <= commit && !yield(key, e.value) {
				return
			}
		}
	}
}
