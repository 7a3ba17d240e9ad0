package test

import (
	"bytes"
	"fmt"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// prunes prunes the snapshots, which are to be so many.
func (w *world) prunes(keep int, since time.Time, want int) {
	w.Helper()
	dropped, err := w.save.PruneSnapshots(w.ctx, keep, since)
	w.must(err)
	w.is(dropped, want)
}

func snapshots() []testCase {
	at := func(w *world, branch event.BranchID, position event.Position) event.Where {
		where := w.save.At(branch)
		where.Position = position
		return where
	}
	put := func(w *world, branch event.BranchID, position event.Position, version, data string) {
		w.Helper()
		w.must(w.save.PutSnapshot(w.ctx, at(w, branch, position), version, []byte(data)))
	}
	// finds is "position:bytes" of what a place goes on from.
	finds := func(w *world, where event.Where, version, want string) {
		w.Helper()
		position, data, err := w.save.Snapshot(w.ctx, where, version)
		if want == "" {
			w.fails(err, persistence.ErrNotFound)
			return
		}
		w.must(err)
		w.is(fmt.Sprintf("%d:%s", position, data), want)
	}
	// holds is each snapshot of a branch's own, by the bytes that are in it.
	holds := func(w *world, branch event.BranchID, version string, want map[event.Position]string) {
		w.Helper()
		sums, err := w.save.SnapshotSums(w.ctx, branch, version)
		w.must(err)
		hashes := make(map[event.Position]event.Hash)
		for position, data := range want {
			hashes[position] = event.HashOf([]byte(data))
		}
		w.is(fmt.Sprint(sums), fmt.Sprint(hashes))
	}
	return []testCase{
		{"what is in a branch's own", func(w *world) {
			holds(w, event.Trunk, "1", nil)
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("side", event.Trunk, 3)
			put(w, event.Trunk, 1, "1", "one")
			put(w, event.Trunk, 3, "1", "")
			holds(w, event.Trunk, "1", map[event.Position]string{1: "one", 3: ""})
			holds(w, event.Trunk, "2", nil)
			holds(w, "side", "1", nil)
			w.tell("side", "x", "y")
			large := string(bytes.Repeat([]byte("state\x00"), 1<<20))
			put(w, "side", 4, "2", "of a newer program")
			put(w, "side", 5, "1", large)
			holds(w, "side", "1", map[event.Position]string{5: large})
			_, err := w.save.SnapshotSums(w.ctx, "nowhere", "1")
			w.fails(err, persistence.ErrNotFound)
		}},
		{"there is none", func(w *world) {
			finds(w, w.save.At(event.Trunk), "1", "")
			w.tell(event.Trunk, "a")
			finds(w, w.save.At(event.Trunk), "1", "")
		}},
		{"the latest that a place sees", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c", "d")
			put(w, event.Trunk, 2, "1", "two")
			put(w, event.Trunk, 3, "1", "three")
			finds(w, w.save.At(event.Trunk), "1", "3:three")
			finds(w, at(w, event.Trunk, 3), "1", "3:three")
			finds(w, at(w, event.Trunk, 2), "1", "2:two")
			finds(w, at(w, event.Trunk, 1), "1", "")
			w.reopen(persistence.Reading)
			finds(w, w.save.At(event.Trunk), "1", "3:three")
		}},
		{"of its version alone", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			put(w, event.Trunk, 1, "1", "old")
			put(w, event.Trunk, 2, "2", "new")
			finds(w, w.save.At(event.Trunk), "1", "1:old")
			finds(w, w.save.At(event.Trunk), "2", "2:new")
			finds(w, w.save.At(event.Trunk), "", "")
		}},
		{"one in place of another", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			put(w, event.Trunk, 2, "1", "was")
			put(w, event.Trunk, 2, "2", "is")
			finds(w, w.save.At(event.Trunk), "1", "")
			finds(w, w.save.At(event.Trunk), "2", "2:is")
		}},
		{"two of each branch are kept", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c", "d", "e")
			w.fork("side", event.Trunk, 4)
			w.tell("side", "x")
			put(w, "side", 5, "1", "side")
			for n := event.Position(1); n <= 5; n++ {
				put(w, event.Trunk, n, "1", fmt.Sprint("at ", n))
			}
			finds(w, at(w, event.Trunk, 3), "1", "")
			finds(w, at(w, event.Trunk, 4), "1", "4:at 4")
			finds(w, at(w, event.Trunk, 5), "1", "5:at 5")
			finds(w, w.save.At("side"), "1", "5:side")
		}},
		{"a child goes on from its parent's up to the fork", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("side", event.Trunk, 2)
			put(w, event.Trunk, 1, "1", "one")
			put(w, event.Trunk, 3, "1", "three")
			finds(w, w.save.At("side"), "1", "1:one")
			w.tell("side", "x")
			put(w, "side", 3, "1", "other")
			finds(w, w.save.At("side"), "1", "3:other")
			finds(w, w.save.At(event.Trunk), "1", "3:three")
			finds(w, at(w, "side", 2), "1", "1:one")
		}},
		{"a child that sees no later moments has none of its parent's", func(w *world) {
			w.tellAt(event.Trunk, 1, "a")
			w.tellAt(event.Trunk, 5, "later")
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.BranchMade, Branch: "side", Parent: event.Trunk, At: 2, Until: 1}))
			put(w, event.Trunk, 1, "1", "one")
			put(w, event.Trunk, 2, "1", "with what comes later")
			finds(w, w.save.At("side"), "1", "")
			w.tell("side", "x")
			put(w, "side", 3, "1", "own")
			finds(w, w.save.At("side"), "1", "3:own")
			as := w.save.At(event.Trunk)
			as.Moment = 1
			finds(w, as, "1", "")
		}},
		{"only of what is a branch's own", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.fork("side", event.Trunk, 2)
			for where, want := range map[event.Where]error{
				at(w, "side", 2):      persistence.ErrInvalid,
				at(w, event.Trunk, 0): persistence.ErrInvalid,
				at(w, event.Trunk, 3): persistence.ErrNotFound,
				at(w, "nowhere", 1):   persistence.ErrNotFound,
				{Playthrough: "p-2", Branch: event.Trunk, Position: 1}:                  persistence.ErrNotFound,
				{Playthrough: playthrough, Branch: event.Trunk, Position: 1, Moment: 1}: persistence.ErrInvalid,
			} {
				w.fails(w.save.PutSnapshot(w.ctx, where, "1", []byte("x")), want)
			}
		}},
		{"pruned by count", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("side", event.Trunk, 2)
			w.tell("side", "x", "y")
			for n := event.Position(2); n <= 3; n++ {
				put(w, event.Trunk, n, "1", fmt.Sprint("at ", n))
			}
			put(w, "side", 3, "1", "side 3")
			put(w, "side", 4, "1", "side 4")
			w.prunes(2, time.Time{}, 0)
			w.prunes(1, time.Time{}, 2)
			finds(w, w.save.At(event.Trunk), "1", "3:at 3")
			finds(w, at(w, event.Trunk, 2), "1", "")
			finds(w, w.save.At("side"), "1", "4:side 4")
			w.prunes(0, time.Time{}, 2)
			finds(w, w.save.At(event.Trunk), "1", "")
			w.prunes(0, time.Time{}, 0)
			w.must(w.save.Verify(w.ctx))
		}},
		{"pruned by age, but for what the story is told along", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("side", event.Trunk, 2)
			w.fork("other", event.Trunk, 2)
			w.tell("side", "x")
			w.tell("other", "z")
			for _, branch := range []event.BranchID{event.Trunk, "side", "other"} {
				put(w, branch, 3, "1", string(branch))
			}
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.HeadMoved, Branch: "side"}))
			w.prunes(2, time.Now().Add(-time.Hour), 0)
			w.prunes(2, time.Now().Add(time.Hour), 1)
			finds(w, w.save.At(event.Trunk), "1", "3:main")
			finds(w, w.save.At("side"), "1", "3:side")
			finds(w, w.save.At("other"), "1", "")
			w.reopen(persistence.Reading)
			_, err := w.save.PruneSnapshots(w.ctx, 0, time.Time{})
			w.fails(err, persistence.ErrReadOnly)
		}},
		{"not where it is only read", func(w *world) {
			w.tell(event.Trunk, "a")
			w.reopen(persistence.Reading)
			w.fails(w.save.PutSnapshot(w.ctx, at(w, event.Trunk, 1), "1", nil), persistence.ErrReadOnly)
		}},
		{"no bytes, many bytes, too many", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			put(w, event.Trunk, 1, "1", "")
			finds(w, at(w, event.Trunk, 1), "1", "1:")
			large := bytes.Repeat([]byte("state\x00"), 1<<20)
			put(w, event.Trunk, 2, "1", string(large))
			_, data, err := w.save.Snapshot(w.ctx, w.save.At(event.Trunk), "1")
			w.must(err)
			w.is(bytes.Equal(data, large), true)
			w.fails(w.save.PutSnapshot(w.ctx, at(w, event.Trunk, 2), "1", make([]byte, persistence.MaxSnapshot+1)), persistence.ErrInvalid)
			w.must(w.save.Verify(w.ctx))
		}},
	}
}
