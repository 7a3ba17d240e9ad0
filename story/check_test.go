package story_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Each refusal beside something almost the same that is taken.
func TestATurnRefusesWhatCannotBe(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	must(t, p.OpenSession(t.Context(), ""))
	turn := openTurn(t, p)
	add(t, turn, event.ThreadOpened, event.Data{"thread": "oil", "title": "Oil"})
	add(t, turn, event.MemoryKept, event.Data{"memory": "m", "knower": "player", "words": "s", "significance": "low"})
	add(t, turn, event.SceneOpened, event.Data{"scene": "s-1", "type": "travel", "place": "quay", "present": []string{}})
	add(t, turn, event.SceneOpened, event.Data{"scene": "s-3", "type": "dialogue", "place": "tower", "present": []string{"ned"}})
	add(t, turn, event.TopicRaised, event.Data{"topic": "the-oil", "words": "the oil"})
	deed := int64(add(t, turn, event.Acted, event.Data{
		"action": strictjson.Object{"kind": "wait", "by": "person:player"}, "outcome": strictjson.Object{}, "significance": "low",
	}))
	add(t, turn, event.ClaimMade, event.Data{"claim": "c", "speaker": "ines", "content": "x", "truth": "sincere"})
	commit(t, turn)
	did := func(more ...any) event.Data {
		a := strictjson.Object{"kind": "ask", "by": "person:player", "to": []any{"person:ines"}}
		for i := 0; i < len(more); i += 2 {
			a[more[i].(string)] = more[i+1]
		}
		return event.Data{"action": a, "outcome": strictjson.Object{}, "significance": "low"}
	}
	came := func(change strictjson.Object) event.Data {
		data := did()
		data["outcome"] = strictjson.Object{"grade": "success", "changes": []any{change}}
		return data
	}
	chosen := func(more ...any) event.Data { return event.Data{"choice": "c", "action": did(more...)["action"]} }
	weighed := func(how string) event.Data {
		data := did()
		data["significance"] = how
		return data
	}
	for _, c := range []struct {
		kind      event.Kind
		bad, good event.Data
		says      string
	}{
		{event.Moved, event.Data{"who": "tom", "to": "quay"}, event.Data{"who": "ned", "to": "quay"}, `a character "tom"`},
		{event.Moved, event.Data{"who": "ned", "to": "moon"}, event.Data{"who": "ned", "to": "tower"}, `a place "moon"`},
		{event.Said, event.Data{"speaker": "tom", "text": "x"}, event.Data{"speaker": "ned", "text": "x"}, "speaker"},
		{event.Said, event.Data{"speaker": "ned", "text": "x", "to": []string{"ines", "tom"}}, event.Data{"speaker": "ned", "text": "x", "to": []string{"ines"}}, "to: "},
		{event.Said, event.Data{"speaker": "ned", "text": "x", "claims": []string{"d"}}, event.Data{"speaker": "ned", "text": "x", "claims": []string{"c"}}, `a claim "d"`},
		{event.Happened, event.Data{"text": "x", "who": []string{"tom"}}, event.Data{"text": "x", "who": []string{"keepers"}}, "tom"},
		{event.CheckRolled, event.Data{"who": "ned", "formula": "d6", "rolls": []any{1}, "total": 1, "band": "b", "modifiers": []any{strictjson.Object{"kind": "luck", "value": 1}}}, event.Data{"who": "ned", "formula": "d6", "rolls": []any{1}, "total": 1, "band": "b", "modifiers": []any{strictjson.Object{"kind": "memory", "value": 1}}}, "luck"},
		{event.CheckRolled, event.Data{"who": "tom", "formula": "d6", "rolls": []any{1}, "total": 1, "band": "b"}, event.Data{"who": "ned", "formula": "d6", "rolls": []any{1}, "total": 1, "band": "b"}, "tom"},
		{event.CharacterChanged, event.Data{"who": "ned", "changes": "x"}, event.Data{"who": "ned", "changes": strictjson.Object{"mood": "x"}}, "object"},
		{event.CharacterChanged, event.Data{"who": "ned", "changes": strictjson.Object{"place": "x"}}, event.Data{"who": "ned", "changes": strictjson.Object{"places": "x"}}, "moved"},
		{event.CharacterChanged, event.Data{"who": "ned", "changes": strictjson.Object{"items": "x"}}, event.Data{"who": "ned", "changes": strictjson.Object{"item": "x"}}, "item.gained"},
		{event.ItemGained, event.Data{"who": "ned", "item": "oil", "count": 0}, event.Data{"who": "ned", "item": "oil", "count": 1}, "at least one"},
		{event.ItemLost, event.Data{"who": "player", "item": "rope", "count": 2}, event.Data{"who": "player", "item": "rope", "count": 1}, "player has 1"},
		{event.ItemLost, event.Data{"who": "ines", "item": "rope", "count": 1}, event.Data{"who": "player", "item": "rope", "count": 1}, "ines has 0"},
		{event.TimePassed, event.Data{"minutes": -1}, event.Data{"minutes": 0}, "back"},
		{event.FactEstablished, event.Data{"fact": "ned/oil", "content": "x"}, event.Data{"fact": "new", "content": "x"}, "already"},
		{event.FactEstablished, event.Data{"fact": "f", "content": "x", "supersedes": "old"}, event.Data{"fact": "f", "content": "x", "supersedes": "ned/oil"}, "old"},
		{event.FactEstablished, event.Data{"fact": "f", "content": "x", "about": []string{"ned", "tom"}}, event.Data{"fact": "f", "content": "x", "about": []string{"ned", "keepers", "tower"}}, `about: nobody knows a character, faction or thing "tom"`},
		{event.FactEstablished, event.Data{"fact": "f", "content": "x", "about": slices.Repeat([]string{"ned"}, 17)}, event.Data{"fact": "f", "content": "x", "about": slices.Repeat([]string{"ned"}, 16)}, "about: there are 17, and a fact is about 16 at most"},
		{event.FactLearned, event.Data{"who": "player", "fact": "f", "source": "witnessed"}, event.Data{"who": "player", "fact": "ned/oil", "source": "witnessed"}, `a fact "f"`},
		{event.FactLearned, event.Data{"who": "keepers", "fact": "ned/oil", "source": "witnessed"}, event.Data{"who": "ines", "fact": "ned/oil", "source": "witnessed"}, "keepers"},
		{event.SecretRevealed, event.Data{"fact": "f", "whose": "ned"}, event.Data{"fact": "ned/oil", "whose": "ned"}, `a fact "f"`},
		{event.MemoryKept, event.Data{"memory": "m", "knower": "player", "words": "s", "significance": "low"}, event.Data{"memory": "n", "knower": "*", "words": "s", "significance": "low"}, "already"},
		{event.MemoryKept, event.Data{"memory": "n", "knower": "tom", "words": "s", "significance": "low"}, event.Data{"memory": "n", "knower": "ned", "words": "s", "significance": "low"}, "tom"},
		{event.MemoryKept, event.Data{"memory": "n", "knower": "ned", "words": "s", "significance": "low", "because": []any{9999}}, event.Data{"memory": "n", "knower": "ned", "words": "s", "significance": "low", "because": []any{3}}, "9999"},
		{event.MemoryKept, event.Data{"memory": "n", "knower": "ned", "significance": "low"}, event.Data{"memory": "n", "knower": "player", "of": deed, "significance": "low"}, "has words"},
		{event.MemoryKept, event.Data{"memory": "n", "knower": "player", "of": deed + 1, "significance": "low"}, event.Data{"memory": "n", "knower": "ines", "of": deed, "significance": "low"}, "no deed"},
		{event.MemoryKept, event.Data{"memory": "n", "knower": "player", "of": -1, "significance": "low"}, event.Data{"memory": "n", "knower": "player", "of": 0, "words": "w", "significance": "low"}, "no deed"},
		{event.MemoryKept, event.Data{"memory": "n", "knower": "ned", "of": deed, "significance": "low"}, event.Data{"memory": "n", "knower": "ines", "of": deed, "significance": "low"}, "did not perceive"},
		{event.MemoryKept, event.Data{"memory": "n", "knower": "*", "of": deed, "significance": "low"}, event.Data{"memory": "n", "knower": "*", "words": "w", "significance": "low"}, "did not perceive"},
		{event.MemoryKept, event.Data{"memory": "n", "knower": "ned", "words": "w", "significance": "none"}, event.Data{"memory": "n", "knower": "ned", "words": "w", "significance": "high"}, "low, medium, high"},
		{event.MemoryKept, event.Data{"memory": "n", "knower": "ned", "words": "w", "significance": "low", "topic": "gas"}, event.Data{"memory": "n", "knower": "ned", "words": "w", "significance": "low", "topic": "the-oil"}, `a topic "gas"`},
		{event.ChoiceMade, chosen("kind", "fly"), chosen("kind", "talk"), "action: kind"},
		{event.ChoiceMade, chosen("to", []any{"person:tom"}), chosen("to", []any{"person:ned"}), `a person "tom"`},
		{event.ChoiceMade, event.Data{"choice": "c", "action": []any{}}, chosen(), "action: "},
		{event.Acted, did("by", ""), did("by", "person:ned"), "nobody does it"},
		{event.Acted, did("by", "person:tom"), did("by", "person:ines", "to", []any{"person:player"}), `a person "tom"`},
		{event.Acted, did("by", "place:quay"), did("by", "person:player"), "by: "},
		{event.Acted, did("to", []any{"person:player"}), did("kind", "use", "to", []any{"person:player"}), "to themselves"},
		{event.Acted, did("to", []any{"person:ines", "person:tom"}), did("to", []any{"person:ines", "person:ned"}), `a person "tom"`},
		{event.Acted, did("to", []any{"person:quay"}), did("to", []any{"person:ned"}), `a person "quay"`},
		{event.Acted, did("item", "item:ines"), did("item", "item:lamp"), `a item "ines"`},
		{event.Acted, did("item", "place:quay"), did("item", "item:lamp"), "item: "},
		{event.Acted, did("place", "place:lamp"), did("place", "place:tower"), `a place "lamp"`},
		{event.Acted, did("to", []any{"faction:ines"}), did("to", []any{"faction:keepers"}), `a faction "ines"`},
		{event.Acted, did("topic", "topic:gas"), did("topic", "topic:the-oil"), `a topic "gas"`},
		{event.Acted, did("thread", "thread:gas"), did("thread", "thread:oil"), `a thread "gas"`},
		{event.Acted, did("mood", "x"), did("words", "x"), `unknown field "mood"`},
		{event.Acted, came(strictjson.Object{"kind": "learned", "event": 9999}), came(strictjson.Object{"kind": "learned", "event": deed}), "no event 9999"},
		{event.Acted, came(strictjson.Object{"kind": "learned", "event": 0}), came(strictjson.Object{"kind": "learned", "event": 1}), "no event 0"},
		{event.Acted, came(strictjson.Object{"kind": "learned", "event": 1, "what": "fact:f"}), came(strictjson.Object{"kind": "learned", "event": 1, "what": "fact:ned/oil"}), `a fact "f"`},
		{event.Acted, came(strictjson.Object{"kind": "learned", "event": 1, "what": "claim:d"}), came(strictjson.Object{"kind": "learned", "event": 1, "what": "claim:c"}), `a claim "d"`},
		{event.Acted, came(strictjson.Object{"kind": "lit", "event": 1}), came(strictjson.Object{"kind": "changed", "event": 1, "who": "person:ned"}), "outcome: "},
		{event.Acted, weighed("none"), weighed("high"), "low, medium, high"},
		{event.ClaimMade, event.Data{"claim": "c", "speaker": "ines", "content": "x", "truth": "sincere"}, event.Data{"claim": "d", "speaker": "ines", "content": "x", "truth": "sincere"}, "already"},
		{event.ClaimMade, event.Data{"claim": "d", "speaker": "ines", "content": "x", "truth": "so"}, event.Data{"claim": "d", "speaker": "ines", "content": "x", "truth": "lie"}, "truth"},
		{event.ClaimMade, event.Data{"claim": "d", "speaker": "tom", "content": "x", "truth": "guess"}, event.Data{"claim": "d", "speaker": "ned", "content": "x", "truth": "guess"}, "tom"},
		{event.ClaimMade, event.Data{"claim": "d", "speaker": "player", "content": "x", "truth": "rumour", "heard": "e"}, event.Data{"claim": "d", "speaker": "player", "content": "x", "truth": "rumour", "heard": "c"}, `a claim "e"`},
		{event.ClaimMade, event.Data{"claim": "d", "speaker": "ned", "content": "x", "truth": "rumour", "heard": "c"}, event.Data{"claim": "d", "speaker": "ned", "content": "x", "truth": "rumour"}, "never heard"},
		{event.ClaimMade, event.Data{"claim": "d", "speaker": "ned", "content": "x", "truth": "guess", "fact": "f"}, event.Data{"claim": "d", "speaker": "ned", "content": "x", "truth": "guess", "fact": "ned/oil"}, `a fact "f"`},
		{event.ClaimMade, event.Data{"claim": "d", "speaker": "ned", "content": "x", "truth": "guess", "about": []string{"tom"}}, event.Data{"claim": "d", "speaker": "ned", "content": "x", "truth": "guess", "about": []string{"player"}}, `about: nobody knows a character, faction or thing "tom"`},
		{event.ClaimMade, event.Data{"claim": "d", "speaker": "ned", "content": "x", "truth": "guess", "about": slices.Repeat([]string{"ned"}, 17)}, event.Data{"claim": "d", "speaker": "ned", "content": "x", "truth": "guess", "about": []string{}}, "about: there are 17, and a claim is about 16 at most"},
		{event.TopicRaised, event.Data{"topic": "gas", "words": "gas", "thread": "gas"}, event.Data{"topic": "gas", "words": "gas", "thread": "oil", "by": "keepers"}, `a thread "gas"`},
		{event.TopicSettled, event.Data{"topic": "gas"}, event.Data{"topic": "the-oil"}, `a topic "gas"`},
		{event.MemoryWithdrawn, event.Data{"memory": "n", "reason": "r"}, event.Data{"memory": "m", "reason": "r"}, `a memory "n"`},
		{event.RelationBegun, event.Data{"who": "ines", "whom": "player", "score": 1}, event.Data{"who": "ines", "whom": "ned", "score": 1}, "already"},
		{event.RelationBegun, event.Data{"who": "ines", "whom": "ned", "score": 100001}, event.Data{"who": "ines", "whom": "ned", "score": 100000}, "100000"},
		{event.RelationChanged, event.Data{"who": "tom", "whom": "player", "by": 1}, event.Data{"who": "keepers", "whom": "player", "by": 1}, "tom"},
		{event.ThreadOpened, event.Data{"thread": "oil", "title": "x"}, event.Data{"thread": "gas", "title": "x"}, "already"},
		{event.ThreadOpened, event.Data{"thread": "oil", "title": "x", "characters": []string{"ned", "player"}}, event.Data{"thread": "oil", "title": "x", "characters": []string{"ned"}}, "already"},
		{event.ThreadOpened, event.Data{"thread": "tar", "title": "x", "characters": []string{"keepers"}}, event.Data{"thread": "tar", "title": "x", "characters": []string{"ines"}}, "characters"},
		{event.ThreadContinued, event.Data{"thread": "gas", "summary": "x"}, event.Data{"thread": "oil", "summary": "x"}, "gas"},
		{event.ThreadResolved, event.Data{"thread": "gas", "outcome": "x"}, event.Data{"thread": "oil", "outcome": "x"}, "gas"},
		{event.SceneClosed, event.Data{"scene": "s-2", "significance": "low"}, event.Data{"scene": "s-1", "significance": "low"}, "not open"},
		{event.SceneClosed, event.Data{"scene": "s-4", "significance": "low"}, event.Data{"scene": "s-3", "significance": "low"}, "not open"},
		{event.SceneOpened, event.Data{"scene": "s-3", "type": "travel", "place": "quay", "present": []string{"ines"}}, event.Data{"scene": "s-4", "type": "travel", "place": "quay", "present": []string{"ines"}}, "is open"},
		{event.SceneOpened, event.Data{"scene": "s-1", "type": "travel", "place": "quay", "present": []string{"ines"}}, event.Data{"scene": "s-5", "type": "travel", "place": "quay", "present": []string{"ines", "player"}}, "is open"},
		{event.StatePatched, event.Data{"patch": strictjson.Object{"$player": 1}}, event.Data{"patch": strictjson.Object{"player": 1}}, "$"},
		{event.StatePatched, event.Data{"patch": []any{}}, event.Data{"patch": strictjson.Object{}}, "object"},
		{event.SessionOpened, event.Data{"session": "s", "number": 1}, event.Data{"session": "s", "number": 2}, "number"},
		{event.SessionClosed, event.Data{"session": "s", "reason": "quit"}, event.Data{"session": "session-1", "reason": "quit"}, "not open"},
		{event.TurnOpened, event.Data{"turn": "t", "number": 1, "seed": "s"}, event.Data{"turn": "t", "number": 2, "seed": "s"}, "next turn is 2"},
		{event.DataSet, event.Data{"skill": "s", "key": "k", "value": 1, "knower": "tom"}, event.Data{"skill": "s", "key": "k", "value": 1, "knower": "ned"}, "tom"},
		{event.Degraded, event.Data{"whta": "x"}, event.Data{"what": "x"}, "what"},
	} {
		turn := p.Begin("try")
		before := dump(turn.State())
		_, err := turn.Add(event.Event{Kind: c.kind, Actor: "engine", Data: c.bad})
		if !errors.Is(err, event.ErrInvalid) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), string(c.kind)) {
			t.Errorf("%s %v: %v", c.kind, c.bad, err)
		}
		if len(turn.Events()) != 0 || dump(turn.State()) != before {
			t.Errorf("%s %v was refused and left a trace", c.kind, c.bad)
		}
		if _, err := turn.Add(event.Event{Kind: c.kind, Actor: "engine", Data: c.good}); err != nil {
			t.Errorf("%s %v: %v", c.kind, c.good, err)
		}
	}
	if _, err := p.Begin("again").Add(event.Event{Kind: event.PlaythroughStarted, Actor: "engine", Data: event.Data{
		"campaign": "c", "version": "1", "digest": "d", "persona": strictjson.Object{}, "parameters": strictjson.Object{},
	}}); !errors.Is(err, event.ErrInvalid) {
		t.Errorf("a second beginning: %v", err)
	}
}

