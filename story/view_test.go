package story_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
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
	keep := func(turn *story.Turn, id, knower, words string, more event.Data) event.Position {
		data := event.Data{"memory": id, "knower": knower, "words": words, "significance": "low"}
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
	must(t, p.OpenSession(t.Context(), "test"))
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
		{"of a sitting", story.Query{Session: 1}, "m4 m3"},
		{"of one to come", story.Query{Session: 2}, ""},
	} {
		var got []string
		for _, r := range recall(t, v, c.q) {
			got = append(got, r.Handle)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.says, got, c.want)
		}
	}
	if got := recall(t, v, story.Query{Text: "lamp sheep"})[0]; got.Relevance < 100 || got.Relevance > 900 || got.Memory.ID != "d" {
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

// A thread is a line of the plot for those who follow it, the player where it does not say
// who does: nobody else knows that there is one, or by what title.
func TestThreadsAreThoseFollowed(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	turn := openTurn(t, p)
	add(t, turn, event.ThreadOpened, event.Data{"thread": "oath", "title": "What Ned swore", "characters": []string{"ned", "ines", "ned"}})
	add(t, turn, event.ThreadContinued, event.Data{"thread": "oath", "summary": "He swore it twice."})
	player, ned := turn.State().Player(), turn.State().As("ned")
	if _, knows := player.Noun(action.ThreadRef("oath")); knows || len(player.Threads()) != 0 {
		t.Errorf("the player follows %v", player.Threads())
	}
	add(t, turn, event.ThreadOpened, event.Data{"thread": "oath", "title": "An oath"})
	add(t, turn, event.ThreadResolved, event.Data{"thread": "oath", "outcome": "It was kept."})
	for who, want := range map[event.CharacterID]string{
		"ned": "What Ned swore: He swore it twice. It was kept.", "ines": "What Ned swore: He swore it twice. It was kept.",
		"player": "An oath:  It was kept.",
	} {
		v := turn.State().As(who)
		thread, follows := v.Thread("oath")
		noun, named := v.Noun(action.ThreadRef("oath"))
		if got := thread.Title + ": " + thread.Summary + " " + thread.Outcome; got != want || !follows || thread.Open || !named || noun.Text != thread.Title || len(v.Threads()) != 1 {
			t.Errorf("%s follows %q, %v", who, got, v.Threads())
		}
	}
	if thread, _ := ned.Thread("oath"); !thread.Open {
		t.Error("a view has changed")
	}
}

// What is the player's own is in no other view; and where something happened, who was there
// says.
func TestOtherViewsHaveNothingOfThePlayers(t *testing.T) {
	p := open(t, create(t, persistence.New(mem.New(), nil)))
	begin(t, p)
	tell(t, p)
	turn := openTurn(t, p)
	add(t, turn, event.Moved, event.Data{"who": "player", "to": "tower"})
	add(t, turn, event.Said, event.Data{"speaker": "ned", "text": "Gone."}) // in the cellar
	s := turn.State()
	ned, player := s.As("ned"), s.Player()
	if ned.Persona() != nil || ned.Threads() != nil || ned.Taken() != nil || ned.Told() != nil || ned.Lately() != nil || ned.Object()["lamp"] != nil {
		t.Errorf("Ned has %v %v %v", ned.Persona(), ned.Threads(), ned.Object())
	}
	if player.Persona() == nil || player.Threads() == nil || player.Taken() == nil || player.Told() == nil || player.Lately() == nil || player.Object()["lamp"] == nil {
		t.Error("the player has not")
	}
	for _, m := range ned.Memories() {
		if m.Knower != "ned" && m.Knower != event.Everyone {
			t.Errorf("Ned remembers what %s does: %s", m.Knower, ned.Words(&m))
		}
	}
	if len(player.Memories()) == 0 {
		t.Error("the player remembers nothing that Ned could")
	}
	if said := ned.Journal(1)[0]; said.Place != "cellar" || ned.EntryWords(&said) != "Old Ned says: “Gone.”" {
		t.Errorf("Ned perceived %+v", said)
	}
	if said := player.Journal(1)[0]; said.Text == "Gone." {
		t.Error("the player hears it in the tower")
	}
}

// A large story is looked at as quickly as a small one, where it is looked at often: the
// journal of a view is found, not searched for.
func BenchmarkObject(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := open(b, create(b, persistence.New(mem.New(), nil))).State()
			for i := range n {
				s = next(s, witnessed(event.Happened, event.Data{"text": fmt.Sprint(i)}))
			}
			for b.Loop() {
				s.Player().Object()
			}
		})
	}
}

// The perception of what is done openly among a thousand people.
func BenchmarkAtAThousand(b *testing.B) {
	s := open(b, create(b, persistence.New(mem.New(), nil))).State()
	for i := range 1000 {
		s = next(s, plain(event.EntityAdded, event.Data{"entity": fmt.Sprint(i), "type": "person", "name": "x", "place": []string{"quay", "tower"}[i%2]}))
	}
	for b.Loop() {
		s.At("1", "quay", "tower")
	}
}
