package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/postgres"
	"github.com/narratoria/narratoria/persistence/test"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

func TestIndex(t *testing.T) {
	s, schema := server(t)
	test.Index(t, open(t, s.Address(schema)), lexical.New(), func() {})
}

// Where the extension is not there, and may not be made, nothing is missing but the index.
func TestWithoutPgvector(t *testing.T) {
	s, _ := server(t)
	do := func(address string, statements ...string) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		for _, statement := range statements {
			if _, err := conn.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	bare := strings.Replace(s.Address("ours"), "/postgres?", "/bare?", 1)
	do(s.Address("public"), `CREATE DATABASE bare`, `CREATE ROLE plain LOGIN`)
	do(bare, `CREATE SCHEMA ours AUTHORIZATION plain`)
	d := open(t, bare+"&user=plain")
	if d.HasIndex() {
		t.Error("it has an index")
	}
	save, err := persistence.New(d, &persistence.Options{Embedder: lexical.New(), KeepVectors: true, Slab: vector.NewSlab(0)}).Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	turn := batch("turn-1", 0)
	for _, text := range []string{"The lamp went out.", "The boat came in."} {
		turn.Rows = append(turn.Rows, persistence.Change{Op: persistence.OpStore, Row: persistence.Row{Kind: persistence.Lore, Key: persistence.Key(text), Knower: event.Everyone, Text: text}})
	}
	if _, err := save.Append(t.Context(), turn); err != nil {
		t.Fatal(err)
	}
	if err := save.Embed(t.Context(), persistence.Lore, nil); err != nil {
		t.Fatal(err)
	}
	found, err := save.SemanticSearch(t.Context(), persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Lore, Knower: event.Everyone}, persistence.Query{Text: "lamp", By: persistence.ByIndex})
	if err != nil || len(found) != 1 || found[0].Row.Text != "The lamp went out." {
		t.Errorf("found %v, %v", found, err)
	}
	if err := save.Close(); err != nil {
		t.Error(err)
	}
	// Once somebody has made the extension, the next program makes the index.
	do(bare, `CREATE EXTENSION vector SCHEMA public`)
	var again *postgres.Driver
	if again = open(t, bare+"&user=plain"); !again.HasIndex() {
		t.Error("with the extension it has no index")
	}
}

// Something else in the place of our table is left alone, and nothing is missing but the index; nor may it be used
// where the extension is in a schema that is not for everybody.
func TestWhatIsNoIndexOfOurs(t *testing.T) {
	for name, before := range map[string]string{
		"a view":              "CREATE VIEW %s.lore_vector AS SELECT 1::bigint AS save, ''::text AS model, ''::bytea AS text, 0 AS number, NULL::public.vector(384) AS vector",
		"of other dimensions": "CREATE TABLE %s.lore_vector (save bigint, model text, text bytea, number int, vector public.vector(3))",
		"of no vectors":       "CREATE TABLE %s.lore_vector (save bigint, model text, text bytea, number int, vector bytea)",
	} {
		t.Run(name, func(t *testing.T) {
			s, schema := server(t)
			run(t, s, "CREATE EXTENSION IF NOT EXISTS vector SCHEMA public; CREATE SCHEMA "+schema+"; "+fmt.Sprintf(before, schema))
			playsWithoutIndex(t, open(t, s.Address(schema)))
		})
	}
	t.Run("in a schema that is not for us", func(t *testing.T) {
		s, _ := server(t)
		run(t, s, `CREATE DATABASE hidden`)
		run(t, s, `CREATE ROLE outsider LOGIN`)
		at := strings.Replace(s.Address("ours"), "/postgres?", "/hidden?", 1)
		conn, err := pgx.Connect(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Exec(t.Context(), `CREATE SCHEMA extensions; CREATE EXTENSION vector SCHEMA extensions; CREATE SCHEMA ours AUTHORIZATION outsider`); err != nil {
			t.Fatal(err)
		}
		playsWithoutIndex(t, open(t, at+"&user=outsider"))
		if _, err := conn.Exec(t.Context(), `GRANT USAGE ON SCHEMA extensions TO outsider`); err != nil {
			t.Fatal(err)
		}
		if !open(t, at+"&user=outsider").HasIndex() {
			t.Error("with the right to it, it has no index")
		}
		if _, err := conn.Exec(t.Context(), `REVOKE USAGE ON SCHEMA extensions FROM outsider`); err != nil {
			t.Fatal(err)
		}
		playsWithoutIndex(t, open(t, at+"&user=outsider"))
	})
}

// playsWithoutIndex has a save embedded, searched, purged, compacted and deleted.
func playsWithoutIndex(t *testing.T, d *postgres.Driver) {
	t.Helper()
	if d.HasIndex() {
		t.Error("it is taken for an index of ours")
	}
	save, err := persistence.New(d, &persistence.Options{Embedder: lexical.New(), KeepVectors: true, Slab: vector.NewSlab(0)}).Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	turn := batch("turn-1", 0)
	turn.Rows = []persistence.Change{{Op: persistence.OpStore, Row: persistence.Row{Kind: persistence.Lore, Key: "l", Knower: event.Everyone, Text: "The lamp went out."}}}
	receipt, err := save.Append(t.Context(), turn)
	for _, do := range []func() error{
		func() error { return err },
		func() error { return save.Embed(t.Context(), persistence.Lore, nil) },
		func() error {
			found, err := save.SemanticSearch(t.Context(), persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Lore, Knower: event.Everyone}, persistence.Query{Text: "lamp", By: persistence.ByIndex})
			if err == nil && len(found) != 1 {
				t.Errorf("found are %d", len(found))
			}
			return err
		},
		func() error {
			return save.Control(t.Context(), event.Control{Kind: event.BranchMade, Branch: "side", Parent: event.Trunk, At: receipt.Last})
		},
		func() error { _, err := save.Purge(t.Context(), "side"); return err },
		func() error { return save.Compact(t.Context()) },
		save.Close,
		func() error { return d.Delete(t.Context(), "monday") },
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
}

// A listener counts how often it is given a text.
type listener struct {
	lexical.Embedder
	text  string
	times int
}

func (l *listener) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	for _, text := range texts {
		if text == l.text {
			l.times++
		}
	}
	return l.Embedder.Embed(ctx, texts)
}

