package test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// An operation is a call on a save, at a place where there is one.
type operation struct {
	name   string
	writes bool
	placed bool // whether it is at a place in the story
	run    func(ctx context.Context, w *world, at event.Where) error
}

func operations() []operation {
	scoped := func(w *world, at event.Where) persistence.Scope {
		return persistence.Scope{At: at, Kind: persistence.Memory, Knower: "mira"}
	}
	lamp := persistence.Query{Text: "lamp"}
	second := func(_ any, err error) error { return err }
	return []operation{
		{"append", true, false, func(ctx context.Context, w *world, at event.Where) error {
			return second(w.save.Append(ctx, w.batch(at.Branch, 2, "x")))
		}},
		{"control", true, false, func(ctx context.Context, w *world, at event.Where) error {
			return w.save.Control(ctx, event.Control{Kind: event.BranchMade, Branch: "other", Parent: at.Branch, At: 1})
		}},
		{"put a blob", true, false, func(ctx context.Context, w *world, _ event.Where) error {
			return second(w.save.PutBlob(ctx, []byte("picture")))
		}},
		{"put a snapshot", true, true, func(ctx context.Context, w *world, at event.Where) error {
			if at.Position == 0 {
				at.Position = 2
			}
			return w.save.PutSnapshot(ctx, at, "1", []byte("state"))
		}},
		{"compact", true, false, func(ctx context.Context, w *world, _ event.Where) error { return w.save.Compact(ctx) }},
		{"get a blob", false, false, func(ctx context.Context, w *world, _ event.Where) error {
			return second(w.save.GetBlob(ctx, event.HashOf([]byte("there"))))
		}},
		{"read events", false, true, func(ctx context.Context, w *world, at event.Where) error {
			for _, err := range w.save.Events(ctx, at, 0) {
				if err != nil {
					return err
				}
			}
			return nil
		}},
		{"tip", false, false, func(ctx context.Context, w *world, at event.Where) error {
			_, _, err := w.save.Tip(ctx, at.Branch)
			return err
		}},
		{"tree", false, false, func(ctx context.Context, w *world, _ event.Where) error { return second(w.save.Tree(ctx)) }},
		{"info", false, false, func(ctx context.Context, w *world, _ event.Where) error { return second(w.save.Info(ctx)) }},
		{"verify", false, false, func(ctx context.Context, w *world, _ event.Where) error { return w.save.Verify(ctx) }},
		{"snapshot", false, true, func(ctx context.Context, w *world, at event.Where) error {
			_, _, err := w.save.Snapshot(ctx, at, "1")
			return err
		}},
		{"snapshot sums", false, false, func(ctx context.Context, w *world, at event.Where) error {
			return second(w.save.SnapshotSums(ctx, at.Branch, "1"))
		}},
		{"exact match", false, true, func(ctx context.Context, w *world, at event.Where) error {
			return second(w.save.ExactMatch(ctx, scoped(w, at)))
		}},
		{"text search", false, true, func(ctx context.Context, w *world, at event.Where) error {
			return second(w.save.TextSearch(ctx, scoped(w, at), lamp))
		}},
		{"semantic search", false, true, func(ctx context.Context, w *world, at event.Where) error {
			return second(w.save.SemanticSearch(ctx, scoped(w, at), lamp))
		}},
		{"hybrid search", false, true, func(ctx context.Context, w *world, at event.Where) error {
			return second(w.save.HybridSearch(ctx, scoped(w, at), lamp))
		}},
		{"best", false, true, func(ctx context.Context, w *world, at event.Where) error {
			_, _, err := w.save.Best(ctx, scoped(w, at), lamp)
			return err
		}},
	}
}

