package postgres_test

import (
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
