package engine

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// sample loads one of the campaigns that come with the program.
func sample(t *testing.T, name string) *campaign.Campaign {
	t.Helper()
	c, problems := campaign.Load(os.DirFS("../campaigns/"+name), campaign.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	c, err := campaign.Complete(context.Background(), c, campaign.Lexical{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// standing is a state in which the player stands at a place at some hour.
func standing(c *campaign.Campaign, place string, minutes int64) *story.State {
	s := &story.State{
		Persona:   strictjson.Object{"name": "Jo Sorrel", "pronouns": "they", "stats": strictjson.Object{"nerve": strictjson.Number("12")}, "traits": []any{"sea-legs"}},
		Minutes:   minutes,
		Entities:  map[string]story.Entity{},
		People:    map[event.CharacterID]story.Character{event.Player: {Place: place, Items: []story.Item{{ID: "fid", Count: 1}}}},
		Relations: map[story.Pair]story.Relation{},
		Turn:      story.Opened{Number: 1},
	}
	_, hour, _ := clock(minutes)
	for i := range c.People {
		p := &c.People[i]
		s.People[event.CharacterID(p.ID)] = story.Character{Place: p.WhereAt(int(hour)), Met: 1}
		s.Entities[p.ID] = story.Entity{ID: p.ID, Type: "person", Name: p.Name}
	}
	return s
}

func TestTellsEveryPlaceAtEveryHourInEveryWeather(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		for i := range c.Places {
			for _, hour := range []int64{0, 5, 8, 12, 15, 18, 21} { // every part of the day
				for _, weather := range append(c.Weathers(), "", "snow") {
					s := standing(c, c.Places[i].ID, hour*60)
					s.Weather = weather
					scene := telling(c, s, tellingInput{Seed: hour, Choice: "Look around", Made: true})
					text := prose.Compose(scene).Text()
					if n := prose.Words(text); n < 40 {
						t.Errorf("%s, %d o'clock, %s: %d words: %s", c.Places[i].ID, hour, weather, n, text)
					}
				}
			}
		}
	}
}

func TestTellsWhatTheHourGivesAPlace(t *testing.T) {
	c := sample(t, "grey-harbour")
	for _, hour := range []int64{0, 5, 8, 12, 15, 18, 21} {
		s := standing(c, "quay", hour*60)
		scene := telling(c, s, tellingInput{})
		if len(scene.Place.ByTime[scene.Part]) == 0 {
			t.Errorf("at %d o'clock, %s, nothing of the hour is told: %v", hour, scene.Part, scene.Place.ByTime)
		}
	}
}

// The composer promises nothing beyond its window, which is twice what play needs.
func TestTellsSixtyTurnsWithoutRepeatingAParagraph(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		seen := map[string]int{}
		s := standing(c, c.Start(), 16*60)
		for turn := int64(1); turn <= 60; turn++ {
			text := playOn(t, c, s, turn)
			if n := prose.Words(text); n < 40 {
				t.Errorf("%s, turn %d: %d words: %s", name, turn, n, text)
			}
			for paragraph := range strings.SplitSeq(text, "\n\n") {
				if before, told := seen[paragraph]; told && int(turn)-before <= prose.Window {
					t.Errorf("%s, turn %d repeats turn %d: %s", name, turn, before, paragraph)
				}
				seen[paragraph] = int(turn)
			}
		}
	}
}

// playOn makes the turn's choice among the moves and tells it, keeping what the
// composer wants to remember as the log does.
func playOn(t *testing.T, c *campaign.Campaign, s *story.State, turn int64) string {
	t.Helper()
	s.Turn.Number = turn
	in := tellingInput{Seed: turn, Minutes: 10}
	if turn > 1 {
		all := moves(c, s)
		m := all[int(turn*7)%len(all)]
		in.Choice, in.Made, in.Person = m.words(), true, m.Person
		if m.Kind == moveGo {
			in.From, in.Arrived = s.People[event.Player].Place, true
			player := s.People[event.Player]
			player.Place = m.Place
			s.People[event.Player] = player
		}
	}
	s.Minutes += 25
	told := prose.Compose(telling(c, s, in))
	object, ok := mustTree(t, told.History.Last()).(strictjson.Object)
	if !ok {
		t.Fatal("the composer remembers nothing")
	}
	s.Told = append(s.Told, object)
	s.Memories = append(s.Memories, story.Memory{Knower: event.Player, Turn: turn, Place: s.People[event.Player].Place})
	return told.Text()
}

func TestAMadeChoiceIsToldBeforeAnAuthorsWords(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "net-loft", 16*60)
	s.Turn.Number = 4
	authored := "Heads turn as one head turns."
	in := tellingInput{Seed: 1, Choice: "Go to the net loft", Made: true, Arrived: true, From: "quay", Gained: []string{"fid"}, Authored: []string{authored}}
	scene := telling(c, s, in)
	if len(scene.Authored) != 2 || scene.Authored[1] != authored || !strings.Contains(scene.Authored[0], "net loft") {
		t.Errorf("the way there is not told: %q", scene.Authored)
	}
	if scene.Arrived || len(scene.Gained) > 0 {
		t.Error("what the first paragraph told is to be told again")
	}
	in.Made = false
	if scene = telling(c, s, in); len(scene.Authored) != 1 || scene.Choice != "" {
		t.Errorf("an author's choice is told twice: %q, %q", scene.Choice, scene.Authored)
	}
}

func TestAPlaceIsDescribedOnce(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "quay", 16*60)
	s.Turn.Number = 20
	if scene := telling(c, s, tellingInput{}); scene.Place.Description == "" {
		t.Error("a place that is new is not described")
	}
	s.Memories = []story.Memory{{Knower: "ines", Place: "quay", Turn: 19}, {Knower: event.Player, Place: "quay", Turn: 20}}
	if scene := telling(c, s, tellingInput{}); scene.Place.Description == "" {
		t.Error("what this turn brings, or somebody else remembers, makes a place known")
	}
	s.Memories[1].Turn = 19
	if scene := telling(c, s, tellingInput{}); scene.Place.Description != "" {
		t.Error("a known place is described again")
	}
}

