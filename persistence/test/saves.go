package test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// fails looks that an error is of a kind and names the save.
func (w *world) fails(err, want error) {
	w.Helper()
	if !errors.Is(err, want) {
		w.Fatalf("got %v, want %v", err, want)
	}
}

func saves() []testCase {
	cases := []testCase{
		{"a new save is empty", func(w *world) {
			w.is(w.story(w.save.At(event.Trunk)), "")
			tree, err := w.save.Tree(w.ctx)
			w.must(err)
			w.is(tree.Head, event.Trunk)
			w.is(w.save.Name(), saveName)
			w.is(w.save.Playthrough(), playthrough)
			w.must(w.save.Verify(w.ctx))
		}},
		{"a save that exists is not made again", func(w *world) {
			w.tell(event.Trunk, "a")
			_, err := w.store.Create(w.ctx, saveName, "other")
			w.fails(err, persistence.ErrExists)
			w.must(w.save.Close())
			_, err = w.store.Create(w.ctx, saveName, "other")
			w.fails(err, persistence.ErrExists)
			w.reopen(persistence.Writing)
			w.is(w.story(w.save.At(event.Trunk)), "a")
		}},
		{"a save that is not there is not opened", func(w *world) {
			for _, mode := range []persistence.Mode{persistence.Reading, persistence.Writing} {
				_, err := w.store.Open(w.ctx, "tuesday", mode)
				w.fails(err, persistence.ErrNotFound)
			}
			infos, err := w.store.List(w.ctx)
			w.must(err)
			w.is(len(infos), 1)
		}},
		{"a second writer is told who is writing, or that somebody has", func(w *world) {
			second, err := w.store.Open(w.ctx, saveName, persistence.Writing)
			if w.shares() {
				w.must(err)
				w.behind(second)
				return
			}
			w.fails(err, persistence.ErrLocked)
			locked, ok := errors.AsType[*persistence.LockedError](err)
			if !ok || locked.PID != os.Getpid() || !strings.Contains(err.Error(), `save "monday": open`) {
				w.Errorf("got %v", err)
			}
		}},
		{"the lock ends with the save", func(w *world) {
			for range 3 {
				w.reopen(persistence.Writing)
			}
		}},
		{"readers come beside the writer and see what is new", func(w *world) {
			reader, err := w.store.Open(w.ctx, saveName, persistence.Reading)
			w.must(err)
			defer reader.Close()
			w.tell(event.Trunk, "a")
			w.fork("b", event.Trunk, 1)
			w.tell("b", "c")
			w.keep("b", store(memory("m", "the lamp")))
			theirs := &world{TB: w.TB, ctx: w.ctx, save: reader}
			w.is(theirs.story(reader.At("b")), "a c kept")
			w.is(theirs.found(theirs.scope("b")), "m:the lamp")
			_, err = reader.Append(w.ctx, w.batch("b", 3, "x"))
			w.fails(err, persistence.ErrReadOnly)
			w.fails(reader.Control(w.ctx, event.Control{Kind: event.HeadMoved, Branch: "b"}), persistence.ErrReadOnly)
			_, err = reader.PutBlob(w.ctx, []byte("x"))
			w.fails(err, persistence.ErrReadOnly)
		}},
		{"a reader keeps no writer out", func(w *world) {
			w.reopen(persistence.Reading)
			writer, err := w.store.Open(w.ctx, saveName, persistence.Writing)
			w.must(err)
			w.must(writer.Close())
		}},
		{"closing twice is closing once", func(w *world) {
			w.must(w.save.Close())
			w.must(w.save.Close())
			_, err := w.save.Append(w.ctx, w.batch(event.Trunk, 0, "x"))
			w.fails(err, fs.ErrClosed)
			_, err = w.texts(w.save.At(event.Trunk))
			w.fails(err, fs.ErrClosed)
			w.fails(w.save.Verify(w.ctx), fs.ErrClosed)
		}},
		{"everything is there after opening again", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.fork("side", event.Trunk, 1)
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.HeadMoved, Branch: "side"}))
			w.keep("side", store(memory("m", "the lamp")))
			sum, err := w.save.PutBlob(w.ctx, []byte("picture"))
			w.must(err)
			w.reopen(persistence.Writing)
			w.is(w.story(w.save.At("side")), "a kept")
			w.is(w.found(w.scope("side")), "m:the lamp")
			tree, err := w.save.Tree(w.ctx)
			w.must(err)
			w.is(tree.Head, "side")
			data, err := w.save.GetBlob(w.ctx, sum)
			w.must(err)
			w.is(string(data), "picture")
			w.must(w.save.Verify(w.ctx))
		}},
		{"saves are listed with their heads", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			other, err := w.store.Create(w.ctx, "a-first", "p-2")
			w.must(err)
			w.must(other.Close())
			infos, err := w.store.List(w.ctx)
			w.must(err)
			w.is(len(infos), 2)
			for _, info := range infos {
				w.must(info.Err)
			}
			w.is(infos[0].Name+" "+string(infos[0].Playthrough), "a-first p-2")
			w.is(infos[0].Written.IsZero(), true)
			w.is(infos[1].Name, saveName)
			w.is(infos[1].Position, 2)
			w.is(infos[1].Written.IsZero(), false)
		}},
		{"a save that is played is not deleted", func(w *world) {
			w.fails(w.store.Delete(w.ctx, saveName), persistence.ErrLocked)
			w.is(w.story(w.save.At(event.Trunk)), "")
		}},
		{"a deleted save is gone and its name free", func(w *world) {
			w.tell(event.Trunk, "a")
			w.must(w.save.Close())
			w.must(w.store.Delete(w.ctx, saveName))
			w.fails(w.store.Delete(w.ctx, saveName), persistence.ErrNotFound)
			_, err := w.store.Open(w.ctx, saveName, persistence.Writing)
			w.fails(err, persistence.ErrNotFound)
			w.save, err = w.store.Create(w.ctx, saveName, "p-9")
			w.must(err)
			w.is(w.story(w.save.At(event.Trunk)), "")
			w.is(w.save.Playthrough(), "p-9")
		}},
		{"a context that has ended writes nothing", func(w *world) {
			ctx, cancel := context.WithCancel(w.ctx)
			cancel()
			_, err := w.save.Append(ctx, w.batch(event.Trunk, 0, "x"))
			w.fails(err, context.Canceled)
			w.is(w.story(w.save.At(event.Trunk)), "")
			w.tell(event.Trunk, "y")
			w.is(w.story(w.save.At(event.Trunk)), "y")
		}},
		{"an id that is none", func(w *world) {
			_, err := w.store.Create(w.ctx, "other", "")
			w.fails(err, persistence.ErrInvalid)
			infos, err := w.store.List(w.ctx)
			w.must(err)
			w.is(len(infos), 1)
		}},
	}
	for _, name := range []string{"", ".", "..", "../monday", "a/b", `a\b`, "Monday", "-x", "a b", "con", "com1", "nul", "a\x00", "é", strings.Repeat("a", 65), "monday.sqlite"} {
		cases = append(cases, testCase{"no save can be named " + name, func(w *world) {
			_, err := w.store.Create(w.ctx, name, "p")
			w.fails(err, persistence.ErrInvalid)
			_, err = w.store.Open(w.ctx, name, persistence.Writing)
			w.fails(err, persistence.ErrInvalid)
			w.fails(w.store.Delete(w.ctx, name), persistence.ErrInvalid)
		}})
	}
	return cases
}

