package test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// keeping has a world's store keep vectors, and remember none of them in memory for longer than
// a save is open.
func (w *world) keeping(mode persistence.Mode, embedder vector.Embedder, slab int64) {
	w.Helper()
	w.must(w.save.Close())
	w.store = persistence.New(w.driver, &persistence.Options{Embedder: embedder, KeepVectors: true, Slab: vector.NewSlab(slab)})
	save, err := w.store.Open(w.ctx, saveName, mode)
	w.must(err)
	w.save = save
}

// changing has a world's store go over to another embedder, the one before standing in.
func (w *world) changing(to vector.Embedder) {
	w.Helper()
	w.must(w.save.Close())
	w.store = persistence.New(w.driver, &persistence.Options{Embedder: to, Meanwhile: w.embedder, KeepVectors: true, Slab: vector.NewSlab(0)})
	save, err := w.store.Open(w.ctx, saveName, persistence.Writing)
	w.must(err)
	w.save = save
}

// turned is an embedder of another name, whose vectors have their numbers at other places: what is near is so for both, and
// a vector of the one says nothing to the other.
type turned struct{ bag }

func (*turned) Name() string { return "turned" }

func (e *turned) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := e.bag.Embed(ctx, texts)
	for i, v := range vectors {
		vectors[i] = append(slices.Clone(v[7:]), v[:7]...)
	}
	return vectors, err
}

// renamed is an embedder of another name, with the same vectors.
type renamed struct {
	*bag
	name string
}

func (r renamed) Name() string { return r.name }

// filledMore keeps rows that say something else than those of vectors.
func filledMore(w *world, n int) {
	w.Helper()
	var changes []persistence.Change
	for i := range n {
		changes = append(changes, store(memory(fmt.Sprintf("more%04d", i), fmt.Sprint("lamp fog ", i))))
	}
	w.keep(event.Trunk, changes...)
}

