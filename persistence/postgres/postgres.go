// Package postgres keeps saves in a database of PostgreSQL, for stories that outgrow one machine.
//
//	driver, err := postgres.Open(ctx, "postgres://narrator@db.example.org/stories")
//	if err != nil { ... }
//	defer driver.Close()
//	store := persistence.New(driver, nil)
//
// Any number of programs may have the same saves open and write to them: the driver is a
// [persistence.SharingDriver]. Whoever appends to a branch that somebody else has gone on with
// meanwhile is told so by ErrConflict, and nothing is written. Transactions of one save come one
// after the other, each holding the row of its save while it runs; transactions of different saves
// do not wait for each other.
//
// An address is as the server's own clients have it, with its options; where it has no password,
// PGPASSWORD and the file ~/.pgpass say it.
//
// All tables are in one schema: the first of the address's search_path, or "narratoria", which is
// made where it is not there; no other is looked through. migrations/ has their statements. The table narratoria says which form
// they have; a schema with tables of another program, or of a newer form, is left as it is.
//
// When Update returns nil, the server has what was written on its disk, unless its fsync is off. A
// connection that breaks, or a server that is started again, is waited for: what was read is read
// again, and a transaction whose commit was not answered has left a token where it is committed, so
// that it is neither lost nor made twice. See [Patience].
//
// Where the server has the extension pgvector, and lets the user use it or make it, vectors of lore are in an index of its. Without, and
// where something else is in the place of our table of them, what is asked of that index by name looks at everything: a scoped search needs none.
//
// Who has a save open to write shares an advisory lock of it, which is there for upkeep alone: a
// save is not deleted under a writer. Other programs are told of what was written; see [Driver.Follow].
package postgres

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/stores"
	"github.com/narratoria/narratoria/story/event"
)

// Patience is how long a call goes on trying to reach the server, unless its context ends before.
const Patience = 20 * time.Second

// Driver is the saves of one schema. It is safe for concurrent use.
type Driver struct {
	// Who reads waits for no writer, nor a writer inside a reading for itself.
	readers, writers *pool
	keeper           keeper
	schema           string
	identity         string // of server, database and schema, whoever connects

	preparing sync.Mutex
	prepared  atomic.Bool
	id        int64  // of the store, at random; set once it is prepared
	pgvector  string // the schema of the extension, quoted; "" where there is no index of vectors; set once it is prepared
}

var _ persistence.SharingDriver = (*Driver)(nil)

// New is the driver of an address such as postgres://user@host:5432/database, or key=value pairs as
// libpq has them. It connects when it is first used. Error: of the address.
func New(address string) (*Driver, error) {
	d := &Driver{}
	if err := d.configure(address); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Place is the driver of an address for package stores.
func Place(address string, _ stores.Libraries) (*stores.Place, error) {
	shown := stores.Shown(address)
	if scheme, server, _ := strings.Cut(address, ":"); !strings.HasPrefix(server, "//") {
		return nil, &stores.AddressError{Address: shown, Message: "a server is missing, as in " + scheme + "://me@localhost/stories"}
	}
	d, err := New(address)
	if err != nil {
		why := err.Error()
		if _, alone, found := strings.Cut(why, "`: "); found { // without the address, which is said
			why = alone
		}
		return nil, &stores.AddressError{Address: shown, Message: why}
	}
	return &stores.Place{Driver: d, Name: shown, Identity: d.identity, Leave: d.Close}, nil
}

// Open is New, and connects. Errors: New's and Ready's.
func Open(ctx context.Context, address string) (*Driver, error) {
	d, err := New(address)
	if err == nil {
		err = d.Ready(ctx)
	}
	if err != nil {
		if d != nil {
			d.Close()
		}
		return nil, err
	}
	return d, nil
}

// Ready connects, and makes the tables where there are none, which everything else does first. A
// server that cannot be reached is not waited for. Errors: ErrUnreachable; ErrNewer; ErrCorrupt
// where tables of another program are in the way; ErrReadOnly where the user may not make them.
func (d *Driver) Ready(ctx context.Context) error {
	if d.prepared.Load() {
		return nil
	}
	d.preparing.Lock()
	defer d.preparing.Unlock()
	if d.prepared.Load() {
		return nil
	}
	if err := d.prepare(ctx); err != nil {
		return fmt.Errorf("the database: %w", err)
	}
	d.prepareIndex(ctx)
	d.prepared.Store(true)
	return nil
}

// Close gives the connections back. No save may be open.
func (d *Driver) Close() {
	d.keeper.close()
	for _, pool := range []*pool{d.readers, d.writers} {
		if pool != nil {
			pool.close()
		}
	}
}

// SharesSaves reports that any number of programs may write to a save.
func (*Driver) SharesSaves() bool { return true }

// randomID is that of a store or a save, and the key of its advisory lock. Those of other schemas
// of the database, which share the keys, have others.
func randomID() int64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return int64(binary.BigEndian.Uint64(b[:]))
}

