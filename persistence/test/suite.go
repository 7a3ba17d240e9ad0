// Package test is what every driver of the store must pass. A new driver's test
// file is a constructor call:
//
//	func TestContract(t *testing.T) {
//		test.Suite(t, soak.Count, func(testing.TB) persistence.Driver { return mem.New() })
//	}
//
// The suite works through package persistence alone, so it tests a driver in
// the only way that it is ever used.
package test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// New makes a driver without saves, whose place is gone after the test.
type New func(testing.TB) persistence.Driver

// Durably says how much of a test that waits for the disk is run: everything in
// `make soak`, else a hundredth and not the usual twentieth.
func Durably(whole int) int {
	if soak.Whole() {
		return whole
	}
	return max(1, whole/100)
}

// Suite runs all cases of the contract over a driver. How many random cases it
// runs of a whole count, count says: soak.Count or [Durably].
func Suite(t *testing.T, count func(whole int) int, driver New) {
	for group, cases := range map[string][]testCase{
		"saves": saves(), "append": appends(), "branches": branches(), "rows": rows(),
		"search": searches(), "meaning": meanings(), "staged": staged(), "blobs": blobs(), "values": values(), "together": together(count),
		"snapshots": snapshots(), "documents": documents(), "summaries": summaries(), "vectors": vectors(), "specification": specified(), "failures": failures(), "nothing": nothing(),
		"purge": purges(), "retirement": retirements(), "derived rows": derivedRows(),
	} {
		t.Run(group, func(t *testing.T) {
			for _, c := range cases {
				t.Run(c.name, func(t *testing.T) { c.run(newWorld(t, driver)) })
			}
		})
	}
	t.Run("copied", func(t *testing.T) { copied(t, driver) })
	t.Run("copied with interruptions", func(t *testing.T) { interrupted(t, driver) })
	t.Run("copied several times at once", func(t *testing.T) { copiedAtOnce(t, driver) })
	t.Run("filled", func(t *testing.T) { filled(t, driver) })
	t.Run("worlds", func(t *testing.T) { worlds(t, driver) })
	t.Run("model", func(t *testing.T) { model(t, count(5000), driver) })
	t.Run("before and after", func(t *testing.T) { beforeAndAfter(t, count(10_000), driver) })
}

type testCase struct {
	name string
	run  func(*world)
}

// A world is a store with one save open, and short words to work on it.
type world struct {
	testing.TB
	ctx    context.Context
	driver persistence.Driver
	store  *persistence.Store
	save   *persistence.Save
	turn   int

	embedder *bag
}

const (
	saveName    = "monday"
	playthrough = event.PlaythroughID("p-1")
)