// shares reports whether saves have several writers.
func (w *world) shares() bool {
	sharing, is := w.driver.(persistence.SharingDriver)
	return is && sharing.SharesSaves()
}

// behind has a second writer write before the first, who is told so, and sees what was written.
func (w *world) behind(second *persistence.Save) {
	w.Helper()
	theirs := &world{TB: w.TB, ctx: w.ctx, save: second, turn: 100}
	theirs.tell(event.Trunk, "a")
	_, err := w.save.Append(w.ctx, w.batch(event.Trunk, 0, "b"))
	w.fails(err, persistence.ErrConflict)
	same := theirs.batch(event.Trunk, 1, "b")
	_, err = w.save.Append(w.ctx, same)
	w.must(err)
	receipt, err := second.Append(w.ctx, same)
	w.must(err)
	w.is(receipt.Repeated, true)
	other := same
	other.Events = []event.Event{happened("c", 1)}
	_, err = second.Append(w.ctx, other) // a turn of the same name
	w.fails(err, persistence.ErrConflict)
	theirs.fork("side", event.Trunk, 1)
	w.fails(w.save.Control(w.ctx, event.Control{Kind: event.BranchMade, Branch: "side", Parent: event.Trunk, At: 1}), persistence.ErrConflict)
	w.keep(event.Trunk, store(memory("m", "the lamp")))
	w.is(theirs.found(theirs.scope(event.Trunk)), "m:the lamp")
	w.is(theirs.story(second.At(event.Trunk)), "a b kept")
	w.fails(w.store.Delete(w.ctx, saveName), persistence.ErrLocked)
	w.must(second.Close())
	w.must(w.save.Verify(w.ctx))
}
