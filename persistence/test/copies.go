package test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story/event"
)

// copied copies a save with something of everything from a store of the driver to one of another,
// and from there to a second of the driver.
func copied(t *testing.T, driver New) {
	w := newWorld(t, driver)
	w.tell(event.Trunk, "a", "b")
	w.fork("side", event.Trunk, 1)
	w.fork("purged", event.Trunk, 2)
	w.keep("side", store(memory("m", "the lamp")))
	w.keep("side", update(memory("m", "the lamp is out")))
	w.keep("purged", store(memory("n", "the boat")))
	w.must(w.save.Control(w.ctx, event.Control{Kind: event.HeadMoved, Branch: "side"}))
	_, err := w.save.Purge(w.ctx, "purged")
	w.must(err)
	picture, err := w.save.PutBlob(w.ctx, []byte("picture"))
	w.must(err)
	w.must(w.save.PutSnapshot(w.ctx, event.Where{Playthrough: playthrough, Branch: event.Trunk, Position: 2}, "1", []byte("state")))
	last := w.batch(event.Trunk, 2, "c")
	written, err := w.save.Append(w.ctx, last)
	w.must(err)

	middle := persistence.New(mem.New(), nil)
	end := persistence.New(driver(t), &persistence.Options{Embedder: w.embedder})
	stores := []*persistence.Store{w.store, middle, end}
	var digests []event.Hash
	for i, from := range stores {
		digest, err := from.Digest(w.ctx, saveName)
		w.must(err)
		digests = append(digests, digest)
		if i+1 == len(stores) {
			break
		}
		ctx, cancel := context.WithCancel(w.ctx)
		cancel()
		if _, err := from.CopyTo(ctx, saveName, stores[i+1], saveName); err == nil {
			t.Error("it was copied by who had given up")
		}
		names, err := stores[i+1].Names(w.ctx)
		w.must(err)
		w.is(len(names), 0)
		for _, want := range []bool{true, false} { // the second time it is there
			done, err := from.CopyTo(w.ctx, saveName, stores[i+1], saveName)
			w.must(err)
			w.is(done, want)
		}
	}
	w.is(digests[1], digests[0])
	w.is(digests[2], digests[0])

	save, err := end.Open(w.ctx, saveName, persistence.Writing)
	w.must(err)
	defer save.Close()
	theirs := &world{TB: t, ctx: w.ctx, save: save}
	w.is(theirs.story(save.At("side")), w.story(w.save.At("side")))
	w.is(theirs.found(theirs.scope("side")), "m:the lamp is out")
	data, err := save.GetBlob(w.ctx, picture)
	w.must(err)
	w.is(string(data), "picture")
	position, data, err := save.Snapshot(w.ctx, save.At(event.Trunk), "1")
	w.must(err)
	w.is([]any{int64(position), string(data)}, []any{int64(2), "state"})
	again, err := save.Append(w.ctx, last)
	w.must(err)
	written.Repeated = true
	w.is(again, written)
	w.must(save.Verify(w.ctx))

	theirs.turn = 50
	theirs.tell("side", "of its own")
	if done, err := middle.CopyTo(w.ctx, saveName, end, saveName); done || !errors.Is(err, persistence.ErrDiffers) {
		t.Errorf("copied %t, %v", done, err)
	}
	w.is(theirs.story(save.At("side")), "a kept kept of its own")
}

