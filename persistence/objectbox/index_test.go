package objectbox_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/model/lexical"
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
	turn := turnAfter(0)
	turn.Rows = nil
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

func meaningful(t testing.TB, dir string) *persistence.Store {
	return persistence.New(open(t, dir), &persistence.Options{Embedder: lexical.New(), KeepVectors: true, Slab: vector.NewSlab(0)})
}

// asked is what of ten questions is found by a way, ten of each.
func asked(t testing.TB, save *persistence.Save, by persistence.Way) (found []string) {
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

// The library's own index finds nearly all that is nearest, scored as it is by whoever looks at everything. Where
// it has not all lore in it, nothing is left to it: before it is made, after a compaction, after a crash.
func TestIndex(t *testing.T) {
	const pages = 1500
	dir := t.TempDir()
	store := meaningful(t, dir)
	save := library(t, store, pages)
	exact := asked(t, save, persistence.ByMeaning)
	whole := func(when string) {
		t.Helper()
		if got := asked(t, save, persistence.ByIndex); of(exact, got) != len(exact) {
			t.Errorf("%s %d of %d are found", when, of(exact, got), len(exact))
		}
	}
	near := func(when string) {
		t.Helper()
		got := asked(t, save, persistence.ByIndex)
		all, err := save.SemanticSearch(t.Context(), persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Lore, Knower: event.Everyone}, persistence.Query{Text: page(1), By: persistence.ByIndex})
		if err != nil || len(all) != 99 { // of a hundred, one is tom's
			t.Errorf("%s: without a limit %d are found, %v", when, len(all), err)
		}
		t.Logf("%s %d of the %d nearest are found", when, of(exact, got), len(exact))
		if of(exact, got) < len(exact)*8/10 {
			t.Errorf("%s: found are %q, of %q", when, got, exact)
		}
	}
	embed := func() {
		t.Helper()
		if err := save.Embed(t.Context(), persistence.Lore, nil); err != nil {
			t.Fatal(err)
		}
	}
	again := func() {
		t.Helper()
		if err := save.Close(); err != nil {
			t.Fatal(err)
		}
		var err error
		if save, err = store.Open(t.Context(), saveName, persistence.Writing); err != nil {
			t.Fatal(err)
		}
	}
	whole("before there is an index")
	embed()
	near("by the index")
	again()
	whole("opened again")
	embed()
	near("opened again, by the index")
	if err := save.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	whole("compacted")
	embed()
	near("compacted, by the index")
	if err := save.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, saveName+".objectbox", "whole")); err != nil { // as after a crash
		t.Fatal(err)
	}
	var err error
	if save, err = store.Open(t.Context(), saveName, persistence.Writing); err != nil {
		t.Fatal(err)
	}
	whole("after a crash")
	embed()
	near("after a crash, by the index")
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
}

// Another model's vectors take the place of those of before in the index, and those of another length are in none.
func TestIndexOfAnotherModel(t *testing.T) {
	dir := t.TempDir()
	save := library(t, meaningful(t, dir), 200)
	if err := save.Embed(t.Context(), persistence.Lore, nil); err != nil {
		t.Fatal(err)
	}
	first := asked(t, save, persistence.ByIndex)
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	for _, other := range []vector.Embedder{renamed{lexical.New()}, short{renamed{lexical.New()}}} {
		store := persistence.New(open(t, dir), &persistence.Options{Embedder: other, KeepVectors: true, Slab: vector.NewSlab(0)})
		save, err := store.Open(t.Context(), saveName, persistence.Writing)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second finds those of before gone
			if err := save.Embed(t.Context(), persistence.Lore, nil); err != nil {
				t.Fatal(err)
			}
		}
		exact, got := asked(t, save, persistence.ByMeaning), asked(t, save, persistence.ByIndex)
		if _, is := other.(short); is && of(exact, got) != len(exact) {
			t.Errorf("of vectors that are in no index %d of %d are found", of(exact, got), len(exact))
		}
		if of(exact, got) < len(exact)*8/10 {
			t.Errorf("by %s %d of %d are found", other.Name(), of(exact, got), len(exact))
		}
		if err := save.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(first) == 0 {
		t.Error("nothing was found at first")
	}
}

type renamed struct{ vector.Embedder }

func (renamed) Name() string { return "another" }

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
