package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/postgres"
	"github.com/narratoria/narratoria/persistence/postgres/pgtest"
)

// run has the server do something.
func run(t *testing.T, s *pgtest.Server, statements string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.Address("public"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if _, err := conn.Exec(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
}

// state is what of a schema could be changed by opening it.
func state(t *testing.T, s *pgtest.Server, schema string) (all string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.Address(schema))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	err = conn.QueryRow(t.Context(), `SELECT coalesce(string_agg(relname::text || ' ' || relfilenode::text, ', ' ORDER BY relname), '') FROM pg_class WHERE relnamespace = to_regnamespace($1)`, schema).Scan(&all)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What is not ours to open is said in one message, and stays as it is.
func TestForeignSchemas(t *testing.T) {
	for name, test := range map[string]struct {
		before func(schema string) string
		want   error
		says   string
	}{
		"tables of another program": {func(schema string) string { return fmt.Sprintf("CREATE TABLE %s.event (x int)", schema) }, persistence.ErrCorrupt, "tables of another program are in its schema"},
		"a table of our name":       {func(schema string) string { return fmt.Sprintf("CREATE TABLE %s.narratoria (x int)", schema) }, persistence.ErrCorrupt, "its table narratoria is not what Narratoria makes"},
		"a table that says nothing": {func(schema string) string {
			return fmt.Sprintf("CREATE TABLE %s.narratoria (form int, id bigint, worlds boolean)", schema)
		}, persistence.ErrCorrupt, "its table narratoria is not what Narratoria makes"},
		"a view of our name": {func(schema string) string {
			return fmt.Sprintf("CREATE VIEW %s.narratoria AS SELECT 1 AS form, 1::bigint AS id, false AS worlds", schema)
		}, persistence.ErrCorrupt, "what is named narratoria there is no table"},
		"a newer form": {func(schema string) string {
			return fmt.Sprintf("CREATE TABLE %[1]s.narratoria (form int, id bigint, worlds boolean); INSERT INTO %[1]s.narratoria VALUES (99, 1, false)", schema)
		}, persistence.ErrNewer, "it has form 99, and this program knows forms up to"},
		"a form that is none": {func(schema string) string {
			return fmt.Sprintf("CREATE TABLE %[1]s.narratoria (form int, id bigint, worlds boolean); INSERT INTO %[1]s.narratoria VALUES (-1, 1, false)", schema)
		}, persistence.ErrCorrupt, "its form has the number -1"},
	} {
		t.Run(name, func(t *testing.T) {
			s, schema := server(t)
			run(t, s, "CREATE SCHEMA "+schema+"; "+test.before(schema))
			before := state(t, s, schema)
			_, err := postgres.Open(t.Context(), s.Address(schema))
			if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v", err)
			}
			if after := state(t, s, schema); after != before {
				t.Errorf("it was changed: %s", after)
			}
		})
	}
}

// An address that is wrong, and a user who may not, are said at once.
func TestAddresses(t *testing.T) {
	s, schema := server(t)
	run(t, s, `CREATE ROLE guest LOGIN; CREATE ROLE reader LOGIN`)
	as := func(user, schema string) string {
		return strings.Replace(s.Address(schema), "user=postgres", "user="+user, 1)
	}
	for address, want := range map[string]struct {
		err  error
		says string
	}{
		"postgres://host:port/x":                                         {nil, "port"},
		pgtest.AddressAt("/nowhere", "x"):                                {persistence.ErrUnreachable, "/nowhere"},
		strings.Replace(s.Address(schema), "/postgres?", "/nothing?", 1): {nil, `database "nothing" does not exist`},
		as("nobody", schema):                                             {nil, `role "nobody" does not exist`},
		as("guest", schema):                                              {persistence.ErrReadOnly, "permission denied"},
	} {
		_, err := postgres.Open(t.Context(), address)
		if err == nil || want.err != nil && !errors.Is(err, want.err) || !strings.Contains(err.Error(), want.says) {
			t.Errorf("%s: got %v", address, err)
		}
	}
	_, err := postgres.Open(t.Context(), "postgres://user:secret@host:port/x")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("it says the password: %v", err)
	}
	if state(t, s, schema) != "" {
		t.Error("something was made")
	}

	save, err := persistence.New(open(t, s.Address(schema)), nil).Create(t.Context(), saveName, "p-1")
	if err == nil {
		_, err = save.Append(t.Context(), batch("one", 0))
	}
	if err = errors.Join(err, save.Close()); err != nil {
		t.Fatal(err)
	}
	run(t, s, fmt.Sprintf("GRANT USAGE ON SCHEMA %[1]s TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA %[1]s TO reader", schema))
	store := persistence.New(open(t, as("reader", schema)), nil)
	read, err := store.Open(t.Context(), saveName, persistence.Reading)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if texts := written(t, read); len(texts) != 1 {
		t.Errorf("got %q", texts)
	}
	if write, err := store.Open(t.Context(), saveName, persistence.Writing); err == nil {
		_, err = write.Append(t.Context(), batch("two", 1))
		if !errors.Is(err, persistence.ErrReadOnly) {
			t.Errorf("got %v", err)
		}
		_ = write.Close()
	}
	if _, err := store.Create(t.Context(), "tuesday", "p-2"); !errors.Is(err, persistence.ErrReadOnly) {
		t.Errorf("got %v", err)
	}
}

