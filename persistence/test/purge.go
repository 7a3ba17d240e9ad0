package test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// moveHead has the story told along a branch.
func (w *world) moveHead(to event.BranchID) {
	w.Helper()
	w.must(w.save.Control(w.ctx, event.Control{Kind: event.HeadMoved, Branch: to}))
}

// purge erases branches, after a preview that says the same, and says what was erased:
// "events rows blobs".
func (w *world) purge(branches ...event.BranchID) string {
	w.Helper()
	preview, err := w.save.PurgePreview(w.ctx, branches...)
	w.must(err)
	done, err := w.save.Purge(w.ctx, branches...)
	w.must(err)
	w.is(fmt.Sprint(preview), fmt.Sprint(done))
	return fmt.Sprintf("%d %d %d", done.Events, done.Rows, done.Blobs)
}

// asset appends an event that names a blob.
func (w *world) asset(branch event.BranchID, data string) {
	w.Helper()
	sum, err := w.save.PutBlob(w.ctx, []byte(data))
	w.must(err)
	tip, _, err := w.save.Tip(w.ctx, branch)
	w.must(err)
	b := w.batch(branch, tip)
	b.Events = []event.Event{{Kind: event.AssetAdded, Actor: event.EngineSelf, Data: event.Data{"asset": "a", "blob": sum.String(), "media": "text/plain", "size": len(data)}}}
	_, err = w.save.Append(w.ctx, b)
	w.must(err)
}

// blobs are those that are there, of some.
func (w *world) blobs(of ...string) string {
	w.Helper()
	var there []string
	for _, data := range of {
		if got, err := w.save.GetBlob(w.ctx, event.HashOf([]byte(data))); err == nil {
			there = append(there, string(got))
		} else {
			w.fails(err, persistence.ErrNotFound)
		}
	}
	return strings.Join(there, " ")
}

