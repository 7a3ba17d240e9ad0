package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func freeIs(path, want string) func(s *story.State) error {
	return func(s *story.State) error {
		var v any = s.Free
		for name := range strings.SplitSeq(path, ".") {
			object, _ := v.(strictjson.Object)
			v = object[name]
		}
		if got := string(strictjson.Append(nil, v)); got != want {
			return fmt.Errorf("%s is %s, want %s", path, got, want)
		}
		return nil
	}
}

func is(holds func(s *story.State) bool, what string) func(s *story.State) error {
	return func(s *story.State) error {
		if !holds(s) {
			return fmt.Errorf("not so: %s", what)
		}
		return nil
	}
}

func learned(s *story.State, content string) (times int) {
	for _, p := range s.Player().Pieces() {
		if p.Content == content && p.Speaker == "" {
			times++
		}
	}
	return times
}

// Effects of every type do what docs/campaigns.md says.
func TestEffects(t *testing.T) {
	var changed = "the false lamp is known"
	for effects, want := range map[string]func(s *story.State) error{
		`{"set": {"lamp.lit": true}}`: freeIs("lamp.lit", "true"),
		`{"set": {"lamp.lit": true, "lamp.oil": 3}}, {"set": {"lamp.lit": null}}`: freeIs("lamp", `{"oil":3}`),
		`{"add": {"coins": 5}}, {"add": {"coins": -2}}`:                           freeIs("coins", "3"),
		`{"add": {"purse.coins": 2}}`:                                             freeIs("purse.coins", "2"),
		`{"set": {"coins": "many"}}, {"add": {"coins": 4}}`:                       freeIs("coins", "4"),
		`{"gain": "brass-key"}`:                                                   is(func(s *story.State) bool { return slices.Contains(world.Carried(s.Player()), "brass-key") }, "the key is carried"),
		`{"lose": "rope"}`:                                                        is(func(s *story.State) bool { return len(world.Carried(s.Player())) == 0 }, "nothing is carried"),
		`{"lose": "brass-key"}`:                                                   is(func(s *story.State) bool { return slices.Equal(world.Carried(s.Player()), []string{"rope"}) }, "what one has not one cannot lose"),
		`{"opinion": {"ines": 15}}`:                                               is(func(s *story.State) bool { return s.Opinion("ines") == 15_000 }, "15"),
		`{"opinion": {"ines": 90}}, {"opinion": {"ines": 50}}`:                    is(func(s *story.State) bool { return s.Opinion("ines") == 100_000 }, "no more than 100"),
		`{"reputation": {"keepers": -10}}`:                                        is(func(s *story.State) bool { return s.Opinion("keepers") == -10_000 }, "-10"),
		`{"npc": {"ines.mood": "afraid", "ines.place": "chapel"}}`: is(func(s *story.State) bool {
			return s.People["ines"].Place == "chapel" && s.People["ines"].Changes["mood"] == "afraid"
		}, "she is afraid in the chapel"),
		`{"npc": {"ines.knows.lamp": true}}`:                               is(func(s *story.State) bool { return fmt.Sprint(s.People["ines"].Changes["knows"]) == "map[lamp:true]" }, "she knows"),
		`{"world": {"weather": "storm"}}`:                                  is(func(s *story.State) bool { return s.Weather == "storm" }, "a storm"),
		`{"world": {"tide": "low"}}`:                                       freeIs("world.tide", `"low"`),
		`{"move": "chapel", "with": ["ines"]}`:                             is(func(s *story.State) bool { return s.Place() == "chapel" && s.People["ines"].Place == "chapel" }, "both are in the chapel"),
		`{"move": "quay", "with": ["tobias"]}`:                             is(func(s *story.State) bool { return s.Place() == "quay" && s.People["tobias"].Place == "quay" }, "he comes to where the player is"),
		`{"minutes": 40}`:                                                  is(func(s *story.State) bool { return s.Minutes == 9*60+40 }, "40 minutes later"),
		`{"until": "18:20"}, {"until": "18:20"}`:                           is(func(s *story.State) bool { return s.Minutes == 18*60+20 }, "at twenty past six"),
		`{"until": "08:00"}`:                                               is(func(s *story.State) bool { return s.Minutes == 9*60 }, "eight has been"),
		`{"until": "21:00"}, {"until": "06:10"}`:                           is(func(s *story.State) bool { return s.Minutes == 30*60+10 }, "the next morning"),
		`{"learn": "Ines lit the lamp."}, {"learn": "Ines lit the lamp."}`: is(func(s *story.State) bool { return learned(s, "Ines lit the lamp.") == 1 }, "learned once"),
		`"The lamp is dark."`:                                              is(func(s *story.State) bool { return learned(s, "The lamp is dark.") == 1 }, "a consequence in words"),
		`{"remember": {"text": "You won.", "significance": "critical", "triumph": true, "about": ["ines"], "tags": ["nerve"]}}`: is(func(s *story.State) bool {
			m := s.Memories.At(0)
			return m.Words == "You won." && m.Episodic == "triumph" && m.Significance == "high" && m.Knower == event.Player && slices.Contains(m.Tags, "nerve") && slices.Contains(m.Characters, "ines")
		}, "remembered"),
		`{"remember": "You lost your hat."}`: is(func(s *story.State) bool {
			return s.Memories.At(0).Words == "You lost your hat." && s.Memories.At(0).Episodic == ""
		}, "remembered"),
		`{"reveal": "ines/the-false-lamp"}, {"reveal": "ines/the-false-lamp"}`: is(func(s *story.State) bool {
			return s.Player().Knows("ines/the-false-lamp") && learned(s, "Ines lit the false lamp.") == 1
		}, changed),
		`{"thread": {"id": "who", "title": "Who lit it?", "state": "open"}}`: is(func(s *story.State) bool {
			return len(s.Player().Threads()) == 1 && s.Player().Threads()[0].Open && s.Player().Threads()[0].Title == "Who lit it?"
		}, "open"),
		`{"thread": {"id": "who", "title": "Who lit it?"}}, {"thread": {"id": "who", "state": "resolved"}}`: is(func(s *story.State) bool {
			return len(s.Player().Threads()) == 1 && !s.Player().Threads()[0].Open && s.Player().Threads()[0].Outcome == "Who lit it?"
		}, "resolved"),
		`{"thread": {"id": "who", "state": "resolved"}}`: is(func(s *story.State) bool { return len(s.Player().Threads()) == 1 && !s.Player().Threads()[0].Open }, "resolved at once"),
		`{"ending": "relit"}`:                            is(func(s *story.State) bool { return s.Ending == "relit" }, "the story has ended"),
	} {
		for _, where := range []string{
			`{"id": "a", "title": "A", "prose": "A.", "effects": [%s]}`,
			`{"id": "a", "title": "A", "prose": "A.", "outcomes": [{"consequences": [%s]}]}`,
		} {
			g := at(t, written(t, but(harbour, beats(fmt.Sprintf(where, effects))...))).open()
			r := must(t, g, "")
			if err := want(g.story.State()); err != nil || !strings.Contains(r.Prose, "A.") {
				t.Errorf("%s: %v; %q", effects, err, r.Prose)
			}
			replayed(t, g)
		}
	}
}