// A store is known by its server, database and schema, and not by who connects.
func TestIdentities(t *testing.T) {
	of := func(address string) string {
		place, err := postgres.Place(address, nil)
		if err != nil {
			t.Fatal(err)
		}
		place.Close()
		return place.Identity
	}
	first := of("postgres://me:secret@host/stories")
	if strings.Contains(first, "secret") || strings.Contains(first, "me") {
		t.Errorf("it is %s", first)
	}
	for _, same := range []string{"postgresql://you@host:5432/stories?sslmode=disable", "postgres://host/stories?search_path=narratoria"} {
		if got := of(same); got != first {
			t.Errorf("%s is %s, and %s was meant", same, got, first)
		}
	}
	for _, other := range []string{"postgres://me@host/others", "postgres://me@host:5433/stories", "postgres://me@there/stories", "postgres://me@host/stories?search_path=mine"} {
		if of(other) == first {
			t.Errorf("%s is another", other)
		}
	}
}

// What has names of ours in another schema is not ours, also where the address has it looked through after ours, and a
// table that is missing in ours is not taken from there.
func TestOtherSchemasAreNotLookedThrough(t *testing.T) {
	s, schema := server(t)
	other := "other_" + schema
	run(t, s, fmt.Sprintf("CREATE SCHEMA %[1]s; CREATE TABLE %[1]s.narratoria (x int); CREATE TABLE %[1]s.save (x int); CREATE TABLE %[1]s.lore_vector (vector int)", other))
	before := state(t, s, other)
	for _, path := range []string{schema + "," + other, strings.ToUpper(schema), `"` + schema + `", ` + other} {
		d := open(t, s.Address(path))
		save, err := persistence.New(d, nil).Create(t.Context(), "of-"+fmt.Sprint(len(path)), "p-1")
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if err := save.Close(); err != nil || !d.HasIndex() {
			t.Errorf("%s: %v, an index: %t", path, err, d.HasIndex())
		}
	}
	if names, err := open(t, s.Address(schema)).List(t.Context()); err != nil || len(names) != 3 {
		t.Errorf("there are %q, %v", names, err)
	}
	if got := state(t, s, other); got != before {
		t.Errorf("it was changed: %s", got)
	}
	d := open(t, s.Address(schema+","+other))
	run(t, s, fmt.Sprintf("ALTER TABLE %s.save RENAME TO aside", schema))
	if _, err := d.List(t.Context()); !errors.Is(err, persistence.ErrCorrupt) || !strings.Contains(err.Error(), "a table is missing in its schema") {
		t.Errorf("got %v", err)
	}
}

// A schema is named as the server reads it.
func TestNamesOfSchemas(t *testing.T) {
	s, schema := server(t)
	for path, want := range map[string]string{
		`"Mixed, and ""quoted"" ` + schema + `", public`: `"Mixed, and ""quoted"" ` + schema + `"`,
		`"$user", public`: "postgres",
	} {
		open(t, strings.ReplaceAll(s.Address(path), "+", "%20"))
		if state(t, s, want) == "" {
			t.Errorf("%s: nothing is in %s", path, want)
		}
	}
}

