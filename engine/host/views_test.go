package host_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// asked lets the player ask Ines about the oil, quietly, and gives the deed's position.
func asked(t failer, turn *story.Turn) event.Position {
	t.Helper()
	add(t, turn, event.TopicRaised, event.Data{"topic": "the-oil", "words": "the oil", "by": "player"})
	a := action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}, Topic: action.TopicRef("the-oil"), Manner: action.Quietly}
	at, err := turn.Add(event.Event{Kind: event.Acted, Actor: "player", Data: event.Data{
		"action": a.Object(), "outcome": action.Outcome{Grade: action.Success}.Object(), "significance": "low",
	}})
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// Whatever is written of a turn names what was done in it. Words that only say the deed
// again are not kept, since they can be made at any time.
func TestWhatIsWrittenIsOfTheDeed(t *testing.T) {
	_, turn := open(t)
	deed := asked(t, turn)
	latest, _ := turn.State().LatestDeed()
	h := host.Of(host.Base{State: turn.State()})
	session := h.Open(scope("dice"))
	for _, c := range []struct {
		method string
		params protocol.Object
	}{
		{"memory.write", protocol.Object{"summary": turn.State().Player().Tell(&latest), "topic": "the lamp"}},
		{"memory.write", protocol.Object{"summary": "Ines would not look at you."}},
		{"relation.write", protocol.Object{"who": "ines", "by": strictjson.Number("1")}},
		{"story.record", protocol.Object{"kind": "happened", "text": "A gull cries."}},
	} {
		if got := ask(t, session, c.method, c.params); strings.HasPrefix(got, "!") {
			t.Fatal(got)
		}
	}
	events, _, err := host.Events(session.Effects(), turn.State())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range events {
		cause := "of nothing"
		if e.Cause == deed {
			cause = "of the deed"
		}
		words := e.Text("words")
		if e.Kind == event.MemoryKept && event.Position(e.Whole("of")) != deed {
			t.Errorf("%v is of another deed", e.Data)
		}
		got = append(got, strings.TrimSpace(string(e.Kind)+" "+cause+" "+words))
	}
	want := "topic.raised of the deed the lamp\nmemory.kept of the deed\nmemory.kept of the deed Ines would not look at you.\n" +
		"relation.changed of the deed\nhappened of nothing"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	settle(t, turn, session.Effects())
	if words := turn.State().As("ines").TopicWords("the-lamp"); words != "" {
		t.Error("what came to the player's mind came to Ines's: ", words)
	}
}

// An attempt under a character's view is told what that character perceived, and writes
// nothing.
func TestACharactersViewIsTheirs(t *testing.T) {
	_, turn := open(t)
	for knower, words := range map[string]string{"ines": "The key is mine.", "tobias": "Ines hides a key.", "player": "You found a key."} {
		add(t, turn, event.MemoryKept, event.Data{"memory": knower + "-key", "knower": knower, "words": words, "significance": "low"})
	}
	add(t, turn, event.DataSet, event.Data{"skill": "dice", "key": "secret", "value": "the player's"})
	add(t, turn, event.StatePatched, event.Data{"patch": strictjson.Object{"torch": "lit"}})
	add(t, turn, event.RelationBegun, event.Data{"who": "tobias", "whom": "duke", "score": -40_000})
	add(t, turn, event.RelationBegun, event.Data{"who": "player", "whom": "ines", "score": 7_000})
	asked(t, turn)
	h := host.Of(host.Base{State: turn.State(), Lore: readers{}})
	before := h.Open(scopeOf(turn, "dice"))
	ask(t, before, "memory.write", protocol.Object{"summary": "The player thinks of a key."})
	ask(t, before, "data.set", protocol.Object{"key": "b", "value": true})
	as := func(who string) skills.Session {
		s := scopeOf(turn, "dice", before.Effects()...)
		s.As = who
		return h.Open(s)
	}
	ines := as("ines")
	for _, c := range []struct {
		method      string
		params      protocol.Object
		has, hasNot string
	}{
		{"memory.read", protocol.Object{"query": "key", "limit": strictjson.Number("9")}, "The key is mine.", "You found"},
		{"memory.read", nil, "The key is mine.", "player thinks"},
		{"memory.read", nil, "The key is mine.", "hides"},
		{"story.read", protocol.Object{"path": "$people"}, `"player"`, `"ines"`},
		{"story.read", protocol.Object{"path": "$journal"}, "quietly asked", "You"},
		{"story.read", protocol.Object{"path": "torch"}, `"found":false`, "lit"},
		{"relation.read", nil, "[]", "tobias"},
		{"relation.read", protocol.Object{"whom": "ines"}, `"score":7`, "tobias"},
		{"relation.read", protocol.Object{"who": "tobias", "whom": "duke"}, `"score":0`, "-40"},
		{"data.list", nil, `"keys":[]`, "secret"},
		{"data.get", protocol.Object{"key": "secret"}, `"found":false`, "player"},
		{"lore.read", protocol.Object{"query": "key"}, "For character:ines.", "player"},
		{"memory.write", protocol.Object{"summary": "I know."}, "! permission_denied", "{}"},
		{"relation.write", protocol.Object{"who": "tobias", "by": strictjson.Number("1")}, "! permission_denied", "{}"},
		{"relation.write", protocol.Object{"who": "player", "whom": "ines", "by": strictjson.Number("1")}, "! permission_denied", "{}"},
		{"story.record", protocol.Object{"kind": "fact", "content": "I know."}, "! permission_denied", "{}"},
		{"data.set", protocol.Object{"key": "a", "value": true}, "! permission_denied", "{}"},
		{"data.delete", protocol.Object{"key": "secret"}, "! permission_denied", "{}"},
	} {
		if got := ask(t, ines, c.method, c.params); !strings.Contains(got, c.has) || strings.Contains(got, c.hasNot) {
			t.Errorf("%s %v: %s", c.method, c.params, got)
		}
	}
	if len(ines.Effects()) != 0 {
		t.Error("written was ", ines.Effects())
	}
	if got := ask(t, as("ines"), "relation.write", protocol.Object{"who": "ines", "by": strictjson.Number("2")}); got != `{"score":2}` {
		t.Error("what she thinks is not hers to say: ", got)
	}
	if got := ask(t, as("tobias"), "lore.read", protocol.Object{"query": "key"}); strings.Contains(got, "ines") || !strings.Contains(got, "For public.") {
		t.Error("what Tobias may read is ", got)
	}
	if got := ask(t, as(""), "lore.read", protocol.Object{"query": "key"}); !strings.Contains(got, "For character:player.") || !strings.Contains(got, `"cut":0`) {
		t.Error("what the player may read is ", got)
	}
	if everything(t, as("player")) != everything(t, as("")) {
		t.Error("the player is somebody else")
	}
	if got := ask(t, as(""), "memory.read", nil); !strings.Contains(got, "player thinks") {
		t.Error("what the steps before have written: ", got)
	}
}

