package test

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// by is a change that another event than the first of its turn causes.
func by(i int, change persistence.Change) persistence.Change {
	change.Event = i
	return change
}

func knownBy(knower event.CharacterID, row persistence.Row) persistence.Row {
	row.Knower = knower
	return row
}

// staging is the trunk's scope with changes on top.
func (w *world) staging(changes ...persistence.Change) persistence.Scope {
	scope := w.scope(event.Trunk)
	scope.Staged = changes
	return scope
}

func staged() []testCase {
	m := memory
	lamp := persistence.Query{Text: "lamp"}
	return []testCase{
		{"a staged row is found and not kept", func(w *world) {
			w.keep(event.Trunk, store(m("a", "the lamp")))
			scope := w.staging(store(m("b", "a lamp")))
			for range 2 {
				w.is(w.search(scope, lamp), "b a")
				w.is(w.found(scope), "a:the lamp b:a lamp")
			}
			w.is(w.found(w.scope(event.Trunk)), "a:the lamp")
			w.is(w.search(w.scope(event.Trunk), lamp), "a")
			w.keep(event.Trunk, store(m("b", "a boat")))
			w.is(w.found(w.scope(event.Trunk)), "a:the lamp b:a boat")
			w.must(w.save.Verify(w.ctx))
		}},
		{"a staged row can be searched in a save that is only read", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")))
			w.reopen(persistence.Reading)
			w.is(w.search(w.staging(store(m("b", "lamp"))), lamp), "b a")
		}},
		{"a staged row in a save without any", func(w *world) {
			w.is(w.search(w.staging(), lamp), "")
			w.is(w.search(w.staging(store(m("a", "lamp"))), lamp), "a")
			w.is(w.found(w.staging(store(m("a", "")))), "a:")
			w.is(w.search(w.staging(store(m("a", ""))), persistence.Query{}), "a")
			w.is(w.search(w.staging(store(m("a", ""))), lamp), "")
		}},
		{"a staged update supersedes, also where it no longer matches", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")), store(m("b", "lamp")), store(m("c", "lamp")))
			w.is(w.search(w.staging(update(m("b", "lamp"))), lamp), "b a c")
			w.is(w.search(w.staging(update(m("b", "boat"))), lamp), "a c")
			w.is(w.found(w.staging(update(m("b", "boat")))), "a:lamp c:lamp b:boat")
			away := m("b", "lamp")
			away.Facets.Location = "quay"
			scope := w.staging(update(away))
			scope.Facets.Location = "inn"
			w.is(w.found(scope), "")
			scope.Facets.Location = "quay"
			w.is(w.found(scope), "b:lamp")
		}},
		{"a staged deletion hides, and a record may begin anew", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")), store(m("b", "lamp")))
			w.is(w.search(w.staging(remove("a")), lamp), "b")
			w.is(w.search(w.staging(remove("a"), remove("b")), lamp), "")
			w.is(w.found(w.staging(remove("a"), by(1, store(m("a", "again"))))), "b:lamp a:again")
			w.is(w.found(w.staging(store(m("c", "one")), by(1, update(m("c", "two"))), by(2, remove("c")))), "a:lamp b:lamp")
		}},
		{"nobody finds what is staged for another", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")), store(knownBy("tom", m("t", "lamp"))))
			scope := w.staging(
				store(m("mine", "lamp")), store(knownBy("tom", m("theirs", "lamp lamp"))),
				store(knownBy(event.Everyone, m("all", "lamp"))), update(knownBy("tom", m("t", "lamp fog"))),
			)
			for knower, want := range map[event.CharacterID]string{
				"mira": "all mine a", "tom": "theirs all t", event.Everyone: "all", "stranger": "all", "' OR 1=1 --": "all", "TOM": "all", "to%": "all",
			} {
				scope.Knower = knower
				w.is(w.search(scope, lamp), want)
			}
			alone := w.staging(store(m("mine", "lamp")), store(knownBy(event.Everyone, m("all", "lamp"))))
			scope.Knower = "mira"
			w.is(w.hits(scope, lamp), w.hits(alone, lamp))
		}},
		{"a tombstone needs no knower, and ends what only its knower found", func(w *world) {
			w.keep(event.Trunk, store(knownBy("tom", m("t", "lamp"))))
			scope := w.staging(remove("t"))
			w.is(w.found(scope), "")
			scope.Knower = "tom"
			w.is(w.found(scope), "")
		}},
		{"what is staged counts in the ranking as if it were written", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp lamp boat")), store(m("b", "boat boat lamp")), store(m("c", "fog")))
			changes := []persistence.Change{store(m("d", "boat")), by(1, store(m("e", "boat fog"))), by(1, update(m("c", "lamp, boat and fog of the Lämpchen")))}
			query := persistence.Query{Text: "lamp boat lämpchen"}
			hits := w.hits(w.staging(changes...), query)
			b := w.batch(event.Trunk, 1, "x", "y")
			b.Rows = changes
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.is(w.hits(w.scope(event.Trunk), query), hits)
		}},
		{"what is staged follows the scope's position", func(w *world) {
			w.keep(event.Trunk, store(m("a", "lamp")))
			w.keep(event.Trunk, store(m("b", "lamp")))
			w.fork("side", event.Trunk, 1)
			w.tell("side", "one", "two")
			scope := w.scope("side")
			scope.Staged = []persistence.Change{by(4, store(m("b", "lamp")))}
			hits := w.hits(scope, lamp)
			w.is([]any{hits[0].Row.Key, hits[0].Branch, hits[0].Position, hits[1].Row.Key, hits[1].Branch}, []any{"b", "side", 8, "a", event.Trunk})
			scope.At.Position = 2
			w.is(w.hits(scope, lamp)[0].Position, 7)

			early := w.staging(by(0, store(m("b", "early"))))
			early.At.Position = 1
			w.is(w.found(early), "a:lamp b:early")
			early.At.Position = 2
			_, err := w.save.ExactMatch(w.ctx, early)
			w.fails(err, persistence.ErrExists)
			early.At.Position = 3
			_, err = w.save.ExactMatch(w.ctx, early)
			w.fails(err, persistence.ErrNotFound)
		}},
		{"as of a moment the older version counts, staged or not", func(w *world) {
			at := func(moment event.Sequence, text string) persistence.Row {
				row := m("a", text)
				row.Moment = moment
				return row
			}
			w.keep(event.Trunk, store(at(2, "early")))
			scope := w.staging(update(at(4, "late")), by(1, update(at(6, "last"))))
			for moment, want := range map[event.Sequence]string{0: "a:last", 1: "", 2: "a:early", 3: "a:early", 4: "a:late", 5: "a:late", 6: "a:last", math.MaxInt64: "a:last"} {
				scope.At.Moment = moment
				w.is(w.found(scope), want)
			}
			gone := w.staging(by(0, persistence.Change{Op: persistence.OpDelete, Row: at(9, "never read")}))
			gone.At.Moment = 2
			w.is(w.found(gone), "")
		}},
		{"staged rows of other kinds are passed by", func(w *world) {
			fact := m("a", "lamp")
			fact.Kind = persistence.Fact
			w.keep(event.Trunk, store(m("a", "lamp")))
			w.is(w.search(w.staging(store(fact)), lamp), "a")
			scope := w.staging(store(fact))
			scope.Kind = persistence.Fact
			w.is(w.search(scope, lamp), "a")
		}},
		{"what is found is as it will be read", func(w *world) {
			row := m("a", "lamp")
			row.Facets.Tags, row.Facets.Characters = []string{"x"}, []event.CharacterID{}
			row.Data = strictjson.Object{"n": int64(math.MaxInt64), "deep": []any{strictjson.Object{"x": 1}}}
			scope := w.staging(store(row))
			before := w.hits(scope, lamp)
			before[0].Row.Facets.Tags[0] = "changed"
			before[0].Row.Data["n"] = "changed"
			w.is([]any{row.Facets.Tags[0], row.Data["n"]}, []any{"x", int64(math.MaxInt64)})
			before = w.hits(scope, lamp)
			w.keep(event.Trunk, store(row))
			if diff := cmp.Diff(w.hits(w.scope(event.Trunk), lamp), before); diff != "" {
				w.Error(diff)
			}
		}},
		{"what cannot be appended cannot be staged", refusedAlike},
	}
}