// interrupted has a copy end at each of its steps, by an error and by whoever gives up, and looks that nothing is
// left of it; and then goes through.
func interrupted(t *testing.T, driver New) {
	w := newWorld(t, driver)
	w.tell(event.Trunk, "a", "b")
	w.keep(event.Trunk, store(memory("m", "the lamp")))
	_, err := w.save.PutBlob(w.ctx, []byte("picture"))
	w.must(err)
	want, err := w.store.Digest(w.ctx, saveName)
	w.must(err)
	for _, giveUp := range []bool{false, true} {
		target := driver(t)
		to := persistence.New(target, nil)
		for step := 1; ; step++ {
			ctx, cancel := context.WithCancel(w.ctx)
			broken := errors.New("interrupted")
			steps := &stepping{Driver: target, left: step, at: func() error { return broken }}
			if giveUp {
				steps.at = func() error { cancel(); return nil }
			}
			made, err := w.store.CopyTo(ctx, saveName, persistence.New(steps, nil), saveName)
			cancel()
			if steps.left > 0 { // it was through before
				if err != nil || !made || step < 8 {
					t.Errorf("not interrupted in %d steps: made %t, %v", step-1, made, err)
				}
				break
			}
			if made || err == nil || !giveUp && !errors.Is(err, broken) || giveUp && !errors.Is(err, context.Canceled) {
				t.Errorf("interrupted at step %d: made %t, %v", step, made, err)
			}
			names, err := to.Names(w.ctx)
			w.must(err)
			w.is(len(names), 0)
		}
		got, err := to.Digest(w.ctx, saveName)
		w.must(err)
		w.is(got, want)
	}
}

// stepping is a driver in which something happens at one of the steps by which a save is filled.
type stepping struct {
	persistence.Driver
	left int
	at   func() error
}

func (s *stepping) step() error {
	if s.left--; s.left == 0 {
		return s.at()
	}
	return nil
}

func (s *stepping) Create(ctx context.Context, name string, id event.PlaythroughID, fill func(persistence.File) error) (persistence.File, error) {
	return s.Driver.Create(ctx, name, id, func(f persistence.File) error { return fill(steppingFile{f, s}) })
}

type steppingFile struct {
	persistence.File
	steps *stepping
}

func (f steppingFile) Update(ctx context.Context, write func(persistence.Writer) error) error {
	if err := f.steps.step(); err != nil {
		return err
	}
	err := f.File.Update(ctx, func(w persistence.Writer) error {
		err := write(steppingWriter{w, f.steps})
		if err == nil {
			err = f.steps.step() // before it is committed
		}
		return err
	})
	if err == nil {
		err = errors.Join(f.steps.step(), ctx.Err()) // and after
	}
	return err
}

type steppingWriter struct {
	persistence.Writer
	steps *stepping
}

func then[T any](w steppingWriter, put func(T) error, value T) error {
	if err := w.steps.step(); err != nil {
		return err
	}
	return put(value)
}

func (w steppingWriter) PutEvent(v persistence.RawEvent) error { return then(w, w.Writer.PutEvent, v) }
func (w steppingWriter) PutControl(v persistence.RawControl) error {
	return then(w, w.Writer.PutControl, v)
}
func (w steppingWriter) PutRow(v persistence.RawRow) error   { return then(w, w.Writer.PutRow, v) }
func (w steppingWriter) PutBlob(v persistence.RawBlob) error { return then(w, w.Writer.PutBlob, v) }
func (w steppingWriter) PutSummary(v []byte) error           { return then(w, w.Writer.PutSummary, v) }
func (w steppingWriter) PutTurn(id event.TurnID, r persistence.Receipt) error {
	return then(w, func(r persistence.Receipt) error { return w.Writer.PutTurn(id, r) }, r)
}

// copiedAtOnce has several copy one save to one place: one makes it, and the others find it there, or that it is
// being made.
func copiedAtOnce(t *testing.T, driver New) {
	w := newWorld(t, driver)
	w.tell(event.Trunk, "a", "b")
	want, err := w.store.Digest(w.ctx, saveName)
	w.must(err)
	for range 5 {
		target := driver(t)
		var made atomic.Int64
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				copied, err := w.store.CopyTo(w.ctx, saveName, persistence.New(target, nil), saveName)
				switch {
				case copied:
					made.Add(1)
				case err != nil && !errors.Is(err, persistence.ErrLocked):
					t.Errorf("another copies at the same time: %v", err)
				}
			})
		}
		all.Wait()
		w.is(int(made.Load()), 1)
		got, err := persistence.New(target, nil).Digest(w.ctx, saveName)
		w.must(err)
		w.is(got, want)
	}
}