// Create makes a save, which has no name until it is whole.
func (d *Driver) Create(ctx context.Context, name string, id event.PlaythroughID, fill func(persistence.File) error) (persistence.File, error) {
	if err := d.Ready(ctx); err != nil {
		return nil, err
	}
	d.eraseUnfinished(ctx)
	f := &file{driver: d, id: randomID(), playthrough: id, mode: persistence.Writing}
	sum := event.HashOf([]byte(id))
	if err := d.keeper.share(ctx, f.id); err != nil {
		return nil, err
	}
	err := d.alone(ctx, func(l link) error {
		there, err := l.one(ctx, `SELECT 1 FROM save WHERE name = $1`, name)
		if err != nil {
			return err
		}
		if there != nil {
			return persistence.ErrExists
		}
		// Where the answer to the commit was lost, it is there the second time.
		return l.do(ctx, `INSERT INTO save (id, playthrough, sum) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`, f.id, string(id), sum[:])
	})
	if err == nil && fill != nil {
		err = fill(f)
	}
	if err == nil {
		err = d.alone(ctx, func(l link) error {
			err := l.do(ctx, `UPDATE save SET name = $2 WHERE id = $1`, f.id, name)
			if err == nil {
				err = l.do(ctx, `DELETE FROM anchor WHERE save = $1`, f.id) // nobody knows of it yet
			}
			return err
		})
	}
	if err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ending)
		defer cancel()
		_ = d.alone(ctx, func(l link) error { // what stays is erased by the next
			return l.do(ctx, `DELETE FROM save WHERE id = $1 AND name IS NULL`, f.id)
		})
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// eraseUnfinished removes what programs that were killed had begun of saves. What cannot be
// removed is met again by the next.
func (d *Driver) eraseUnfinished(ctx context.Context) {
	_ = d.alone(ctx, func(l link) error {
		// The first condition is asked again of a row that has changed meanwhile: a save that has just got its name stays.
		return l.do(ctx, `DELETE FROM save WHERE name IS NULL AND id IN (SELECT id FROM save WHERE name IS NULL AND pg_try_advisory_xact_lock(id))`)
	})
}

// Open opens a save; writers may be many.
func (d *Driver) Open(ctx context.Context, name string, mode persistence.Mode) (persistence.File, error) {
	f, err := d.find(ctx, name, mode)
	if err != nil || mode != persistence.Writing {
		return f, err
	}
	if err := d.keeper.share(ctx, f.id); err != nil {
		return nil, err
	}
	switch again, err := d.find(ctx, name, mode); { // it may have been deleted before it was shared
	case err != nil:
		return nil, errors.Join(err, f.Close())
	case again.id != f.id:
		return nil, errors.Join(&persistence.LockedError{}, f.Close())
	}
	return f, nil
}

func (d *Driver) find(ctx context.Context, name string, mode persistence.Mode) (*file, error) {
	if err := d.Ready(ctx); err != nil {
		return nil, err
	}
	f := &file{driver: d, mode: mode}
	var sum event.Hash
	found, err := d.ask(ctx, `SELECT id, playthrough, sum FROM save WHERE name = $1`, name)
	if err == nil && len(found) == 0 {
		err = persistence.ErrNotFound
	}
	if err == nil {
		f.id, f.playthrough = found[0].number(0), event.PlaythroughID(found[0].text(1))
		err = found[0].hash(2, &sum)
	}
	switch {
	case err != nil:
		return nil, err
	case sum != event.HashOf([]byte(f.playthrough)):
		return nil, fmt.Errorf("%w: its playthrough was changed", persistence.ErrCorrupt)
	}
	return f, nil
}

// List names the saves.
func (d *Driver) List(ctx context.Context) (names []string, err error) {
	if err := d.Ready(ctx); err != nil {
		return nil, err
	}
	found, err := d.ask(ctx, `SELECT name FROM save WHERE name IS NOT NULL ORDER BY name`)
	for _, r := range found {
		names = append(names, r.text(0))
	}
	return names, err
}

// Delete removes a save with everything in it.
func (d *Driver) Delete(ctx context.Context, name string) error {
	if err := d.Ready(ctx); err != nil {
		return err
	}
	deleted := false
	return d.alone(ctx, func(l link) error {
		found, err := l.one(ctx, `SELECT id, pg_try_advisory_xact_lock(id) FROM save WHERE name = $1 FOR UPDATE`, name)
		switch {
		case err != nil:
			return err
		case found == nil && deleted: // the answer to the commit was lost
			return nil
		case found == nil:
			return persistence.ErrNotFound
		case !found.is(1):
			return &persistence.LockedError{}
		}
		err = l.do(ctx, `DELETE FROM save WHERE id = $1`, found.number(0))
		deleted = err == nil
		return err
	})
}

// alone runs a transaction that may be run again.
func (d *Driver) alone(ctx context.Context, run func(link) error) error {
	return insist(ctx, func() error { return d.writers.transact(ctx, "begin", run) })
}

// ask gives what a query finds that stands for itself.
func (d *Driver) ask(ctx context.Context, sql string, arguments ...any) (found []row, err error) {
	err = insist(ctx, func() error {
		return d.readers.with(ctx, func(l link) (err error) {
			found, err = l.rows(ctx, sql, arguments...)
			return err
		})
	})
	return found, err
}
