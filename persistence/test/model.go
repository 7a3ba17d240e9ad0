package test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// property runs a random property so many times, at a fixed seed.
func property(t *testing.T, checks int, run func(*rapid.T)) {
	t.Helper()
	for name, value := range map[string]string{
		"rapid.checks": strconv.Itoa(checks), "rapid.seed": "9", "rapid.nofailfile": "true",
	} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, run)
}

// model plays random games on a save and on plain maps, which must agree.
func model(t *testing.T, checks int, driver New) {
	property(t, checks, func(rt *rapid.T) {
		g := &game{T: rt, branches: map[event.BranchID][]step{event.Trunk: nil}, head: event.Trunk}
		g.store = persistence.New(driver(t), nil)
		g.open(g.store.Create(t.Context(), saveName, playthrough))
		defer func() { _ = g.save.Close() }()
		rt.Repeat(map[string]func(*rapid.T){
			"append": g.append, "stale": g.stale, "again": g.again, "fork": g.fork, "move": g.move, "restore": g.restore,
			"reopen": func(*rapid.T) {
				_ = g.save.Close()
				g.open(g.store.Open(t.Context(), saveName, persistence.Writing))
			},
			"": g.agree,
		})
		for id, history := range g.branches {
			g.agreeAt(rt, g.save.At(id), history)
		}
		if err := g.save.Verify(t.Context()); err != nil {
			rt.Fatal(err)
		}
	})
}

// A step is an event of the model with what it did to the rows.
type step struct {
	text    string
	moment  event.Sequence
	changes []persistence.Change
}

// A game is a save and its model: of each branch the whole history, copied at
// the fork.
type game struct {
	*rapid.T
	store    *persistence.Store
	save     *persistence.Save
	branches map[event.BranchID][]step
	head     event.BranchID
	left     []event.BranchID // the heads before it
	turns    []persistence.Batch
}

func (g *game) open(save *persistence.Save, err error) {
	if err != nil {
		g.Fatal(err)
	}
	g.save = save
}