func TestMomentsGoOn(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p) // at moment 2, for the beginning was one
	add(t, turn, event.TimePassed, event.Data{"minutes": 30})
	at := func(kind event.Kind, sequence event.Sequence, data event.Data) error {
		_, err := turn.Add(event.Event{Kind: kind, Actor: "engine", Moment: event.Moment{Sequence: sequence}, Data: data})
		return err
	}
	happened, fact := event.Data{"text": "x"}, func(id string) event.Data { return event.Data{"fact": id, "content": "x"} }
	if err := at(event.Happened, 1, happened); !errors.Is(err, event.ErrInvalid) {
		t.Errorf("the world at a moment that is over: %v", err)
	}
	must(t, at(event.FactEstablished, 1, fact("a")))
	if err := at(event.FactEstablished, 3, fact("b")); !errors.Is(err, event.ErrInvalid) {
		t.Errorf("a fact at a moment that never was: %v", err)
	}
	must(t, at(event.FactEstablished, 2, fact("b")))
	add(t, turn, event.FactEstablished, fact("c"))
	events := turn.Events()
	if got := events[len(events)-1].Event.Moment; got != (event.Moment{Sequence: 2, Timed: true, Minutes: 510}) {
		t.Errorf("the current moment is %+v", got)
	}
	must(t, at(event.Happened, 3, happened))
	if got := turn.State().Moment.Sequence; got != 3 {
		t.Errorf("the story is at moment %d", got)
	}
}

