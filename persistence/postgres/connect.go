package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"path"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/narratoria/narratoria/persistence"
)

//go:embed migrations/*.sql
var files embed.FS

// migrations are the embedded steps in order of their names. The form of a schema is how many it
// has been through.
func migrations() []string {
	entries, _ := files.ReadDir("migrations") // embedded: it is there
	var steps []string
	for _, entry := range entries {
		step, _ := files.ReadFile(path.Join("migrations", entry.Name()))
		steps = append(steps, string(step))
	}
	return steps
}

// How many connections there are at the most, where the address does not say.
const (
	mostReaders = 16
	mostWriters = 8
)

const defaultSchema = "narratoria"

// configure makes the pools, which connect when they are first used.
func (d *Driver) configure(address string) error {
	for _, pool := range []struct {
		into **pgxpool.Pool
		most int32
	}{{&d.readers, mostReaders}, {&d.writers, mostWriters}} {
		config, err := pgxpool.ParseConfig(address)
		if err != nil {
			return err // says no password
		}
		if !strings.Contains(address, "pool_max_conns") {
			config.MaxConns = pool.most
		}
		settings := config.ConnConfig.RuntimeParams
		if settings["application_name"] == "" {
			settings["application_name"] = "narratoria"
		}
		if settings["search_path"] == "" {
			settings["search_path"] = defaultSchema
		}
		schema, _, _ := strings.Cut(settings["search_path"], ",")
		d.schema = strings.Trim(strings.TrimSpace(schema), `"`)
		config.AfterConnect = durable
		if *pool.into, err = pgxpool.NewWithConfig(context.Background(), config); err != nil {
			return err
		}
	}
	d.keeper.connect = func(ctx context.Context) (*pgx.Conn, error) {
		return pgx.ConnectConfig(ctx, d.writers.Config().ConnConfig)
	}
	return nil
}

// durable has the server answer a commit when it is on a disk, where it was told not to.
func durable(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`)
	return err
}

// prepare brings the schema up to date, all of it or nothing. One at a time does; where there is
// nothing to do nothing is written.
func (d *Driver) prepare(ctx context.Context) error {
	done, err := d.known(ctx)
	if err != nil || done {
		return err
	}
	return d.alone(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, keyOf(d.schema)); err != nil {
			return err
		}
		// It is not made where it is there: that wants a right that whoever was given a schema need not have.
		var there bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`, d.schema).Scan(&there); err != nil {
			return err
		}
		if !there {
			if _, err := tx.Exec(ctx, `CREATE SCHEMA `+pgx.Identifier{d.schema}.Sanitize()); err != nil {
				return err
			}
		}
		return d.migrate(ctx, tx)
	})
}

// keyOf is the key of the advisory lock under which a schema is made.
func keyOf(schema string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte("narratoria " + schema)) // never fails
	return int64(h.Sum64())
}

// known reports whether the schema is up to date. A server that cannot be reached is not waited
// for: the address may be wrong.
func (d *Driver) known(ctx context.Context) (done bool, err error) {
	err = pgx.BeginFunc(ctx, d.writers, func(tx pgx.Tx) error {
		form, err := d.form(ctx, tx)
		done = form == len(migrations())
		return err
	})
	return done, translate(err)
}

// form is that of the schema, 0 where there is nothing of ours in it.
func (d *Driver) form(ctx context.Context, tx pgx.Tx) (form int, err error) {
	var there bool
	if err := tx.QueryRow(ctx, `SELECT to_regclass('narratoria') IS NOT NULL`).Scan(&there); err != nil || !there {
		return 0, err
	}
	if err := tx.QueryRow(ctx, `SELECT form, id FROM narratoria`).Scan(&form, &d.id); err != nil {
		if again(err) {
			return 0, err
		}
		return 0, fmt.Errorf("%w: its table narratoria is not what Narratoria makes: %w", persistence.ErrCorrupt, err)
	}
	switch most := len(migrations()); {
	case form > most:
		return form, fmt.Errorf("%w: it has form %d, and this program knows forms up to %d: update Narratoria to open it", persistence.ErrNewer, form, most)
	case form < 1:
		return form, fmt.Errorf("%w: its form has the number %d", persistence.ErrCorrupt, form)
	}
	return form, nil
}

func (d *Driver) migrate(ctx context.Context, tx pgx.Tx) error {
	form, err := d.form(ctx, tx) // somebody may have been faster
	if err != nil {
		return err
	}
	if form == 0 {
		d.id = randomID()
		if _, err := tx.Exec(ctx, `CREATE TABLE narratoria (form integer NOT NULL, id bigint NOT NULL, worlds boolean NOT NULL)`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO narratoria VALUES (0, $1, false)`, d.id); err != nil {
			return err
		}
	}
	for n, step := range migrations()[form:] {
		if _, err := tx.Exec(ctx, step); err != nil {
			if refused, is := errors.AsType[*pgconn.PgError](err); is && refused.Code == duplicateTable {
				return fmt.Errorf("%w: tables of another program are in its schema: %w", persistence.ErrCorrupt, err)
			}
			return fmt.Errorf("form %d: %w", form+n+1, err)
		}
	}
	_, err = tx.Exec(ctx, `UPDATE narratoria SET form = $1`, len(migrations()))
	return err
}