// A thread that others follow opens for the player as if nobody did.
func TestThreadsThatOthersFollow(t *testing.T) {
	turn := at(t, written(t, harbour)).open().begun()
	turn.add(event.ThreadOpened, event.Data{"thread": "who", "title": "What Ines did", "characters": []string{"ines"}})
	turn.apply([]effect.Effect{effect.Thread{ID: "who", Title: "Who lit it?"}})
	if thread, follows := turn.view().Thread("who"); !follows || thread.Title != "Who lit it?" || !thread.Open {
		t.Errorf("the player follows %+v, %v", thread, follows)
	}
	turn.apply([]effect.Effect{effect.Thread{ID: "who", Resolved: true}})
	if thread, _ := turn.view().Thread("who"); thread.Open || thread.Outcome != "Who lit it?" {
		t.Errorf("the player follows %+v", thread)
	}
}

// When an author turns the weather it turns everywhere, at places that had their own as well;
// and what conditions ask of it is what it is where the player is.
func TestWeatherTurnsEverywhere(t *testing.T) {
	turn := at(t, written(t, harbour)).open().begun()
	turn.add(event.WeatherChanged, event.Data{"weather": "rain", "place": "quay"})
	if asked := turn.now().Progress().World["weather"]; asked != "rain" || turn.view().Weather() != "rain" {
		t.Errorf("it is %v on the quay", asked)
	}
	turn.apply([]effect.Effect{effect.World{Path: "weather", Value: turn.state().Weather}})
	if got := turn.view().Weather(); got != "fog" {
		t.Errorf("it is %q on the quay", got)
	}
}

