package test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/persistence"
)

// worlds is the part of the contract that is about what belongs to no save.
func worlds(t *testing.T, driver New) {
	for name, run := range map[string]func(*testing.T, *persistence.Store){
		"pairs": worldPairs, "whole or not at all": worldUpdates, "seen by others": worldOpenings,
		"updates at once": worldsAtOnce, "dropped": worldsDropped,
	} {
		t.Run(name, func(t *testing.T) { run(t, persistence.New(driver(t), nil)) })
	}
}

func openWorlds(t *testing.T, store *persistence.Store, mode persistence.Mode) persistence.Worlds {
	t.Helper()
	w, err := store.Worlds(t.Context(), mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// pairsOf writes down what is there below a prefix.
func pairsOf(t *testing.T, w persistence.Worlds, prefix string) (all string) {
	t.Helper()
	err := w.View(t.Context(), func(r persistence.WorldReader) error {
		keys, err := r.Keys(prefix)
		for _, key := range keys {
			value, err := r.Get(key)
			if err != nil {
				return err
			}
			all += fmt.Sprintf("%s=%s ", key, value)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(all)
}

func put(t *testing.T, w persistence.Worlds, pairs ...string) {
	t.Helper()
	err := w.Update(t.Context(), func(tx persistence.WorldWriter) error {
		for i := 0; i < len(pairs); i += 2 {
			if err := tx.Put(pairs[i], []byte(pairs[i+1])); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// worldPairs: keys are in order, a prefix is no pattern, a value is replaced, and what is
// empty is there.
func worldPairs(t *testing.T, store *persistence.Store) {
	w := openWorlds(t, store, persistence.Writing)
	put(t, w, "b/1", "one", "a/2", "two", "a/10", "ten", "a", "", "a%", "x", "a_", "y", "ab", "z", "~", "last")
	same(t, pairsOf(t, w, "a/"), "a/10=ten a/2=two")
	same(t, pairsOf(t, w, "a%"), "a%=x")
	same(t, pairsOf(t, w, ""), "a= a%=x a/10=ten a/2=two a_=y ab=z b/1=one ~=last")
	long := strings.Repeat("\x00\xff", 100_000)
	put(t, w, "a/2", long)
	same(t, pairsOf(t, w, "a/2"), "a/2="+long)
	err := w.Update(t.Context(), func(tx persistence.WorldWriter) error {
		if err := tx.Delete("a/"); err != nil {
			return err
		}
		if _, err := tx.Get("a/2"); !errors.Is(err, persistence.ErrNotFound) {
			t.Errorf("what was deleted in the transaction: %v", err)
		}
		if value, err := tx.Get("a"); err != nil || len(value) != 0 {
			t.Errorf("%q, %v", value, err)
		}
		return errors.Join(tx.Delete("nothing"), tx.Put("a/3", []byte("three")))
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, pairsOf(t, w, "a/"), "a/3=three")
	err = w.View(t.Context(), func(r persistence.WorldReader) error {
		_, err := r.Get("a/2")
		return err
	})
	if !errors.Is(err, persistence.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

// worldUpdates: what fails leaves no trace, and what is viewed does not change.
func worldUpdates(t *testing.T, store *persistence.Store) {
	w := openWorlds(t, store, persistence.Writing)
	put(t, w, "k", "before")
	refused := errors.New("refused")
	err := w.Update(t.Context(), func(tx persistence.WorldWriter) error {
		return errors.Join(tx.Put("k", []byte("after")), tx.Delete("k"), refused)
	})
	if !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	same(t, pairsOf(t, w, ""), "k=before")
	ctx, cancel := context.WithCancel(t.Context())
	err = w.Update(ctx, func(tx persistence.WorldWriter) error {
		cancel()
		return tx.Put("k", []byte("late"))
	})
	if err == nil {
		t.Error("an update went on after its context")
	}
	same(t, pairsOf(t, w, ""), "k=before")
	err = w.View(t.Context(), func(r persistence.WorldReader) error {
		first, err := r.Get("k")
		put(t, w, "k", "meanwhile")
		second, again := r.Get("k")
		same(t, string(second), string(first))
		return errors.Join(err, again)
	})
	if err != nil {
		t.Error(err)
	}
	same(t, pairsOf(t, w, ""), "k=meanwhile")
}

// worldOpenings: what one opening has written, every other sees; one for reading writes
// nothing, and a closed one does nothing.
func worldOpenings(t *testing.T, store *persistence.Store) {
	if _, err := store.Worlds(t.Context(), persistence.Reading); !errors.Is(err, persistence.ErrNotFound) {
		t.Errorf("what was never written: %v", err)
	}
	w := openWorlds(t, store, persistence.Writing)
	r := openWorlds(t, store, persistence.Reading)
	put(t, w, "k", "one")
	same(t, pairsOf(t, r, ""), "k=one")
	again := openWorlds(t, store, persistence.Writing)
	put(t, again, "k", "two")
	same(t, pairsOf(t, w, ""), "k=two")
	err := r.Update(t.Context(), func(tx persistence.WorldWriter) error { return tx.Put("k", nil) })
	if !errors.Is(err, persistence.ErrReadOnly) {
		t.Errorf("got %v", err)
	}
	for range 2 {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := w.View(t.Context(), func(persistence.WorldReader) error { return nil }); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("got %v", err)
	}
	if err := w.Update(t.Context(), func(persistence.WorldWriter) error { return nil }); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("got %v", err)
	}
	same(t, pairsOf(t, again, ""), "k=two")
	names, err := store.List(t.Context())
	if err != nil || len(names) > 0 {
		t.Errorf("the worlds are listed as saves: %v, %v", names, err)
	}
}

// worldsAtOnce: updates come one after the other, of whichever opening, and none is lost.
func worldsAtOnce(t *testing.T, store *persistence.Store) {
	var all sync.WaitGroup
	const openings, updates = 4, 25
	for range openings {
		w := openWorlds(t, store, persistence.Writing)
		all.Go(func() {
			for range updates {
				err := w.Update(t.Context(), func(tx persistence.WorldWriter) error {
					value, err := tx.Get("count")
					if errors.Is(err, persistence.ErrNotFound) {
						err = nil
					}
					return errors.Join(err, tx.Put("count", append(value, 'x')))
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	same(t, pairsOf(t, openWorlds(t, store, persistence.Reading), ""), "count="+strings.Repeat("x", openings*updates))
}

// worldsDropped: nothing is left, saves are as they were, and nobody else's is taken away.
func worldsDropped(t *testing.T, store *persistence.Store) {
	save, err := store.Create(t.Context(), saveName, playthrough)
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	if err := store.DropWorlds(t.Context()); err != nil {
		t.Errorf("what is not there: %v", err)
	}
	w := openWorlds(t, store, persistence.Writing)
	put(t, w, "k", "v")
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // nobody waits for us
	if err := store.DropWorlds(ctx); !errors.Is(err, persistence.ErrLocked) {
		t.Errorf("while it is open: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := store.DropWorlds(t.Context()); err != nil {
		t.Error(err)
	}
	same(t, pairsOf(t, openWorlds(t, store, persistence.Writing), ""), "")
	infos, err := store.List(t.Context())
	if err != nil || !slices.ContainsFunc(infos, func(i persistence.Info) bool { return i.Name == saveName && i.Err == nil }) {
		t.Errorf("%v, %v", infos, err)
	}
}