func purges() []testCase {
	return []testCase{
		{"what a branch alone has is gone, and what another has of it is there", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c", "d")
			w.fork("side", event.Trunk, 2)
			w.tell("side", "x")
			w.moveHead("side")
			w.is(w.purge(event.Trunk), "2 0 0")
			w.is(w.story(w.save.At("side")), "a b x")
			w.tell("side", "y")
			w.reopen(persistence.Writing)
			w.is(w.story(w.save.At("side")), "a b x y")
			w.is(w.story(w.save.At(event.Trunk)), "a b")
			w.must(w.save.Verify(w.ctx))
		}},
		{"a leaf goes whole, and nothing of its parent does", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.fork("side", event.Trunk, 1)
			w.tell("side", "x", "y")
			w.is(w.purge("side"), "2 0 0")
			w.is(w.story(w.save.At(event.Trunk)), "a b")
			w.reopen(persistence.Writing)
			w.is(w.story(w.save.At("side")), "a")
			w.must(w.save.Verify(w.ctx))
		}},
		{"one that a later purge frees goes then", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("one", event.Trunk, 1)
			w.tell("one", "b", "c", "d")
			w.fork("two", "one", 3)
			w.tell("two", "e")
			w.is(w.purge("one"), "1 0 0")
			w.is(w.story(w.save.At("two")), "a b c e")
			w.is(w.purge("two"), "3 0 0")
			w.is(w.story(w.save.At(event.Trunk)), "a")
			w.reopen(persistence.Writing)
			w.must(w.save.Verify(w.ctx))
		}},
		{"several at once", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.fork("one", event.Trunk, 1)
			w.tell("one", "c", "d")
			w.fork("two", "one", 2)
			w.tell("two", "e")
			w.is(w.purge("one", "two"), "3 0 0")
			w.must(w.save.Verify(w.ctx))
		}},
		{"in the midst of a turn", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("side", event.Trunk, 2)
			w.moveHead("side")
			w.is(w.purge(event.Trunk), "1 0 0")
			w.reopen(persistence.Writing)
			w.is(w.story(w.save.At("side")), "a b")
			w.tell("side", "x")
			w.is(w.story(w.save.At("side")), "a b x")
			w.must(w.save.Verify(w.ctx))
		}},
		{"rows go with the events that made them", func(w *world) {
			w.keep(event.Trunk, store(memory("shared", "of both")))
			w.fork("side", event.Trunk, 1)
			w.keep("side", store(memory("own", "of the side")))
			w.keep("side", remove("shared"))
			w.is(w.found(w.scope("side")), "own:of the side")
			w.is(w.purge("side"), "2 2 0")
			w.is(w.found(w.scope(event.Trunk)), "shared:of both")
			w.reopen(persistence.Reading)
			w.is(w.found(w.scope(event.Trunk)), "shared:of both")
		}},
		{"blobs go that no event names", func(w *world) {
			w.tell(event.Trunk, "a")
			w.asset(event.Trunk, "both")
			w.fork("side", event.Trunk, 2)
			w.asset("side", "both")
			w.asset("side", "side")
			w.is(w.purge("side"), "2 0 1")
			w.is(w.blobs("both", "side"), "both")
			w.must(w.save.Verify(w.ctx))
		}},
		{"a document stays that was packed against one that goes", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("side", event.Trunk, 1)
			w.must(w.documentOn("side", "plan", plan(1)))
			w.must(w.documentOn("side", "plan", plan(2)))
			w.must(w.document("plan", plan(3)))
			w.must(w.document("plan", plan(4)))
			w.is(w.purge("side"), "2 0 2")
			w.is(w.blobs(string(plan(1)), string(plan(2))), "")
			w.holds(plan(3))
			w.holds(plan(4))
			w.must(w.document("plan", plan(5)))
			w.must(w.save.Verify(w.ctx))
			w.reopen(persistence.Writing)
			w.holds(plan(3))
			w.holds(plan(5))
		}},
		{"snapshots go too", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("side", event.Trunk, 1)
			w.tell("side", "x")
			at := w.save.At("side")
			at.Position = 2
			w.must(w.save.PutSnapshot(w.ctx, at, "1", []byte("x")))
			w.purge("side")
			_, _, err := w.save.Snapshot(w.ctx, w.save.At("side"), "1")
			w.fails(err, persistence.ErrNotFound)
			w.must(w.save.Verify(w.ctx))
		}},
		{"nobody goes on along it, or goes back to it, and its name stays taken", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("side", event.Trunk, 1)
			w.tell("side", "x")
			for _, to := range []event.BranchID{"side", event.Trunk, "side", event.Trunk} {
				w.moveHead(to)
			}
			w.purge("side")
			tree, err := w.save.Tree(w.ctx)
			w.must(err)
			w.is(tree.Head, event.Trunk)
			w.is(tree.Left(), "")
			for _, c := range []event.Control{
				{Kind: event.HeadMoved, Branch: "side"}, {Kind: event.BranchMarked, Branch: "side", Status: event.Archived},
				{Kind: event.EventHidden, Branch: "side", At: 2}, {Kind: event.HeadRestored, Branch: "side"},
			} {
				w.fails(w.save.Control(w.ctx, c), persistence.ErrNotFound)
			}
			w.fails(w.save.Control(w.ctx, event.Control{Kind: event.BranchMade, Branch: "side", Parent: event.Trunk, At: 1}), persistence.ErrConflict)
			_, err = w.save.Append(w.ctx, w.batch("side", 1, "again"))
			w.fails(err, persistence.ErrNotFound)
			_, err = w.save.Purge(w.ctx, "side")
			w.fails(err, persistence.ErrNotFound)
		}},
		{"the head cannot be purged, nor what is not there", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("side", event.Trunk, 1)
			for _, c := range []struct {
				branches []event.BranchID
				want     error
			}{
				{[]event.BranchID{event.Trunk}, persistence.ErrInvalid}, {nil, persistence.ErrInvalid},
				{[]event.BranchID{"ghost"}, persistence.ErrNotFound}, {[]event.BranchID{"side", event.Trunk}, persistence.ErrInvalid},
				{[]event.BranchID{"side", "side"}, persistence.ErrNotFound},
			} {
				_, err := w.save.PurgePreview(w.ctx, c.branches...)
				w.fails(err, c.want)
				_, err = w.save.Purge(w.ctx, c.branches...)
				w.fails(err, c.want)
			}
			w.fails(w.save.Control(w.ctx, event.Control{Kind: event.BranchPurged, Branch: "side"}), persistence.ErrInvalid)
			w.is(w.story(w.save.At("side")), "a")
			w.reopen(persistence.Reading)
			_, err := w.save.Purge(w.ctx, "side")
			w.fails(err, persistence.ErrReadOnly)
		}},
		{"a branch leaves what is left of it", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("side", event.Trunk, 2)
			w.moveHead("side")
			w.purge(event.Trunk)
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.EventHidden, Branch: event.Trunk, At: 2}))
			w.fork("third", event.Trunk, 2)
			w.tell("third", "x")
			w.is(w.story(w.save.At("third")), "a b x")
			w.fails(w.save.Control(w.ctx, event.Control{Kind: event.BranchMade, Branch: "fourth", Parent: event.Trunk, At: 3}), persistence.ErrNotFound)
		}},
		{"what was appended to last may be purged", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("side", event.Trunk, 1)
			w.tell("side", "x")
			w.purge("side")
			w.reopen(persistence.Writing) // and is no older copy
			w.tell(event.Trunk, "b")
			w.reopen(persistence.Writing)
		}},
		{"what was purged is nowhere in what is compacted", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("side", event.Trunk, 1)
			w.tell("side", strings.Repeat("secret", 10_000))
			w.purge("side")
			w.must(w.save.Compact(w.ctx))
			w.is(w.story(w.save.At(event.Trunk)), "a")
			w.tell(event.Trunk, "b")
			w.reopen(persistence.Writing)
			w.is(w.story(w.save.At(event.Trunk)), "a b")
			w.must(w.save.Verify(w.ctx))
			w.reopen(persistence.Reading)
			w.fails(w.save.Compact(w.ctx), persistence.ErrReadOnly)
		}},
		{"somebody who reads meanwhile goes on reading", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("side", event.Trunk, 1)
			w.tell("side", "x", "y")
			reader, err := w.store.Open(w.ctx, saveName, persistence.Reading)
			w.must(err)
			defer reader.Close()
			var read []string
			for r, err := range reader.Events(w.ctx, reader.At("side"), 0) {
				w.must(err)
				if read = append(read, r.Event.Text("text")); len(read) == 1 {
					w.purge("side")
				}
			}
			w.is(strings.Join(read, " "), "a x y")
		}},
	}
}