// What cannot be is left out, and everything else of the turn is told.
func TestEffectsThatCannotBe(t *testing.T) {
	g := at(t, written(t, harbour)).open()
	turn := g.begun()
	huge := strings.Repeat("x", 1000)
	turn.apply([]effect.Effect{
		effect.Set{Path: "$player.name", Value: "Nobody"}, effect.Set{Path: "", Value: "\xff"}, effect.Add{Path: "$x", Amount: 1},
		effect.Gain{Item: "\x00"}, effect.Gain{Item: huge}, effect.Lose{Item: "moon"}, effect.Opinion{Person: "nobody", By: 10}, effect.Reputation{Faction: "", By: 10},
		effect.NPC{Person: "nobody", Path: "mood", Value: "x"}, effect.NPC{Person: "ines", Path: "place", Value: "nowhere"}, effect.NPC{Person: "ines", Path: "items", Value: "x"},
		effect.NPC{Person: "ines", Path: "place", Value: strictjson.Number("3")}, effect.World{Path: "weather", Value: ""}, effect.World{Path: "weather", Value: "a\nb"},
		effect.Move{Place: "nowhere", With: []string{"nobody"}}, effect.Move{Place: "quay", With: []string{"nobody"}}, effect.Minutes{Count: -5},
		effect.Remember{Text: "\xff"}, effect.Remember{About: []string{"nobody"}, Significance: "odd"}, effect.Reveal{Person: "ines", Secret: "none"},
		effect.Thread{ID: ""}, effect.Thread{ID: huge}, effect.Ending{ID: "none"}, effect.Learn{Fact: "\xff"}, nil,
	})
	turn.happen()
	receipt, err := follow(t.Context(), turn.turn, turn.resolved)
	if err != nil {
		t.Fatal(err)
	}
	r, err := turn.recorded(t.Context(), receipt)
	if err != nil || r.Ending != nil || len(r.Choices) < 3 || r.Prose == "" || r.Scene.Place != "quay" || r.Scene.Type == "travel" || r.Scene.Weather != "fog" {
		t.Fatalf("%v %+v", err, r)
	}
	s := g.story.State()
	if len(s.Free) != 0 || !slices.Equal(world.Carried(s.Player()), []string{"rope"}) || s.People["ines"].Place != "quay" || s.Minutes != 9*60 || len(s.Player().Threads()) != 0 || len(turn.Gained) != 0 {
		t.Errorf("the state has changed: %v %v %+v", s.Free, world.Carried(s.Player()), s.People["ines"])
	}
	replayed(t, g)
}

// A campaign in which everything names what is not there warns, and plays.
func TestCampaignWithEverythingMissing(t *testing.T) {
	c, problems := loaded(t, but(harbour, beats(`{"id": "a", "title": "A", "prose": "A.", "place": "nowhere", "people": ["nobody"], "effects": [
		{"gain": "moon"}, {"opinion": {"nobody": 3}}, {"move": "nowhere"}, {"ending": "none"}, {"reveal": "ines/none"}, {"set": {"$a": 1}}, {"npc": {"ines": 1}}]},
		{"id": "b", "title": "B", "prose": "B.", "choices": [{"id": "c", "text": "Go", "leads_to": "nothing"}]}`)...))
	if problems.Err() == nil {
		t.Error("nothing is wrong with it")
	}
	g := at(t, c).open()
	r := must(t, g, "")
	if !slices.Contains(r.Beats, "b") {
		t.Errorf("%v", r.Beats)
	}
	must(t, g, "b/c")
}

func TestPeopleKeepTheirHours(t *testing.T) {
	for _, put := range []bool{false, true} {
		effects := ""
		if put {
			effects = `{"npc": {"tobias.place": "quay"}}`
		}
		g := at(t, written(t, but(harbour, beats(`{"id": "a", "title": "A", "prose": "A.", "effects": [`+effects+`], "choices": [{"id": "wait", "text": "Wait", "minutes": 120, "stays": true}]}`)...))).open()
		must(t, g, "")
		for range 12 {
			must(t, g, "a/wait")
			s, want := g.story.State(), "inn"
			if hour := s.Hour(); hour >= 22 || hour < 5 {
				want = "chapel"
			}
			if put {
				want = "quay"
			}
			if got := s.People["tobias"].Place; got != want {
				t.Errorf("at %d o'clock Tobias is at %q, want %q", s.Hour(), got, want)
			}
		}
	}
}

