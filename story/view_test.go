package story_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func pretty(o strictjson.Object) string {
	data, err := json.MarshalIndent(o, "", " ")
	if err != nil {
		panic(err)
	}
	return string(data)
}

func seen(s *story.State) string {
	v := s.Player()
	var recalled []string
	for _, text := range []string{"", "lamp cellar oil"} {
		for _, r := range v.Recall(story.Query{Text: text}) {
			recalled = append(recalled, fmt.Sprint(r.Handle, r.Memory.Summary, r.Relevance))
		}
	}
	return string(strictjson.Append(nil, v.Object())) + strings.Join(recalled, "; ")
}

var everyday = []string{"The lamp went out.", "Oil ran down the stairs.", "A door fell shut in the cellar."}

// lives draws a log of what befalls the player at the quay and in the tower, Ines
// beside them, and of the lives of Ned and Ada in the cellar and the crypt, where
// the player never comes.
func lives(t *rapid.T) []event.Event {
	log := []event.Event{
		plain(event.PlaythroughStarted, event.Data{"persona": strictjson.Object{"place": "quay", "name": "Mira"}, "parameters": strictjson.Object{"clock": 480}}),
		plain(event.EntityAdded, event.Data{"entity": "ines", "type": "person", "name": "Ines", "place": "quay"}),
		plain(event.EntityAdded, event.Data{"entity": "ned", "type": "person", "name": "Ned", "place": "cellar"}),
		plain(event.EntityAdded, event.Data{"entity": "ada", "type": "person", "name": "Ada", "place": "crypt"}),
		plain(event.TurnOpened, event.Data{"turn": "t", "number": 1}),
	}
	for n := range rapid.IntRange(0, 40).Draw(t, "events") {
		log = append(log, oneLife(t, n))
	}
	return log
}

func plain(kind event.Kind, data event.Data) event.Event {
	return event.Event{Kind: kind, Actor: "engine", Data: data}
}

func oneLife(t *rapid.T, n int) event.Event {
	hermit := oneOf(t, "hermit", "ned", "ada")
	who := oneOf(t, "who", "ines", hermit)
	text := oneOf(t, "text", everyday...)
	id := fmt.Sprintf("id-%d", n)
	witnesses := []event.CharacterID{"ines", "ned"}
	if rapid.Bool().Draw(t, "witnessed") {
		witnesses = append(witnesses, event.Player)
	}
	at := func(kind event.Kind, data event.Data) event.Event {
		return event.Event{Kind: kind, Actor: "engine", Perception: &event.Perception{WitnessedBy: witnesses}, Data: data}
	}
	switch rapid.IntRange(0, 16).Draw(t, "kind") {
	case 0:
		return plain(event.TurnOpened, event.Data{"turn": "t", "number": n + 2})
	case 1:
		return at(event.Moved, event.Data{"who": oneOf(t, "traveller", "player", "ines"), "to": oneOf(t, "to", "quay", "tower")})
	case 2:
		witnesses = nil
		return at(event.Moved, event.Data{"who": hermit, "to": oneOf(t, "to", "cellar", "crypt")})
	case 3:
		return at(event.Said, event.Data{"speaker": "ines", "text": text})
	case 4:
		return at(event.Happened, event.Data{"text": text, "who": []string{"ines"}})
	case 5:
		return at(event.CharacterChanged, event.Data{"who": oneOf(t, "changed", "player", who), "changes": strictjson.Object{oneOf(t, "what", "mood", "nature"): text}})
	case 6:
		return at(event.ItemGained, event.Data{"who": oneOf(t, "gains", "player", who), "item": "rope", "count": 1})
	case 7:
		return at(event.ItemLost, event.Data{"who": oneOf(t, "loses", "player", who), "item": "rope", "count": 1})
	case 8:
		return at(event.SecretRevealed, event.Data{"fact": "f", "whose": "ned"})
	case 9:
		return plain(event.FactEstablished, event.Data{"fact": id, "content": text})
	case 10:
		return plain(event.FactLearned, event.Data{"who": who, "fact": "f", "source": "told"})
	case 11:
		return plain(event.MemoryKept, event.Data{"memory": id, "knower": oneOf(t, "knower", "player", who), "summary": text, "significance": "low"})
	case 12:
		return plain(event.RelationChanged, event.Data{"who": who, "whom": oneOf(t, "whom", "player", hermit), "by": 1000 + n})
	case 13:
		return plain(event.WeatherChanged, event.Data{"weather": text, "place": oneOf(t, "place", "cellar", "crypt", "quay")})
	case 14:
		return plain(event.DataSet, event.Data{"skill": "s", "key": "k", "value": text})
	case 15:
		return plain(event.EntityAdded, event.Data{"entity": hermit, "type": "person", "name": text})
	default:
		return plain(event.TimePassed, event.Data{"minutes": 10 * n})
	}
}