func retirements() []testCase {
	retire := func(w *world, branch event.BranchID, at event.Position) int64 {
		w.Helper()
		where := w.save.At(branch)
		where.Position = at
		preview, err := w.save.RetirePreview(w.ctx, where)
		w.must(err)
		done, err := w.save.Retire(w.ctx, where, "three are kept")
		w.must(err)
		w.is(preview, done)
		return done.Memories
	}
	return []testCase{
		{"what was kept up to a position is not found any more", func(w *world) {
			w.keep(event.Trunk, store(memory("one", "the lamp")))
			w.keep(event.Trunk, store(memory("two", "the lamp")))
			w.keep(event.Trunk, store(memory("three", "the lamp")))
			w.is(retire(w, event.Trunk, 2), 2)
			w.is(w.found(w.scope(event.Trunk)), "three:the lamp")
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "lamp"}), "three")
			w.reopen(persistence.Writing)
			w.is(w.found(w.scope(event.Trunk)), "three:the lamp")
			w.is(retire(w, event.Trunk, 1), 0)
			w.is(w.found(w.scope(event.Trunk)), "three:the lamp")
			w.must(w.save.Verify(w.ctx))
		}},
		{"what is never forgotten is found", func(w *world) {
			triumph := memory("one", "the lamp")
			triumph.Facets.Episodic = "triumph"
			w.keep(event.Trunk, store(triumph))
			w.keep(event.Trunk, store(memory("two", "the lamp")))
			w.is(retire(w, event.Trunk, 2), 1)
			w.is(w.found(w.scope(event.Trunk)), "one:the lamp")
		}},
		{"what was changed or withdrawn later is as it was made", func(w *world) {
			w.keep(event.Trunk, store(memory("one", "was")))
			w.keep(event.Trunk, store(memory("two", "was")))
			w.keep(event.Trunk, update(memory("one", "is")))
			w.is(retire(w, event.Trunk, 2), 2)
			w.is(w.found(w.scope(event.Trunk)), "one:is")
			w.keep(event.Trunk, remove("two"))
			w.keep(event.Trunk, store(memory("two", "again")))
			w.is(w.found(w.scope(event.Trunk)), "one:is two:again")
		}},
		{"along every branch that has it, and none that has not", func(w *world) {
			w.keep(event.Trunk, store(memory("one", "shared")))
			w.keep(event.Trunk, store(memory("two", "shared")))
			w.fork("side", event.Trunk, 1)
			w.keep("side", store(memory("three", "own")))
			w.fork("late", "side", 2)
			w.is(retire(w, "side", 2), 2)
			w.is(w.found(w.scope("side")), "")
			w.is(w.found(w.scope("late")), "")
			w.is(w.found(w.scope(event.Trunk)), "two:shared")
		}},
		{"none of a moment that the branch leaves out", func(w *world) {
			of := func(key string, moment event.Sequence) persistence.Change {
				row := memory(key, "the lamp")
				row.Moment = moment
				return store(row)
			}
			w.keep(event.Trunk, of("one", 1))
			w.keep(event.Trunk, of("two", 5))
			w.keep(event.Trunk, of("three", 1))
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.BranchMade, Branch: "side", Parent: event.Trunk, At: 3, Until: 2}))
			w.is(w.found(w.scope("side")), "one:the lamp three:the lamp")
			w.is(retire(w, "side", 3), 2)
			w.is(w.found(w.scope("side")), "")
			w.is(w.found(w.scope(event.Trunk)), "two:the lamp")
		}},
		{"other kinds are found", func(w *world) {
			row := memory("one", "the lamp")
			row.Kind = persistence.Fact
			w.keep(event.Trunk, store(row))
			w.is(retire(w, event.Trunk, 1), 0)
			scope := w.scope(event.Trunk)
			scope.Kind = persistence.Fact
			w.is(w.found(scope), "one:the lamp")
		}},
		{"a place that is not there", func(w *world) {
			w.keep(event.Trunk, store(memory("one", "the lamp")))
			for _, c := range []struct {
				at   event.Where
				want error
			}{
				{w.save.At(event.Trunk), persistence.ErrInvalid},
				{event.Where{Playthrough: playthrough, Branch: event.Trunk, Position: 2}, persistence.ErrNotFound},
				{event.Where{Playthrough: playthrough, Branch: "ghost", Position: 1}, persistence.ErrNotFound},
				{event.Where{Playthrough: "other", Branch: event.Trunk, Position: 1}, persistence.ErrNotFound},
				{event.Where{Playthrough: playthrough, Branch: event.Trunk, Position: 1, Moment: 1}, persistence.ErrInvalid},
			} {
				_, err := w.save.RetirePreview(w.ctx, c.at)
				w.fails(err, c.want)
				_, err = w.save.Retire(w.ctx, c.at, "")
				w.fails(err, c.want)
			}
			w.is(w.found(w.scope(event.Trunk)), "one:the lamp")
		}},
	}
}

