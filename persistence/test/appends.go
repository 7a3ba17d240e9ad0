package test

import (
	"errors"
	"strings"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

func appends() []testCase {
	// refused looks that a batch is refused and has left nothing behind.
	refused := func(w *world, b persistence.Batch, want error, says string) {
		w.Helper()
		before := w.story(w.save.At(event.Trunk))
		_, err := w.save.Append(w.ctx, b)
		w.fails(err, want)
		if !strings.Contains(err.Error(), says) {
			w.Errorf("got %v, want %q in it", err, says)
		}
		w.is(w.story(w.save.At(event.Trunk)), before)
		w.is(w.found(w.scope(event.Trunk)), "")
	}
	return []testCase{
		{"a turn gets its positions", func(w *world) {
			first, second := w.tell(event.Trunk, "a", "b"), w.tell(event.Trunk, "c")
			w.is(first.First, 1)
			w.is(first.Last, 2)
			w.is(second.First, 3)
			w.is(second.Last, 3)
			w.is(second.Repeated, false)
			w.is(w.story(w.save.At(event.Trunk)), "a b c")
		}},
		{"hashes are a chain over the bytes", func(w *world) {
			receipt := w.tell(event.Trunk, "a", "b")
			var head event.Hash
			for record, err := range w.save.Events(w.ctx, w.save.At(event.Trunk), 0) {
				w.must(err)
				encoded, err := event.Encode(record.Event)
				w.must(err)
				head = event.Chain(head, encoded)
				w.is(record.Hash, head)
			}
			w.is(receipt.Head, head)
			_, tip, err := w.save.Tip(w.ctx, event.Trunk)
			w.must(err)
			w.is(tip, head)
		}},
		{"who expects too little is told", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			refused(w, w.batch(event.Trunk, 1, "x"), persistence.ErrConflict, `branch "main" is at 2, not at 1`)
		}},
		{"who expects too much is told", func(w *world) {
			refused(w, w.batch(event.Trunk, 1, "x"), persistence.ErrConflict, "is at 0, not at 1")
		}},
		{"a branch that is not there", func(w *world) {
			refused(w, w.batch("ghost", 0, "x"), persistence.ErrNotFound, `branch "ghost"`)
		}},
		{"a known turn is answered and not written", func(w *world) {
			b := w.batch(event.Trunk, 0, "a", "b")
			b.Rows = []persistence.Change{store(memory("m", "once"))}
			first, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.tell(event.Trunk, "c")
			again, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.is(again.Repeated, true)
			again.Repeated = false
			w.is(again, first)
			w.reopen(persistence.Writing)
			again, err = w.save.Append(w.ctx, b)
			w.must(err)
			w.is(again.Repeated, true)
			w.is(w.story(w.save.At(event.Trunk)), "a b c")
			w.is(w.found(w.scope(event.Trunk)), "m:once")
		}},
		{"a turn belongs to one branch", func(w *world) {
			b := w.batch(event.Trunk, 0, "a")
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.fork("side", event.Trunk, 0)
			b.Branch = "side"
			_, err = w.save.Append(w.ctx, b)
			w.fails(err, persistence.ErrConflict)
		}},
		{"a failed turn may be tried again", func(w *world) {
			b := w.batch(event.Trunk, 5, "a")
			refused(w, b, persistence.ErrConflict, "")
			b.Expected = 0
			receipt, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.is(receipt.Repeated, false)
		}},
		{"an empty turn", func(w *world) {
			refused(w, w.batch(event.Trunk, 0), persistence.ErrInvalid, "without events")
		}},
		{"a turn without a name", func(w *world) {
			b := w.batch(event.Trunk, 0, "a")
			b.Turn = ""
			refused(w, b, persistence.ErrInvalid, "turn")
		}},
		{"an event that is none spoils the turn", func(w *world) {
			b := w.batch(event.Trunk, 0, "a", "b", "c")
			b.Events[1].Data = nil
			refused(w, b, persistence.ErrInvalid, `event 1: invalid event: happened: data: the field "text" is missing`)
		}},
		{"a cause comes before its effect", func(w *world) {
			b := w.batch(event.Trunk, 0, "a", "b")
			b.Events[1].Cause = 2
			refused(w, b, persistence.ErrInvalid, "does not come before it")
			b.Events[1].Cause = 1
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
		}},
		{"a row that cannot be spoils the turn", func(w *world) {
			b := w.batch(event.Trunk, 0, "a")
			b.Rows = []persistence.Change{store(memory("good", "x")), update(memory("bad", "x"))}
			refused(w, b, persistence.ErrNotFound, `row 1: update memory "bad"`)
			w.keep(event.Trunk, store(memory("good", "y")))
			w.is(w.found(w.scope(event.Trunk)), "good:y")
		}},
		{"a blob comes before the event that names it", func(w *world) {
			b := w.batch(event.Trunk, 0, "a")
			sum := event.HashOf([]byte("picture"))
			b.Events = append(b.Events, event.Event{Kind: event.AssetAdded, Actor: event.EngineSelf,
				Data: event.Data{"asset": "p", "blob": sum.String(), "media": "image/png", "size": 7}})
			refused(w, b, persistence.ErrNotFound, "put it first")
			_, err := w.save.PutBlob(w.ctx, []byte("picture"))
			w.must(err)
			_, err = w.save.Append(w.ctx, b)
			w.must(err)
			w.must(w.save.Verify(w.ctx))
		}},
		{"reading can begin anywhere and end anywhere", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c", "d")
			var texts []string
			for record, err := range w.save.Events(w.ctx, w.save.At(event.Trunk), 1) {
				w.must(err)
				texts = append(texts, record.Event.Text("text"))
				if record.Position == 3 {
					break
				}
			}
			w.is(texts, []string{"b", "c"})
		}},
		{"reading beyond the end finds nothing", func(w *world) {
			w.tell(event.Trunk, "a")
			for record, err := range w.save.Events(w.ctx, w.save.At(event.Trunk), 1) {
				w.Errorf("got %v, %v", record, err)
			}
		}},
		{"a reading is of one state", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			read := 0
			for _, err := range w.save.Events(w.ctx, w.save.At(event.Trunk), 0) {
				w.must(err)
				read++
				w.tell(event.Trunk, "x")
			}
			w.is(read, 2)
		}},
		{"a place that does not exist", func(w *world) {
			w.tell(event.Trunk, "a")
			at := w.save.At(event.Trunk)
			for _, where := range []event.Where{
				{Playthrough: "another", Branch: event.Trunk}, {Branch: event.Trunk},
				{Playthrough: playthrough, Branch: "ghost"}, {Playthrough: playthrough, Branch: at.Branch, Position: 2},
			} {
				_, err := w.texts(where)
				w.fails(err, persistence.ErrNotFound)
			}
			at.Position = -1
			_, err := w.texts(at)
			w.fails(err, persistence.ErrInvalid)
		}},
		{"a thousand events in one turn", func(w *world) {
			texts := make([]string, 1000)
			for i := range texts {
				texts[i] = strings.Repeat("x", i%7+1)
			}
			w.is(w.tell(event.Trunk, texts...).Last, 1000)
			w.is(w.story(w.save.At(event.Trunk)), strings.Join(texts, " "))
			w.must(w.save.Verify(w.ctx))
		}},
		{"errors name the save and the operation", func(w *world) {
			_, err := w.save.Append(w.ctx, w.batch("ghost", 0, "x"))
			if err == nil || errors.Unwrap(err) == nil || !strings.HasPrefix(err.Error(), `save "monday": append: `) {
				w.Errorf("got %v", err)
			}
		}},
	}
}