// Scripts of no story remember what they write as in one.
func TestWithoutAStoryWhatIsWrittenIsRecalled(t *testing.T) {
	session := host.New().Open(skills.Scope{Script: plan.ScriptRef{Skill: "dice", Script: "script"}})
	ask(t, session, "memory.write", protocol.Object{"summary": "The bell rang."})
	if got := ask(t, session, "memory.read", protocol.Object{"query": "bell"}); !strings.Contains(got, "rang") {
		t.Error(got)
	}
}

// Memories can be asked for by the sitting in which they were made.
func TestMemoriesOfASitting(t *testing.T) {
	playthrough, turn := open(t)
	add(t, turn, event.MemoryKept, event.Data{"memory": "before", "knower": "player", "words": "Before any sitting.", "significance": "low"})
	if _, err := turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for n, words := range []string{"In the first.", "In the second."} {
		if err := playthrough.OpenSession(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		turn = playthrough.Begin(event.TurnID(words))
		nextTurn(t, turn, n+2)
		add(t, turn, event.MemoryKept, event.Data{"memory": words, "knower": "player", "words": words, "significance": "low"})
		if _, err := turn.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	h := host.Of(host.Base{State: playthrough.State()})
	session := h.Open(scope("dice"))
	for ago, want := range []string{"In the second.", "In the first.", `{"cut":0,"memories":[]}`, `{"cut":0,"memories":[]}`} {
		got := ask(t, session, "memory.read", protocol.Object{"sessions_ago": strictjson.Number(fmt.Sprint(ago))})
		if !strings.Contains(got, want) || strings.Count(got, "summary") > 1 {
			t.Errorf("%d sittings ago: %s", ago, got)
		}
	}
	if got := ask(t, session, "memory.read", protocol.Object{"sessions_ago": strictjson.Number("-1")}); !strings.HasPrefix(got, "! bad_params") {
		t.Error(got)
	}
	alone := host.New().Open(scope("dice")) // without a story there are no sittings
	ask(t, alone, "memory.write", protocol.Object{"summary": "The bell rang."})
	if got := ask(t, alone, "memory.read", protocol.Object{"sessions_ago": strictjson.Number("0")}); !strings.Contains(got, "rang") {
		t.Error(got)
	}
}

// What two others think of each other nobody is told who is neither of them: not the player
// either, beside whom it changed.
func TestWhatOthersThinkOfEachOtherIsTheirs(t *testing.T) {
	_, turn := open(t)
	add(t, turn, event.RelationBegun, event.Data{"who": "tobias", "whom": "ines", "score": -40_000})
	add(t, turn, event.RelationBegun, event.Data{"who": "player", "whom": "ines", "score": 7_000})
	h := host.Of(host.Base{State: turn.State()})
	for _, c := range []struct{ as, who, whom, want string }{
		{"", "tobias", "ines", `"score":0`},
		{"", "player", "ines", `"score":7`},
		{"tobias", "tobias", "ines", `"score":-40`},
		{"ines", "tobias", "ines", `"score":-40`},
		{"duke", "tobias", "ines", `"score":0`},
	} {
		s := scope("dice")
		s.As = c.as
		got := ask(t, h.Open(s), "relation.read", protocol.Object{"who": c.who, "whom": c.whom})
		if !strings.Contains(got, c.want) || c.want == `"score":0` && !strings.Contains(got, `"begun":false,"minutes_since":0`) {
			t.Errorf("%+v: %s", c, got)
		}
		all := ask(t, h.Open(s), "relation.read", protocol.Object{"whom": c.whom})
		if strings.Contains(all, "tobias") && c.as != "ines" && c.as != "tobias" {
			t.Errorf("%+v: listed are %s", c, all)
		}
	}
}
