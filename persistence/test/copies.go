package test

import (
	"context"
	"errors"
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
