package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story/event"
)

// Vectors that were changed behind a save's back move no rank: they are made again.
func TestVectorsThatAreDamaged(t *testing.T) {
	for name, change := range map[string]string{
		"zeros":       `UPDATE vector SET bytes = zeroblob(768)`,
		"cut":         `UPDATE vector SET bytes = CAST(substr(bytes, 1, 100) AS BLOB)`,
		"nothing":     `UPDATE vector SET bytes = x''`,
		"another's":   `UPDATE vector SET bytes = (SELECT bytes FROM vector ORDER BY text LIMIT 1), sum = (SELECT sum FROM vector ORDER BY text LIMIT 1)`,
		"renamed":     `UPDATE vector SET model = 'lexical-1/384 '`,
		"no checksum": `UPDATE vector SET sum = zeroblob(32)`,
		"a short sum": `UPDATE vector SET sum = zeroblob(3)`,
		"huge":        `UPDATE vector SET bytes = zeroblob(20000000)`,
		"gone":        `DELETE FROM vector`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			store := func() *persistence.Store {
				return persistence.New(sqlite.New(dir), &persistence.Options{Embedder: lexical.New(), KeepVectors: true})
			}
			near := func(save *persistence.Save) string {
				found, err := save.SemanticSearch(t.Context(), persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: "mira"}, persistence.Query{Text: "lamp of the harbour"})
				if err != nil {
					t.Fatal(err)
				}
				return fmt.Sprint(found)
			}
			save, err := store().Create(t.Context(), saveName, "p-1")
			if err != nil {
				t.Fatal(err)
			}
			batch := turnAfter(0)
			batch.Rows = nil
			for i, text := range []string{"The lamp burned.", "A boat came into the harbour.", "The harbourmaster lit the lamps."} {
				batch.Rows = append(batch.Rows, persistence.Change{Op: persistence.OpStore, Row: persistence.Row{
					Kind: persistence.Memory, Key: persistence.Key(fmt.Sprint("m", i)), Knower: "mira", Text: text,
				}})
			}
			if _, err := save.Append(t.Context(), batch); err != nil {
				t.Fatal(err)
			}
			want := near(save)
			if err := save.Close(); err != nil {
				t.Fatal(err)
			}
			changeBehindItsBack(t, filepath.Join(dir, "monday.sqlite"), change)
			for range 2 { // the second time they have been made again
				if save, err = store().Open(t.Context(), saveName, persistence.Writing); err != nil {
					t.Fatal(err)
				}
				if got := near(save); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
				if err := save.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
