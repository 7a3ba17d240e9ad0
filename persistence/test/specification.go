package test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// An attribute of the specification's records (its 6.1.1), and where it stands in a row.
type attribute struct {
	record string // the specification's
	name   string
	kind   persistence.RowKind
	put    func(row *persistence.Row, n int)     // its nth value
	get    func(row persistence.Row) any         // what is to be that again
	narrow func(scope *persistence.Scope, n int) // finds the nth alone; nil where nothing is to be found by it
	value  func(n int) any                       // as get gives it
}

func (a attribute) String() string { return a.record + ", " + a.name }

// textAttribute is an attribute that is a text of a row.
func textAttribute(record, name string, kind persistence.RowKind, at func(*persistence.Row) *string, narrow func(*persistence.Scope, string)) attribute {
	nth := func(n int) string { return fmt.Sprintf("%s %d", name, n) }
	a := attribute{
		record: record, name: name, kind: kind,
		put:   func(row *persistence.Row, n int) { *at(row) = nth(n) },
		get:   func(row persistence.Row) any { return *at(&row) },
		value: func(n int) any { return nth(n) },
	}
	if narrow != nil {
		a.narrow = func(scope *persistence.Scope, n int) { narrow(scope, nth(n)) }
	}
	return a
}

// freeAttribute is an attribute among those that nothing is found by.
func freeAttribute(record, name string, kind persistence.RowKind, nth func(n int) any) attribute {
	return attribute{
		record: record, name: name, kind: kind, value: nth,
		put: func(row *persistence.Row, n int) {
			if row.Data == nil {
				row.Data = strictjson.Object{}
			}
			row.Data[name] = nth(n)
		},
		get: func(row persistence.Row) any { return row.Data[name] },
	}
}

// timeAttribute is an attribute that is a time of the story.
func timeAttribute(record, name string, kind persistence.RowKind) attribute {
	nth := func(n int) int64 { return int64(n)*1_000_003 - 7 }
	return attribute{
		record: record, name: name, kind: kind,
		put:   func(row *persistence.Row, n int) { row.Timed, row.Minutes = true, nth(n) },
		get:   func(row persistence.Row) any { return row.Minutes },
		value: func(n int) any { return nth(n) },
		narrow: func(scope *persistence.Scope, n int) {
			at := nth(n)
			scope.From, scope.To = &at, &at
		},
	}
}

// listAttribute is an attribute that is a list, each value of which finds it.
func listAttribute[T ~string](record, name string, kind persistence.RowKind, at func(*persistence.Facets) *[]T) attribute {
	nth := func(n int) []T { return []T{T(fmt.Sprintf("%s %d", name, n)), T("of all")} }
	return attribute{
		record: record, name: name, kind: kind,
		put:    func(row *persistence.Row, n int) { *at(&row.Facets) = nth(n) },
		get:    func(row persistence.Row) any { return *at(&row.Facets) },
		value:  func(n int) any { return nth(n) },
		narrow: func(scope *persistence.Scope, n int) { *at(&scope.Facets) = nth(n)[:1] },
	}
}

