package test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// near are what a search by meaning gives.
func (w *world) near(scope persistence.Scope, query persistence.Query) []persistence.Found {
	w.Helper()
	found, err := w.save.SemanticSearch(w.ctx, scope, query)
	w.must(err)
	return found
}

// joint are what a search by words and meaning gives.
func (w *world) joint(scope persistence.Scope, query persistence.Query) []persistence.Found {
	w.Helper()
	found, err := w.save.HybridSearch(w.ctx, scope, query)
	w.must(err)
	return found
}

func keysOf(found []persistence.Found) string {
	var keys []string
	for _, f := range found {
		keys = append(keys, string(f.Row.Key))
	}
	return strings.Join(keys, " ")
}

func meanings() []testCase {
	m := memory
	lamp := persistence.Query{Text: "lamp"}
	return []testCase{
		{"the nearest comes first, and no more than asked for", func(w *world) {
			w.keep(event.Trunk, store(m("c", "lamp oil oil")), store(m("b", "lamp oil")), store(m("a", "lamp")), store(m("d", "boat")))
			scope := w.scope(event.Trunk)
			w.is(keysOf(w.near(scope, lamp)), "a b c")
			w.is(keysOf(w.near(scope, persistence.Query{Text: "lamp", Limit: 2})), "a b")
			w.is(keysOf(w.near(scope, persistence.Query{Text: "lamp", Limit: 9})), "a b c")
			hits := w.near(scope, lamp)
			w.is([]any{hits[0].Score, hits[1].Score}, []any{"{1000000 1000}", "{707107 707}"})
			w.is(keysOf(w.near(scope, persistence.Query{Text: "lamp", Relevance: 708})), "a")
			w.is(keysOf(w.near(scope, persistence.Query{Text: "lamp", Relevance: 707})), "a b")
		}},
		{"the nearest are those of comparing everything", bruteForce},
		{"an empty query finds all, one that says nothing nothing", func(w *world) {
			w.keep(event.Trunk, store(m("b", "lamp")), store(m("a", "")))
			w.keep(event.Trunk, store(m("c", "?")))
			scope := w.scope(event.Trunk)
			for _, search := range []func(persistence.Scope, persistence.Query) []persistence.Found{w.near, w.joint} {
				w.is(keysOf(search(scope, persistence.Query{})), "c a b")
				w.is(search(scope, persistence.Query{})[0].Score, "{0 1000}")
				w.is(keysOf(search(scope, persistence.Query{Limit: 1})), "c")
				for _, nothing := range []string{" ", "?", "\x00", "\n\t", "\u0301", "\xff"} {
					w.is(keysOf(search(scope, persistence.Query{Text: nothing})), "")
				}
			}
		}},
		{"rows that say nothing are never near", func(w *world) {
			w.keep(event.Trunk, store(m("a", "")), store(m("b", "\x00")), store(m("c", " ?! ")), store(m("d", "lamp")))
			w.is(keysOf(w.near(w.scope(event.Trunk), lamp)), "d")
		}},
		{"rows of others move no rank, and are not embedded", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp lamp boat")), store(m("b", "boat boat lamp")), store(m("c", "fog")))
			query := persistence.Query{Text: "lamp boat", Limit: 2}
			near, joint := w.near(w.scope(event.Trunk), query), w.joint(w.scope(event.Trunk), query)
			var foreign []persistence.Change
			for i := range 50 {
				foreign = append(foreign, store(knownBy("tom", m(fmt.Sprintf("x%02d", i), "lamp boat hidden"))))
			}
			w.keep(event.Trunk, foreign...)
			w.fork("side", event.Trunk, 0)
			w.keep("side", store(m("y", "lamp boat hidden")))
			w.embedder.forget()
			w.is(w.near(w.scope(event.Trunk), query), near)
			w.is(w.joint(w.scope(event.Trunk), query), joint)
			w.is(len(near), 2)
			w.is(w.embedder.read(), "boat boat lamp lamp") // the query, twice; rows are in the slab
			tom := w.scope(event.Trunk)
			tom.Knower = "tom"
			w.is(len(w.near(tom, persistence.Query{Text: "hidden"})), 50)
			w.is(strings.Count(w.embedder.read(), "hidden"), 2) // the query, and what fifty rows say
		}},
		{"what is out of scope takes nobody's place", func(w *world) {
			at := func(key, place, text string) persistence.Change {
				row := m(key, text)
				row.Facets.Location = place
				return store(row)
			}
			w.keep(event.Trunk, at("a", "quay", "lamp"), at("b", "quay", "lamp"), at("c", "inn", "lamp boat boat boat"))
			scope := w.scope(event.Trunk)
			scope.Facets.Location = "inn"
			w.is(keysOf(w.near(scope, persistence.Query{Text: "lamp", Limit: 1})), "c")
			w.is(keysOf(w.joint(scope, persistence.Query{Text: "lamp", Limit: 1})), "c")
		}},
		{"a character is near its own and everyone's", func(w *world) {
			w.keep(event.Trunk, store(m("mine", "lamp")), store(knownBy("tom", m("theirs", "lamp"))), store(knownBy(event.Everyone, m("all", "lamp"))))
			for knower, want := range map[event.CharacterID]string{"mira": "all mine", "tom": "all theirs", "stranger": "all", event.Everyone: "all", "' OR 1=1 --": "all", "TOM": "all", "to%": "all"} {
				scope := w.scope(event.Trunk)
				scope.Knower = knower
				w.is(keysOf(w.near(scope, lamp)), want)
				w.is(keysOf(w.joint(scope, lamp)), want)
			}
		}},
		{"branches are searched by what they see", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")))
			w.keep(event.Trunk, update(m("a", "boat")), store(m("b", "lamp oil")))
			w.fork("side", event.Trunk, 1)
			w.keep("side", store(m("c", "lamp fog fog")))
			w.is(keysOf(w.near(w.scope(event.Trunk), lamp)), "b")
			w.is(keysOf(w.near(w.scope("side"), lamp)), "a c")
			scope := w.scope(event.Trunk)
			scope.At.Position = 1
			w.is(keysOf(w.near(scope, lamp)), "a")
		}},
		{"moments are searched by what they see", func(w *world) {
			at := func(moment event.Sequence, text string) persistence.Row {
				row := m("a", text)
				row.Moment = moment
				return row
			}
			w.keep(event.Trunk, store(at(2, "lamp")))
			w.keep(event.Trunk, update(at(4, "boat")))
			scope := w.scope(event.Trunk)
			for moment, want := range map[event.Sequence]string{0: "", 1: "", 2: "a", 3: "a", 4: "", math.MaxInt64: ""} {
				scope.At.Moment = moment
				w.is(keysOf(w.near(scope, lamp)), want)
			}
		}},
		{"playthroughs of one store share vectors, and no row", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")))
			other, err := w.store.Create(w.ctx, "tuesday", "p-2")
			w.must(err)
			defer other.Close()
			scope := w.scope(event.Trunk)
			scope.At = other.At(event.Trunk)
			found, err := other.SemanticSearch(w.ctx, scope, lamp)
			w.must(err)
			w.is(len(found), 0)
			_, err = other.SemanticSearch(w.ctx, w.scope(event.Trunk), lamp)
			w.fails(err, persistence.ErrNotFound)
			w.is(keysOf(w.near(w.scope(event.Trunk), lamp)), "a")
		}},
		{"equally near ones come latest first, those of one position by key", func(w *world) {
			w.keep(event.Trunk, store(m("b", "lamp oil")), store(m("a", "lamp oil")))
			w.keep(event.Trunk, store(m("c", "oil lamp")), store(m("best", "lamp")))
			w.keep(event.Trunk, update(m("b", "lamp oil")))
			scope := w.staging(store(m("x", "lamp oil")), by(1, store(m("z", "Lamp, oil!"))), by(1, store(m("y", "lamp oil"))))
			w.is(keysOf(w.near(scope, lamp)), "best y z x b c a")
			w.is(keysOf(w.near(scope, persistence.Query{Text: "lamp", Limit: 4})), "best y z x")
			w.is(keysOf(w.near(scope, persistence.Query{})), "y z x b best c a")
		}},
		{"what is staged is near as if it were written", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp lamp boat")), store(m("b", "boat boat lamp")), store(m("c", "fog")), store(m("gone", "lamp")))
			changes := []persistence.Change{
				store(m("d", "boat")), by(1, store(m("e", "boat fog"))), by(1, update(m("c", "lamp, boat and fog"))), by(1, remove("gone")),
				store(knownBy("tom", m("theirs", "lamp boat"))),
			}
			query := persistence.Query{Text: "lamp boat"}
			scope := w.staging(changes...)
			near, joint := w.near(scope, query), w.joint(scope, query)
			w.is(len(near), 5)
			w.is(strings.Contains(keysOf(w.near(w.scope(event.Trunk), query)), "d"), false)
			b := w.batch(event.Trunk, 1, "x", "y")
			b.Rows = changes
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.is(w.near(w.scope(event.Trunk), query), near)
			w.is(w.joint(w.scope(event.Trunk), query), joint)
		}},
		{"what cannot be appended cannot be searched", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")))
			for _, search := range []func() error{
				func() error {
					_, err := w.save.SemanticSearch(w.ctx, w.staging(store(m("a", "lamp"))), lamp)
					return err
				},
				func() error { _, err := w.save.HybridSearch(w.ctx, w.staging(store(m("a", "lamp"))), lamp); return err },
			} {
				w.fails(search(), persistence.ErrExists)
			}
		}},
		{"a scope without a knower or kind is refused, by meaning", func(w *world) {
			for _, spoil := range []func(*persistence.Scope){
				func(s *persistence.Scope) { s.Knower = "" },
				func(s *persistence.Scope) { s.Kind = "" },
				func(s *persistence.Scope) { s.At.Moment = -1 },
				func(s *persistence.Scope) { s.Before = -1 },
			} {
				scope := w.scope(event.Trunk)
				spoil(&scope)
				_, err := w.save.SemanticSearch(w.ctx, scope, lamp)
				w.fails(err, persistence.ErrInvalid)
				_, err = w.save.HybridSearch(w.ctx, scope, lamp)
				w.fails(err, persistence.ErrInvalid)
			}
		}},
		{"a search by meaning is repeated after opening again, without embedding again", func(w *world) {
			for i := range 20 {
				w.keep(event.Trunk, store(m(fmt.Sprintf("k%02d", i), strings.Repeat("lamp ", i%5)+"boat fog")))
			}
			query := persistence.Query{Text: "lamp in the fog"}
			near, joint := w.near(w.scope(event.Trunk), query), w.joint(w.scope(event.Trunk), query)
			w.reopen(persistence.Reading)
			w.embedder.forget()
			w.is(w.near(w.scope(event.Trunk), query), near)
			w.is(w.joint(w.scope(event.Trunk), query), joint)
			w.is(w.embedder.read(), sortedWords("lamp in the fog lamp in the fog"))
		}},
		{"a long text is as near as its best window", func(w *world) {
			w.keep(event.Trunk, store(m("a", strings.Repeat("fog ", 3*vector.Window)+strings.Repeat("lamp ", vector.Window))), store(m("b", "lamp fog")), store(m("c", strings.Repeat("fog ", 300))))
			hits := w.near(w.scope(event.Trunk), lamp)
			w.is(keysOf(hits), "a b")
			w.is(hits[0].Score.Millionths, 1_000_000)
		}},
		{"what stands high by words and by meaning comes first", func(w *world) {
			w.keep(event.Trunk,
				store(m("both", "lamp oil lamps")), store(m("words", "lamps lamps lamps")), store(m("meaning", "lamp")), store(m("none", "boat")))
			scope := w.scope(event.Trunk)
			w.is(keysOf(w.near(scope, persistence.Query{Text: "lamp oil"})), "both meaning")
			hits := w.joint(scope, persistence.Query{Text: "lamp oil"})
			w.is(keysOf(hits), "both meaning words")
			w.is(fmt.Sprint(hits[0].Score, hits[0].Shared, hits[0].Likeness, hits[1].Likeness, hits[2].Shared, hits[2].Likeness), "{1000000 1000} 1000 816 707 229 0")
		}},
		{"what a search goes by is an option of its query", func(w *world) {
			w.keep(event.Trunk,
				store(m("a", "lamp oil oil boat")), store(m("b", "lamps lamps")), store(m("c", "lamp")), store(m("d", "boat")), store(m("e", "lamps lamp fog fog fog")))
			best := func(way persistence.Way, text string) string {
				found, all, err := w.save.Best(w.ctx, w.scope(event.Trunk), persistence.Query{Text: text, By: way})
				w.must(err)
				w.is(all, len(found))
				return keysOf(found)
			}
			scope := w.scope(event.Trunk)
			for _, text := range []string{"lamp", "lamp oil", "oil fog", "nothing", ""} {
				query := persistence.Query{Text: text}
				w.is(best(persistence.ByWords, text), w.search(scope, query))
				w.is(best(persistence.ByMeaning, text), keysOf(w.near(scope, query)))
				w.is(best(persistence.Usual, text), keysOf(w.joint(scope, query)))
				query.By = persistence.ByRank
				w.is(best(persistence.ByRank, text), keysOf(w.joint(scope, query)))
			}
			w.is(best(persistence.ByWords, "lamp"), "b c e a")
			w.is(best(persistence.ByMeaning, "lamp"), "c a e")
			w.is(best(persistence.ByRank, "lamp"), "c a e b")
			hits := w.joint(scope, persistence.Query{Text: "lamp", By: persistence.ByRank})
			w.is([]any{hits[0].Score.Millionths, hits[3].Score.Millionths}, []any{1e9/int64(62) + 1e9/int64(61), 1e9 / int64(61)})
			w.embedder.fail(errors.New("the model is gone"))
			w.is(best(persistence.ByMeaning, "lamp"), "b c e a") // by words
			w.embedder.fail(nil)
		}},
		{"an embedder that fails is named, and words are still searched", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")))
			broken := errors.New("the model is gone")
			w.embedder.fail(broken)
			_, err := w.save.SemanticSearch(w.ctx, w.scope(event.Trunk), lamp)
			w.fails(err, broken)
			_, err = w.save.HybridSearch(w.ctx, w.scope(event.Trunk), lamp)
			w.fails(err, broken)
			w.is(w.search(w.scope(event.Trunk), lamp), "a")
			w.embedder.fail(nil)
			w.is(keysOf(w.near(w.scope(event.Trunk), lamp)), "a")
		}},
	}
}

