package test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

func together(count func(int) int) []testCase {
	return []testCase{
		{"many append to one branch", func(w *world) { manyAppend(w, count(400)) }},
		{"many search while one appends", func(w *world) { manySearch(w, count(2000)) }},
		{"many search with rows of their own while one appends", func(w *world) { manyStage(w, count(2000)) }},
		{"one of many opens for writing, or all", oneOpens},
		{"a save that is made and deleted all the time has one writer", func(w *world) { comeAndGo(w, count(2000)) }},
	}
}

// manyAppend lets all append at what they believe is the tip: every event gets
// one position, none two, and nobody meets an error but a conflict.
func manyAppend(w *world, each int) {
	const writers = 16
	var all sync.WaitGroup
	for writer := range writers {
		all.Go(func() {
			for i := range each {
				w.insist(fmt.Sprintf("%d-%d", writer, i))
			}
		})
	}
	all.Wait()
	texts, err := w.texts(w.save.At(event.Trunk))
	w.must(err)
	seen := make(map[string]bool)
	last := make([]int, writers)
	for _, text := range texts {
		var writer, i int
		_, _ = fmt.Sscanf(text, "%d-%d", &writer, &i)
		if seen[text] || i < last[writer] {
			w.Errorf("%s stands twice or out of order", text)
		}
		seen[text], last[writer] = true, i
	}
	w.is(len(texts), writers*each)
	w.must(w.save.Verify(w.ctx))
}

// insist appends until nobody has been faster.
func (w *world) insist(text string) {
	for {
		tip, _, err := w.save.Tip(w.ctx, event.Trunk)
		if err == nil {
			_, err = w.save.Append(w.ctx, persistence.Batch{
				Branch: event.Trunk, Expected: tip, Turn: event.TurnID(text), Events: []event.Event{happened(text, 1)},
			})
		}
		if err == nil {
			return
		}
		if !errors.Is(err, persistence.ErrConflict) {
			w.Errorf("%s: %v", text, err)
			return
		}
	}
}

func manySearch(w *world, turns int) {
	w.whileAppending(turns, func(string) { w.oneState() })
	w.is(len(w.search(w.scope(event.Trunk), persistence.Query{Text: "lamp"})) > 0, true)
}

func manyStage(w *world, turns int) {
	w.whileAppending(turns, func(look string) { // with a word that nobody has read before
		w.oneState(store(memory("own", "the lamp of "+look)))
	})
	w.is(strings.Contains(w.found(w.scope(event.Trunk)), "own"), false)
}

// whileAppending has six look as often as they can while turns are written. Each
// look has a name of its own.
func (w *world) whileAppending(turns int, look func(name string)) {
	var all sync.WaitGroup
	done := make(chan struct{})
	for who := range 6 {
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-done:
					return
				default:
				}
				look(fmt.Sprintf("%dx%d", who, n))
			}
		})
	}
	for i := range turns {
		w.keep(event.Trunk, store(memory(fmt.Sprintf("m%d", i), "the lamp")))
	}
	close(done)
	all.Wait()
}

// oneState looks that a search as of a position sees exactly what was there, and
// what is staged.
func (w *world) oneState(staged ...persistence.Change) {
	tip, _, err := w.save.Tip(w.ctx, event.Trunk)
	if err != nil || tip == 0 {
		return
	}
	scope := w.scope(event.Trunk)
	scope.At.Position, scope.Staged = tip, staged
	found, err := w.save.TextSearch(w.ctx, scope, persistence.Query{Text: "lamp"})
	if err != nil || len(found) != int(tip)+len(staged) {
		w.Errorf("at %d there are %d rows, %d of them staged (%v)", tip, len(found), len(staged), err)
	}
	if found, err = w.save.SemanticSearch(w.ctx, scope, persistence.Query{Text: "lamp"}); err != nil || len(found) != int(tip)+len(staged) {
		w.Errorf("at %d there are %d rows by meaning, %d of them staged (%v)", tip, len(found), len(staged), err)
	}
}

func oneOpens(w *world) {
	w.must(w.save.Close())
	const openers = 20
	opened := make(chan *persistence.Save, openers)
	var all sync.WaitGroup
	for range openers {
		all.Go(func() {
			save, err := w.store.Open(w.ctx, saveName, persistence.Writing)
			switch {
			case err == nil:
				opened <- save
			case !errors.Is(err, persistence.ErrLocked):
				w.Errorf("got %v", err)
			}
		})
	}
	all.Wait()
	close(opened)
	if w.shares() {
		w.is(len(opened), openers)
	} else {
		w.is(len(opened), 1)
	}
	w.save = <-opened
	for other := range opened {
		w.must(other.Close())
	}
}

// comeAndGo makes, opens and deletes one save from many sides. Whoever has it
// open for writing has it alone.
func comeAndGo(w *world, rounds int) {
	w.must(w.save.Close())
	var all sync.WaitGroup
	var inside atomic.Int32
	for player := range 8 {
		all.Go(func() {
			for round := range rounds {
				w.visit(&inside, (player+round)%3 == 0)
			}
		})
	}
	all.Wait()
	_ = w.store.Delete(w.ctx, saveName) // it may be gone
	var err error
	w.save, err = w.store.Create(w.ctx, saveName, playthrough)
	w.must(err)
}

func (w *world) visit(inside *atomic.Int32, leaveNothing bool) {
	save, err := w.store.Open(w.ctx, saveName, persistence.Writing)
	if errors.Is(err, persistence.ErrNotFound) {
		save, err = w.store.Create(w.ctx, saveName, playthrough)
	}
	switch {
	case errors.Is(err, persistence.ErrLocked), errors.Is(err, persistence.ErrExists), errors.Is(err, persistence.ErrNotFound):
		return
	case err != nil:
		w.Errorf("come: %v", err)
		return
	}
	if n := inside.Add(1); n != 1 && !w.shares() {
		w.Errorf("%d have it open for writing", n)
	}
	if tip, _, err := save.Tip(w.ctx, event.Trunk); err != nil {
		w.Errorf("look: %v", err)
	} else if _, err := save.Append(w.ctx, persistence.Batch{
		Branch: event.Trunk, Expected: tip, Turn: event.TurnID(fmt.Sprint(tip)), Events: []event.Event{happened("x", 1)},
	}); err != nil && !(w.shares() && errors.Is(err, persistence.ErrConflict)) {
		w.Errorf("write: %v", err)
	}
	inside.Add(-1)
	if err := save.Close(); err != nil {
		w.Errorf("go: %v", err)
	}
	if !leaveNothing {
		return
	}
	err = w.store.Delete(w.ctx, saveName)
	if err != nil && !errors.Is(err, persistence.ErrLocked) && !errors.Is(err, persistence.ErrNotFound) {
		w.Errorf("delete: %v", err)
	}
}