// A query that the index is asked, and the rows it gives are held against, is embedded once.
func TestAQueryOfTheIndexIsEmbeddedOnce(t *testing.T) {
	s, schema := server(t)
	hears := &listener{Embedder: lexical.New(), text: "the lamp in room 5"}
	save, err := persistence.New(open(t, s.Address(schema)), &persistence.Options{Embedder: hears, KeepVectors: true, Slab: vector.NewSlab(0)}).Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	turn := batch("turn-1", 0)
	for n := range 200 {
		text := fmt.Sprintf("Room %d of the lighthouse has a lamp.", n)
		turn.Rows = append(turn.Rows, persistence.Change{Op: persistence.OpStore, Row: persistence.Row{Kind: persistence.Lore, Key: persistence.Key(text), Knower: event.Everyone, Text: text}})
	}
	if _, err := save.Append(t.Context(), turn); err != nil {
		t.Fatal(err)
	}
	if err := save.Embed(t.Context(), persistence.Lore, nil); err != nil {
		t.Fatal(err)
	}
	found, err := save.SemanticSearch(t.Context(), persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Lore, Knower: event.Everyone}, persistence.Query{Text: hears.text, By: persistence.ByIndex})
	if err != nil || len(found) != 100 || hears.times != 1 {
		t.Errorf("found are %d, and it was embedded %d times: %v", len(found), hears.times, err)
	}
}

// Of programs that share a save each may put the same vectors into the index, and take them out of it: nobody fails
// for it, and what is not there is found by looking at everything.
func TestIndexOfSeveralPrograms(t *testing.T) {
	s, schema := server(t)
	at := s.Address(schema)
	embedding := func() *persistence.Save {
		t.Helper()
		save, err := persistence.New(open(t, at), &persistence.Options{Embedder: lexical.New(), KeepVectors: true, Slab: vector.NewSlab(0)}).Open(t.Context(), "monday", persistence.Writing)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = save.Close() })
		return save
	}
	first, err := persistence.New(open(t, at), nil).Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	turn := batch("turn-1", 0)
	for n := range 300 {
		text := fmt.Sprintf("Room %d of the lighthouse, where the lamp of the year %d was kept.", n%97, n)
		turn.Rows = append(turn.Rows, persistence.Change{Op: persistence.OpStore, Row: persistence.Row{Kind: persistence.Lore, Key: persistence.Key(text), Knower: event.Everyone, Text: text}})
	}
	receipt, err := first.Append(t.Context(), turn)
	if err != nil {
		t.Fatal(err)
	}
	one, two := embedding(), embedding()
	var both sync.WaitGroup
	for _, save := range []*persistence.Save{one, two} {
		both.Go(func() {
			if err := save.Embed(t.Context(), persistence.Lore, nil); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	finds := func(when string, save *persistence.Save, want int) {
		t.Helper()
		found, err := save.SemanticSearch(t.Context(), persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Lore, Knower: event.Everyone}, persistence.Query{Text: "the lamp in room 5", By: persistence.ByIndex})
		if err != nil || len(found) != want {
			t.Errorf("%s %d are found, not %d: %v", when, len(found), want, err)
		}
	}
	finds("by the index", one, 100)
	if err := first.Control(t.Context(), event.Control{Kind: event.BranchMade, Branch: "side", Parent: event.Trunk, At: receipt.Last}); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Purge(t.Context(), "side"); err != nil { // which has no embedder
		t.Fatal(err)
	}
	if err := first.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var rows, bytes int
	if err := conn.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM lore_vector), pg_relation_size('lore_vector')`).Scan(&rows, &bytes); err != nil || rows+bytes > 0 {
		t.Errorf("in the index %d rows and %d bytes are left: %v", rows, bytes, err)
	}
	finds("after another's purge", one, 300)
	if err := one.Embed(t.Context(), persistence.Lore, nil); err != nil {
		t.Fatal(err)
	}
	finds("made again", one, 300) // its vectors were dropped too: they are in memory, and not in the save
	finds("of the other", two, 300)
}
