package host_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// failer is what *testing.T and *rapid.T have in common.
type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

// open begins a story on a quay, with two people there, one elsewhere, and a
// faction, and opens its first turn.
func open(t failer) (*story.Playthrough, *story.Turn) {
	t.Helper()
	return openIn(t, mem.New())
}

// openIn is open in a store.
func openIn(t failer, driver persistence.Driver) (*story.Playthrough, *story.Turn) {
	t.Helper()
	ctx := context.Background()
	save, err := persistence.New(driver, nil).Create(ctx, "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	playthrough, err := story.Open(ctx, save)
	if err != nil {
		t.Fatal(err)
	}
	turn := playthrough.Begin("begin")
	add(t, turn, event.PlaythroughStarted, event.Data{
		"campaign": "harbour", "version": "1", "digest": "d", "persona": strictjson.Object{"place": "quay"},
		"parameters": strictjson.Object{"clock": 480, "relation": strictjson.Object{"person": strictjson.Object{"unit_minutes": 60, "keep": 900}}},
	})
	for _, e := range [][3]string{{"quay", "place"}, {"tower", "place"}, {"lamp", "faction"}, {"ines", "person", "quay"}, {"tobias", "person", "quay"}, {"duke", "person", "tower"}} {
		data := event.Data{"entity": e[0], "type": e[1], "name": e[0]}
		if e[2] != "" {
			data["place"] = e[2]
		}
		add(t, turn, event.EntityAdded, data)
	}
	add(t, turn, event.RelationBegun, event.Data{"who": "lamp", "whom": "player", "score": -20_000})
	nextTurn(t, turn, 1)
	return playthrough, turn
}

func nextTurn(t failer, turn *story.Turn, number int) {
	t.Helper()
	add(t, turn, event.TurnOpened, event.Data{"turn": fmt.Sprint("turn-", number), "number": number, "seed": "s"})
	add(t, turn, event.TimePassed, event.Data{"minutes": 45})
}

func add(t failer, turn *story.Turn, kind event.Kind, data event.Data) {
	t.Helper()
	if _, err := turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Data: data}); err != nil {
		t.Fatal(err)
	}
}

// scopeOf is the scope of an attempt in a turn.
func scopeOf(turn *story.Turn, skill plan.SkillName, effects ...plan.Effect) skills.Scope {
	s := scope(skill, effects...)
	s.State = skills.Known(turn.State().Player().Object())
	return s
}

// settle lets accepted effects happen in a turn, which must refuse none of it.
func settle(t failer, turn *story.Turn, effects []plan.Effect) {
	t.Helper()
	events, _, err := host.Events(effects, turn.State())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if _, err := turn.Add(e); err != nil {
			t.Fatalf("%s %s: %v", e.Kind, strictjson.Append(nil, e.Fields()), err)
		}
	}
}

func ask(t failer, session skills.Session, method string, params protocol.Object) string {
	t.Helper()
	result, refused := session.Call(context.Background(), method, params)
	if refused != nil {
		return "! " + refused.Error()
	}
	return string(strictjson.Append(nil, result))
}

// everything is all that calls tell of a story.
func everything(t failer, session skills.Session) string {
	t.Helper()
	var all []string
	for _, q := range []struct {
		method string
		params protocol.Object
	}{
		{"memory.read", protocol.Object{"limit": strictjson.Number("100")}},
		{"memory.read", protocol.Object{"limit": strictjson.Number("100"), "query": "memory tobias 3"}},
		{"relation.read", nil}, {"relation.read", protocol.Object{"whom": "ines"}}, {"relation.read", protocol.Object{"who": "duke"}},
		{"story.read", protocol.Object{"path": "$threads"}}, {"story.read", protocol.Object{"path": "$journal"}},
		{"story.read", protocol.Object{"path": "$relations"}},
		{"data.list", nil}, {"data.get", protocol.Object{"key": "a"}},
	} {
		all = append(all, q.method+" "+ask(t, session, q.method, q.params))
	}
	return strings.Join(all, "\n")
}