func attributes() []attribute {
	number := func(format string) func(int) any {
		return func(n int) any { return strictjson.Number(fmt.Sprintf(format, n)) }
	}
	words := func(format string) func(int) any { return func(n int) any { return fmt.Sprintf(format, n) } }
	content := func(r *persistence.Row) *string { return &r.Text }
	source := func(r *persistence.Row) *string { return &r.Facets.Source }
	session := func(r *persistence.Row) *string { return &r.Facets.Session }
	bySession := func(s *persistence.Scope, v string) { s.Facets.Session = v }
	characters := func(f *persistence.Facets) *[]event.CharacterID { return &f.Characters }
	return []attribute{
		textAttribute("memory event", "summary", persistence.Memory, content, nil),
		timeAttribute("memory event", "timestamp", persistence.Memory),
		textAttribute("memory event", "sessionId", persistence.Memory, session, bySession),
		listAttribute("memory event", "characterIds", persistence.Memory, characters),
		freeAttribute("memory event", "actionType", persistence.Memory, words("ask %d")),
		listAttribute("memory event", "semanticTags", persistence.Memory, func(f *persistence.Facets) *[]string { return &f.Tags }),
		textAttribute("lore chunk", "filePath", persistence.Lore, source, func(s *persistence.Scope, v string) { s.Facets.Source = v }),
		freeAttribute("lore chunk", "chunkIndex", persistence.Lore, number("%d")),
		freeAttribute("lore chunk", "paragraphId", persistence.Lore, number("%d")),
		textAttribute("lore chunk", "content", persistence.Lore, content, nil),
		freeAttribute("lore chunk", "tokenCount", persistence.Lore, number("%d")),
		textAttribute("faction reputation", "factionId", persistence.Relation, func(r *persistence.Row) *string { return &r.Facets.Faction }, func(s *persistence.Scope, v string) { s.Facets.Faction = v }),
		freeAttribute("faction reputation", "currentScore", persistence.Relation, number("-%d.25")),
		timeAttribute("faction reputation", "lastUpdated", persistence.Relation),
		freeAttribute("faction reputation", "decayRate", persistence.Relation, number("0.%d1")),
		{
			record: "NPC perception", name: "npcId", kind: persistence.Perception,
			put:    func(row *persistence.Row, n int) { row.Facets.NPC = event.CharacterID(fmt.Sprint("npc ", n)) },
			get:    func(row persistence.Row) any { return string(row.Facets.NPC) },
			value:  func(n int) any { return fmt.Sprint("npc ", n) },
			narrow: func(scope *persistence.Scope, n int) { scope.Facets.NPC = event.CharacterID(fmt.Sprint("npc ", n)) },
		},
		freeAttribute("NPC perception", "perceptionScore", persistence.Perception, number("-9%d.5")),
		timeAttribute("NPC perception", "lastInteraction", persistence.Perception),
		textAttribute("NPC perception", "eventHistory", persistence.Perception, content, nil),
		listAttribute("character portrait", "characterId", persistence.Portrait, characters),
		freeAttribute("character portrait", "imagePath", persistence.Portrait, words("portraits/%d.png")),
		freeAttribute("character portrait", "descriptionHash", persistence.Portrait, func(n int) any { return event.HashOf([]byte{byte(n)}).String() }),
		timeAttribute("character portrait", "generatedAt", persistence.Portrait),
		textAttribute("playthrough session", "sessionId", persistence.Session, session, bySession),
		timeAttribute("playthrough session", "startTime", persistence.Session),
		freeAttribute("playthrough session", "endTime", persistence.Session, number("%d")),
		textAttribute("playthrough session", "currentLocation", persistence.Session, func(r *persistence.Row) *string { return &r.Facets.Location }, func(s *persistence.Scope, v string) { s.Facets.Location = v }),
	}
}

// specified are the cases that are named by the specification's words: each attribute of its
// records, and each of its methods on each kind of data.
func specified() []testCase {
	cases := []testCase{
		{"memory event, lore chunk, embedding: a vector of 384 for each text", embedding},
		{"every record, ID: a key finds its record and no other", identified},
		{"the best of thousands are exactly the best", topOfThousands},
		{"every record, playthroughId: data of one playthrough is in no other", ofOnePlaythrough},
	}
	for _, a := range attributes() {
		cases = append(cases, testCase{a.String(), func(w *world) { kept(w, a) }})
	}
	for _, kind := range persistence.RowKinds() {
		cases = append(cases,
			testCase{"store " + string(kind), func(w *world) { storeOf(w, kind) }},
			testCase{"update " + string(kind), func(w *world) { updateOf(w, kind) }},
			testCase{"delete " + string(kind), func(w *world) { deleteOf(w, kind) }},
			testCase{"exactMatch " + string(kind), func(w *world) { exactMatchOf(w, kind) }},
			testCase{"semanticSearch " + string(kind), func(w *world) { semanticSearchOf(w, kind) }},
		)
	}
	return cases
}

