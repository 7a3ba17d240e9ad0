package story_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// TestMain fixes the seed of all properties; -rapid.seed on the command line wins.
func TestMain(m *testing.M) {
	if role := roles[os.Getenv(roleVariable)]; role != nil {
		if err := role(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	for name, value := range map[string]string{
		"rapid.seed": "5", "rapid.checks": strconv.Itoa(soak.Count(2_000)), "rapid.nofailfile": "true",
	} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	m.Run()
}

// dump is all of a state as JSON.
func dump(s *story.State) string {
	relations := make(map[string]story.Relation)
	for pair, relation := range s.Relations {
		relations[pair.Who+" > "+pair.Whom] = relation
	}
	data, err := json.MarshalIndent(struct {
		*story.State
		Relations map[string]story.Relation
	}{s, relations}, "", " ")
	if err != nil {
		panic(err)
	}
	return string(data)
}

// eachStore runs a test over an empty save of each driver.
func eachStore(t *testing.T, f func(*testing.T, *persistence.Store)) { eachStoreOf(t, nil, f) }

func eachStoreOf(t *testing.T, options *persistence.Options, f func(*testing.T, *persistence.Store)) {
	t.Run("mem", func(t *testing.T) { f(t, persistence.New(mem.New(), options)) })
	t.Run("sqlite", func(t *testing.T) { f(t, persistence.New(sqlite.New(t.TempDir()), options)) })
}

func create(t testing.TB, store *persistence.Store) *persistence.Save {
	t.Helper()
	save, err := store.Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { save.Close() })
	return save
}

func open(t testing.TB, save *persistence.Save) *story.Playthrough {
	t.Helper()
	p, err := story.Open(t.Context(), save)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func add(t testing.TB, turn *story.Turn, kind event.Kind, data event.Data) event.Position {
	t.Helper()
	position, err := turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Data: data})
	if err != nil {
		t.Fatal(err)
	}
	return position
}

func recall(t interface{ Fatal(...any) }, v *story.View, q story.Query) []story.Recalled {
	found, err := v.Recall(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func commit(t testing.TB, turn *story.Turn) persistence.Receipt {
	t.Helper()
	receipt, err := turn.Commit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

// begin writes the beginning of a story at a lighthouse: Ines is at the quay with
// the player, Ned is in the cellar with a secret.
func begin(t testing.TB, p *story.Playthrough) {
	t.Helper()
	turn := p.Begin("start")
	add(t, turn, event.PlaythroughStarted, event.Data{
		"campaign": "lighthouse", "version": "1", "digest": "d", "seed": "7",
		"persona": strictjson.Object{
			"name": "Mira", "pronouns": "she", "place": "quay",
			"items": []any{"rope"}, "stats": strictjson.Object{"wit": strictjson.Number("12")}, "traits": []any{"brave"},
		},
		"parameters": strictjson.Object{"clock": 480, "relation": strictjson.Object{
			"person":  strictjson.Object{"unit_minutes": 10080, "keep": 900},
			"faction": strictjson.Object{"unit_minutes": 1000, "keep": 500},
		}},
	})
	for _, e := range [][4]string{
		{"quay", "place", "The Quay", ""}, {"tower", "place", "The Tower", ""}, {"cellar", "place", "The Cellar", ""},
		{"keepers", "faction", "The Keepers", ""}, {"lamp", "item", "A Lamp", "tower"},
		{"ines", "person", "Ines", "quay"}, {"ned", "person", "Old Ned", "cellar"},
	} {
		data := event.Data{"entity": e[0], "type": e[1], "name": e[2]}
		if e[3] != "" {
			data["place"] = e[3]
		}
		add(t, turn, event.EntityAdded, data)
	}
	add(t, turn, event.RelationBegun, event.Data{"who": "ines", "whom": "player", "score": 12500})
	add(t, turn, event.RelationBegun, event.Data{"who": "ned", "whom": "player", "score": -5000})
	add(t, turn, event.RelationBegun, event.Data{"who": "keepers", "whom": "player", "score": -5000})
	add(t, turn, event.FactEstablished, event.Data{"fact": "ned/oil", "content": "Ned sold the oil.", "category": "secret"})
	add(t, turn, event.FactLearned, event.Data{"who": "ned", "fact": "ned/oil", "source": "witnessed"})
	add(t, turn, event.WeatherChanged, event.Data{"weather": "fog"})
	commit(t, turn)
}

// openTurn begins the next turn, as the engine does.
func openTurn(t testing.TB, p *story.Playthrough) *story.Turn {
	t.Helper()
	s := p.State()
	n := s.Turn.Number + 1
	turn := p.Begin(event.TurnID(fmt.Sprintf("%s/%d", p.Where().Branch, n)))
	_, err := turn.Add(event.Event{
		Kind: event.TurnOpened, Actor: event.EngineSelf,
		Moment: event.Moment{Sequence: max(event.Sequence(n), s.Moment.Sequence+1), Label: "Later", Timed: true, Minutes: s.Minutes},
		Data:   event.Data{"turn": "t", "number": n, "seed": "s"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

func TestAStoryBeginsAndGoesOn(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		p := open(t, create(t, store))
		begin(t, p)
		turn := openTurn(t, p)
		add(t, turn, event.Said, event.Data{"speaker": "ines", "text": "Good morning."})
		add(t, turn, event.TimePassed, event.Data{"minutes": 90})
		add(t, turn, event.MemoryKept, event.Data{"memory": "m", "knower": "player", "words": "Ines greeted you at the quay.", "significance": "low"})
		commit(t, turn)
		got := string(strictjson.Append(nil, p.State().Player().Object()))
		want := `{"$journal":[{"id":"e1","text":"Ines says: “Good morning.”","turns_ago":0}],` +
			`"$people":{"ines":{"met":true,"name":"Ines","place":"quay","turns_ago":0}},` +
			`"$player":{"items":["rope"],"name":"Mira","place":"quay","pronouns":"she","stats":{"wit":12},"traits":["brave"]},` +
			`"$relations":{"ines":12.5,"keepers":-5},"$threads":[],` +
			`"$time":{"day":1,"hour":9,"minute":30,"minutes":570},"$world":{"place":"quay","weather":"fog"}}`
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if found := recall(t, p.State().Player(), story.Query{Text: "ines greeting"}); len(found) != 1 || found[0].Handle != "m1" {
			t.Errorf("recalled %+v", found)
		}
	})
}