// A failure to connect is said in one line, each part of it once.
func TestFailuresToConnectInWords(t *testing.T) {
	s, schema := server(t)
	for address, want := range map[string]string{
		strings.Replace(s.Address(schema), "/postgres?", "/nothing?", 1):         `database "nothing" does not exist`,
		"postgres://me:secret@127.0.0.1:1/stories?sslmode=prefer":                "refused",
		"postgres://me:secret@localhost:1/stories?sslmode=prefer&host=127.0.0.1": "refused",
	} {
		_, err := postgres.Open(t.Context(), address)
		if err == nil {
			t.Fatal("it is there")
		}
		if said := err.Error(); strings.ContainsAny(said, "\n\t") || strings.Count(said, want) != 1 || strings.Contains(said, "secret") {
			t.Errorf("said is %q", said)
		}
	}
	for address, want := range map[string]string{
		"postgres":                      `the store "postgres": a server is missing, as in postgres://me@localhost/stories`,
		"postgresql:":                   `the store "postgresql:": a server is missing, as in postgresql://me@localhost/stories`,
		"postgres:stories":              `the store "postgres:stories": a server is missing, as in postgres://me@localhost/stories`,
		"postgres://me:secret@h:port/x": `the store "postgres:...": invalid port`,
	} {
		if _, err := postgres.Place(address, nil); err == nil || err.Error() != want {
			t.Errorf("%s: got %v", address, err)
		}
	}
}

// Of many who open a schema in which nothing is, one makes the tables, and all have them.
func TestMadeAtOnce(t *testing.T) {
	s, schema := server(t)
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			driver, err := postgres.Open(t.Context(), s.Address(schema))
			if err != nil {
				t.Error(err)
				return
			}
			defer driver.Close()
			save, err := persistence.New(driver, nil).Create(t.Context(), fmt.Sprint("save-", n), "p")
			if err != nil {
				t.Error(err)
				return
			}
			_ = save.Close()
		})
	}
	all.Wait()
	names, err := open(t, s.Address(schema)).List(t.Context())
	if err != nil || len(names) != 8 {
		t.Errorf("%v, %v", names, err)
	}
}

// A save that was begun and is no more made by anybody is removed; one that is being made is not.
func TestUnfinishedSaves(t *testing.T) {
	s, schema := server(t)
	driver := open(t, s.Address(schema))
	store := persistence.New(driver, nil)
	run(t, s, fmt.Sprintf(`INSERT INTO %s.save (id, playthrough, sum) VALUES (7, 'p', '')`, schema))
	count := func() (n int) {
		conn, err := pgx.Connect(t.Context(), s.Address(schema))
		if err == nil {
			err = conn.QueryRow(t.Context(), `SELECT count(*) FROM save`).Scan(&n)
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.Close(t.Context())
		return n
	}
	other := persistence.New(open(t, s.Address(schema)), nil)
	save, err := store.CreateFilled(t.Context(), saveName, "p", func(filling *persistence.Save) error {
		if n := count(); n != 1 {
			t.Errorf("%d saves are there, of which one was left", n)
		}
		second, err := other.Create(t.Context(), "tuesday", "p") // removes what nobody makes
		if err != nil {
			return err
		}
		_ = second.Close()
		_, err = filling.Append(t.Context(), batch("one", 0))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	if texts := written(t, save); len(texts) != 1 {
		t.Errorf("got %q", texts)
	}
}

// A save that gets its name just when another program removes what nobody makes any more stays.
func TestASaveThatHasJustItsNameStays(t *testing.T) {
	s, schema := server(t)
	driver := open(t, s.Address(schema))
	run(t, s, fmt.Sprintf(`INSERT INTO %s.save (id, playthrough, sum) VALUES (7, 'p', '')`, schema))
	conn, err := pgx.Connect(t.Context(), s.Address(schema))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	naming, err := conn.Begin(t.Context())
	if err == nil {
		_, err = naming.Exec(t.Context(), `UPDATE save SET name = 'monday' WHERE id = 7`)
	}
	if err != nil {
		t.Fatal(err)
	}
	made := make(chan error)
	go func() {
		save, err := persistence.New(driver, nil).Create(t.Context(), "tuesday", "p")
		if err == nil {
			err = save.Close()
		}
		made <- err
	}()
	for waits := 0; waits == 0; { // for the row
		if err := naming.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM save%'`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
		_, _ = naming.Exec(t.Context(), `SELECT pg_stat_clear_snapshot()`)
	}
	if err := errors.Join(naming.Commit(t.Context()), <-made); err != nil {
		t.Fatal(err)
	}
	if names, err := driver.List(t.Context()); err != nil || len(names) != 2 {
		t.Errorf("there are %q, %v", names, err)
	}
}