func vectors() []testCase {
	m := memory
	lamp := persistence.Query{Text: "lamp"}
	filled := func(w *world, n int) {
		w.Helper()
		var changes []persistence.Change
		for i := range n {
			changes = append(changes, store(m(fmt.Sprintf("k%04d", i), fmt.Sprintf("lamp %s", strings.Repeat("oil ", i%9+1)+fmt.Sprint(i)))))
		}
		w.keep(event.Trunk, changes...)
	}
	return []testCase{
		{"vectors outlive the program, and nothing is embedded again", func(w *world) {
			w.keeping(persistence.Writing, w.embedder, 0)
			filled(w, 100)
			near := w.near(w.scope(event.Trunk), lamp)
			for _, mode := range []persistence.Mode{persistence.Writing, persistence.Reading} {
				w.keeping(mode, w.embedder, 0)
				w.embedder.forget()
				w.is(w.near(w.scope(event.Trunk), lamp), near)
				w.is(w.embedder.read(), "lamp")
			}
		}},
		{"vectors go along with appends, and not with one that fails", func(w *world) {
			w.keeping(persistence.Writing, w.embedder, 0)
			filled(w, 3)
			w.near(w.scope(event.Trunk), lamp)
			w.fails(w.tryKeep(event.Trunk, update(m("ghost", "x"))), persistence.ErrNotFound)
			w.tell(event.Trunk, "a")
			theirs, err := persistence.New(w.driver, &persistence.Options{Embedder: w.embedder, KeepVectors: true}).Open(w.ctx, saveName, persistence.Reading)
			w.must(err)
			defer theirs.Close()
			w.embedder.forget()
			found, err := theirs.SemanticSearch(w.ctx, w.scope(event.Trunk), lamp)
			w.must(err)
			w.is(len(found), 3)
			w.is(w.embedder.read(), "lamp")
		}},
		{"vectors of another model are not compared, and go when all are made anew", func(w *world) {
			w.keeping(persistence.Writing, w.embedder, 0)
			filled(w, 40)
			near := w.near(w.scope(event.Trunk), lamp)
			other := renamed{w.embedder, "another"}
			w.keeping(persistence.Writing, other, 0)
			w.embedder.forget()
			w.is(w.near(w.scope(event.Trunk), lamp), near)
			w.is(strings.Count(w.embedder.read(), "lamp"), 41)
			var told []string
			w.must(w.save.Embed(w.ctx, persistence.Memory, func(done, all int) { told = append(told, fmt.Sprintf("%d of %d", done, all)) }))
			w.is(strings.Join(told, " "), "40 of 40")
			w.keeping(persistence.Reading, w.embedder, 0) // the old ones are gone
			w.embedder.forget()
			w.near(w.scope(event.Trunk), lamp)
			w.is(strings.Count(w.embedder.read(), "lamp"), 41)
		}},
		{"another embedder takes over when it has all vectors, and until then the one before serves by its own", func(w *world) {
			w.keeping(persistence.Writing, w.embedder, 0)
			filled(w, 400)
			near := w.near(w.scope(event.Trunk), lamp)
			to := &turned{}
			w.changing(to)
			w.embedder.forget()
			w.is(w.near(w.scope(event.Trunk), lamp), near)
			w.is(w.embedder.read(), "lamp") // the query
			w.is(to.read(), "lamp")         // and what is missing was not begun
			w.is(w.save.Trouble(), nil)

			ctx, cancel := context.WithCancel(w.ctx)
			w.fails(w.save.Embed(ctx, persistence.Memory, func(int, int) { cancel() }), context.Canceled)
			w.changing(to) // in the middle of it
			w.embedder.forget()
			w.is(w.near(w.scope(event.Trunk), lamp), near)
			w.is(w.embedder.read(), "lamp")

			w.must(w.save.Embed(w.ctx, persistence.Memory, nil))
			w.is(w.near(w.scope(event.Trunk), lamp), near)
			w.is(w.embedder.read(), "lamp") // was not asked again
			w.changing(to)
			to.forget()
			w.is(w.near(w.scope(event.Trunk), lamp), near)
			w.is(to.read(), "lamp")
		}},
		{"what is written later, and what a purge let go, is embedded the next time", func(w *world) {
			w.keeping(persistence.Writing, w.embedder, 0)
			filled(w, 10)
			w.must(w.save.Embed(w.ctx, persistence.Memory, nil))
			filledMore(w, 10)
			w.must(w.save.Embed(w.ctx, persistence.Memory, nil))
			w.keeping(persistence.Writing, w.embedder, 0)
			w.embedder.forget()
			w.is(len(w.near(w.scope(event.Trunk), lamp)), 20)
			w.is(w.embedder.read(), "lamp")
			w.must(w.save.Embed(w.ctx, persistence.Memory, nil))
			w.fork("side", event.Trunk, 1)
			w.tell("side", "x")
			_, err := w.save.Purge(w.ctx, "side")
			w.must(err)
			w.must(w.save.Embed(w.ctx, persistence.Memory, nil))
			w.keeping(persistence.Reading, w.embedder, 0)
			w.embedder.forget()
			w.is(len(w.near(w.scope(event.Trunk), lamp)), 20)
			w.is(w.embedder.read(), "lamp")
		}},
		{"for the rows of a turn a search waits", func(w *world) {
			to := &turned{}
			w.changing(to)
			filled(w, 16)
			w.is(len(w.near(w.scope(event.Trunk), lamp)), 16)
			w.is(w.embedder.read(), "")
			filledMore(w, 17)
			w.is(len(w.near(w.scope(event.Trunk), lamp)), 33)
			w.is(w.embedder.read() == "", false)
		}},
		{"embedder that fails is stood in for, and it is told once", func(w *world) {
			to := &turned{}
			w.changing(to)
			filled(w, 5)
			near, joint := w.near(w.scope(event.Trunk), lamp), w.joint(w.scope(event.Trunk), lamp)
			w.is(w.save.Trouble(), nil)
			broken := errors.New("the worker died")
			to.fail(broken)
			w.is(w.near(w.scope(event.Trunk), lamp), near)
			w.is(w.joint(w.scope(event.Trunk), lamp), joint)
			w.fails(w.save.Trouble(), broken)
			w.is(w.save.Trouble(), nil)
			w.embedder.fail(errors.New("this one too"))
			found, all, err := w.save.Best(w.ctx, w.scope(event.Trunk), lamp)
			w.must(err)
			w.is([]any{len(found), all}, []any{5, 5}) // by words
			w.embedder.fail(nil)
			to.fail(nil)
			w.is(w.near(w.scope(event.Trunk), lamp), near)
			ended, cancel := context.WithCancel(w.ctx)
			cancel()
			_, _ = w.save.SemanticSearch(ended, w.scope(event.Trunk), lamp)
			w.is(w.save.Trouble() != nil, true) // of both, above
			_, _ = w.save.SemanticSearch(ended, w.scope(event.Trunk), lamp)
			w.is(w.save.Trouble(), nil) // who gives up is no trouble of the embedder's
		}},
		{"embedding that was ended goes on where it was", func(w *world) {
			w.keeping(persistence.Writing, w.embedder, 0)
			filled(w, 700)
			ctx, cancel := context.WithCancel(w.ctx)
			kept := 0
			err := w.save.Embed(ctx, persistence.Memory, func(done, all int) { kept = done; cancel() })
			w.fails(err, context.Canceled)
			w.is(kept > 30 && kept < 600, true)
			w.keeping(persistence.Writing, w.embedder, 0)
			w.embedder.forget()
			w.must(w.save.Embed(w.ctx, persistence.Memory, nil))
			w.is(strings.Count(w.embedder.read(), "lamp"), 700-kept)
			w.embedder.forget()
			w.must(w.save.Embed(w.ctx, persistence.Memory, nil))
			w.is(w.embedder.read(), "")
		}},
		{"what memory has no room for is read and not made again", func(w *world) {
			w.keeping(persistence.Writing, w.embedder, 0)
			filled(w, 200)
			near := w.near(w.scope(event.Trunk), lamp)
			w.keeping(persistence.Reading, w.embedder, 20<<10)
			w.embedder.forget()
			for range 3 {
				w.is(w.near(w.scope(event.Trunk), lamp), near)
			}
			w.is(sortedWords(w.embedder.read()), "lamp lamp lamp")
		}},
		{"a purge takes vectors along", func(w *world) {
			w.keeping(persistence.Writing, w.embedder, 0)
			w.keep(event.Trunk, store(m("a", "lamp")))
			w.fork("side", event.Trunk, 1)
			w.keep("side", store(m("b", "lamp secret")))
			w.is(len(w.near(w.scope("side"), lamp)), 2)
			w.tell(event.Trunk, "x")
			_, err := w.save.Purge(w.ctx, "side")
			w.must(err)
			w.tell(event.Trunk, "y")
			w.keeping(persistence.Reading, w.embedder, 0)
			w.embedder.forget()
			w.is(len(w.near(w.scope(event.Trunk), lamp)), 1)
			w.is(w.embedder.read(), "lamp lamp")
		}},
		{"texts of several windows, of none and with NUL are kept", func(w *world) {
			w.keeping(persistence.Writing, w.embedder, 0)
			w.keep(event.Trunk, store(m("a", strings.Repeat("fog ", 700)+"lamp")), store(m("b", "")), store(m("c", "lamp\x00oil")), store(m("d", "???")))
			near := w.near(w.scope(event.Trunk), lamp)
			w.is(len(near), 2)
			w.keeping(persistence.Reading, w.embedder, 0)
			w.embedder.forget()
			w.is(w.near(w.scope(event.Trunk), lamp), near)
			w.is(w.embedder.read(), "lamp")
		}},
		{"embedding where it cannot be", func(w *world) {
			filled(w, 2)
			w.fails(w.save.Embed(w.ctx, persistence.Memory, nil), persistence.ErrNoEmbedder) // which are not kept
			w.keeping(persistence.Reading, w.embedder, 0)
			w.fails(w.save.Embed(w.ctx, persistence.Memory, nil), persistence.ErrReadOnly)
			w.keeping(persistence.Writing, w.embedder, 0)
			broken := errors.New("the model is gone")
			w.embedder.fail(broken)
			w.fails(w.save.Embed(w.ctx, persistence.Memory, nil), broken)
			w.embedder.fail(nil)
		}},
	}
}
