package test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// page is a piece of lore of which there is one of each number.
func page(n int) string {
	return fmt.Sprintf("Room %d of the lighthouse, where the lamp of the year %d was kept by keeper %d.", n%97, n, n%31)
}

// library makes a save with so many pieces of lore; of each hundred one is tom's, the others everyone's.
func library(t testing.TB, store *persistence.Store, pages int) *persistence.Save {
	t.Helper()
	save, err := store.Create(t.Context(), saveName, "p-1")
	if err != nil {
		t.Fatal(err)
	}
	turn := persistence.Batch{Branch: event.Trunk, Turn: "turn-1", Events: []event.Event{{
		Kind: event.Happened, Actor: event.EngineSelf, Perception: &event.Perception{}, Moment: event.Moment{Sequence: 1}, Data: event.Data{"text": "the books are set out"},
	}}}
	for n := range pages {
		knower := event.Everyone
		if n%100 == 0 {
			knower = "tom"
		}
		turn.Rows = append(turn.Rows, persistence.Change{Op: persistence.OpStore, Row: persistence.Row{Kind: persistence.Lore, Key: persistence.Key(fmt.Sprint("page-", n)), Knower: knower, Text: page(n)}})
	}
	if _, err := save.Append(t.Context(), turn); err != nil {
		t.Fatal(err)
	}
	return save
}

func meaningful(d persistence.Driver, embedder vector.Embedder) *persistence.Store {
	return persistence.New(d, &persistence.Options{Embedder: embedder, KeepVectors: true, Slab: vector.NewSlab(0)})
}

// nearestOf is what of ten questions is found by a way, ten of each.
func nearestOf(t testing.TB, save *persistence.Save, by persistence.Way) (found []string) {
	t.Helper()
	for n := range 10 {
		some, err := save.SemanticSearch(t.Context(), persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Lore, Knower: event.Everyone}, persistence.Query{
			Text: fmt.Sprintf("the lamp of the year %d in room %d", n*41, n*7), Limit: 10, By: by,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range some {
			found = append(found, fmt.Sprint(n, " ", f.Row.Key, " ", f.Score.Millionths))
		}
	}
	return found
}

// of is how many of some are among others.
func of(some, others []string) (n int) {
	all := "\n" + strings.Join(others, "\n") + "\n"
	for _, one := range some {
		if strings.Contains(all, "\n"+one+"\n") {
			n++
		}
	}
	return n
}

// Index is the suite of a driver with an index of its own for the vectors of lore: it finds nearly all that is
// nearest, scored as it is by whoever looks at everything. Where it has not all lore in it, nothing is left to it: before it is made,
// after a compaction and after again, which is called while the save is closed. The embedder must know words, and have 384 numbers.
func Index(t *testing.T, d persistence.Driver, embedder vector.Embedder, again func()) {
	save := library(t, meaningful(d, embedder), 1500)
	exact := nearestOf(t, save, persistence.ByMeaning)
	whole := func(when string) {
		t.Helper()
		if got := nearestOf(t, save, persistence.ByIndex); of(exact, got) != len(exact) {
			t.Errorf("%s %d of %d are found", when, of(exact, got), len(exact))
		}
	}
	near := func(when string) {
		t.Helper()
		embed(t, save)
		got := nearestOf(t, save, persistence.ByIndex)
		ofAHundred(t, save, when)
		t.Logf("%s %d of the %d nearest are found", when, of(exact, got), len(exact))
		if of(exact, got) < len(exact)*8/10 {
			t.Errorf("%s: found are %q, of %q", when, got, exact)
		}
	}
	whole("before there is an index")
	near("by the index")
	if err := save.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	whole("compacted")
	near("compacted, by the index")
	if err := errors.Join(save.Verify(t.Context()), save.Close()); err != nil {
		t.Fatal(err)
	}
	again()
	save = opened(t, meaningful(d, embedder))
	whole("opened again")
	near("opened again, by the index")
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}

	// Another model's vectors take the place of those of before, and those of another length are in none.
	for _, other := range []vector.Embedder{called{embedder}, short{embedder}} {
		save := opened(t, meaningful(d, other))
		embed(t, save)
		exact, got := nearestOf(t, save, persistence.ByMeaning), nearestOf(t, save, persistence.ByIndex)
		if _, is := other.(short); !is {
			ofAHundred(t, save, "by "+other.Name()) // none of which is of the model before
		} else if of(exact, got) != len(exact) {
			t.Errorf("of vectors that are in no index %d of %d are found", of(exact, got), len(exact))
		}
		if len(exact) == 0 || of(exact, got) < len(exact)*8/10 {
			t.Errorf("by %s %d of %d are found", other.Name(), of(exact, got), len(exact))
		}
		if err := save.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// ofAHundred looks that a search by the index goes by a hundred vectors, of which one is tom's, and by all of them.
func ofAHundred(t testing.TB, save *persistence.Save, when string) {
	t.Helper()
	all, err := save.SemanticSearch(t.Context(), persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Lore, Knower: event.Everyone}, persistence.Query{Text: page(1), By: persistence.ByIndex})
	if err != nil || len(all) < 90 || len(all) > 100 {
		t.Errorf("%s: without a limit %d are found, %v", when, len(all), err)
	}
}

func embed(t testing.TB, save *persistence.Save) {
	t.Helper()
	if err := save.Embed(t.Context(), persistence.Lore, nil); err != nil {
		t.Fatal(err)
	}
}

func opened(t testing.TB, store *persistence.Store) *persistence.Save {
	t.Helper()
	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	return save
}

type called struct{ vector.Embedder }

func (called) Name() string { return "another" }

// short has the first two numbers of a vector alone.
type short struct{ vector.Embedder }

func (short) Name() string    { return "short" }
func (short) Dimensions() int { return 2 }

func (s short) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := s.Embedder.Embed(ctx, texts)
	for i := range vectors {
		vectors[i] = []float32{0.6, 0.8}
	}
	return vectors, err
}
