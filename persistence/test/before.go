package test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/story/event"
)

// beforeAndAfter writes random rows to two branches and holds that a search with
// rows staged finds what it finds once they are written, that it leaves no trace,
// and that it refuses what cannot be written.
func beforeAndAfter(t *testing.T, checks int, driver New) {
	property(t, checks, func(rt *rapid.T) {
		save, err := persistence.New(driver(t), &persistence.Options{Embedder: &bag{}}).Create(t.Context(), saveName, playthrough)
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { _ = save.Close() }()
		p := &player{T: rt, save: save, branch: event.Trunk}
		p.play(rapid.IntRange(0, 3).Draw(rt, "turns"))
		if len(p.history) > 0 && rapid.Bool().Draw(rt, "fork") {
			p.fork(rapid.IntRange(0, len(p.history)).Draw(rt, "at"))
			p.play(rapid.IntRange(0, 2).Draw(rt, "turns of the fork"))
		}
		p.compare(p.draw(rapid.Bool().Draw(rt, "spoil")))
	})
}

// A player draws turns for one branch and keeps what they did to its rows, as the
// steps of one event each.
type player struct {
	*rapid.T
	save    *persistence.Save
	branch  event.BranchID
	history []step
	turns   int
}

func (p *player) play(turns int) {
	for range turns {
		b := p.draw(false)
		if _, err := p.save.Append(p.Context(), b); err != nil {
			p.Fatal(err)
		}
		p.history = p.after(b)
	}
}

func (p *player) fork(at int) {
	p.branch, p.history = "side", slices.Clone(p.history[:at])
	if err := p.save.Control(p.Context(), event.Control{Kind: event.BranchMade, Branch: p.branch, Parent: event.Trunk, At: event.Position(at)}); err != nil {
		p.Fatal(err)
	}
}

// after is the history with a batch on it.
func (p *player) after(b persistence.Batch) []step {
	history := slices.Clone(p.history)
	for i := range b.Events {
		var s step
		for _, change := range b.Rows {
			if change.Event == i {
				s.changes = append(s.changes, change)
			}
		}
		history = append(history, s)
	}
	return history
}

// draw makes a turn that can be written, or one in which a change has been spoilt.
func (p *player) draw(spoil bool) persistence.Batch {
	p.turns++
	b := persistence.Batch{Branch: p.branch, Expected: event.Position(len(p.history)), Turn: event.TurnID(fmt.Sprint("t", p.turns))}
	for i := range rapid.IntRange(1, 3).Draw(p.T, "events") {
		b.Events = append(b.Events, happened("x", 1))
		for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(drawnKeys), 0, 3, rapid.ID).Draw(p.T, "keys") {
			b.Rows = append(b.Rows, p.change(key, i, knowersAfter(p.after(b))))
		}
	}
	if spoil && len(b.Rows) > 0 {
		p.spoil(&b.Rows[rapid.IntRange(0, len(b.Rows)-1).Draw(p.T, "spoilt")])
	}
	return b
}

// spoil makes of a change one that mostly cannot be made. Facts stay as they are:
// of a kind that is not searched a search says less than Append.
func (p *player) spoil(change *persistence.Change) {
	if change.Row.Kind != persistence.Memory {
		return
	}
	switch rapid.IntRange(0, 3).Draw(p.T, "how") {
	case 0:
		change.Op = rapid.SampledFrom([]persistence.Op{persistence.OpStore, persistence.OpUpdate, persistence.OpDelete, "burn"}).Draw(p.T, "operation")
	case 1:
		change.Row.Knower = rapid.SampledFrom([]event.CharacterID{"mira", "tom", event.Everyone, ""}).Draw(p.T, "knower")
	case 2:
		change.Event = 0
	case 3:
		change.Row.Text = "\xff"
	}
}

// A drawnKey begins with "f" for a fact.
var drawnKeys = []persistence.Key{"a", "b", "c", "d", "é", "f1"}

// knowersAfter are the records that are there after a history.
func knowersAfter(history []step) map[persistence.Key]event.CharacterID {
	knowers := make(map[persistence.Key]event.CharacterID)
	for _, s := range history {
		for _, change := range s.changes {
			if change.Op == persistence.OpDelete {
				delete(knowers, change.Row.Key)
			} else {
				knowers[change.Row.Key] = change.Row.Knower
			}
		}
	}
	return knowers
}

func (p *player) change(key persistence.Key, i int, knowers map[persistence.Key]event.CharacterID) persistence.Change {
	change := persistence.Change{Op: persistence.OpStore, Row: p.row(key), Event: i}
	if knower, there := knowers[key]; there {
		change.Op = rapid.SampledFrom([]persistence.Op{persistence.OpUpdate, persistence.OpUpdate, persistence.OpDelete}).Draw(p.T, "operation")
		change.Row.Knower = knower
	}
	return change
}

