package test

import (
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

func rows() []testCase {
	m := memory
	return []testCase{
		{"a record is stored, updated and deleted", func(w *world) {
			w.keep(event.Trunk, store(m("a", "one")))
			w.is(w.found(w.scope(event.Trunk)), "a:one")
			w.keep(event.Trunk, update(m("a", "two")))
			w.is(w.found(w.scope(event.Trunk)), "a:two")
			w.keep(event.Trunk, remove("a"))
			w.is(w.found(w.scope(event.Trunk)), "")
			w.keep(event.Trunk, store(m("a", "three")))
			w.is(w.found(w.scope(event.Trunk)), "a:three")
		}},
		{"a record is stored once", func(w *world) {
			w.keep(event.Trunk, store(m("a", "one")))
			w.fails(w.tryKeep(event.Trunk, store(m("a", "two"))), persistence.ErrExists)
		}},
		{"what is not there is neither updated nor deleted", func(w *world) {
			w.fails(w.tryKeep(event.Trunk, update(m("a", "x"))), persistence.ErrNotFound)
			w.fails(w.tryKeep(event.Trunk, remove("a")), persistence.ErrNotFound)
			w.keep(event.Trunk, store(m("a", "one")))
			w.keep(event.Trunk, remove("a"))
			w.fails(w.tryKeep(event.Trunk, update(m("a", "x"))), persistence.ErrNotFound)
			w.fails(w.tryKeep(event.Trunk, remove("a")), persistence.ErrNotFound)
		}},
		{"kinds are apart", func(w *world) {
			relation := m("a", "fond")
			relation.Kind = persistence.Relation
			w.keep(event.Trunk, store(m("a", "lamp")), store(relation))
			w.is(w.found(w.scope(event.Trunk)), "a:lamp")
			scope := w.scope(event.Trunk)
			scope.Kind = persistence.Relation
			w.is(w.found(scope), "a:fond")
		}},
		{"a record keeps its knower", func(w *world) {
			w.keep(event.Trunk, store(m("a", "secret")))
			for _, knower := range []event.CharacterID{"tom", event.Everyone} {
				handed := m("a", "secret")
				handed.Knower = knower
				w.fails(w.tryKeep(event.Trunk, update(handed)), persistence.ErrInvalid)
			}
		}},
		{"several versions in one turn, each by its own event", func(w *world) {
			b := w.batch(event.Trunk, 0, "x", "y", "z")
			first, second, gone := store(m("a", "one")), update(m("a", "two")), remove("a")
			second.Event, gone.Event = 1, 2
			b.Rows = []persistence.Change{first, second, gone}
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
			for position, want := range map[event.Position]string{1: "a:one", 2: "a:two", 3: ""} {
				scope := w.scope(event.Trunk)
				scope.At.Position = position
				w.is(w.found(scope), want)
			}
		}},
		{"one event makes one version", func(w *world) {
			w.fails(w.tryKeep(event.Trunk, store(m("a", "one")), update(m("a", "two"))), persistence.ErrInvalid)
			w.is(w.found(w.scope(event.Trunk)), "")
		}},
		{"a child sees its parent's rows up to the fork", func(w *world) {
			w.keep(event.Trunk, store(m("a", "old")), store(m("b", "same")))
			w.fork("side", event.Trunk, 1)
			w.keep(event.Trunk, update(m("a", "later")), store(m("c", "parents")))
			w.is(w.found(w.scope("side")), "a:old b:same")
			w.keep("side", update(m("a", "other")), remove("b"), store(m("c", "childs")))
			w.is(sortedWords(w.found(w.scope("side"))), "a:other c:childs")
			w.is(sortedWords(w.found(w.scope(event.Trunk))), "a:later b:same c:parents")
		}},
		{"what one branch stored is free in another", func(w *world) {
			w.fork("side", event.Trunk, 0)
			w.keep(event.Trunk, store(m("a", "mine")))
			stolen := m("a", "theirs")
			stolen.Knower = "tom"
			w.keep("side", store(stolen))
			w.is(w.found(w.scope("side")), "")
			w.is(w.found(w.scope(event.Trunk)), "a:mine")
		}},
		{"as of a moment the older version counts", func(w *world) {
			early, late := m("a", "early"), m("a", "late")
			early.Moment, late.Moment = 1, 5
			w.keep(event.Trunk, store(early))
			w.keep(event.Trunk, update(late))
			for moment, want := range map[event.Sequence]string{0: "a:late", 1: "a:early", 4: "a:early", 5: "a:late"} {
				scope := w.scope(event.Trunk)
				scope.At.Moment = moment
				w.is(w.found(scope), want)
			}
		}},
		{"a change belongs to an event of its turn", func(w *world) {
			for _, i := range []int{-1, 1} {
				change := store(m("a", "x"))
				change.Event = i
				w.fails(w.tryKeep(event.Trunk, change), persistence.ErrInvalid)
			}
		}},
		{"a row that is none", func(w *world) {
			for name, spoil := range map[string]func(*persistence.Row){
				"kind":    func(r *persistence.Row) { r.Kind = "gossip" },
				"key":     func(r *persistence.Row) { r.Key = "" },
				"knower":  func(r *persistence.Row) { r.Knower = "" },
				"moment":  func(r *persistence.Row) { r.Moment = -1 },
				"minutes": func(r *persistence.Row) { r.Minutes = 3 },
				"text":    func(r *persistence.Row) { r.Text = "\xff" },
				"tag":     func(r *persistence.Row) { r.Facets.Tags = []string{"\xff"} },
				"person":  func(r *persistence.Row) { r.Facets.Characters = []event.CharacterID{"\xff"} },
				"data":    func(r *persistence.Row) { r.Data = strictjson.Object{"x": make(chan int)} },
			} {
				row := m("a", "x")
				spoil(&row)
				if err := w.tryKeep(event.Trunk, store(row)); err == nil {
					w.Errorf("%s: it was kept", name)
				}
			}
			w.fails(w.tryKeep(event.Trunk, persistence.Change{Op: "burn", Row: m("a", "x")}), persistence.ErrInvalid)
			w.is(w.found(w.scope(event.Trunk)), "")
		}},
		{"rows that were read are read again after a failed turn", func(w *world) {
			w.is(w.found(w.scope(event.Trunk)), "")
			w.fails(w.tryKeep(event.Trunk, store(m("a", "x")), remove("ghost")), persistence.ErrNotFound)
			w.is(w.found(w.scope(event.Trunk)), "")
			w.keep(event.Trunk, store(m("a", "y")))
			w.is(w.found(w.scope(event.Trunk)), "a:y")
			w.must(w.save.Verify(w.ctx))
		}},
	}
}