// topOfThousands: whatever the limit, what is found is what begins the list without one; half of
// what there is lies out of scope, and is better.
func topOfThousands(w *world) {
	random := rand.New(rand.NewPCG(1, 9))
	words := []string{"lamp", "boat", "fog", "oil", "key", "stair", "bell", "rope", "salt", "gull"}
	for range 4 {
		var changes []persistence.Change
		for range 500 {
			row := memory(fmt.Sprintf("k%016x", random.Uint64()), "")
			for range 1 + random.IntN(8) {
				row.Text += words[random.IntN(len(words))] + " "
			}
			if random.IntN(2) == 0 {
				row.Knower, row.Text = "tom", "lamp fog"
			}
			changes = append(changes, store(row))
		}
		w.keep(event.Trunk, changes...)
	}
	for _, search := range []func(persistence.Scope, persistence.Query) []persistence.Found{w.hits, w.near, w.joint} {
		all := search(w.scope(event.Trunk), persistence.Query{Text: "lamp in the fog"})
		if len(all) < 300 {
			w.Fatalf("%d found", len(all))
		}
		for _, k := range []int{1, 2, 10, 99, 299} {
			w.is(keysOf(search(w.scope(event.Trunk), persistence.Query{Text: "lamp in the fog", Limit: k})), keysOf(all[:k]))
		}
	}
}

// whole is a record with its nth values in all attributes of its kind.
func whole(kind persistence.RowKind, n int) persistence.Row {
	row := persistence.Row{Kind: kind, Key: persistence.Key(fmt.Sprintf("%s-%d", kind, n)), Knower: "mira", Text: fmt.Sprintf("lamp %d", n)}
	for _, a := range attributes() {
		if a.kind == kind {
			a.put(&row, n)
		}
	}
	return row
}

func (w *world) scopeOf(kind persistence.RowKind) persistence.Scope {
	scope := w.scope(event.Trunk)
	scope.Kind = kind
	return scope
}

// kept: an attribute is what was stored, what was updated, and after opening again; the others
// stay as they are; and where the specification filters by it, it finds its record alone.
func kept(w *world, a attribute) {
	w.keep(event.Trunk, store(whole(a.kind, 1)), store(whole(a.kind, 2)), store(whole(a.kind, 3)))
	changed := whole(a.kind, 2)
	a.put(&changed, 7)
	w.keep(event.Trunk, update(changed))
	w.reopen(persistence.Reading)
	for n, want := range map[int]int{1: 1, 2: 7, 3: 3} {
		found := w.record(a.kind, n)
		w.is(a.get(found), a.value(want))
		for _, other := range attributes() {
			if other.kind == a.kind && other.name != a.name {
				w.is(other.get(found), other.value(n))
			}
		}
		if a.narrow == nil {
			continue
		}
		scope := w.scopeOf(a.kind)
		a.narrow(&scope, want)
		matched, err := w.save.ExactMatch(w.ctx, scope)
		w.must(err)
		w.is(keysOf(matched), fmt.Sprintf("%s-%d", a.kind, n))
		w.is(keysOf(w.near(scope, persistence.Query{})), fmt.Sprintf("%s-%d", a.kind, n))
	}
	if a.narrow != nil {
		scope := w.scopeOf(a.kind)
		a.narrow(&scope, 2)
		matched, err := w.save.ExactMatch(w.ctx, scope)
		w.must(err)
		w.is(len(matched), 0) // what it was before
	}
}

func (w *world) record(kind persistence.RowKind, n int) persistence.Row {
	w.Helper()
	found, err := w.save.ExactMatch(w.ctx, w.scopeOf(kind))
	w.must(err)
	for _, f := range found {
		if f.Row.Key == persistence.Key(fmt.Sprintf("%s-%d", kind, n)) {
			return f.Row
		}
	}
	w.Fatalf("no %s %d", kind, n)
	return persistence.Row{}
}

// wide is an embedder whose vectors are as long as those of the specification's network.
type wide struct{ *bag }

func (wide) Name() string    { return "wide" }
func (wide) Dimensions() int { return 384 }

func (e wide) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := e.bag.Embed(ctx, texts)
	for i, v := range vectors {
		vectors[i] = append(v, make([]float32, 384-len(v))...)
	}
	return vectors, err
}