// one draws a call that writes; the mark is in every text it writes.
func one(rt *rapid.T, mark string) (string, protocol.Object) {
	id := rapid.SampledFrom([]string{"ines", "tobias", "duke", "lamp", "player", "quay", "nobody"})
	some := func(label string) []any {
		var names []any
		for _, name := range rapid.SliceOfN(id, 0, 3).Draw(rt, label) {
			names = append(names, name)
		}
		return names
	}
	points := func(label string) strictjson.Number {
		return strictjson.Number(fmt.Sprintf("%d.%03d", rapid.IntRange(-120, 120).Draw(rt, label), rapid.IntRange(0, 999).Draw(rt, label)))
	}
	drawn := protocol.Object{}
	method := rapid.SampledFrom([]string{"memory.write", "relation.write", "relation.write", "story.record", "story.record", "data.set", "data.delete"}).Draw(rt, "method")
	switch method {
	case "memory.write":
		drawn["summary"] = "memory " + mark
		drawn["characters"], drawn["tags"] = some("characters"), some("tags")
		drawn["location"] = id.Draw(rt, "location")
		drawn["because"] = []any{rapid.SampledFrom([]string{"m1", "m2", "m7", "e1", "e9", "x"}).Draw(rt, "because")}
	case "relation.write":
		drawn["who"], drawn["whom"] = id.Draw(rt, "who"), id.Draw(rt, "whom")
		if rapid.Bool().Draw(rt, "begin") {
			drawn["score"] = points("score")
			drawn["parts"] = protocol.Object{mark: strictjson.Number("1")}
		} else {
			drawn["by"], drawn["reason"] = points("by"), mark
		}
	case "story.record":
		kind := rapid.SampledFrom([]string{"happened", "thread", "fact"}).Draw(rt, "kind")
		drawn["kind"] = kind
		switch kind {
		case "happened":
			drawn["text"], drawn["who"] = "It happens "+mark, some("who")
		case "fact":
			drawn["content"] = rapid.SampledFrom([]string{"It rains.", "fact " + mark}).Draw(rt, "content")
		case "thread":
			drawn["thread"] = rapid.SampledFrom([]string{"a", "b", mark}).Draw(rt, "thread")
			for _, field := range []string{"title", "summary", "outcome"} {
				if rapid.Bool().Draw(rt, field) {
					drawn[field] = mark
				}
			}
		}
	case "data.set":
		drawn["key"], drawn["value"] = rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "key"), mark
	case "data.delete":
		drawn["key"] = rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "key")
	}
	return method, drawn
}

// Attempts of several skills write whatever they like, some are accepted and some
// fail, and later ones depend on some of those before. A turn takes all that comes
// of it; what an attempt is told, with all writes before it, is what the story then
// says; and nobody is ever told a word of an attempt that failed.
func TestWhatAnAttemptIsToldIsWhatWillBe(t *testing.T) {
	names := []plan.SkillName{"dice", "lore", "memory"}
	rapid.Check(t, func(rt *rapid.T) {
		playthrough, turn := open(rt)
		failed := []string(nil)
		for number := 1; number <= 3; number++ {
			h := host.Of(host.Base{State: turn.State()})
			var accepted []plan.Effect
			for attempt := range rapid.IntRange(1, 4).Draw(rt, "attempts") {
				skill := rapid.SampledFrom(names).Draw(rt, "skill")
				mark := fmt.Sprintf("<%d-%d>", number, attempt)
				var seen []plan.Effect
				for _, effect := range accepted { // of some dependencies
					if rapid.Bool().Draw(rt, "seen") {
						seen = append(seen, effect)
					}
				}
				session := h.Open(scope(skill, seen...))
				for range rapid.IntRange(0, 5).Draw(rt, "calls") {
					method, params := one(rt, mark)
					ask(rt, session, method, params)
				}
				if rapid.Bool().Draw(rt, "accepted") {
					accepted = append(accepted, session.Effects()...)
				} else {
					failed = append(failed, mark)
				}
			}
			told := map[plan.SkillName]string{}
			for _, skill := range names {
				told[skill] = everything(rt, h.Open(scopeOf(turn, skill, accepted...)))
			}
			settle(rt, turn, accepted)
			h = host.Of(host.Base{State: turn.State()})
			for _, skill := range names {
				is := everything(rt, h.Open(scopeOf(turn, skill)))
				if diff := cmp.Diff(told[skill], is); diff != "" {
					rt.Fatalf("(-told +is)\n%s", diff)
				}
				for _, mark := range failed {
					if strings.Contains(told[skill]+is, mark) {
						rt.Fatalf("a failed attempt's %s is told:\n%s\n%s", mark, told[skill], is)
					}
				}
			}
			if _, err := turn.Commit(context.Background()); err != nil {
				rt.Fatal(err)
			}
			turn = playthrough.Begin(event.TurnID(fmt.Sprint("turn-", number+1)))
			nextTurn(rt, turn, number+1)
		}
	})
}

