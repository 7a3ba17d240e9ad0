package test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// canaries is how many rows each playthrough of Isolation has that no other has.
const canaries = 50

// hostileIDs are what no playthrough may be called, or what one is called so that a search
// which went by a pattern, a language of queries, the case or the look of letters would take it
// for another's. %d stands for a number.
var hostileIDs = []string{
	"p-%d", "P-%d", "p_%d", "p%%%d", "*%d", "%d' OR 1=1 --", `%d" OR ""="`, "%d; DROP TABLE row", "../p-%d", "p-%d/*", "$(p-%d)",
	"p‑%d", "ｐ-%d", "р-%d", "p-%d\u200b", "p\u0301-%d", "\u202ep-%d", "null %d", "%d NULL", "save-%d.sqlite",
}

// nobodys are what asks for no playthrough, or for all.
var nobodys = []event.PlaythroughID{"", "*", "%", "_", "' OR 1=1 --", `" OR ""="`, "null", "NULL", "\x00", "p-*", "p-%", "..", ".", "/", "\xff", "\ufffd", "$", ".*", "[a-z]*"}

// Isolation fills so many playthroughs in one store, whose ids are made to be mistaken for one
// another and whose keys, knowers, branches and turns are the same, with rows that no other has,
// and searches them in every way and all at once. A playthrough is given its own alone, in the
// order and with the scores that it would have if there were no other; and asked for another's
// it gives an error.
func Isolation(t *testing.T, playthroughs, queries int, driver New) {
	slab := vector.NewSlab(0)
	options := func() *persistence.Options {
		return &persistence.Options{Embedder: &bag{}, KeepVectors: true, Slab: slab}
	}
	together := persistence.New(driver(t), options())
	all := make([]neighbour, playthroughs)
	for i := range all {
		id := event.PlaythroughID(fmt.Sprintf(hostileIDs[i%len(hostileIDs)], i/len(hostileIDs)))
		all[i] = neighbour{id: id, shared: inhabited(t, together, fmt.Sprintf("save-%d", i), id, i), alone: inhabited(t, persistence.New(driver(t), options()), "alone", id, i), mark: mark(i)}
	}
	var asked sync.WaitGroup
	const atOnce = 8
	found := make([]int, atOnce)
	for part := range atOnce {
		asked.Go(func() {
			draw := rand.New(rand.NewPCG(32, uint64(part)))
			for range (queries + atOnce - 1) / atOnce {
				n, err := search(t.Context(), draw, all)
				found[part] += n
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	asked.Wait()
	sum := 0
	for _, n := range found {
		sum += n
	}
	t.Logf("%d playthroughs of %d rows: %d rows found by %d queries in five ways each, none of them another's; as many for another's or nobody's are refused", playthroughs, canaries, sum, queries)
	if sum == 0 {
		t.Error("nothing is found: this shows nothing")
	}
}

// A neighbour is a playthrough among others, and the same where there is no other.
type neighbour struct {
	id            event.PlaythroughID
	shared, alone *persistence.Save
	mark          string // what stands in all of its rows, and in no other's
}

func mark(n int) string { return fmt.Sprintf("canary%dof", n) }

// inhabited is a save with canaries. The same words are said in all playthroughs, more often in
// some, so that what is rare in one is not in another.
func inhabited(t *testing.T, store *persistence.Store, name string, id event.PlaythroughID, n int) *persistence.Save {
	t.Helper()
	save, err := store.Create(t.Context(), name, id)
	if err != nil {
		t.Fatalf("%q: %v", id, err)
	}
	t.Cleanup(func() { _ = save.Close() })
	draw := rand.New(rand.NewPCG(33, uint64(n)))
	b := persistence.Batch{Branch: event.Trunk, Turn: "turn-1", Events: []event.Event{happened(mark(n), 1)}}
	for i := range canaries {
		words := []string{mark(n), fmt.Sprint("only", n, "x", i)}
		for range 4 {
			words = append(words, bagged[(draw.IntN(len(bagged))*draw.IntN(n+2))%len(bagged)])
		}
		row := memory(fmt.Sprint("row-", i), strings.Join(words, " "))
		row.Kind = persistence.RowKinds()[i%3]
		if i%7 == 0 {
			row.Knower = event.Everyone
		}
		row.Facets.Location = []string{"quay", "inn"}[i%2]
		b.Rows = append(b.Rows, persistence.Change{Op: persistence.OpStore, Row: row})
	}
	if _, err := save.Append(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	return save
}

// search makes one search in every way in one playthrough, for what it has, what another has,
// or for everything, and says what was found of others.
func search(ctx context.Context, draw *rand.Rand, all []neighbour) (found int, err error) {
	own, other := draw.IntN(len(all)), draw.IntN(len(all))
	mine := all[own]
	scope := persistence.Scope{At: mine.shared.At(event.Trunk), Kind: persistence.RowKinds()[draw.IntN(3)], Knower: []event.CharacterID{"mira", "*", "somebody", "' OR 1=1 --", "%"}[draw.IntN(5)]}
	if draw.IntN(2) == 0 {
		scope.Facets.Location = []string{"quay", "inn", "%", "*"}[draw.IntN(4)]
	}
	texts := []string{"", "lamp", "lamp boat fog oil", all[other].mark, fmt.Sprint("only", other, "x", draw.IntN(canaries)), mine.mark, "*", "%", "' OR 1=1 --", "lamp OR " + all[other].mark, "text:lamp NOT boat", string(all[other].id)}
	query := persistence.Query{Text: texts[draw.IntN(len(texts))], Limit: []int{0, 1, 5, 1000}[draw.IntN(4)]}
	for way := range ways(mine.shared) {
		given, err := ways(mine.shared)[way](ctx, scope, query)
		if err != nil {
			return found, fmt.Errorf("%q, %+v, %+v: %w", mine.id, scope, query, err)
		}
		alone, err := ways(mine.alone)[way](ctx, scope, query)
		if err != nil {
			return found, err
		}
		found += len(given)
		for _, f := range given {
			if !strings.HasPrefix(f.Row.Text, mine.mark+" ") {
				return found, fmt.Errorf("%q, %+v, %+v finds %q", mine.id, scope, query, f.Row.Text)
			}
		}
		if !reflect.DeepEqual(given, alone) {
			return found, fmt.Errorf("%q, %+v, %+v finds %v, and %v where there is no other playthrough", mine.id, scope, query, given, alone)
		}
	}
	foreign := nobodys[draw.IntN(len(nobodys))]
	if other != own && draw.IntN(2) == 0 {
		foreign = all[other].id
	}
	scope.At.Playthrough = foreign
	for _, way := range ways(mine.shared) {
		if given, err := way(ctx, scope, query); !errors.Is(err, persistence.ErrNotFound) || given != nil {
			return found, fmt.Errorf("%q, asked for %q, gives %v, %v", mine.id, foreign, given, err)
		}
	}
	for record, err := range mine.shared.Events(ctx, scope.At, 0) {
		if !errors.Is(err, persistence.ErrNotFound) {
			return found, fmt.Errorf("%q, asked for the events of %q, gives %v, %v", mine.id, foreign, record, err)
		}
	}
	return found, nil
}

// ways are the searches that there are.
func ways(save *persistence.Save) []func(context.Context, persistence.Scope, persistence.Query) ([]persistence.Found, error) {
	return []func(context.Context, persistence.Scope, persistence.Query) ([]persistence.Found, error){
		func(ctx context.Context, scope persistence.Scope, _ persistence.Query) ([]persistence.Found, error) {
			return save.ExactMatch(ctx, scope)
		},
		save.TextSearch, save.SemanticSearch, save.HybridSearch,
		func(ctx context.Context, scope persistence.Scope, query persistence.Query) ([]persistence.Found, error) {
			found, _, err := save.Best(ctx, scope, query)
			return found, err
		},
	}
}