// bruteForce compares every row in scope with the query by the definition, in floats.
func bruteForce(w *world) {
	random := []string{"lamp", "boat", "fog", "oil", "lamp oil", "boat boat fog", "灯台", "café fog", "", "\x00", "x\x00lamp", "the boat of the guild"}
	var changes []persistence.Change
	contents := map[persistence.Key]string{}
	for i := range 144 {
		row := memory(fmt.Sprintf("m%03d", i), random[i%12]+" "+random[i/12])
		if i%5 == 0 {
			row.Knower = "tom"
		} else {
			contents[row.Key] = row.Text
		}
		changes = append(changes, store(row))
	}
	w.keep(event.Trunk, changes...)
	for _, query := range []string{"lamp", "boat fog", "灯", "CAFÉ", "guild of the lamp", "\x00oil"} {
		asked := counted(query)
		var want []string
		cosines := map[string]int64{}
		for key, text := range contents {
			var dot float64
			for i, x := range counted(text) {
				dot += float64(x) * float64(asked[i])
			}
			if dot > 1e-9 {
				want = append(want, string(key))
				cosines[string(key)] = int64(math.Round(dot * 1e6))
			}
		}
		hits := w.near(w.scope(event.Trunk), persistence.Query{Text: query})
		got := map[string]int64{}
		for _, f := range hits {
			got[string(f.Row.Key)] = f.Score.Millionths
		}
		for key, cosine := range cosines {
			if math.Abs(float64(cosine-got[key])) > 100 { // steps of 1/32767 move it a little
				w.Errorf("%q: %s has %d, want %d", query, key, got[key], cosine)
			}
		}
		slices.SortFunc(want, func(a, b string) int { return cmp.Or(cmp.Compare(got[b], got[a]), cmp.Compare(a, b)) })
		w.is(keysOf(hits), strings.Join(want, " "))
		for _, k := range []int{1, 7, 50} {
			w.is(keysOf(w.near(w.scope(event.Trunk), persistence.Query{Text: query, Limit: k})), strings.Join(want[:min(k, len(want))], " "))
		}
	}
}

// textByMeaning: whatever a text is made of, it is found by itself, before and after it is
// written, unless it says nothing.
func textByMeaning(w *world, text string) {
	row := memory("m", text)
	scope, query := w.staging(store(row)), persistence.Query{Text: text}
	staged := [][]persistence.Found{w.near(scope, query), w.joint(scope, query)}
	w.keep(event.Trunk, store(row))
	w.reopen(persistence.Reading)
	scope.Staged = nil
	found := [][]persistence.Found{w.near(scope, query), w.joint(scope, query)}
	if diff := gocmp.Diff(found, staged); diff != "" {
		w.Errorf("%.200s", diff)
	}
	silent := true
	for _, x := range counted(text) {
		silent = silent && x == 0
	}
	if n := len(found[0]); (n == 0) != (silent && text != "") || n > 0 && text != "" && found[0][0].Score.Millionths != 1_000_000 {
		w.Errorf("found %d", n)
	}
}