// Two attempts that do not know of each other give the same answers and effects
// whether one runs after the other, before it, or between its calls.
func TestAnswersDoNotHangOnOtherAttempts(t *testing.T) {
	type asked struct {
		method string
		params protocol.Object
	}
	rapid.Check(t, func(rt *rapid.T) {
		_, turn := open(rt)
		var calls [2][]asked
		for i := range calls {
			for n := range rapid.IntRange(1, 4).Draw(rt, "calls") {
				method, params := one(rt, fmt.Sprintf("<%d-%d>", i, n))
				calls[i] = append(calls[i], asked{method, params}, asked{"memory.read", nil}, asked{"relation.read", nil})
			}
		}
		run := func(order []int) (answers [2]string) {
			h := host.Of(host.Base{State: turn.State()})
			sessions, next := [2]skills.Session{h.Open(scope("dice")), h.Open(scope("lore"))}, [2]int{}
			for _, i := range order {
				c := calls[i][next[i]]
				next[i]++
				answers[i] += ask(rt, sessions[i], c.method, c.params) + "\n"
			}
			for i, session := range sessions {
				answers[i] += fmt.Sprint(session.Effects())
			}
			return answers
		}
		first := append(slices.Repeat([]int{0}, len(calls[0])), slices.Repeat([]int{1}, len(calls[1]))...)
		mixed := rapid.Permutation(first).Draw(rt, "order")
		if diff := cmp.Diff(run(first), run(mixed)); diff != "" {
			rt.Fatalf("(-one after the other +mixed)\n%s", diff)
		}
	})
}

// A memory of one skill is another's to recall, and what one thinks of the player
// is everybody's to read; what a skill keeps for itself is not.
func TestEffectsOfAnySkillAreSeen(t *testing.T) {
	_, turn := open(t)
	h := host.Of(host.Base{State: turn.State()})
	writer := h.Open(scope("memory"))
	for method, params := range map[string]protocol.Object{
		"memory.write":   {"summary": "You swore an oath."},
		"relation.write": {"who": "ines", "by": strictjson.Number("7.5")},
		"story.record":   {"kind": "thread", "thread": "oath"},
		"data.set":       {"key": "oath", "value": true},
	} {
		if got := ask(t, writer, method, params); strings.HasPrefix(got, "!") {
			t.Fatal(got)
		}
	}
	depends, stranger := h.Open(scope("dice", writer.Effects()...)), h.Open(scope("dice"))
	for _, c := range []struct {
		method string
		params protocol.Object
		has    string
	}{
		{"memory.read", protocol.Object{"query": "oath"}, "swore"},
		{"relation.read", nil, "7.5"},
		{"story.read", protocol.Object{"path": "$threads"}, `"oath"`},
	} {
		if got := ask(t, depends, c.method, c.params); !strings.Contains(got, c.has) {
			t.Errorf("a dependant's %s: %s", c.method, got)
		}
		if got := ask(t, stranger, c.method, c.params); strings.Contains(got, c.has) {
			t.Errorf("a stranger's %s: %s", c.method, got)
		}
	}
	if got := ask(t, depends, "data.get", protocol.Object{"key": "oath"}); got != `{"found":false}` {
		t.Error("another skill's data: ", got)
	}
}

// Steps that do not know of each other may both begin what begins once.
func TestWhatBothWroteHappensOnce(t *testing.T) {
	_, turn := open(t)
	h := host.Of(host.Base{State: turn.State()})
	var effects []plan.Effect
	for range 2 {
		session := h.Open(scope("dice"))
		for _, params := range []protocol.Object{
			{"kind": "thread", "thread": "oath", "title": "The oath"},
			{"kind": "thread", "thread": "oath", "summary": "It was kept.", "outcome": "kept"},
			{"kind": "fact", "content": "It rains."},
		} {
			ask(t, session, "story.record", params)
		}
		ask(t, session, "relation.write", protocol.Object{"who": "ines", "score": strictjson.Number("9")})
		effects = append(effects, session.Effects()...)
	}
	if len(effects) != 8 {
		t.Fatal(effects)
	}
	events, _, err := host.Events(effects, turn.State())
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, string(e.Kind))
	}
	want := "thread.opened thread.continued thread.resolved fact.established fact.learned relation.begun"
	if got := strings.Join(kinds, " "); got != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	settle(t, turn, effects)
}

// What no host has staged makes no event, and does not keep others from theirs.
func TestEventsOfNobodysEffects(t *testing.T) {
	_, turn := open(t)
	session := host.New().Open(scope("dice"))
	ask(t, session, "memory.write", protocol.Object{"summary": "It rains."})
	script := plan.ScriptRef{Skill: "dice", Script: "script"}
	events, _, err := host.Events(append([]plan.Effect{
		{Script: script, Method: "memory.forget"},
		{Script: script, Method: "memory.write", Params: protocol.Object{"summary": strictjson.Number("7")}},
		{Script: script, Method: "story.record"},
		{Script: script, Method: "relation.write", Params: protocol.Object{"who": "nobody", "whom": "player", "by": strictjson.Number("1")}},
	}, session.Effects()...), turn.State())
	if len(events) != 1 || events[0].Kind != event.MemoryKept {
		t.Error(events)
	}
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Error("the faults: ", err)
	}
}