// hidden reports whether the player can have no notion of an event.
func hidden(e event.Event) bool {
	hermit := func(field string) bool { return slices.Contains([]string{"ned", "ada"}, e.Text(field)) }
	switch e.Kind {
	case event.Moved:
		return hermit("who") // who moves otherwise is seen on arrival
	case event.FactEstablished, event.DataSet:
		return true
	case event.FactLearned:
		return e.Text("who") != "player"
	case event.MemoryKept:
		return e.Text("knower") != "player"
	case event.RelationChanged:
		return hermit("who") || e.Text("whom") != "player"
	case event.WeatherChanged:
		return slices.Contains([]string{"cellar", "crypt"}, e.Text("place"))
	case event.EntityAdded:
		return hermit("entity")
	}
	return e.Kind.Perceived() && !e.Perception.Witnessed(event.Player)
}

// otherwise is a log in which what is hidden went another way.
func otherwise(t *rapid.T, log []event.Event) []event.Event {
	var other []event.Event
	for _, e := range log {
		if !hidden(e) {
			other = append(other, e)
			continue
		}
		if e.Kind != event.EntityAdded && rapid.Bool().Draw(t, "left out") {
			continue
		}
		other = append(other, changedEvent(e))
	}
	return other
}

// changedEvent says something else in every text, number and tree.
func changedEvent(e event.Event) event.Event {
	data := event.Data{}
	for name, value := range e.Data {
		switch value := value.(type) {
		case int:
			data[name] = value*3 + 1
		case strictjson.Object:
			data[name] = strictjson.Object{"mood": "otherwise", "nature": "other", "stats": strictjson.Object{"wit": "1"}}
		case string:
			data[name] = value
			if slices.Contains([]string{"text", "content", "summary", "name", "weather", "value"}, name) {
				data[name] = "otherwise, oil in the cellar"
			}
		default:
			data[name] = value
		}
	}
	e.Data = data
	return e
}

func foldEvents(log []event.Event) *story.State {
	records := make([]persistence.Record, len(log))
	for i, e := range log {
		records[i] = persistence.Record{Event: e, Position: event.Position(i + 1)}
	}
	return story.Fold(records)
}

// What the player did not perceive is not in the player's view: two stories that
// differ in that alone look the same to the last byte.
func TestAViewHoldsWhatWasPerceivedAlone(t *testing.T) {
	differed, hid := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		log := lives(t)
		s, other := foldEvents(log), foldEvents(otherwise(t, log))
		if dump(s) != dump(other) {
			hid++
		}
		if got, want := seen(other), seen(s); got != want {
			t.Fatalf("the player sees\n%s\nand in the other story\n%s", want, got)
		}
		// The control: what the player did perceive is in the view.
		for i := range slices.Backward(log) {
			if !hidden(log[i]) && slices.Contains([]event.Kind{event.Said, event.Happened, event.MemoryKept}, log[i].Kind) {
				log[i] = changedEvent(log[i])
				if seen(foldEvents(log)) != seen(s) {
					differed++
				}
				break
			}
		}
	})
	if differed == 0 || hid == 0 {
		t.Errorf("the test could not fail: %d stories looked different, %d differed unseen", differed, hid)
	}
}

