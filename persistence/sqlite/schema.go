package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"github.com/narratoria/narratoria/persistence"
)

// An object is a table or an index as SQLite keeps it. What a save does when it is read
// hangs on these alone: a view in the place of a table can run for ever, and a trigger
// can take back what is written.
type object struct{ kind, name, table, sql string }

// maxSchemaValue bounds what is read of a schema that may be anybody's.
const maxSchemaValue = 64 << 10

// A schema is all objects of a database.
type schema []object

// schemaOf reads the first objects of a database, which runs nothing of them: SQLite takes
// their statements apart and lets no view have the name of this table.
func schemaOf(ctx context.Context, conn *sql.Conn, most int) (found schema, err error) {
	rows, err := conn.QueryContext(ctx, `SELECT type, name, tbl_name, coalesce(sql, '') FROM main.sqlite_master LIMIT ?`, most)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var o object
		if err := rows.Scan(&o.kind, &o.name, &o.table, &o.sql); err != nil {
			if ended := ctx.Err(); ended != nil { // rows are taken away then, which is not the file's fault
				return nil, ended
			}
			return nil, fmt.Errorf("%w: a table of it has no name", persistence.ErrCorrupt)
		}
		found = append(found, o)
	}
	return found, rows.Err()
}

// schemaFrom is the schema of what statements make.
func schemaFrom(ctx context.Context, build func(*sql.DB) error) (made schema, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // another connection would be another database
	if err := build(db); err != nil {
		return nil, err
	}
	err = lend(ctx, db, maxSchemaValue, func(conn *sql.Conn) error {
		made, err = schemaOf(ctx, conn, -1)
		return err
	})
	return made, err
}

// check refuses a database that has other objects than these, and names one.
func (s schema) check(ctx context.Context, db *sql.DB) error {
	return lend(ctx, db, maxSchemaValue, func(conn *sql.Conn) error {
		found, err := schemaOf(ctx, conn, len(s)+1) // of one more than there should be, one is foreign
		if err != nil {
			return translate(err)
		}
		return s.compare(found)
	})
}

func (s schema) compare(found schema) error {
	missing := make(map[object]bool, len(s))
	names := make(map[string]bool, len(s))
	for _, o := range s {
		missing[o] = true
		names[o.name] = true
	}
	for _, o := range found {
		switch {
		case missing[o]:
			delete(missing, o)
		case names[o.name]:
			return fmt.Errorf("%w: what it has as %q is not what Narratoria makes: it was changed by another program", persistence.ErrCorrupt, o.name)
		default:
			return fmt.Errorf("%w: it has the %s %.80q, which Narratoria never makes: it was put there by another program", persistence.ErrCorrupt, o.what(), o.name)
		}
	}
	for _, o := range s {
		if missing[o] {
			return fmt.Errorf("%w: its %s %q is missing", persistence.ErrCorrupt, o.kind, o.name)
		}
	}
	return nil
}

// what an object is, in a word of ours.
func (o object) what() string {
	switch o.kind {
	case "table", "index", "view", "trigger":
		return o.kind
	}
	return "thing"
}

// forms are the schemas that the migrations make, each made when it is first needed.
type forms struct {
	sync.Mutex
	made map[int]schema
}

// form is the schema of a save after so many migrations.
func (d *Driver) form(ctx context.Context, version int) (schema, error) {
	d.forms.Lock()
	defer d.forms.Unlock()
	if s, ok := d.forms.made[version]; ok {
		return s, nil
	}
	s, err := schemaFrom(ctx, func(db *sql.DB) error { return d.step(ctx, db, 0, version) })
	if err != nil {
		return nil, fmt.Errorf("form %d: %w", version, err)
	}
	if d.forms.made == nil {
		d.forms.made = make(map[int]schema)
	}
	d.forms.made[version] = s
	return s, nil
}
