package persistence

import (
	"context"
	"fmt"
)

// Worlds are what of a store belongs to no save: bytes under keys of printable ASCII, in
// order of the keys. Several programs may have them open at once, each of their updates comes
// whole and after the other. What is kept here can be made again, so that losing it loses
// no story; it outlives the program, and may be gone back to before the last updates
// after a power cut. Worlds are safe for concurrent use.
type Worlds interface {
	// View lends one consistent state.
	View(ctx context.Context, f func(WorldReader) error) error
	// Update lends one transaction, which leaves no trace when f or the commit fails.
	// Updates must not be nested. Errors of its own: ErrReadOnly, ErrFull.
	Update(ctx context.Context, f func(WorldWriter) error) error
	// Close may be called twice; after it everything else fails with fs.ErrClosed.
	Close() error
}

// A WorldReader reads one state, inside the call that lends it and by one goroutine.
type WorldReader interface {
	// Get gives the bytes under a key, which are the caller's. Error: ErrNotFound.
	Get(key string) ([]byte, error)
	// Keys are the keys that begin with a prefix, in order.
	Keys(prefix string) ([]string, error)
}

// A WorldWriter also writes, and reads what it wrote.
type WorldWriter interface {
	WorldReader
	// Put puts bytes under a key, in place of those that are there. They are not kept
	// after Put returns.
	Put(key string, value []byte) error
	// Delete removes all keys that begin with a prefix, if there are any.
	Delete(prefix string) error
}

// Worlds opens what of the store belongs to no save; for writing it is made where it is
// not there. Errors: ErrNotFound when reading; ErrReadOnly, ErrFull, ErrCorrupt,
// ErrNewer, ErrLocked.
func (s *Store) Worlds(ctx context.Context, mode Mode) (Worlds, error) {
	worlds, err := s.driver.Worlds(ctx, mode)
	if err != nil {
		return nil, fmt.Errorf("open the worlds: %w", err)
	}
	return worlds, nil
}

// DropWorlds removes what of the store belongs to no save, whatever it is: broken, newer,
// or nothing of ours. Saves are not touched. Errors: ErrLocked where somebody has it open,
// ErrReadOnly.
func (s *Store) DropWorlds(ctx context.Context) error {
	if err := s.driver.DropWorlds(ctx); err != nil {
		return fmt.Errorf("remove the worlds: %w", err)
	}
	return nil
}