// Attempts may run while the turn's goroutine goes on: what was shown stays.
func TestTheStoryGoesOnBehindAttempts(t *testing.T) {
	_, turn := open(t)
	h := host.Of(host.Base{State: turn.State()})
	before := everything(t, h.Open(scope("dice")))
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() { // ends after its calls
			for range 20 {
				session := h.Open(scope("dice"))
				if got := everything(t, session); got != before {
					t.Error(cmp.Diff(before, got))
				}
				ask(t, session, "memory.write", protocol.Object{"summary": "an attempt's"})
				ask(t, session, "story.record", protocol.Object{"kind": "thread", "thread": "attempt"})
			}
		})
	}
	for n := range 50 {
		add(t, turn, event.MemoryKept, event.Data{"memory": fmt.Sprint("m", n), "knower": "player", "words": "a turn's", "significance": "low"})
		add(t, turn, event.RelationChanged, event.Data{"who": "ines", "whom": "player", "by": 100})
		add(t, turn, event.DataSet, event.Data{"skill": "dice", "key": "a", "value": n})
		add(t, turn, event.ThreadOpened, event.Data{"thread": fmt.Sprint("t", n), "title": "T"})
	}
	running.Wait()
	if after := everything(t, host.Of(host.Base{State: turn.State()}).Open(scope("dice"))); after == before {
		t.Error("the new story is not told")
	}
}

// library is a host.Lore that does as told.
type library func(ctx context.Context, limit int) ([]host.Snippet, error)

func (l library) Search(ctx context.Context, _ []string, q host.LoreQuery) ([]host.Snippet, error) {
	return l(ctx, q.Limit)
}

// readers is a host.Lore with a snippet for each of those who ask.
type readers struct{}

func (readers) Search(_ context.Context, audience []string, _ host.LoreQuery) (all []host.Snippet, _ error) {
	for _, who := range audience {
		all = append(all, host.Snippet{Text: "For " + who + ".", Relevance: 1000})
	}
	return all, nil
}

func TestLoreThatCannotBeHad(t *testing.T) {
	_, turn := open(t)
	for name, c := range map[string]struct {
		lore host.Lore
		want string
	}{
		"none":   {nil, `{"cut":0,"snippets":[]}`},
		"broken": {library(func(context.Context, int) ([]host.Snippet, error) { return nil, errors.New("the save is closed") }), "! unavailable: lore.read: the campaign's documents cannot be searched now: the save is closed"},
		"ended":  {library(func(ctx context.Context, _ int) ([]host.Snippet, error) { return nil, ctx.Err() }), "! unavailable: lore.read: the campaign's documents cannot be searched now: context canceled"},
		"large": {library(func(_ context.Context, limit int) ([]host.Snippet, error) {
			return slices.Repeat([]host.Snippet{{Text: strings.Repeat("x", 200_000), Relevance: 1000}}, limit), nil
		}), "! too_large: the snippets are 600296 bytes of JSON, at most 524288 are sent; ask for fewer"},
	} {
		h := host.Of(host.Base{State: turn.State(), Lore: c.lore})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		result, refused := h.Open(scope("dice")).Call(ctx, "lore.read", protocol.Object{"query": "lamp"})
		got := string(strictjson.Append(nil, result))
		if refused != nil {
			got = "! " + refused.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// A value nests as deep as an event may, and a text is as long as it may be.
func TestLimitsOfWrites(t *testing.T) {
	_, turn := open(t)
	h := host.Of(host.Base{State: turn.State()})
	nested := func(depth int) any {
		var v any = "core"
		for range depth {
			v = []any{v}
		}
		return v
	}
	for _, c := range []struct {
		method string
		params func(over int) protocol.Object
	}{
		{"data.set", func(over int) protocol.Object { return protocol.Object{"key": "a", "value": nested(99 + over)} }},
		{"memory.write", func(over int) protocol.Object { return protocol.Object{"summary": strings.Repeat("x", 4096+over)} }},
		{"memory.write", func(over int) protocol.Object {
			names := make([]any, 64+over)
			for i := range names {
				names[i] = fmt.Sprint("tag ", i)
			}
			return protocol.Object{"summary": "s", "tags": names}
		}},
		{"story.record", func(over int) protocol.Object {
			return protocol.Object{"kind": "thread", "thread": strings.Repeat("x", 256+over)}
		}},
	} {
		session := h.Open(scope("dice"))
		if got := ask(t, session, c.method, c.params(0)); strings.HasPrefix(got, "!") {
			t.Errorf("%s at its limit: %s", c.method, got)
		}
		settle(t, turn, session.Effects())
		if got := ask(t, session, c.method, c.params(1)); !strings.HasPrefix(got, "! bad_params") || len(session.Effects()) != 1 {
			t.Errorf("%s past its limit: %s", c.method, got)
		}
	}
}