func TestThePersonAddressedComesFirst(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "hall", 16*60)
	for _, id := range []event.CharacterID{"coad", "honor", "pask", "peder", "wren"} {
		s.People[id] = story.Character{Place: "hall", Changes: strictjson.Object{"mood": "angry"}}
		s.Relations[story.Pair{Who: string(id), Whom: "player"}] = story.Relation{Score: -31500}
	}
	people := telling(c, s, tellingInput{Person: "wren"}).People
	if len(people) != 3 || people[0].Name != "Wren Tallis" || people[0].Mood != "angry" || people[0].Feeling != -31 {
		t.Errorf("told of %+v", people)
	}
	for _, p := range people {
		if p.Pronouns == "" || len(p.Mannerisms) == 0 || len(p.Lines["cold"]) == 0 {
			t.Errorf("%s is told without manners: %+v", p.Name, p)
		}
	}
}

func TestBrokenHistoryIsLeftOut(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "quay", 0)
	s.Turn.Number = 9
	s.Told = []strictjson.Object{{"turn": strictjson.Number("7"), "sentences": "AAAAAA"}, {"turn": "x"}, {"turn": strictjson.Number("8"), "runs": "?"}}
	h := history(s)
	if h.Turn != 8 || len(h.Told) != 1 || h.Told[0].Turn != 7 {
		t.Errorf("history is %+v", h)
	}
	_ = prose.Compose(telling(c, s, tellingInput{}))
}

// In a campaign of few files those who are met for the first time are introduced in
// the words of its setting, and who is said not to speak is silent.
func TestSparsePeopleAreIntroducedInTheSettingsWords(t *testing.T) {
	c := sample(t, "minimal")
	s := standing(c, "foundry", 16*60)
	strangers(s)
	for i := range c.People {
		id := c.People[i].ID
		p := tellingPerson(c, s, id)
		if !strings.Contains(p.Introduced, p.Name) || p.Silent != (id == "pietro") {
			t.Errorf("%+v", p)
		}
		is := s.People[event.CharacterID(id)]
		is.Met = s.Turn.Number
		s.People[event.CharacterID(id)] = is
		if tellingPerson(c, s, id).Introduced == "" {
			t.Errorf("%s is not introduced in the turn of the meeting", id)
		}
		s.Turn.Number += newcomer
		if tellingPerson(c, s, id).Introduced != "" {
			t.Errorf("%s is introduced when long known", id)
		}
		s.Turn.Number -= newcomer
	}
}

// mustTree is a Go value as a JSON tree.
func mustTree(t *testing.T, v any) any {
	t.Helper()
	text, ok := v.(prose.Told)
	if !ok {
		t.Fatalf("%T", v)
	}
	sentences, _ := text.Sentences.MarshalText()
	runs, _ := text.Runs.MarshalText()
	forms, _ := text.Forms.MarshalText()
	return strictjson.Object{
		"turn": strictjson.Number(fmt.Sprint(text.Turn)), "sentences": string(sentences), "runs": string(runs), "forms": string(forms),
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// What a made choice is, and what was learned by it, is told; what an author's words
// teach, they tell themselves.
func TestTheKindOfADeedAndWhatItTaughtAreTold(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "quay", 16*60)
	in := tellingInput{Choice: "Ask around", Deed: "pursue", Made: true, Learned: []string{"Ines is on the quay."}}
	if scene := telling(c, s, in); scene.Deed != "pursue" || len(scene.Learned) != 1 {
		t.Errorf("deed %q, learned %q", scene.Deed, scene.Learned)
	}
	in.Authored = []string{"Ines is on the quay, and says so."}
	if scene := telling(c, s, in); len(scene.Learned) != 0 {
		t.Errorf("told twice: %q", scene.Learned)
	}
	in.Made, in.Authored = false, nil
	if scene := telling(c, s, in); scene.Deed != "" || len(scene.Learned) != 0 {
		t.Errorf("of an author's choice: deed %q, learned %q", scene.Deed, scene.Learned)
	}
}