func (p *player) row(key persistence.Key) persistence.Row {
	row := persistence.Row{
		Kind: persistence.Memory, Key: key, Text: p.words(),
		Knower: rapid.SampledFrom([]event.CharacterID{"mira", "mira", "tom", event.Everyone}).Draw(p.T, "knower"),
		Moment: event.Sequence(rapid.IntRange(0, 4).Draw(p.T, "moment")),
		Turn:   rapid.SampledFrom([]int64{0, 1, 2, math.MaxInt64}).Draw(p.T, "turn"),
		Facets: persistence.Facets{
			Location: rapid.SampledFrom([]string{"", "quay"}).Draw(p.T, "location"),
			Episodic: rapid.SampledFrom([]string{"", "triumph", "failure"}).Draw(p.T, "episodic"),
			Tags:     rapid.SliceOfN(rapid.SampledFrom([]string{"", "sea", "夜"}), 0, 2).Draw(p.T, "tags"),
		},
	}
	if strings.HasPrefix(string(key), "f") {
		row.Kind = persistence.Fact
	}
	if row.Timed = rapid.Bool().Draw(p.T, "timed"); row.Timed {
		row.Minutes = rapid.SampledFrom([]int64{math.MinInt64, -1, 0, 10, math.MaxInt64}).Draw(p.T, "minutes")
	}
	row.Data = rapid.SampledFrom([]strictjson.Object{nil, {}, {"n": 7, "list": []any{true, strictjson.Number("0.10")}}}).Draw(p.T, "data")
	return row
}

func (p *player) words() string {
	word := rapid.SampledFrom([]string{"lamp", "lamp", "boat", "the", "灯台", "Lämpchen", "👩‍👩‍👧‍👦"})
	return strings.Join(rapid.SliceOfN(word, 0, 4).Draw(p.T, "words"), " ")
}

// asked is a search that is made in both ways.
type asked struct {
	scope persistence.Scope
	query persistence.Query
}

func (p *player) ask() asked {
	minute := func(name string) *int64 {
		return rapid.SampledFrom([]*int64{nil, nil, nil, new(int64(-1)), new(int64(10)), new(int64(math.MaxInt64))}).Draw(p.T, name)
	}
	sc := persistence.Scope{
		At: p.save.At(p.branch), Kind: persistence.Memory,
		Knower:   rapid.SampledFrom([]event.CharacterID{"mira", "mira", "tom", event.Everyone}).Draw(p.T, "who"),
		Episodic: rapid.IntRange(0, 4).Draw(p.T, "episodic alone") == 0,
		From:     minute("from"), To: minute("to"),
		Before:  rapid.SampledFrom([]int64{0, 0, 0, 1, 2, math.MaxInt64}).Draw(p.T, "before"),
		Without: rapid.SampledFrom([][]event.Position{nil, nil, {1}, {2, 3}, {1, 2, 3, 4, 5}}).Draw(p.T, "without"),
		Facets: persistence.Facets{
			Location: rapid.SampledFrom([]string{"", "", "", "quay"}).Draw(p.T, "where"),
			Tags:     rapid.SampledFrom([][]string{nil, nil, nil, {"sea"}, {"夜", "sea"}}).Draw(p.T, "tagged"),
		},
	}
	sc.At.Moment = event.Sequence(max(0, rapid.IntRange(-6, 4).Draw(p.T, "until")))
	return asked{sc, persistence.Query{
		Text: p.words(), Limit: max(0, rapid.IntRange(-4, 4).Draw(p.T, "limit")),
		Relevance: rapid.SampledFrom([]int{0, 0, 1, 500, rank.Whole}).Draw(p.T, "relevance"),
	}}
}

// answers are what a search gives in all ways, or its error.
func (p *player) answers(a asked) (answers [4][]persistence.Found, err error) {
	answers[0], err = p.save.ExactMatch(p.Context(), a.scope)
	for i, search := range []func(context.Context, persistence.Scope, persistence.Query) ([]persistence.Found, error){
		p.save.TextSearch, p.save.SemanticSearch, p.save.HybridSearch,
	} {
		if err == nil {
			answers[i+1], err = search(p.Context(), a.scope, a.query)
		}
	}
	return answers, err
}

func (p *player) compare(b persistence.Batch) {
	a := p.ask()
	if rapid.Bool().Draw(p.T, "at a position") {
		a.scope.At.Position = b.Expected
	}
	unstaged, err := p.answers(a)
	if err != nil {
		p.Fatal(err)
	}
	on := a
	on.scope.Staged = b.Rows
	before, refused := p.answers(on)
	if again, err := p.answers(a); err != nil || cmp.Diff(unstaged, again) != "" {
		p.Fatalf("a search left a trace: %v %s", err, cmp.Diff(unstaged, again))
	}
	receipt, err := p.save.Append(p.Context(), b)
	if (err == nil) != (refused == nil) || err != nil && reason(err) != reason(refused) {
		p.Fatalf("appended: %v, searched: %v", err, refused)
	}
	if err != nil {
		return
	}
	a.scope.At.Position = receipt.Last
	after, err := p.answers(a)
	if err != nil {
		p.Fatal(err)
	}
	if diff := cmp.Diff(after, before); diff != "" {
		p.Fatalf("%+v\nafter - before +:\n%s", a, diff)
	}
	p.ordered(after)
}

// ordered holds to the order that is promised.
func (p *player) ordered(answers [4][]persistence.Found) {
	byWriting := func(a, b persistence.Found) bool {
		return a.Position < b.Position || a.Position == b.Position && a.Row.Key < b.Row.Key
	}
	byScore := func(a, b persistence.Found) bool {
		if a.Score.Millionths != b.Score.Millionths {
			return a.Score.Millionths > b.Score.Millionths
		}
		return a.Position > b.Position || a.Position == b.Position && a.Row.Key < b.Row.Key
	}
	for i, before := range []func(a, b persistence.Found) bool{byWriting, byScore, byScore, byScore} {
		for n, f := range answers[i] {
			if n > 0 && !before(answers[i][n-1], f) {
				p.Fatalf("not in order: %+v", answers[i])
			}
		}
	}
}