func (g *game) pick(t *rapid.T) event.BranchID {
	var ids []event.BranchID
	for id := range g.branches {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return rapid.SampledFrom(ids).Draw(t, "branch")
}

func (g *game) append(t *rapid.T) {
	branch := g.pick(t)
	history := g.branches[branch]
	b := persistence.Batch{
		Branch: branch, Expected: event.Position(len(history)), Turn: event.TurnID(fmt.Sprint("t", len(g.turns))),
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "events") {
		s := step{text: fmt.Sprintf("%s%d", branch, len(history)), moment: event.Sequence(rapid.IntRange(1, 4).Draw(t, "moment"))}
		if change, ok := g.change(t, history, i); ok {
			s.changes = append(s.changes, change)
			b.Rows = append(b.Rows, change)
		}
		b.Events = append(b.Events, happened(s.text, s.moment))
		history = append(slices.Clip(history), s)
	}
	if _, err := g.save.Append(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	g.branches[branch], g.turns = history, append(g.turns, b)
}

// change draws a change that is possible after a history.
func (g *game) change(t *rapid.T, history []step, i int) (persistence.Change, bool) {
	key := rapid.SampledFrom([]string{"", "k1", "k2", "k3"}).Draw(t, "key")
	if key == "" {
		return persistence.Change{}, false
	}
	row := memory(key, rapid.SampledFrom([]string{"lamp", "boat", "lamp-boat"}).Draw(t, "row"))
	change := persistence.Change{Op: persistence.OpStore, Row: row, Event: i}
	if _, there := rowsAfter(history)[persistence.Key(key)]; there {
		change.Op = rapid.SampledFrom([]persistence.Op{persistence.OpUpdate, persistence.OpDelete}).Draw(t, "op")
	}
	return change, true
}

// stale appends where the branch is not.
func (g *game) stale(t *rapid.T) {
	branch := g.pick(t)
	wrong := event.Position(rapid.IntRange(0, 20).Draw(t, "expected"))
	if int(wrong) == len(g.branches[branch]) {
		return
	}
	b := persistence.Batch{Branch: branch, Expected: wrong, Turn: "stale", Events: []event.Event{happened("x", 1)}}
	if _, err := g.save.Append(t.Context(), b); err == nil {
		t.Fatalf("branch %s is at %d and was appended to at %d", branch, len(g.branches[branch]), wrong)
	}
}

// again repeats a turn that was written.
func (g *game) again(t *rapid.T) {
	if len(g.turns) == 0 {
		return
	}
	receipt, err := g.save.Append(t.Context(), rapid.SampledFrom(g.turns).Draw(t, "turn"))
	if err != nil || !receipt.Repeated {
		t.Fatalf("got %+v, %v", receipt, err)
	}
}

func (g *game) fork(t *rapid.T) { g.branch(t, false) }

func (g *game) move(t *rapid.T) { g.branch(t, true) }

// restore undoes the last move of the head, where there is one.
func (g *game) restore(t *rapid.T) {
	if len(g.left) == 0 {
		return
	}
	g.head, g.left = g.left[len(g.left)-1], g.left[:len(g.left)-1]
	if err := g.save.Control(t.Context(), event.Control{Kind: event.HeadRestored, Branch: g.head}); err != nil {
		t.Fatal(err)
	}
}

func (g *game) branch(t *rapid.T, move bool) {
	parent, id := g.pick(t), event.BranchID(fmt.Sprint("b", len(g.branches)))
	history := g.branches[parent]
	at := rapid.IntRange(0, len(history)).Draw(t, "at")
	records := []event.Control{{Kind: event.BranchMade, Branch: id, Parent: parent, At: event.Position(at)}}
	if move {
		records = append(records, event.Control{Kind: event.HeadMoved, Branch: id})
		g.head, g.left = id, append(g.left, g.head)
	}
	if err := g.save.Control(t.Context(), records...); err != nil {
		t.Fatal(err)
	}
	g.branches[id] = slices.Clone(history[:at])
}

// agree compares the tree, and one branch up to some position and moment.
func (g *game) agree(t *rapid.T) {
	tree, err := g.save.Tree(t.Context())
	left := event.BranchID("")
	if len(g.left) > 0 {
		left = g.left[len(g.left)-1]
	}
	if err != nil || tree.Head != g.head || tree.Left() != left || len(tree.Branches()) != len(g.branches) {
		t.Fatalf("the head is %s of %d branches, not %s of %d (%v)", tree.Head, len(tree.Branches()), g.head, len(g.branches), err)
	}
	id := g.pick(t)
	at := g.save.At(id)
	at.Position = event.Position(rapid.IntRange(0, len(g.branches[id])).Draw(t, "position"))
	at.Moment = event.Sequence(rapid.IntRange(0, 4).Draw(t, "until"))
	g.agreeAt(t, at, g.branches[id])
}

func (g *game) agreeAt(t *rapid.T, at event.Where, history []step) {
	if at.Position > 0 {
		history = history[:at.Position]
	}
	var got, want []string
	for record, err := range g.save.Events(t.Context(), at, 0) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, record.Event.Text("text"))
	}
	for _, s := range history {
		if at.Moment == 0 || s.moment <= at.Moment {
			want = append(want, s.text)
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%+v:\ngot  %v\nwant %v", at, got, want)
	}
	found, err := g.save.ExactMatch(t.Context(), persistence.Scope{At: at, Kind: persistence.Memory, Knower: "mira"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := sortedWords(listing(found)), rowListing(rowsAfter(history)); got != want {
		t.Fatalf("%+v:\ngot  %s\nwant %s", at, got, want)
	}
}

func rowsAfter(history []step) map[persistence.Key]string {
	rows := make(map[persistence.Key]string)
	for _, s := range history {
		for _, change := range s.changes {
			if change.Op == persistence.OpDelete {
				delete(rows, change.Row.Key)
			} else {
				rows[change.Row.Key] = change.Row.Text
			}
		}
	}
	return rows
}

func rowListing(rows map[persistence.Key]string) string {
	var list []string
	for key, text := range rows {
		list = append(list, fmt.Sprintf("%s:%s", key, text))
	}
	return sortedWords(strings.Join(list, " "))
}