func TestWeatherDriftsOnlyWhereNoAuthorTurnsIt(t *testing.T) {
	places := strings.Replace(harbour["world/places.json"], `"description": "A low room."`,
		`"by_weather": {"fog": ["Fog."], "rain": ["Rain."], "clear": ["Sun."]}`, 1)
	wait := `"choices": [{"id": "wait", "text": "Wait", "minutes": 200, "stays": true%s}]`
	for effects, drifts := range map[string]bool{
		"": true, `, "requires": {"place": "quay"}`: true,
		`, "effects": [{"minutes": 1}]`: true,
		`, "check": {"stat": "nerve", "success": {}, "failure": {"effects": [{"world": {"weather": "storm"}}]}, "dice": "1d1+11"}`: false,
	} {
		g := at(t, written(t, but(harbour, append(beats(`{"id": "a", "title": "A", "prose": "A.", `+fmt.Sprintf(wait, effects)+`}`), "world/places.json", places)...))).open()
		must(t, g, "")
		seen := map[string]bool{}
		for range 30 {
			r := must(t, g, "a/wait")
			seen[r.Scene.Weather] = true
			if !strings.Contains("fog rain clear", r.Scene.Weather) {
				t.Errorf("the weather is %q", r.Scene.Weather)
			}
		}
		if drifts != (len(seen) > 1) {
			t.Errorf("%s: %v", effects, seen)
		}
	}
}

// Every fourth hour that the clock passes may turn the weather, whatever lets it pass:
// a choice, an effect, or what comes of a beat. A step of many hours is as many chances.
func TestWeatherTurnsHoweverTimePasses(t *testing.T) {
	places := strings.Replace(harbour["world/places.json"], `"description": "A low room."`,
		`"by_weather": {"fog": ["Fog."], "rain": ["Rain."], "clear": ["Sun."]}`, 1)
	for name, beat := range map[string]string{
		"choice":  `%s "choices": [{"id": "wait", "text": "Wait", "minutes": 240, "stays": true}]`,
		"effect":  `%s "choices": [{"id": "wait", "text": "Wait", "minutes": 1, "stays": true, "effects": [{"minutes": 239}]}]`,
		"day":     `%s "choices": [{"id": "wait", "text": "Wait", "minutes": 1440, "stays": true}]`,
		"beat":    `%s "once": false, "effects": [{"minutes": 239}], "choices": [{"id": "wait", "text": "Wait", "minutes": 1, "stays": true}]`,
		"outcome": `%s "once": false, "outcomes": [{"id": "o", "probability": 1, "minutes": 239}], "choices": [{"id": "wait", "text": "Wait", "minutes": 1, "stays": true}]`,
	} {
		beat = fmt.Sprintf(beat, `{"id": "a", "title": "A", "prose": "A.", `) + "}"
		g := at(t, written(t, but(harbour, append(beats(beat), "world/places.json", places)...))).open()
		must(t, g, "")
		from := g.story.State().Minutes
		for range 60 {
			must(t, g, "a/wait")
		}
		turned, steps := len(ofEvents(g.log(t), event.WeatherChanged)), (g.story.State().Minutes-from)/240
		if turned := int64(turned); steps < 60 || turned < steps/10 || turned > steps*4/5 { // 27 of a hundred are to be expected
			t.Errorf("%s: the weather turned %d times in %d steps", name, turned, steps)
		}
	}
}

// A beat with a place takes the player there only when it was led to.
func TestBeatsAreToldWhereTheyHappen(t *testing.T) {
	g := at(t, written(t, but(harbour, beats(`{"id": "here", "title": "H", "prose": "H.", "place": "inn"},
		{"id": "a", "title": "A", "prose": "A.", "choices": [{"id": "b", "text": "Go on", "leads_to": "led"}]},
		{"id": "led", "title": "L", "prose": "L.", "place": "chapel", "people": ["tobias", "ines"], "outcomes": [{"id": "o", "probability": 1, "leads_to": "next", "minutes": 7}]},
		{"id": "next", "title": "N", "prose": "N.", "place": "inn", "people": ["tobias"]}`)...))).open()
	if r := must(t, g, ""); !slices.Equal(r.Beats, []string{"a"}) {
		t.Fatalf("%v", r.Beats)
	}
	r := must(t, g, "a/b")
	if !slices.Equal(r.Beats, []string{"led", "next"}) || r.Scene.Place != "inn" || !slices.Equal(r.Scene.Present, []string{"tobias"}) {
		t.Errorf("%v at %s with %v", r.Beats, r.Scene.Place, r.Scene.Present)
	}
	if s := g.story.State(); s.People["ines"].Place != "chapel" || s.Minutes != 9*60+10+7 || len(s.Led) != 0 {
		t.Errorf("%+v, %d, %v", s.People["ines"], s.Minutes, s.Led)
	}
	if r = must(t, g, staying(r)); !slices.Equal(r.Beats, []string{"here"}) {
		t.Errorf("%v", r.Beats)
	}
	scenes := ofEvents(g.log(t), event.SceneClosed)
	if len(scenes) != 1 || scenes[0].Text("significance") == "" {
		t.Errorf("%v", scenes)
	}
}
