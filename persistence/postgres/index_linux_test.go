package postgres_test

import (
	"strings"
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
