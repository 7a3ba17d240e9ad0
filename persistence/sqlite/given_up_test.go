package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
)

// An ending context ends when it is asked for the nth time whether it has, so that something can
// be given up at each moment at which it would notice.
type ending struct {
	context.Context
	asked atomic.Int64
	at    int64
	ended chan struct{}
}

func newEnding(t *testing.T, at int64) *ending {
	return &ending{Context: t.Context(), at: at, ended: make(chan struct{})}
}

func (c *ending) ask() {
	if n := c.asked.Add(1); n == c.at {
		close(c.ended)
	}
}

func (c *ending) Done() <-chan struct{} { c.ask(); return c.ended }

func (c *ending) Err() error {
	c.ask()
	select {
	case <-c.ended:
		return context.Canceled
	default:
		return nil
	}
}

// Whoever gives up what they asked of a save, at whatever moment, is told just that: not that
// the save is damaged, and nothing in words of SQLite's.
func TestGivenUpIsSaid(t *testing.T) {
	dir := t.TempDir()
	store := begun(t, dir, 2)
	look := func(ctx context.Context) error {
		save, err := store.Open(ctx, saveName, persistence.Reading)
		if err != nil {
			return err
		}
		return errors.Join(save.Verify(ctx), save.Close())
	}
	whole := newEnding(t, 0)
	if err := look(whole); err != nil {
		t.Fatal(err)
	}
	moments, amid := whole.asked.Load(), 0
	for range soak.Count(60) {
		for at := range moments {
			err := look(newEnding(t, at+1))
			if err != nil {
				amid++
			}
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("given up when it asked for the %dth time, it says: %v", at+1, err)
			}
		}
	}
	t.Logf("%d moments, %d times given up before it was over", moments, amid)
	if amid == 0 {
		t.Error("none was given up before it was over")
	}
}

// What is read last before it is given up is told as that, too: a transaction that was rolled back,
// and rows that were taken away. The same without that is damage.
func TestGivenUpIsNoDamage(t *testing.T) {
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "nameless"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const nameless = `CREATE TABLE x (y); PRAGMA writable_schema = 1; UPDATE sqlite_master SET name = NULL`
	if _, err := db.Exec(nameless); err != nil {
		t.Fatal(err)
	}
	for name, use := range map[string]func(context.Context, *sql.Conn) error{
		"rows":        sqlite.ReadSchema,
		"transaction": func(context.Context, *sql.Conn) error { return fmt.Errorf("verify: %w", sql.ErrTxDone) },
	} {
		for _, ctx := range []context.Context{t.Context(), over{t.Context()}} {
			err := sqlite.Lend(ctx, db, func(conn *sql.Conn) error { return use(ctx, conn) })
			if err == nil || errors.Is(err, context.Canceled) != (ctx.Err() != nil) {
				t.Errorf("%s, with a context that says %v: %v", name, ctx.Err(), err)
			}
			if name == "rows" && errors.Is(err, persistence.ErrCorrupt) != (ctx.Err() == nil) {
				t.Errorf("with a context that says %v it is %v", ctx.Err(), err)
			}
		}
	}
}

// An over context has ended, and nobody has noticed yet.
type over struct{ context.Context }

func (over) Done() <-chan struct{} { return nil }
func (over) Err() error            { return context.Canceled }