func newWorld(t testing.TB, driver New) *world {
	w := &world{TB: t, ctx: t.Context(), driver: driver(t), embedder: &bag{}}
	w.store = persistence.New(w.driver, &persistence.Options{Embedder: w.embedder})
	save, err := w.store.Create(w.ctx, saveName, playthrough)
	w.must(err)
	w.save = save
	t.Cleanup(func() {
		if err := w.save.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) is(got, want any) {
	w.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.Fatalf("got  %.300v\nwant %.300v", got, want)
	}
}

// reopen closes the save and opens it again.
func (w *world) reopen(mode persistence.Mode) {
	w.Helper()
	w.must(w.save.Close())
	save, err := w.store.Open(w.ctx, saveName, mode)
	w.must(err)
	w.save = save
}

// happened is an event that says nothing but its text.
func happened(text string, moment event.Sequence) event.Event {
	return event.Event{
		Kind: event.Happened, Actor: event.EngineSelf, Moment: event.Moment{Sequence: moment},
		Perception: &event.Perception{}, Data: event.Data{"text": text},
	}
}

// batch is one turn of events, by their texts, at moment 1.
func (w *world) batch(branch event.BranchID, expected event.Position, texts ...string) persistence.Batch {
	w.turn++
	b := persistence.Batch{Branch: branch, Expected: expected, Turn: event.TurnID(fmt.Sprintf("turn-%d", w.turn))}
	for _, text := range texts {
		b.Events = append(b.Events, happened(text, 1))
	}
	return b
}

// tell appends texts to the tip of a branch.
func (w *world) tell(branch event.BranchID, texts ...string) persistence.Receipt {
	w.Helper()
	tip, _, err := w.save.Tip(w.ctx, branch)
	w.must(err)
	receipt, err := w.save.Append(w.ctx, w.batch(branch, tip, texts...))
	w.must(err)
	return receipt
}

// tellAt appends one text at a moment.
func (w *world) tellAt(branch event.BranchID, moment event.Sequence, text string) {
	w.Helper()
	tip, _, err := w.save.Tip(w.ctx, branch)
	w.must(err)
	b := w.batch(branch, tip)
	b.Events = []event.Event{happened(text, moment)}
	_, err = w.save.Append(w.ctx, b)
	w.must(err)
}

// story reads texts back, separated by spaces.
func (w *world) story(at event.Where) string {
	w.Helper()
	texts, err := w.texts(at)
	w.must(err)
	return strings.Join(texts, " ")
}

func (w *world) texts(at event.Where) (texts []string, err error) {
	for record, err := range w.save.Events(w.ctx, at, 0) {
		if err != nil {
			return texts, err
		}
		texts = append(texts, record.Event.Text("text"))
	}
	return texts, nil
}

func (w *world) fork(id, parent event.BranchID, at event.Position) {
	w.Helper()
	w.must(w.save.Control(w.ctx, event.Control{Kind: event.BranchMade, Branch: id, Parent: parent, At: at}))
}

// keep appends one event with row changes.
func (w *world) keep(branch event.BranchID, changes ...persistence.Change) {
	w.Helper()
	w.must(w.tryKeep(branch, changes...))
}

func (w *world) tryKeep(branch event.BranchID, changes ...persistence.Change) error {
	w.Helper()
	tip, _, err := w.save.Tip(w.ctx, branch)
	w.must(err)
	b := w.batch(branch, tip, "kept")
	b.Rows = changes
	_, err = w.save.Append(w.ctx, b)
	return err
}

func memory(key, text string) persistence.Row {
	return persistence.Row{Kind: persistence.Memory, Key: persistence.Key(key), Knower: "mira", Text: text}
}

func store(row persistence.Row) persistence.Change {
	return persistence.Change{Op: persistence.OpStore, Row: row}
}

func update(row persistence.Row) persistence.Change {
	return persistence.Change{Op: persistence.OpUpdate, Row: row}
}

func remove(key string) persistence.Change {
	return persistence.Change{Op: persistence.OpDelete, Row: persistence.Row{Kind: persistence.Memory, Key: persistence.Key(key)}}
}

func (w *world) scope(branch event.BranchID) persistence.Scope {
	return persistence.Scope{At: w.save.At(branch), Kind: persistence.Memory, Knower: "mira"}
}

// found lists "key:text" of what a scope holds.
func (w *world) found(scope persistence.Scope) string {
	w.Helper()
	found, err := w.save.ExactMatch(w.ctx, scope)
	w.must(err)
	return listing(found)
}

// search lists the keys that a text search gives.
func (w *world) search(scope persistence.Scope, query persistence.Query) string {
	w.Helper()
	found, err := w.save.TextSearch(w.ctx, scope, query)
	w.must(err)
	var keys []string
	for _, f := range found {
		keys = append(keys, string(f.Row.Key))
	}
	return strings.Join(keys, " ")
}

func listing(found []persistence.Found) string {
	var list []string
	for _, f := range found {
		list = append(list, fmt.Sprintf("%s:%s", f.Row.Key, f.Row.Text))
	}
	return strings.Join(list, " ")
}

func sortedWords(s string) string {
	words := strings.Fields(s)
	slices.Sort(words)
	return strings.Join(words, " ")
}