// Somebody who comes unnoticed hears what is said, and nobody thinks so.
func TestSomebodyHidesAndIsNotSeen(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	_, err := turn.Add(event.Event{Kind: event.Moved, Actor: "ned", Perception: &event.Perception{}, Data: event.Data{"who": "ned", "to": "quay"}})
	must(t, err)
	if got := fmt.Sprint(turn.State().Present()); got != "[ines]" {
		t.Errorf("present are %s", got)
	}
	here := turn.Here()
	if !here.Witnessed("ned") || here.Thinks("ines", "ned") || !here.Thinks("ned", "ines") {
		t.Errorf("here is %+v", here)
	}
	if people := turn.State().Player().Object()["$people"].(strictjson.Object); people["ned"] != nil {
		t.Errorf("the player sees %v", people)
	}
	commit(t, turn)
	turn = openTurn(t, p)
	if got := fmt.Sprint(turn.State().Present()); got != "[ines]" {
		t.Errorf("a turn later, present are %s", got)
	}
	add(t, turn, event.Said, event.Data{"speaker": "ned", "text": "Boo."})
	if got := fmt.Sprint(turn.State().Present()); got != "[ines ned]" {
		t.Errorf("when Ned has spoken, present are %s", got)
	}
}

func TestRecall(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	keep := func(turn *story.Turn, id, knower, summary string, more event.Data) event.Position {
		data := event.Data{"memory": id, "knower": knower, "summary": summary, "significance": "low"}
		for name, value := range more {
			data[name] = value
		}
		return add(t, turn, event.MemoryKept, data)
	}
	turn := openTurn(t, p)
	keep(turn, "a", "player", "Ines lit the lamp.", event.Data{"place": "quay", "characters": []string{"ines", "player"}})
	keep(turn, "b", "ned", "The lamp burned my oil.", nil)
	keep(turn, "c", "player", "You climbed the tower.", event.Data{"place": "tower", "tags": []string{"wit", "climb"}, "episodic": "triumph"})
	add(t, turn, event.TimePassed, event.Data{"minutes": 60})
	commit(t, turn)
	turn = openTurn(t, p)
	last := keep(turn, "d", "player", "Ines lit the lamp.", nil)
	keep(turn, "e", "*", "Fog came in.", nil)
	commit(t, turn)
	v := p.State().Player()
	from, to := int64(540), int64(539)
	for _, c := range []struct {
		says string
		q    story.Query
		want string
	}{
		{"all, latest first", story.Query{}, "m4 m3 m2 m1"},
		{"a limit", story.Query{Limit: 2}, "m4 m3"},
		{"equal ones later first", story.Query{Text: "the lamp"}, "m3 m1"},
		{"a limit of equal ones", story.Query{Text: "the lamp", Limit: 1}, "m3"},
		{"by a tag's word", story.Query{Text: "climbing"}, "m2"},
		{"nothing of others", story.Query{Text: "oil"}, ""},
		{"partly", story.Query{Text: "lamp sheep"}, "m3 m1"},
		{"partly is not enough", story.Query{Text: "lamp sheep", Relevance: 900}, ""},
		{"wholly is", story.Query{Text: "lamp", Relevance: 1000}, "m3 m1"},
		{"at a place", story.Query{Place: "quay"}, "m1"},
		{"with somebody", story.Query{Characters: []event.CharacterID{"player", "ines"}}, "m1"},
		{"tagged", story.Query{Tags: []string{"climb"}}, "m2"},
		{"triumphs", story.Query{Episodic: true}, "m2"},
		{"since", story.Query{From: &from}, "m4 m3"},
		{"until", story.Query{To: &to}, "m2 m1"},
		{"of an earlier turn", story.Query{Before: 2}, "m2 m1"},
	} {
		var got []string
		for _, r := range v.Recall(c.q) {
			got = append(got, r.Handle)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.says, got, c.want)
		}
	}
	if got := v.Recall(story.Query{Text: "lamp sheep"})[0]; got.Relevance < 100 || got.Relevance > 900 || got.Memory.ID != "d" {
		t.Errorf("recalled %+v", got)
	}
	if position, ok := v.Position("m3"); !ok || position != last {
		t.Errorf("m3 is at %d (%v), want %d", position, ok, last)
	}
	for _, handle := range []string{"", "m", "m0", "m5", "m+1", "m01", "e1", "x1", "m1 ", "m99999999999999999999"} {
		if position, ok := v.Position(handle); ok {
			t.Errorf("%q is at %d", handle, position)
		}
	}
}

