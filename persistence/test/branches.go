package test

import (
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

func branches() []testCase {
	made := func(id, parent event.BranchID, at event.Position) event.Control {
		return event.Control{Kind: event.BranchMade, Branch: id, Parent: parent, At: at}
	}
	headIs := func(w *world, want event.BranchID) {
		w.Helper()
		tree, err := w.save.Tree(w.ctx)
		w.must(err)
		w.is(tree.Head, want)
	}
	return []testCase{
		{"a branch sees its parent up to the fork", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("side", event.Trunk, 2)
			w.is(w.story(w.save.At("side")), "a b")
			w.tell("side", "x")
			w.is(w.story(w.save.At("side")), "a b x")
			w.is(w.story(w.save.At(event.Trunk)), "a b c")
		}},
		{"what the parent writes later is invisible to the child, and the reverse", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("side", event.Trunk, 1)
			w.tell(event.Trunk, "later")
			w.tell("side", "other")
			w.tell(event.Trunk, "still-later")
			w.is(w.story(w.save.At("side")), "a other")
			w.is(w.story(w.save.At(event.Trunk)), "a later still-later")
		}},
		{"the head is restored to where it was moved from, move by move", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			restored := func(id event.BranchID) error {
				return w.save.Control(w.ctx, event.Control{Kind: event.HeadRestored, Branch: id})
			}
			w.fails(restored(event.Trunk), persistence.ErrConflict)
			for _, id := range []event.BranchID{"one", "two"} {
				w.must(w.save.Control(w.ctx, made(id, event.Trunk, 1), event.Control{Kind: event.HeadMoved, Branch: id}))
			}
			w.fails(restored(event.Trunk), persistence.ErrConflict)
			w.must(restored("one"))
			headIs(w, "one")
			w.reopen(persistence.Writing)
			w.fails(restored("two"), persistence.ErrConflict)
			w.must(restored(event.Trunk))
			headIs(w, event.Trunk)
			w.fails(restored(event.Trunk), persistence.ErrConflict)
			w.fails(restored("ghost"), persistence.ErrNotFound)
		}},
		{"what two branches share ends at the earlier fork", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("one", event.Trunk, 3)
			w.tell("one", "d", "e")
			w.fork("two", "one", 4)
			w.fork("three", event.Trunk, 2)
			w.fork("four", "two", 1)
			tree, err := w.save.Tree(w.ctx)
			w.must(err)
			for _, c := range []struct {
				a, b event.BranchID
				at   event.Position
			}{
				{"one", "two", 4}, {"two", "three", 2}, {"four", "two", 1}, {"one", "four", 1},
				{event.Trunk, "two", 3}, {"three", "four", 1},
			} {
				for range 2 {
					at, err := tree.Shared(c.a, c.b)
					w.must(err)
					w.is(at, c.at)
					c.a, c.b = c.b, c.a
				}
			}
			_, err = tree.Shared("one", "ghost")
			w.fails(err, persistence.ErrNotFound)
		}},
		{"a branch from before everything", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fork("side", event.Trunk, 0)
			w.is(w.story(w.save.At("side")), "")
			w.is(w.tell("side", "x").First, 1)
			w.is(w.story(w.save.At("side")), "x")
		}},
		{"a branch of a branch", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.fork("one", event.Trunk, 1)
			w.tell("one", "c", "d")
			w.fork("two", "one", 2)
			w.tell("two", "e")
			w.tell("one", "f")
			w.is(w.story(w.save.At("two")), "a c e")
			w.is(w.story(w.save.At("one")), "a c d f")
		}},
		{"a branch that leaves before its parent began", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("one", event.Trunk, 3)
			w.tell("one", "d")
			w.fork("two", "one", 1)
			w.is(w.story(w.save.At("two")), "a")
			w.tell("two", "x", "y", "z")
			w.is(w.story(w.save.At("two")), "a x y z")
			w.is(w.story(w.save.At("one")), "a b c d")
		}},
		{"equal stories have equal hashes", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.fork("side", event.Trunk, 1)
			w.tell("side", "b")
			_, one, err := w.save.Tip(w.ctx, event.Trunk)
			w.must(err)
			_, two, err := w.save.Tip(w.ctx, "side")
			w.must(err)
			w.is(one, two)
		}},
		{"the tip of a branch without events is its fork's", func(w *world) {
			w.tell(event.Trunk, "a", "b", "c")
			w.fork("side", event.Trunk, 2)
			position, head, err := w.save.Tip(w.ctx, "side")
			w.must(err)
			w.is(position, 2)
			for record, err := range w.save.Events(w.ctx, w.save.At(event.Trunk), 1) {
				w.must(err)
				w.is(record.Hash, head)
				break
			}
		}},
		{"reading up to a position", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.fork("side", event.Trunk, 2)
			w.tell("side", "c", "d")
			for position, want := range map[event.Position]string{1: "a", 2: "a b", 3: "a b c", 4: "a b c d"} {
				at := w.save.At("side")
				at.Position = position
				w.is(w.story(at), want)
			}
		}},
		{"reading as of a moment", func(w *world) {
			w.tellAt(event.Trunk, 1, "a")
			w.tellAt(event.Trunk, 5, "b")
			w.tellAt(event.Trunk, 3, "flashback")
			w.fork("side", event.Trunk, 3)
			w.tellAt("side", 6, "c")
			for moment, want := range map[event.Sequence]string{1: "a", 2: "a", 3: "a flashback", 5: "a b flashback", 9: "a b flashback c"} {
				at := w.save.At("side")
				at.Moment = moment
				w.is(w.story(at), want)
			}
		}},
		{"a branch that is cut at a moment", func(w *world) {
			w.tellAt(event.Trunk, 1, "a")
			w.tellAt(event.Trunk, 5, "future")
			w.tellAt(event.Trunk, 2, "b")
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.BranchMade, Branch: "side", Parent: event.Trunk, At: 3, Until: 2}))
			w.tellAt("side", 9, "c")
			w.is(w.story(w.save.At("side")), "a b c")
			w.fork("deeper", "side", 4)
			w.is(w.story(w.save.At("deeper")), "a b c")
			w.must(w.save.Verify(w.ctx))
		}},
		{"undoing is a branch and the head on it, in one step", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.must(w.save.Control(w.ctx, made("retry", event.Trunk, 1), event.Control{Kind: event.HeadMoved, Branch: "retry"}))
			headIs(w, "retry")
			w.tell("retry", "c")
			w.reopen(persistence.Writing)
			headIs(w, "retry")
			w.is(w.story(w.save.At("retry")), "a c")
			w.is(w.story(w.save.At(event.Trunk)), "a b")
		}},
		{"a step that fails in its second half is not made", func(w *world) {
			w.tell(event.Trunk, "a")
			err := w.save.Control(w.ctx, made("side", event.Trunk, 1), event.Control{Kind: event.HeadMoved, Branch: "ghost"})
			w.fails(err, persistence.ErrNotFound)
			headIs(w, event.Trunk)
			w.fork("side", event.Trunk, 1)
		}},
		{"a branch has one name", func(w *world) {
			w.fork("side", event.Trunk, 0)
			w.fails(w.save.Control(w.ctx, made("side", event.Trunk, 0)), persistence.ErrConflict)
			w.fails(w.save.Control(w.ctx, made(event.Trunk, "side", 0)), persistence.ErrConflict)
		}},
		{"a fork needs its parent and position", func(w *world) {
			w.tell(event.Trunk, "a")
			w.fails(w.save.Control(w.ctx, made("side", "ghost", 0)), persistence.ErrNotFound)
			w.fails(w.save.Control(w.ctx, made("side", event.Trunk, 2)), persistence.ErrNotFound)
			w.fails(w.save.Control(w.ctx, made("side", event.Trunk, -1)), persistence.ErrInvalid)
			w.fails(w.save.Control(w.ctx, made("", event.Trunk, 0)), persistence.ErrInvalid)
		}},
		{"marks and hidden events are noted", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.must(w.save.Control(w.ctx,
				event.Control{Kind: event.BranchMarked, Branch: event.Trunk, Status: event.Archived},
				event.Control{Kind: event.EventHidden, Branch: event.Trunk, At: 2},
			))
			w.fails(w.save.Control(w.ctx, event.Control{Kind: event.EventHidden, Branch: event.Trunk, At: 3}), persistence.ErrNotFound)
			w.reopen(persistence.Reading)
			tree, err := w.save.Tree(w.ctx)
			w.must(err)
			b, err := tree.Branch(event.Trunk)
			w.must(err)
			w.is(b.Status, event.Archived)
			w.is(b.Hidden, []event.Position{2})
			w.is(w.story(w.save.At(event.Trunk)), "a b") // hidden, and still true
		}},
		{"hidden events are shown again, along every branch", func(w *world) {
			w.tell(event.Trunk, "a", "b")
			w.fork("side", event.Trunk, 2)
			hide := event.Control{Kind: event.EventHidden, Branch: event.Trunk, At: 2}
			show := event.Control{Kind: event.EventShown, Branch: event.Trunk, At: 2}
			w.fails(w.save.Control(w.ctx, show), persistence.ErrNotFound)
			w.must(w.save.Control(w.ctx, hide, event.Control{Kind: event.EventHidden, Branch: event.Trunk, At: 1}, hide))
			w.fails(w.save.Control(w.ctx, event.Control{Kind: event.EventShown, Branch: "side", At: 2}), persistence.ErrNotFound)
			w.fails(w.save.Control(w.ctx, event.Control{Kind: event.EventShown, Branch: "ghost", At: 2}), persistence.ErrNotFound)
			w.reopen(persistence.Writing)
			w.must(w.save.Control(w.ctx, show))
			w.fails(w.save.Control(w.ctx, show), persistence.ErrNotFound)
			w.reopen(persistence.Reading)
			tree, err := w.save.Tree(w.ctx)
			w.must(err)
			w.is(tree.Hidden("side"), []event.Position{1})
			w.is(tree.Hidden(event.Trunk), []event.Position{1})
		}},
		{"two hundred branches, each of the last", func(w *world) {
			w.tell(event.Trunk, "a")
			parent := event.Trunk
			for i := range 200 {
				id := event.BranchID("b" + string(rune('0'+i/100)) + string(rune('0'+i/10%10)) + string(rune('0'+i%10)))
				w.fork(id, parent, event.Position(i+1))
				w.tell(id, "x")
				parent = id
			}
			texts, err := w.texts(w.save.At(parent))
			w.must(err)
			w.is(len(texts), 201)
			tree, err := w.save.Tree(w.ctx)
			w.must(err)
			w.is(len(tree.Branches()), 201)
		}},
	}
}
