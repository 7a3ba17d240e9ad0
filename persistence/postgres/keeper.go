package postgres

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/narratoria/narratoria/persistence"
)

// A keeper shares the advisory locks of what is open to write, all by one connection. Where that
// breaks they are taken again with the next: until then what is written to could be deleted, which
// its writers are told.
type keeper struct {
	pool *pool // of which it has no connection

	mu   sync.Mutex
	conn *pgconn.PgConn // nil until needed
	held map[int64]int
}

// share takes one more share of a lock. Error: ErrLocked where somebody deletes what it is of.
func (k *keeper) share(ctx context.Context, id int64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	taken := false
	err := insist(ctx, func() error {
		if err := k.alive(ctx); err != nil {
			return err
		}
		answer, err := link{k.conn}.one(ctx, `SELECT pg_try_advisory_lock_shared($1)`, id)
		k.dismiss(err)
		taken = err == nil && answer.is(0)
		return err
	})
	switch {
	case err != nil:
		return err
	case !taken:
		return &persistence.LockedError{}
	}
	if k.held == nil {
		k.held = make(map[int64]int)
	}
	k.held[id]++
	return nil
}

// release gives one share back.
func (k *keeper) release(id int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.held[id]--; k.held[id] <= 0 {
		delete(k.held, id)
	}
	if k.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), ending)
	defer cancel()
	k.dismiss(link{k.conn}.do(ctx, `SELECT pg_advisory_unlock_shared($1)`, id)) // with the connection it goes by itself
}

// renew takes the locks again where the connection broke.
func (k *keeper) renew(ctx context.Context) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.conn != nil {
		k.dismiss(link{k.conn}.do(ctx, `SELECT 1`))
	}
	_ = k.alive(ctx) // or the next time
}

// alive connects, and takes what is held. What is being deleted then is given up.
func (k *keeper) alive(ctx context.Context) error {
	if k.conn != nil {
		return nil
	}
	conn, err := k.pool.connect(ctx, nil)
	if err != nil {
		return err
	}
	for id, shares := range k.held {
		for range shares {
			if err := (link{conn}).do(ctx, `SELECT pg_try_advisory_lock_shared($1)`, id); err != nil {
				end(conn)
				return err
			}
		}
	}
	k.conn = conn
	return nil
}

// dismiss gives up a connection that failed, and with it its locks.
func (k *keeper) dismiss(err error) {
	if err == nil || k.conn == nil {
		return
	}
	end(k.conn)
	k.conn = nil
}

func (k *keeper) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.conn != nil {
		end(k.conn)
		k.conn = nil
	}
}