func TestPoints(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 12500: "12.5", -5000: "-5", 1: "0.001", -1: "-0.001", 100000: "100", 99990: "99.99", -1 << 63: "-9223372036854775.808"} {
		if got := story.Points(n); string(got) != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

// The journal holds a thing once: what the player chose, until it is told what came
// of it. What the others do beside it takes nothing away.
func TestTheJournalHoldsAChoiceOnce(t *testing.T) {
	seen := func(kind event.Kind, data event.Data) event.Event {
		return event.Event{Kind: kind, Actor: "engine", Perception: &event.Perception{WitnessedBy: []event.CharacterID{event.Player}}, Data: data}
	}
	log := []event.Event{plain(event.PlaythroughStarted, event.Data{"persona": strictjson.Object{"place": "quay", "name": "Mira"}})}
	add := func(e event.Event) { log = append(log, e) }
	journal := func() string {
		var records []persistence.Record
		for i, e := range log {
			records = append(records, persistence.Record{Event: e, Position: event.Position(i + 1)})
		}
		view, texts := story.Fold(records).Player(), []string{}
		for _, entry := range view.Object()["$journal"].([]any) {
			entry := entry.(strictjson.Object)
			texts = append(texts, fmt.Sprintf("%v %v", entry["turns_ago"], entry["text"]))
			position, ok := view.Position(entry["id"].(string))
			if !ok || log[position-1].Data["text"] != entry["text"] {
				t.Errorf("%v is not of %v", entry["id"], entry["text"])
			}
		}
		return strings.Join(texts, "; ")
	}
	is := func(want string) {
		t.Helper()
		if got := journal(); got != want {
			t.Errorf("the journal is %q, want %q", got, want)
		}
	}
	add(plain(event.TurnOpened, event.Data{"turn": "t", "number": 1}))
	add(plain(event.ChoiceMade, event.Data{"choice": "a/climb", "text": "Climb the tower"}))
	add(seen(event.Happened, event.Data{"text": "A gull cries.", "who": []string{"ines"}}))
	is("0 Climb the tower; 0 A gull cries.")
	add(seen(event.Happened, event.Data{"text": "You climbed the tower.", "who": []string{"player", "ines"}}))
	is("0 A gull cries.; 0 You climbed the tower.")
	add(plain(event.TurnOpened, event.Data{"turn": "t", "number": 2}))
	add(plain(event.ChoiceMade, event.Data{"choice": "wait", "text": "Wait"}))
	is("1 A gull cries.; 1 You climbed the tower.; 0 Wait")
	for n := range 30 { // of which the last twenty are shown, and as many as there are
		add(plain(event.TurnOpened, event.Data{"turn": "t", "number": n + 3}))
		add(plain(event.ChoiceMade, event.Data{"choice": "wait", "text": "Wait"}))
		add(seen(event.Happened, event.Data{"text": fmt.Sprintf("You waited for hour %d.", n), "who": []string{"player"}}))
	}
	if got := journal(); strings.Contains(got, "Wait") || strings.Count(got, ";") != 19 || !strings.HasPrefix(got, "19 You waited for hour 10.") {
		t.Errorf("the journal is %q", got)
	}
}