func embedding(w *world) {
	w.must(w.save.Close())
	w.store = persistence.New(w.driver, &persistence.Options{Embedder: wide{w.embedder}, KeepVectors: true, Slab: vector.NewSlab(0)})
	save, err := w.store.Open(w.ctx, saveName, persistence.Writing)
	w.must(err)
	w.save = save
	for _, kind := range []persistence.RowKind{persistence.Memory, persistence.Lore} {
		w.keep(event.Trunk, store(persistence.Row{Kind: kind, Key: "a", Knower: "mira", Text: "lamp oil"}), store(persistence.Row{Kind: kind, Key: "b", Knower: "mira", Text: "boat"}))
		hits := w.near(w.scopeOf(kind), persistence.Query{Text: "oil of the lamp", Relevance: 700})
		w.is(keysOf(hits), "a")
	}
	byIndex := func(kind persistence.RowKind, text string) string {
		found, _, err := w.save.Best(w.ctx, w.scopeOf(kind), persistence.Query{Text: text, By: persistence.ByIndex})
		w.must(err)
		return keysOf(found)
	}
	for _, kind := range []persistence.RowKind{persistence.Memory, persistence.Lore} {
		w.is(byIndex(kind, "oil"), "a")
		w.must(w.save.Embed(w.ctx, kind, nil))
		w.is(byIndex(kind, "oil"), "a")
		w.keep(event.Trunk, store(persistence.Row{Kind: kind, Key: "c", Knower: "mira", Text: "oil"})) // which no index has yet
		w.is(byIndex(kind, "oil"), "c a")
		w.must(w.save.Embed(w.ctx, kind, nil))
		w.is(byIndex(kind, "oil"), "c a")
		w.must(w.save.Compact(w.ctx))
		w.is(byIndex(kind, "oil"), "c a")
		w.must(w.save.Embed(w.ctx, kind, nil))
		w.is(byIndex(kind, "oil"), "c a")
	}
	w.must(w.save.Close())
	w.embedder.forget()
	save, err = persistence.New(w.driver, &persistence.Options{Embedder: wide{w.embedder}, KeepVectors: true}).Open(w.ctx, saveName, persistence.Reading)
	w.must(err)
	w.save = save
	w.is(keysOf(w.near(w.scopeOf(persistence.Lore), persistence.Query{Text: "boat"})), "b")
	w.is(w.embedder.read(), "boat")
}

func identified(w *world) {
	for _, kind := range persistence.RowKinds() {
		w.keep(event.Trunk, store(persistence.Row{Kind: kind, Key: "id", Knower: "mira", Text: string(kind)}), store(persistence.Row{Kind: kind, Key: "id ", Knower: "mira", Text: "x"}))
	}
	for _, kind := range persistence.RowKinds() {
		w.keep(event.Trunk, persistence.Change{Op: persistence.OpDelete, Row: persistence.Row{Kind: kind, Key: "id "}})
		w.is(w.found(w.scopeOf(kind)), "id:"+string(kind))
	}
}

func ofOnePlaythrough(w *world) {
	other, err := w.store.Create(w.ctx, "tuesday", "p-2")
	w.must(err)
	defer other.Close()
	theirs := &world{TB: w.TB, ctx: w.ctx, store: w.store, save: other, turn: 100}
	for _, kind := range persistence.RowKinds() {
		w.keep(event.Trunk, store(whole(kind, 1)))
		theirs.keep(event.Trunk, store(whole(kind, 2)))
	}
	for _, kind := range persistence.RowKinds() {
		mine, err := w.save.ExactMatch(w.ctx, w.scopeOf(kind))
		w.must(err)
		w.is(keysOf(mine), string(kind)+"-1")
		found, err := other.ExactMatch(w.ctx, theirs.scopeOf(kind))
		w.must(err)
		w.is(keysOf(found), string(kind)+"-2")
		_, err = other.ExactMatch(w.ctx, w.scopeOf(kind)) // by the other's id
		w.fails(err, persistence.ErrNotFound)
	}
}

// storeOf: a record is there with all it was given, or not at all.
func storeOf(w *world, kind persistence.RowKind) {
	w.keep(event.Trunk, store(whole(kind, 1)))
	w.is(w.record(kind, 1), whole(kind, 1))
	w.fails(w.tryKeep(event.Trunk, store(whole(kind, 2)), store(whole(kind, 1))), persistence.ErrExists)
	found, err := w.save.ExactMatch(w.ctx, w.scopeOf(kind))
	w.must(err)
	w.is(keysOf(found), string(kind)+"-1")
}

