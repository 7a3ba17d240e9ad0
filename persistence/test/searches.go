package test

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/story/event"
)

func searches() []testCase {
	m := memory
	known := func(key, text string, by event.CharacterID) persistence.Change {
		row := m(key, text)
		row.Knower = by
		return store(row)
	}
	// faceted holds four rows that differ in one facet each.
	faceted := func(w *world) {
		w.Helper()
		facets := []persistence.Facets{
			{},
			{Session: "s1", Location: "quay", NPC: "tom", Faction: "keepers", Source: "lore/lamp.md", Characters: []event.CharacterID{"tom", "mira"}, Tags: []string{"sea", "night"}},
			{Session: "s1", Location: "inn", NPC: "ada", Episodic: "triumph", Characters: []event.CharacterID{"ada"}, Tags: []string{"night"}},
			{Session: "s2", Location: "quay", Faction: "guild", Episodic: "failure", Experience: "heard", Tags: []string{"sea"}},
		}
		var changes []persistence.Change
		for i, f := range facets {
			row := m(fmt.Sprintf("m%d", i), "the lamp")
			row.Facets, row.Timed, row.Minutes, row.Turn = f, i > 0, int64(i*10), int64(i)
			changes = append(changes, store(row))
		}
		w.keep(event.Trunk, changes...)
	}
	filtered := func(name, want string, narrow func(*persistence.Scope)) testCase {
		return testCase{"filter by " + name, func(w *world) {
			faceted(w)
			scope := w.scope(event.Trunk)
			narrow(&scope)
			var keys []string
			found, err := w.save.ExactMatch(w.ctx, scope)
			w.must(err)
			for _, f := range found {
				keys = append(keys, string(f.Row.Key))
			}
			w.is(strings.Join(keys, " "), want)
			w.is(w.search(scope, persistence.Query{Text: "lamp"}), want)
			w.is(keysOf(w.near(scope, persistence.Query{Text: "lamp"})), want)
			w.is(keysOf(w.joint(scope, persistence.Query{Text: "lamp"})), want)
		}}
	}
	at := func(n int64) *int64 { return &n }
	return []testCase{
		filtered("nothing", "m0 m1 m2 m3", func(*persistence.Scope) {}),
		filtered("session", "m1 m2", func(s *persistence.Scope) { s.Facets.Session = "s1" }),
		filtered("location", "m1 m3", func(s *persistence.Scope) { s.Facets.Location = "quay" }),
		filtered("npc", "m2", func(s *persistence.Scope) { s.Facets.NPC = "ada" }),
		filtered("faction", "m3", func(s *persistence.Scope) { s.Facets.Faction = "guild" }),
		filtered("source file", "m1", func(s *persistence.Scope) { s.Facets.Source = "lore/lamp.md" }),
		filtered("character", "m1", func(s *persistence.Scope) { s.Facets.Characters = []event.CharacterID{"mira"} }),
		filtered("all characters", "m1", func(s *persistence.Scope) { s.Facets.Characters = []event.CharacterID{"mira", "tom"} }),
		filtered("characters who were not together", "", func(s *persistence.Scope) { s.Facets.Characters = []event.CharacterID{"ada", "tom"} }),
		filtered("what stands out", "m2 m3", func(s *persistence.Scope) { s.Episodic = true }),
		filtered("one of some tags", "m1 m3", func(s *persistence.Scope) { s.AnyTag = []string{"sea", "never"} }),
		filtered("a tag that none has", "", func(s *persistence.Scope) { s.AnyTag = []string{"never"} }),
		filtered("what kind of memory", "m3", func(s *persistence.Scope) { s.Facets.Experience = "heard" }),
		filtered("how it stands out", "m2", func(s *persistence.Scope) { s.Facets.Episodic = "triumph" }),
		filtered("an earlier turn", "m0 m1", func(s *persistence.Scope) { s.Before = 2 }),
		filtered("before the first turn", "m0", func(s *persistence.Scope) { s.Before = 1 }),
		filtered("before the last turn there can be", "m0 m1 m2 m3", func(s *persistence.Scope) { s.Before = math.MaxInt64 }),
		filtered("until the last minute there can be", "m1 m2 m3", func(s *persistence.Scope) { s.To = at(math.MaxInt64) }),
		filtered("from the last minute there can be", "", func(s *persistence.Scope) { s.From = at(math.MaxInt64) }),
		filtered("from the first minute there can be", "m1 m2 m3", func(s *persistence.Scope) { s.From = at(math.MinInt64) }),
		filtered("tag", "m1 m3", func(s *persistence.Scope) { s.Facets.Tags = []string{"sea"} }),
		filtered("all tags", "m1", func(s *persistence.Scope) { s.Facets.Tags = []string{"night", "sea"} }),
		filtered("several facets", "m1", func(s *persistence.Scope) { s.Facets.Session, s.Facets.Location = "s1", "quay" }),
		filtered("what nobody has", "", func(s *persistence.Scope) { s.Facets.Location = "moon" }),
		filtered("from a time", "m2 m3", func(s *persistence.Scope) { s.From = at(20) }),
		filtered("to a time", "m1 m2", func(s *persistence.Scope) { s.To = at(20) }),
		filtered("a range of time", "m2", func(s *persistence.Scope) { s.From, s.To = at(11), at(29) }),
		filtered("an empty range", "", func(s *persistence.Scope) { s.From, s.To = at(29), at(11) }),
		filtered("another kind", "", func(s *persistence.Scope) { s.Kind = persistence.Fact }),
		{"a filter looks at the newest version alone", func(w *world) {
			old := m("a", "lamp")
			old.Facets.Location = "quay"
			w.keep(event.Trunk, store(old))
			w.keep(event.Trunk, update(m("a", "lamp")))
			scope := w.scope(event.Trunk)
			scope.Facets.Location = "quay"
			w.is(w.found(scope), "")
		}},
		{"what some events wrote last is left out, and moves no rank", func(w *world) {
			w.keep(event.Trunk, store(m("a", "the lamp")), store(m("b", "the lamp and the lamp")))
			w.keep(event.Trunk, store(m("c", "a lamp, a lamp, a rope")))
			w.keep(event.Trunk, update(m("b", "the lamp and the rope")))
			scope, query := w.scope(event.Trunk), persistence.Query{Text: "lamp rope"}
			found, err := w.save.ExactMatch(w.ctx, scope)
			w.must(err)
			every := scope
			every.Without = []event.Position{found[0].Position, found[1].Position, found[2].Position}
			w.is(w.found(every), "")
			for _, f := range found {
				without := scope
				without.Without = []event.Position{f.Position}
				left := slices.DeleteFunc(slices.Clone(found), func(other persistence.Found) bool { return other.Position == f.Position })
				w.is(w.found(without), listing(left))
				w.is(fmt.Sprint(len(w.near(without, query)), len(w.joint(without, query))), "2 2")
				_, all, err := w.save.Best(w.ctx, without, persistence.Query{Text: "lamp", Limit: 1})
				w.must(err)
				w.is(all, 2)
			}
		}},
		{"a character finds its own and everyone's", func(w *world) {
			w.keep(event.Trunk, known("mine", "lamp", "mira"), known("theirs", "lamp", "tom"), known("all", "lamp", event.Everyone))
			for knower, want := range map[event.CharacterID]string{"mira": "all mine", "tom": "all theirs", "stranger": "all", event.Everyone: "all"} {
				scope := w.scope(event.Trunk)
				scope.Knower = knower
				w.is(w.search(scope, persistence.Query{Text: "lamp"}), want)
			}
		}},
		{"ids that look like something else find nothing", func(w *world) {
			w.keep(event.Trunk, known("theirs", "lamp", "tom"))
			for _, knower := range []event.CharacterID{"' OR 1=1 --", "%", "_", "tom ", "TOM", "tom%", "t*", `"tom"`, "tom/", "tom\u200b", "NULL", "0"} {
				scope := w.scope(event.Trunk)
				scope.Knower = knower
				w.is(w.found(scope), "")
			}
		}},
		{"a scope without a knower or kind is refused", func(w *world) {
			for _, spoil := range []func(*persistence.Scope){
				func(s *persistence.Scope) { s.Knower = "" },
				func(s *persistence.Scope) { s.Kind = "" },
				func(s *persistence.Scope) { s.At.Moment = -1 },
				func(s *persistence.Scope) { s.Before = -1 },
			} {
				scope := w.scope(event.Trunk)
				spoil(&scope)
				_, err := w.save.ExactMatch(w.ctx, scope)
				w.fails(err, persistence.ErrInvalid)
				_, err = w.save.TextSearch(w.ctx, scope, persistence.Query{Text: "x"})
				w.fails(err, persistence.ErrInvalid)
			}
			scope := w.scope(event.Trunk)
			scope.At.Playthrough = ""
			_, err := w.save.ExactMatch(w.ctx, scope)
			w.fails(err, persistence.ErrNotFound)
		}},
		{"rows of others move no rank", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp lamp boat")), store(m("b", "boat boat lamp")), store(m("c", "fog")))
			query := persistence.Query{Text: "lamp boat"}
			before, err := w.save.TextSearch(w.ctx, w.scope(event.Trunk), query)
			w.must(err)
			var foreign []persistence.Change
			for i := range 50 {
				foreign = append(foreign, known(fmt.Sprintf("x%02d", i), "lamp lamp lamp", "tom"))
			}
			w.keep(event.Trunk, foreign...)
			w.fork("side", event.Trunk, 0)
			w.keep("side", store(m("y", "lamp")))
			after, err := w.save.TextSearch(w.ctx, w.scope(event.Trunk), query)
			w.must(err)
			w.is(after, before)
			w.is(len(after), 2)
		}},
		{"the best comes first and no more than asked for", func(w *world) {
			w.keep(event.Trunk, store(m("c", "lamp and oil")), store(m("b", "lamp")), store(m("a", "lamp")), store(m("d", "boat")))
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "lamp"}), "a b c")
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "lamp", Limit: 2}), "a b")
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "lamp", Limit: 9}), "a b c")
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "moon"}), "")
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "?"}), "")
		}},
		{"equally good ones come latest first, those of one position by key", func(w *world) {
			w.keep(event.Trunk, store(m("b", "lamp")), store(m("a", "lamp")))
			w.keep(event.Trunk, store(m("c", "lamp")), store(m("best", "lamp lamp")))
			w.keep(event.Trunk, update(m("b", "lamp")))
			w.fork("side", event.Trunk, 3)
			w.keep("side", store(m("e", "lamp")))
			scope := w.scope("side")
			scope.Staged = []persistence.Change{store(m("x", "lamp")), by(1, store(m("z", "lamp"))), by(1, store(m("y", "lamp")))}
			query := persistence.Query{Text: "lamp"}
			w.is(w.search(scope, query), "best y z x e b c a")
			query.Limit = 4
			w.is(w.search(scope, query), "best y z x")
			w.reopen(persistence.Writing)
			w.is(w.search(scope, query), "best y z x")
			w.is(w.found(scope), "a:lamp best:lamp lamp c:lamp b:lamp e:lamp x:lamp y:lamp z:lamp")
		}},
		{"without a text all are found, latest first", func(w *world) {
			w.is(w.search(w.scope(event.Trunk), persistence.Query{}), "")
			w.keep(event.Trunk, store(m("b", "")), store(m("a", "lamp")), store(known("t", "lamp", "tom").Row))
			w.keep(event.Trunk, store(m("c", "\x00")))
			all := w.scope(event.Trunk)
			w.is(w.search(all, persistence.Query{}), "c a b")
			w.is(w.search(all, persistence.Query{Limit: 2}), "c a")
			w.is(w.search(all, persistence.Query{Limit: -1}), "c a b")
			w.is(w.search(all, persistence.Query{Relevance: 1000}), "c a b")
			w.is(w.search(all, persistence.Query{Relevance: 1001}), "")
			all.Staged = []persistence.Change{store(m("d", "fog")), by(1, remove("a"))}
			hits := w.hits(all, persistence.Query{})
			w.is(listing(hits), "d:fog c:\x00 b:")
			for _, f := range hits {
				w.is(f.Score, rank.Score{Relevance: rank.Whole})
			}
		}},
		{"what is hardly relevant can be left out", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")), store(m("b", "lamp of the guild")))
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "guild lamp", Relevance: 900}), "b")
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "guild lamp", Relevance: 1}), "b a")
		}},
		{"what is not relevant enough takes nobody's place", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp lamp lamp")), store(m("b", "lamp of the guild, which is written down at great length in a book that nobody has read")))
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "guild lamp"}), "b a")
			w.keep(event.Trunk, store(m("c", "guild")), store(m("d", "guild")), store(m("e", "guild")))
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "guild lamp", Limit: 1}), "a")
			w.is(w.search(w.scope(event.Trunk), persistence.Query{Text: "guild lamp", Limit: 1, Relevance: 900}), "b")
		}},
		{"a search is repeated after opening again", func(w *world) {
			for i := range 20 {
				w.keep(event.Trunk, store(m(fmt.Sprintf("k%02d", i), strings.Repeat("lamp ", i%5)+"boat fog")))
			}
			query := persistence.Query{Text: "lamp in the fog"}
			before, err := w.save.TextSearch(w.ctx, w.scope(event.Trunk), query)
			w.must(err)
			w.reopen(persistence.Reading)
			after, err := w.save.TextSearch(w.ctx, w.scope(event.Trunk), query)
			w.must(err)
			w.is(after, before)
		}},
		{"exact matches come in order of writing", func(w *world) {
			w.keep(event.Trunk, store(m("z", "1")), store(m("y", "1")))
			w.keep(event.Trunk, store(m("a", "2")))
			w.keep(event.Trunk, update(m("z", "3")))
			w.is(w.found(w.scope(event.Trunk)), "y:1 a:2 z:3")
		}},
		{"as of an earlier position", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp one")))
			w.keep(event.Trunk, update(m("a", "lamp two")), store(m("b", "lamp")))
			w.keep(event.Trunk, remove("b"))
			scope := w.scope(event.Trunk)
			for position, want := range map[event.Position]string{1: "a:lamp one", 2: "a:lamp two b:lamp", 3: "a:lamp two"} {
				scope.At.Position = position
				w.is(w.found(scope), want)
			}
		}},
	}
}
