package persistence_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/model/minilm/minilmtest"
	"github.com/narratoria/narratoria/persistence"
)

// documents are a set's texts as they lie in a campaign, by the names before their numbers.
func (s *set) documents() (documents []lore.Document, keys [][]string) {
	var pieces [][]string
	for i, key := range s.keys {
		name, _, _ := strings.Cut(key, "#")
		if n := len(documents); n == 0 || documents[n-1].Name != name {
			documents, pieces, keys = append(documents, lore.Document{Name: name, Bytes: 1, Sum: sha256.Sum256([]byte(name))}), append(pieces, nil), append(keys, nil)
		}
		last := len(documents) - 1
		pieces[last], keys[last] = append(pieces[last], s.texts[i]), append(keys[last], key)
	}
	for i := range documents {
		documents[i].Pieces = func() ([]string, error) { return pieces[i], nil }
	}
	return documents, keys
}

// TestRetrievalOfLore measures how much of what is right is among the first five that an index of lore finds, and holds the table in
// docs/models.md against it. What is usual is the best of the half that is held back.
func TestRetrievalOfLore(t *testing.T) {
	s := sets(t)["lore"]
	documents, keys := s.documents()
	index, err := lore.Open(t.Context(), nil, documents, lore.Options{Embedder: minilmtest.Device(t)})
	must(t, err)
	must(t, index.Embed(t.Context(), nil))
	var table strings.Builder
	fmt.Fprintln(&table, "| lore found by | chosen by | held back | both |")
	fmt.Fprintln(&table, "| --- | --- | --- | --- |")
	held := map[persistence.Way]float64{}
	for _, by := range []struct {
		name string
		way  persistence.Way
	}{{"words alone", persistence.ByWords}, {"MiniLM alone", persistence.ByMeaning}, {"MiniLM and words, by rank", persistence.ByRank}, {"MiniLM and words, 3 to 1 (usual)", persistence.Usual}} {
		var values [2][]float64
		for half, asked := range s.asked {
			for _, a := range asked {
				found, err := index.Search(t.Context(), lore.Query{Text: a.text, Limit: recalledAt, By: by.way}, func(int) bool { return true })
				must(t, err)
				var got []string
				for _, f := range found {
					got = append(got, keys[f.Document][f.Piece])
				}
				values[half] = append(values[half], a.recall(got))
			}
		}
		fmt.Fprintf(&table, "| %s |", by.name)
		for _, v := range [][]float64{values[0], values[1], slices.Concat(values[0], values[1])} {
			mean, low, high := interval(v)
			fmt.Fprintf(&table, " %.2f (%.2f to %.2f) |", mean, low, high)
		}
		fmt.Fprintln(&table)
		held[by.way], _, _ = interval(values[1])
	}
	t.Logf("\n%s", &table)
	for way, mean := range held {
		if mean > held[persistence.Usual]+0.005 {
			t.Errorf("%q finds %.3f of what is held back, and what is usual %.3f", way, mean, held[persistence.Usual])
		}
	}
	compareTable(t, "lore", table.String())
}
