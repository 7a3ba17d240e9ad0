package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"path"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

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

// How many connections are lent at the most. Besides there are the keeper's, and one of each who follows.
const (
	mostReaders = 16
	mostWriters = 8
)

const defaultSchema = "narratoria"

// configure makes the pools, which connect when they are first used.
func (d *Driver) configure(address string) error {
	config, err := pgconn.ParseConfig(address)
	if err != nil {
		return err // says no password
	}
	if !strings.Contains(address, "connect_timeout") {
		config.ConnectTimeout = connecting
	}
	settings := config.RuntimeParams
	if settings["application_name"] == "" {
		settings["application_name"] = "narratoria"
	}
	if d.schema = firstOf(settings["search_path"], config.User); d.schema == "" {
		d.schema = defaultSchema
	}
	// No other is looked through: what has a name of ours elsewhere, as in public, is not ours.
	settings["search_path"] = quoted(d.schema)
	d.identity = fmt.Sprintf("postgres:%q %d %q %q", config.Host, config.Port, config.Database, d.schema)
	d.readers, d.writers = newPool(config, mostReaders), newPool(config, mostWriters)
	d.keeper.pool = d.writers
	return nil
}

// firstOf is the first schema of a search path, as the server reads it: a name that is not quoted in small letters,
// and "$user" as the user's.
func firstOf(path, user string) string {
	path = strings.TrimSpace(path)
	name := ""
	if rest, is := strings.CutPrefix(path, `"`); is {
		for {
			part, after, _ := strings.Cut(rest, `"`)
			name += part
			if rest, is = strings.CutPrefix(after, `"`); !is {
				break
			}
			name += `"` // which stands twice in a name
		}
	} else {
		name, _, _ = strings.Cut(path, ",")
		name = strings.ToLower(strings.TrimSpace(name))
	}
	if name == "$user" {
		return user
	}
	return name
}

// connecting is how long it may take to connect, where the address does not say.
const connecting = 10 * time.Second

// prepare brings the schema up to date, all of it or nothing. One at a time does; where there is
// nothing to do nothing is written.
func (d *Driver) prepare(ctx context.Context) error {
	done, err := d.known(ctx)
	if err != nil || done {
		return err
	}
	return d.alone(ctx, func(l link) error {
		if err := l.do(ctx, `SELECT pg_advisory_xact_lock($1)`, keyOf(d.schema)); err != nil {
			return err
		}
		// It is not made where it is there: that wants a right that whoever was given a schema need not have.
		there, err := l.one(ctx, `SELECT 1 FROM pg_namespace WHERE nspname = $1`, d.schema)
		if err == nil && there == nil {
			err = l.do(ctx, `CREATE SCHEMA `+quoted(d.schema))
		}
		if err != nil {
			return err
		}
		return d.migrate(ctx, l)
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
	err = d.writers.transact(ctx, "begin", func(l link) error {
		form, err := d.form(ctx, l)
		done = form == len(migrations())
		return err
	})
	return done, translate(err)
}

// form is that of the schema, 0 where there is nothing of ours in it.
func (d *Driver) form(ctx context.Context, l link) (form int, err error) {
	there, err := l.one(ctx, `SELECT c.relkind = 'r' FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = 'narratoria'`, d.schema)
	switch {
	case err != nil || there == nil:
		return 0, err
	case !there.is(0):
		return 0, fmt.Errorf("%w: what is named narratoria there is no table", persistence.ErrCorrupt)
	}
	written, err := l.one(ctx, `SELECT form, id FROM narratoria`)
	switch {
	case err != nil && again(err):
		return 0, err
	case err != nil:
		return 0, fmt.Errorf("%w: its table narratoria is not what Narratoria makes: %w", persistence.ErrCorrupt, err)
	case written == nil:
		return 0, fmt.Errorf("%w: its table narratoria is not what Narratoria makes: it is empty", persistence.ErrCorrupt)
	}
	form, d.id = int(written.number(0)), written.number(1)
	switch most := len(migrations()); {
	case form > most:
		return form, fmt.Errorf("%w: it has form %d, and this program knows forms up to %d: update Narratoria to open it", persistence.ErrNewer, form, most)
	case form < 1:
		return form, fmt.Errorf("%w: its form has the number %d", persistence.ErrCorrupt, form)
	}
	return form, nil
}

func (d *Driver) migrate(ctx context.Context, l link) error {
	form, err := d.form(ctx, l) // somebody may have been faster
	if err != nil {
		return err
	}
	if form == 0 {
		d.id = randomID()
		if err := l.do(ctx, `CREATE TABLE narratoria (form integer NOT NULL, id bigint NOT NULL, worlds boolean NOT NULL)`); err != nil {
			return err
		}
		if err := l.do(ctx, `INSERT INTO narratoria VALUES (0, $1, false)`, d.id); err != nil {
			return err
		}
	}
	for n, step := range migrations()[form:] {
		if err := l.script(ctx, step); err != nil {
			if refused, is := errors.AsType[*pgconn.PgError](err); is && refused.Code == duplicateTable {
				return fmt.Errorf("%w: tables of another program are in its schema: %w", persistence.ErrCorrupt, err)
			}
			return fmt.Errorf("form %d: %w", form+n+1, err)
		}
	}
	return l.do(ctx, `UPDATE narratoria SET form = $1`, len(migrations()))
}

// quoted is a name as it is written in a statement.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