// hits are what a search by words gives.
func (w *world) hits(scope persistence.Scope, query persistence.Query) []persistence.Found {
	w.Helper()
	found, err := w.save.TextSearch(w.ctx, scope, query)
	w.must(err)
	return found
}

func refusedAlike(w *world) {
	w.keep(event.Trunk, store(memory("a", "lamp")), store(memory("b", "lamp")))
	spoilt := func(spoil func(*persistence.Row)) persistence.Change {
		row := memory("x", "lamp")
		spoil(&row)
		return store(row)
	}
	fact := memory("f", "\xff")
	fact.Kind = persistence.Fact
	for name, changes := range map[string][]persistence.Change{
		"no kind":            {spoilt(func(r *persistence.Row) { r.Kind = "gossip" })},
		"no key":             {spoilt(func(r *persistence.Row) { r.Key = "" })},
		"no knower":          {spoilt(func(r *persistence.Row) { r.Knower = "" })},
		"a negative moment":  {spoilt(func(r *persistence.Row) { r.Moment = -1 })},
		"a negative turn":    {spoilt(func(r *persistence.Row) { r.Turn = math.MinInt64 })},
		"unknown minutes":    {spoilt(func(r *persistence.Row) { r.Minutes = 3 })},
		"no text":            {spoilt(func(r *persistence.Row) { r.Text = "\xff" })},
		"no facet":           {spoilt(func(r *persistence.Row) { r.Facets.Episodic = "\xff" })},
		"no number":          {spoilt(func(r *persistence.Row) { r.Data = strictjson.Object{"n": strictjson.Number("1,5")} })},
		"no data":            {spoilt(func(r *persistence.Row) { r.Data = strictjson.Object{"x": make(chan int)} })},
		"of another kind":    {store(fact)},
		"an operation":       {{Op: "burn", Row: memory("a", "lamp")}},
		"no operation":       {{Row: memory("x", "lamp")}},
		"an event before":    {by(-1, store(memory("x", "lamp")))},
		"stored twice":       {store(memory("a", "lamp"))},
		"nothing to update":  {update(memory("x", "lamp"))},
		"nothing to delete":  {remove("x")},
		"no key to delete":   {remove("")},
		"deleted twice":      {remove("a"), by(1, remove("a"))},
		"another's":          {update(knownBy("tom", memory("a", "lamp")))},
		"everyone's":         {update(knownBy(event.Everyone, memory("a", "lamp")))},
		"twice by one event": {update(memory("a", "lamp")), update(memory("a", "boat"))},
		"the second":         {store(memory("x", "lamp")), store(memory("b", "lamp"))},
	} {
		b := w.batch(event.Trunk, 1, "x", "y")
		b.Rows = changes
		_, appended := w.save.Append(w.ctx, b)
		_, searched := w.save.TextSearch(w.ctx, w.staging(changes...), persistence.Query{Text: "lamp"})
		_, listed := w.save.ExactMatch(w.ctx, w.staging(changes...))
		if appended == nil || reason(searched) != reason(appended) || reason(listed) != reason(appended) {
			w.Errorf("%s: appended: %v, searched: %v, listed: %v", name, appended, searched, listed)
		}
		for _, class := range []error{persistence.ErrInvalid, persistence.ErrExists, persistence.ErrNotFound} {
			if errors.Is(searched, class) != errors.Is(appended, class) {
				w.Errorf("%s: appended: %v, searched: %v", name, appended, searched)
			}
		}
	}
	_, err := w.save.TextSearch(w.ctx, w.staging(by(math.MaxInt, store(memory("x", "lamp")))), persistence.Query{})
	w.fails(err, persistence.ErrInvalid)
	w.is(w.found(w.staging(by(math.MaxInt-2, store(memory("x", "lamp"))))), "a:lamp b:lamp x:lamp")
	w.is(w.found(w.scope(event.Trunk)), "a:lamp b:lamp")
}

// reason is an error without the operation that it happened in.
func reason(err error) string {
	_, reason, _ := strings.Cut(fmt.Sprint(err), "row ")
	return reason
}