// failures are of every operation in every state in which it cannot be done: the error is of
// the same kind whatever the driver, names the save, and leaves everything as it was.
func failures() []testCase {
	var cases []testCase
	begun := func(w *world) {
		w.keep(event.Trunk, store(memory("m", "lamp")))
		w.tell(event.Trunk, "a")
		_, err := w.save.PutBlob(w.ctx, []byte("there"))
		w.must(err)
		at := w.save.At(event.Trunk)
		at.Position = 1
		w.must(w.save.PutSnapshot(w.ctx, at, "1", []byte("was")))
	}
	check := func(name string, op operation, want error, prepare func(w *world) (context.Context, event.Where)) {
		cases = append(cases, testCase{op.name + ": " + name, func(w *world) {
			begun(w)
			ctx, at := prepare(w)
			err := op.run(ctx, w, at)
			w.fails(err, want)
			if got := fmt.Sprint(err); len(got) < len(`save "monday": `) || got[:len(`save "monday": `)] != `save "monday": ` {
				w.Errorf("%q does not name the save", got)
			}
			if errors.Is(want, fs.ErrClosed) {
				return
			}
			w.is(w.story(w.save.At(event.Trunk)), "kept a")
			w.is(w.found(w.scope(event.Trunk)), "m:lamp")
			w.must(w.save.Verify(w.ctx))
		}})
	}
	for _, op := range operations() {
		here := func(w *world) event.Where { return w.save.At(event.Trunk) }
		cases = append(cases, testCase{op.name + ": well", func(w *world) {
			begun(w)
			w.must(op.run(w.ctx, w, here(w)))
		}})
		check("in a save that is closed", op, fs.ErrClosed, func(w *world) (context.Context, event.Where) {
			at := here(w)
			w.must(w.save.Close())
			return w.ctx, at
		})
		check("with a context that has ended", op, context.Canceled, func(w *world) (context.Context, event.Where) {
			ctx, cancel := context.WithCancel(w.ctx)
			cancel()
			return ctx, here(w)
		})
		if op.writes {
			check("in a save that is only read", op, persistence.ErrReadOnly, func(w *world) (context.Context, event.Where) {
				w.reopen(persistence.Reading)
				return w.ctx, here(w)
			})
		}
		if !op.placed {
			continue
		}
		for name, place := range map[string]struct {
			at   event.Where
			want error
		}{
			"in another playthrough": {event.Where{Playthrough: "p-2", Branch: event.Trunk}, persistence.ErrNotFound},
			"in no playthrough":      {event.Where{Branch: event.Trunk}, persistence.ErrNotFound},
			"along no branch":        {event.Where{Playthrough: playthrough, Branch: "ghost"}, persistence.ErrNotFound},
			"beyond the end":         {event.Where{Playthrough: playthrough, Branch: event.Trunk, Position: 3}, persistence.ErrNotFound},
			"before the beginning":   {event.Where{Playthrough: playthrough, Branch: event.Trunk, Position: -1}, persistence.ErrInvalid},
			"before any moment":      {event.Where{Playthrough: playthrough, Branch: event.Trunk, Moment: -1}, persistence.ErrInvalid},
		} {
			check(name, op, place.want, func(w *world) (context.Context, event.Where) { return w.ctx, place.at })
		}
	}
	return cases
}

// nothing is asked of a save in which nothing is: nothing is found, and nothing fails.
func nothing() []testCase {
	return []testCase{
		{"a save without anything", func(w *world) {
			for _, mode := range []persistence.Mode{persistence.Writing, persistence.Reading} {
				w.reopen(mode)
				w.is(w.story(w.save.At(event.Trunk)), "")
				for _, kind := range persistence.RowKinds() {
					w.is(len(w.hits(w.scopeOf(kind), persistence.Query{})), 0)
					w.is(len(w.near(w.scopeOf(kind), persistence.Query{Text: "lamp"})), 0)
					w.is(len(w.joint(w.scopeOf(kind), persistence.Query{Text: "lamp"})), 0)
					w.is(w.found(w.scopeOf(kind)), "")
				}
				position, head, err := w.save.Tip(w.ctx, event.Trunk)
				w.must(err)
				w.is([]any{fmt.Sprint(position), head}, []any{"0", event.Hash{}})
				info, err := w.save.Info(w.ctx)
				w.must(err)
				w.is(fmt.Sprintf("%d %s", info.Position, info.Head), "0 main")
				w.must(w.save.Verify(w.ctx))
			}
		}},
		{"a store without saves", func(w *world) {
			w.must(w.save.Close())
			w.must(w.store.Delete(w.ctx, saveName))
			infos, err := w.store.List(w.ctx)
			w.must(err)
			names, err2 := w.store.Names(w.ctx)
			w.must(err2)
			w.is(fmt.Sprint(len(infos), len(names)), "0 0")
			w.fails(w.store.Delete(w.ctx, saveName), persistence.ErrNotFound)
			w.save, err = w.store.Create(w.ctx, saveName, playthrough)
			w.must(err)
		}},
		{"rows without a text, facets or data", func(w *world) {
			for _, kind := range persistence.RowKinds() {
				w.keep(event.Trunk, store(persistence.Row{Kind: kind, Key: "k", Knower: event.Everyone}))
			}
			w.reopen(persistence.Reading)
			for _, kind := range persistence.RowKinds() {
				w.is(w.found(w.scopeOf(kind)), "k:")
				w.is(len(w.near(w.scopeOf(kind), persistence.Query{Text: "lamp"})), 0)
			}
		}},
		{"control records that are none", func(w *world) {
			w.must(w.save.Control(w.ctx))
			tree, err := w.save.Tree(w.ctx)
			w.must(err)
			w.is(len(tree.Branches()), 1)
		}},
		{"no changes, no documents", func(w *world) {
			b := w.batch(event.Trunk, 0, "")
			b.Rows, b.Documents = []persistence.Change{}, []persistence.Document{}
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.reopen(persistence.Reading)
			w.is(w.story(w.save.At(event.Trunk)), "")
			position, _, err := w.save.Tip(w.ctx, event.Trunk)
			w.must(err)
			w.is(fmt.Sprint(position), "1")
		}},
	}
}