func TestSecretsBecomeKnown(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	elsewhere := event.Event{Kind: event.SecretRevealed, Actor: "ned", Perception: &event.Perception{WitnessedBy: []event.CharacterID{"ines"}}, Data: event.Data{"fact": "ned/oil", "whose": "ned"}}
	_, err := turn.Add(elsewhere)
	must(t, err)
	if s := turn.State(); s.Minds.HasLearned(event.Player, "ned/oil") || !s.Minds.HasLearned("ines", "ned/oil") {
		t.Error("what Ines heard alone is known to others, or not to her")
	}
	add(t, turn, event.SecretRevealed, event.Data{"fact": "ned/oil", "whose": "ned"})
	add(t, turn, event.SecretRevealed, event.Data{"fact": "ned/oil", "whose": "ned"})
	s := turn.State()
	if got := s.Player().Pieces(); len(got) != 1 || got[0].Content != "Ned sold the oil." || got[0].Source != "discovered" || len(s.As("ines").Pieces()) != 1 {
		t.Errorf("the player knows %+v", got)
	}
	commit(t, turn)
}

func TestAsking(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	if s := p.State(); s.Position != 0 || s.Place() != "" || len(s.Present()) != 0 || s.Exists("quay") || len(recall(t, s.Player(), story.Query{Text: "x"})) != 0 {
		t.Errorf("a story not begun is %s", dump(s))
	}
	begin(t, p)
	turn := openTurn(t, p)
	add(t, turn, event.TimePassed, event.Data{"minutes": 16*60 + 5})
	add(t, turn, event.Moved, event.Data{"who": "ned", "to": "quay"})
	s := turn.State()
	if s.Day() != 2 || s.Hour() != 0 || s.Minute() != 5 {
		t.Errorf("it is day %d, %d:%d", s.Day(), s.Hour(), s.Minute())
	}
	if got := s.Present(); len(got) != 2 || got[0] != "ines" || got[1] != "ned" {
		t.Errorf("present are %v", got)
	}
	if s.Opinion("ines") != 12500 || s.Opinion("keepers") != -5000 || s.Opinion("nobody") != 0 {
		t.Error("opinions are not those of the beginning")
	}
	if !s.Exists("quay") || !s.Exists("player") || s.Exists("moon") || s.Name("ned") != "Old Ned" || s.Name("player") != "Mira" || s.Name("moon") != "moon" {
		t.Error("names are not those of the beginning")
	}
	add(t, turn, event.WeatherChanged, event.Data{"weather": "rain", "place": "quay"})
	if s := turn.State(); s.WeatherAt("quay") != "rain" || s.WeatherAt("tower") != "fog" {
		t.Errorf("weather is %q, %v", s.Weather, s.Weathers)
	}
	add(t, turn, event.WeatherChanged, event.Data{"weather": "sun"})
	if s := turn.State(); s.WeatherAt("quay") != "sun" || s.WeatherAt("tower") != "sun" {
		t.Errorf("weather is %q, %v", s.Weather, s.Weathers)
	}
}

// What a player loses of themselves is gone, also what they began with.
func TestNullTakesAwayWhatThePersonaHad(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	add(t, turn, event.CharacterChanged, event.Data{"who": "player", "changes": strictjson.Object{"pronouns": nil, "stats": strictjson.Object{"wit": 9}}})
	player := turn.State().Player().Object()["$player"].(strictjson.Object)
	if _, has := player["pronouns"]; has || !strictjson.Equal(player["stats"], strictjson.Object{"wit": strictjson.Number("9")}) {
		t.Errorf("the player is %v", player)
	}
	if turn.State().Persona["pronouns"] != "she" {
		t.Error("the persona changed")
	}
}
