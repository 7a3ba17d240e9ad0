package postgres

import (
	"context"
	"io/fs"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// A pool lends connections, so many at a time, and keeps those that are not lent.
type pool struct {
	config *pgconn.Config
	lent   chan struct{}

	mu     sync.Mutex
	idle   []*pgconn.PgConn
	closed bool
}

func newPool(config *pgconn.Config, most int) *pool {
	return &pool{config: config, lent: make(chan struct{}, most)}
}

// ending is how long ending a connection or a transaction may take when nobody waits for it any more.
const ending = 5 * time.Second

// with lends a connection, once there is one. Where it broke nobody gets it again, nor those that
// were made before it.
func (p *pool) with(ctx context.Context, use func(link) error) error {
	select {
	case p.lent <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-p.lent }()
	conn, err := p.take(ctx)
	if err != nil {
		return err
	}
	err = use(link{conn})
	if conn.IsClosed() || conn.TxStatus() != 'I' {
		end(conn)
		p.clear()
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		end(conn)
	} else {
		p.idle = append(p.idle, conn)
	}
	return err
}

func (p *pool) take(ctx context.Context) (*pgconn.PgConn, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, fs.ErrClosed
	}
	if n := len(p.idle); n > 0 {
		conn := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return conn, nil
	}
	p.mu.Unlock()
	return p.connect(ctx, nil)
}

// connect makes a connection of its own, which is told of notifications where somebody hears them.
func (p *pool) connect(ctx context.Context, hears func(payload string)) (*pgconn.PgConn, error) {
	config := p.config.Copy()
	if hears != nil {
		config.OnNotification = func(_ *pgconn.PgConn, n *pgconn.Notification) { hears(n.Payload) }
	}
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	// A commit is answered when it is on a disk, where the server was told otherwise, too; and what stands between
	// us and the server may have kept to itself which schema was asked for.
	if err := (link{conn}).do(ctx, `SELECT set_config('search_path', $1, false), CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END`,
		config.RuntimeParams["search_path"]); err != nil {
		end(conn)
		return nil, err
	}
	return conn, nil
}

// transact lends a transaction, begun by a statement, and commits it unless it fails.
func (p *pool) transact(ctx context.Context, begin string, run func(link) error) error {
	return p.with(ctx, func(l link) error {
		if err := l.do(ctx, begin); err != nil {
			return err
		}
		defer l.leave(ctx)
		if err := run(l); err != nil {
			return err
		}
		return l.do(ctx, "commit")
	})
}

// leave ends a transaction that was not committed.
func (l link) leave(ctx context.Context) {
	if l.IsClosed() || l.TxStatus() == 'I' {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ending)
	defer cancel()
	_ = l.do(ctx, "rollback") // or it goes with the connection
}

// clear ends what is not lent.
func (p *pool) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range p.idle {
		end(conn)
	}
	p.idle = nil
}

func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.clear()
}

func end(conn *pgconn.PgConn) {
	ctx, cancel := context.WithTimeout(context.Background(), ending)
	defer cancel()
	_ = conn.Close(ctx) // it is gone, or of no use
}