// updateOf: a record is all as it was or all as it is now.
func updateOf(w *world, kind persistence.RowKind) {
	w.fails(w.tryKeep(event.Trunk, update(whole(kind, 1))), persistence.ErrNotFound)
	w.keep(event.Trunk, store(whole(kind, 1)), store(whole(kind, 2)))
	changed := whole(kind, 9)
	changed.Key = whole(kind, 1).Key
	w.fails(w.tryKeep(event.Trunk, update(changed), update(whole(kind, 3))), persistence.ErrNotFound)
	w.is(w.record(kind, 1), whole(kind, 1))
	w.keep(event.Trunk, update(changed))
	w.reopen(persistence.Reading)
	w.is(w.record(kind, 1), changed)
	w.is(w.record(kind, 2), whole(kind, 2))
}

// deleteOf: a record is found no more by any search, and was before.
func deleteOf(w *world, kind persistence.RowKind) {
	gone := persistence.Change{Op: persistence.OpDelete, Row: persistence.Row{Kind: kind, Key: whole(kind, 1).Key}}
	w.fails(w.tryKeep(event.Trunk, gone), persistence.ErrNotFound)
	w.keep(event.Trunk, store(whole(kind, 1)), store(whole(kind, 2)))
	w.keep(event.Trunk, gone)
	w.reopen(persistence.Reading)
	for _, found := range [][]persistence.Found{w.hits(w.scopeOf(kind), persistence.Query{}), w.near(w.scopeOf(kind), persistence.Query{}), w.joint(w.scopeOf(kind), persistence.Query{})} {
		w.is(keysOf(found), string(kind)+"-2")
	}
	before := w.scopeOf(kind)
	before.At.Position = 1
	w.is(len(w.near(before, persistence.Query{})), 2)
}

// exactMatchOf: of all records those that match every filter, in order of writing.
func exactMatchOf(w *world, kind persistence.RowKind) {
	for n := range 9 {
		row := persistence.Row{Kind: kind, Key: persistence.Key(fmt.Sprint("k", n)), Knower: "mira", Timed: true, Minutes: int64(n * 10)}
		row.Facets = persistence.Facets{
			Session: fmt.Sprint("s", n%2), Location: fmt.Sprint("l", n%3), NPC: event.CharacterID(fmt.Sprint("n", n%3)), Faction: fmt.Sprint("f", n%2),
			Source: fmt.Sprint("lore/", n%2, ".md"), Characters: []event.CharacterID{event.CharacterID(fmt.Sprint("c", n%4)), "all"}, Tags: []string{fmt.Sprint("t", n%5), "all"},
		}
		w.keep(event.Trunk, store(row))
	}
	from, to := int64(20), int64(70)
	scope := w.scopeOf(kind)
	scope.From, scope.To = &from, &to
	scope.Facets = persistence.Facets{Session: "s0", Faction: "f0", Source: "lore/0.md", Characters: []event.CharacterID{"all"}, Tags: []string{"all"}}
	found, err := w.save.ExactMatch(w.ctx, scope)
	w.must(err)
	w.is(keysOf(found), "k2 k4 k6")
	scope.Facets.NPC, scope.Facets.Location = "n1", "l1"
	found, err = w.save.ExactMatch(w.ctx, scope)
	w.must(err)
	w.is(keysOf(found), "k4")
	scope.Facets.Characters = append(scope.Facets.Characters, "c1")
	found, err = w.save.ExactMatch(w.ctx, scope)
	w.must(err)
	w.is(keysOf(found), "")
}

// semanticSearchOf: of what the filters leave the nearest, above a threshold, no more than the
// limit; what is left out takes nobody's place.
func semanticSearchOf(w *world, kind persistence.RowKind) {
	var changes []persistence.Change
	for n := range 60 {
		row := persistence.Row{Kind: kind, Key: persistence.Key(fmt.Sprintf("k%02d", n)), Knower: "mira", Text: "lamp" + strings.Repeat(" oil", n%6)}
		row.Facets.Location = fmt.Sprint("l", n%2)
		changes = append(changes, store(row))
	}
	w.keep(event.Trunk, changes...)
	scope := w.scopeOf(kind)
	scope.Facets.Location = "l1" // one, three or five times oil
	w.is(keysOf(w.near(scope, persistence.Query{Text: "lamp", Limit: 3})), "k01 k07 k13")
	w.is(len(w.near(scope, persistence.Query{Text: "lamp", Relevance: 700})), 10)
	w.is(len(w.near(scope, persistence.Query{Text: "lamp", Limit: math.MaxInt})), 30)
	w.is(len(w.near(scope, persistence.Query{Text: "boat"})), 0)
}