// rowsOf are all stored rows of a save, each as all that it is but its ordinal, sorted.
func rowsOf(w *world) []string {
	w.Helper()
	var all []string
	for _, kind := range persistence.RowKinds() {
		for raw, err := range w.save.StoredRows(w.ctx, kind) {
			w.must(err)
			all = append(all, fmt.Sprintf("%s %s %s %d %s %s", raw.Kind, raw.Key, raw.Branch, raw.Position, raw.Bytes, raw.Sum))
		}
	}
	slices.Sort(all)
	return all
}

func derivedRows() []testCase {
	made := func(branch event.BranchID, at event.Position, c persistence.Change) persistence.Made {
		return persistence.Made{Branch: branch, Position: at, Op: c.Op, Row: c.Row}
	}
	// begun is a save with rows on two branches, and the changes that made them.
	begun := func(w *world) []persistence.Made {
		w.keep(event.Trunk, store(memory("one", "was")))
		w.keep(event.Trunk, update(memory("one", "is")), store(memory("two", "too")))
		w.fork("side", event.Trunk, 1)
		w.keep("side", remove("one"))
		return []persistence.Made{
			made(event.Trunk, 1, store(memory("one", "was"))), made(event.Trunk, 2, update(memory("one", "is"))),
			made(event.Trunk, 2, store(memory("two", "too"))), made("side", 2, remove("one")),
		}
	}
	return []testCase{
		{"those that are there are those that were made", func(w *world) {
			changes, before := begun(w), rowsOf(w)
			d, err := w.save.CompareRows(w.ctx, changes)
			w.must(err)
			w.is(d.Same(), true)
			w.is(d.Rows, 4)
			d, err = w.save.RestoreRows(w.ctx, changes)
			w.must(err)
			w.is(d.Same(), true)
			w.is(slices.Equal(rowsOf(w), before), true)
		}},
		{"what is missing, other or foreign is named, and made as it should be", func(w *world) {
			changes, before := begun(w), rowsOf(w)
			other := slices.Clone(changes)
			other[2].Row.Text = "another"
			d, err := w.save.RestoreRows(w.ctx, append(other[:3], made("side", 2, store(memory("four", "more")))))
			w.must(err)
			w.is(fmt.Sprint(d.Missing), "[four]")
			w.is(fmt.Sprint(d.Foreign), "[two one]")
			w.is(w.found(w.scope("side")), "one:was four:more")
			w.is(w.found(w.scope(event.Trunk)), "one:is two:another")
			d, err = w.save.RestoreRows(w.ctx, changes)
			w.must(err)
			w.is(d.Same(), false)
			w.is(slices.Equal(rowsOf(w), before), true)
			w.reopen(persistence.Writing)
			w.is(w.found(w.scope("side")), "")
			w.keep("side", store(memory("one", "again")))
			w.is(w.found(w.scope("side")), "one:again")
			w.must(w.save.Verify(w.ctx))
		}},
		{"rows that nobody makes are gone", func(w *world) {
			changes := begun(w)
			row := memory("portrait", "")
			row.Kind = persistence.Portrait
			w.keep(event.Trunk, store(row))
			d, err := w.save.RestoreRows(w.ctx, changes)
			w.must(err)
			w.is(fmt.Sprint(d.Foreign), "[portrait]")
			w.is(len(rowsOf(w)), 4)
		}},
		{"changes that cannot be made change nothing", func(w *world) {
			changes, before := begun(w), rowsOf(w)
			for _, wrong := range []persistence.Made{
				made(event.Trunk, 2, store(memory("one", "twice"))), made(event.Trunk, 1, update(memory("two", "before it was"))),
				made("side", 1, remove("two")), made(event.Trunk, 1, store(persistence.Row{Kind: "mood", Key: "x", Knower: "mira"})),
			} {
				_, err := w.save.RestoreRows(w.ctx, append(slices.Clone(changes[:1]), wrong))
				w.fails(err, persistence.ErrCorrupt)
			}
			_, err := w.save.RestoreRows(w.ctx, []persistence.Made{made("ghost", 1, store(memory("one", "")))})
			w.fails(err, persistence.ErrNotFound)
			w.is(slices.Equal(rowsOf(w), before), true)
			w.reopen(persistence.Reading)
			_, err = w.save.RestoreRows(w.ctx, nil)
			w.fails(err, persistence.ErrReadOnly)
		}},
		{"what is stored is given as it is stored", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.fork("side", event.Trunk, 1)
			w.tell("side", "x")
			var got []string
			for _, branch := range []event.BranchID{event.Trunk, "side"} {
				for raw, err := range w.save.StoredEvents(w.ctx, branch, 0) {
					w.must(err)
					got = append(got, fmt.Sprintf("%s/%d", raw.Branch, raw.Position))
				}
			}
			w.is(strings.Join(got, " "), "main/1 main/2 side/2")
			for raw, err := range w.save.StoredControls(w.ctx) {
				w.must(err)
				w.is(raw.Sequence, 1)
			}
			for _, err := range w.save.StoredEvents(w.ctx, "ghost", 0) {
				w.fails(err, persistence.ErrNotFound)
			}
		}},
	}
}

// filled has saves made with something in them: what fails leaves none.
func filled(t *testing.T, driver New) {
	broken := errors.New("broken")
	w := newWorld(t, driver)
	w.must(w.save.Close())
	fill := func(save *persistence.Save) error {
		_, err := save.Append(w.ctx, w.batch(event.Trunk, 0, "a", "b"))
		return err
	}
	for _, after := range []error{broken, persistence.ErrFull} {
		_, err := w.store.CreateFilled(w.ctx, "friday", "p-2", func(save *persistence.Save) error { return errors.Join(fill(save), after) })
		w.fails(err, after)
		infos, err := w.store.List(w.ctx)
		w.must(err)
		w.is(len(infos), 1)
	}
	save, err := w.store.CreateFilled(w.ctx, "friday", "p-2", func(save *persistence.Save) error {
		_, none := w.store.Open(w.ctx, "friday", persistence.Reading)
		w.fails(none, persistence.ErrNotFound)
		return fill(save)
	})
	w.must(err)
	w.is(save.Playthrough(), "p-2")
	for range 2 {
		texts := ""
		for r, err := range save.Events(w.ctx, save.At(event.Trunk), 0) {
			w.must(err)
			texts += r.Event.Text("text")
		}
		w.is(texts, "ab")
		w.must(save.Verify(w.ctx))
		w.must(save.Close())
		save, err = w.store.Open(w.ctx, "friday", persistence.Writing)
		w.must(err)
	}
	w.must(save.Close())
	_, err = w.store.CreateFilled(w.ctx, "friday", "p-3", func(*persistence.Save) error { t.Error("filled what is there"); return nil })
	w.fails(err, persistence.ErrExists)
}
