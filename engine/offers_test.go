package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// What an offer is about stands in its id, and nothing else of a choice says it.
func TestIDsAloneDecide(t *testing.T) {
	c := sample(t, "grey-harbour")
	began := func() *resolving { return standing(t, c, "net-loft", 16*60).acquaint() }
	turn := began()
	asked := slices.IndexFunc(turn.offers(), func(o world.Offer) bool { return o.Kind == action.Ask })
	of := turn.offers()[asked]
	for _, text := range []string{"", "Go to the wreck and ask about the oil, and it went wrong", "ask Ines Vane about the salt house", "\x00", "vraag het haar"} {
		turn := began()
		_ = turn.choose(chosen{Choice: &Choice{ID: of.ID(), Text: text, Action: action.Action{Kind: action.Wait}}}) // some texts the story refuses
		if found := turn.Taken; found == nil || found.Topic != of.Topic || !found.Action.Equal(of.Action) {
			t.Errorf("%q is found as %+v", text, found)
		}
	}
	for _, id := range []string{"talk:nobody", "", "ask:ines#", "ask:ines#the-oil-that-nobody-knows", "talk:ines " + "x"} {
		err := turn.choose(chosen{Choice: &Choice{ID: id, Text: "Ask Ines Vane about " + of.Topic.Words}})
		if found := turn.Taken; found != nil || err == nil {
			t.Errorf("%q is found as %+v", id, found)
		}
	}
}

func TestGenericChoicesEverywhere(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		g := at(t, c).open()
		for i := range c.Places {
			for n := int64(1); n < 8; n++ {
				turn := g.begun()
				turn.stand(c.Places[i].ID, n*3*60)
				turn.acquaint().later(n)
				open := turn.now().Worthwhile(mostChoices)
				names, possible := naming{turn.sight().Names(open)}, idsOf(turn.offers())
				choices := names.genericChoices(open)
				if len(choices) < 3 {
					t.Errorf("%s, turn %d: %d choices: %+v", c.Places[i].ID, n, len(choices), choices)
				}
				for j, choice := range choices {
					if !names.unlike(choice, choices[:j]) || choice.Source != event.Generic || !slices.Contains(possible, choice.ID) {
						t.Errorf("%s: %+v", c.Places[i].ID, choice)
					}
				}
			}
		}
	}
}

// A campaign of nothing at all, nowhere and with nobody, has choices too.
func TestNowhereHasChoicesToo(t *testing.T) {
	for _, files := range []map[string]string{{}, {"plot/premise.md": "# Premise\n\nIt is dark.\n"}} {
		c, _ := loaded(t, files)
		g := at(t, c).open()
		r := must(t, g, "")
		for range 12 {
			if len(r.Choices) < 2 || r.Prose == "" {
				t.Fatalf("%s", r.JSON())
			}
			r = must(t, g, r.Choices[int(r.Turn)%len(r.Choices)].ID)
		}
		for _, m := range g.story.State().Memories.All() {
			if words := g.story.State().Player().Words(&m); strings.Contains(words, " .") || strings.HasSuffix(words, " to.") {
				t.Errorf("remembered: %q", words)
			}
		}
		replayed(t, g)
	}
}

func TestChoicesInput(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "net-loft", 16*60)
	all := turn.offers()
	in := turn.closes().choicesInput(&menu{written: []Choice{{Text: "Go"}}, leave: true}, 3, telling.WorthMost(all))
	for _, key := range []string{"want", "taken", "recent", "turn", "place", "part", "player", "rules", "people", "moves", "leave"} {
		if in[key] == nil {
			t.Errorf("no %s", key)
		}
	}
	player := in["player"].(strictjson.Object)
	if stats := player["stats"].([]any); len(stats) != 4 || stats[0].(strictjson.Object)["gates"] == nil {
		t.Errorf("stats are %v", stats)
	}
	people := in["people"].([]any)
	if len(people) == 0 || !strings.Contains(string(strictjson.Append(nil, people)), `"faction":"lamp"`) {
		t.Errorf("people are %v", people)
	}
	moves, ids := in["moves"].([]any), map[string]bool{}
	if len(moves) != min(len(all), 24) {
		t.Errorf("%d of %d offers are told", len(moves), len(all))
	}
	kinds := map[string]bool{}
	for _, item := range moves {
		m := item.(strictjson.Object)
		id := strictjson.AsString(m["id"])
		if ids[id] || !slices.Contains(idsOf(all), id) || strictjson.AsString(m["say"]) == "" {
			t.Errorf("%v", m)
		}
		ids[id], kinds[strictjson.AsString(m["kind"])] = true, true
		if _, tried := m["stat"]; tried != (m["odds"] != nil) {
			t.Errorf("%v has odds without a stat, or a stat without odds", m)
		}
	}
	for _, kind := range []string{"ask", "talk", "press", "go", "search", "wait", "examine"} {
		if !kinds[kind] {
			t.Errorf("nothing of the kind %s is told: %v", kind, sortedKeys(kinds))
		}
	}
	text := string(strictjson.Append(nil, in))
	for _, secret := range []string{"drowned", "description"} {
		if strings.Contains(text, secret) {
			t.Errorf("the input speaks of %s", secret)
		}
	}
}

// What somebody thinks of the player counts as it last showed, in the odds and for the dice:
// neither they nor what is shown of a roll tell of an opinion that nobody saw.
func TestOddsAreOfWhatShowed(t *testing.T) {
	turn := standing(t, written(t, harbour), "inn", 10*60)
	turn.Choice = "wait"
	try := world.CheckSpec{Stat: "tact", Text: "Call to her", Person: "ines"}
	even, _, _ := turn.checks(turn.number()).Odds(try)
	turn.stage(event.Event{Kind: event.RelationChanged, Actor: event.EngineSelf, Data: event.Data{"who": "ines", "whom": "player", "by": int64(-90_000)}})
	if odds, _, known := turn.checks(turn.number()).Odds(try); odds != even || !known || turn.view().Regard("ines") != 0 {
		t.Errorf("what did not show changes the odds from %d to %d", even, odds)
	}
	if turn.throw(try); len(turn.Check.Modifiers) != 0 || turn.OpinionBefore != 0 {
		t.Errorf("the dice are thrown with %+v, and it showed %d", turn.Check.Modifiers, turn.OpinionBefore)
	}
	if turn.movePlayer("quay", nil); turn.view().Regard("ines") >= 0 {
		t.Error("what she thinks never shows")
	}
	if odds, _, _ := turn.checks(turn.number()).Odds(try); odds >= even {
		t.Errorf("with one who thinks ill of the player the odds are %d, with others %d", odds, even)
	}
	if turn.throw(try); valueOf(turn.Check.Modifiers, action.Opinion) != -1 || turn.OpinionBefore != turn.view().Regard("ines") {
		t.Errorf("the dice are thrown with %+v, and it showed %d", turn.Check.Modifiers, turn.OpinionBefore)
	}
}

// A memory bears on an offer by what both are about, and by no word.
func TestWhatBearsOnAnOffer(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60).acquaint()
	turn.opens("dark", "Why is the lamp dark?")
	ines := []action.Ref{action.PersonRef("ines")}
	turn.did(action.Action{Kind: action.Ask, To: ines, Topic: action.TopicRef("why-the-lamp-is-dark")}, memory{Topic: world.Subject{ID: "why-the-lamp-is-dark"}})
	turn.did(action.Action{Kind: action.Talk, To: ines}, memory{Characters: []string{"player", "ines"}})
	turn.remembers(event.Player, memory{Words: "You asked Ines Vane why the lamp is dark.", Significance: action.Low}, 0)
	of := offered(t, turn, "press:ines")
	of.Topic = world.SubjectOf("why the lamp is dark")
	grounds := turn.groundsOf(of)
	if len(grounds) != 2 || grounds[0]["id"] != "m1" || grounds[0]["topic"] == nil || strictjson.AsInteger(grounds[0]["near"]) != 3 || grounds[1]["id"] != "m2" || strictjson.AsInteger(grounds[1]["near"]) != 2 {
		t.Errorf("%v", grounds)
	}
}

// groundsOf are the memories that a skill is told to bear on an offer.
func (t *resolving) groundsOf(of world.Offer) []strictjson.Object {
	moves := strictjson.AsObjects(t.closes().choicesInput(&menu{}, 1, []world.Offer{of})["moves"])
	return strictjson.AsObjects(moves[0]["grounds"])
}

// However many memories there are, those are found that bear most on an offer, as by looking
// at each: the latest of the closest.
func TestWhatBearsIsFoundAmongMany(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60).acquaint()
	random := rand.New(rand.NewPCG(5, 6))
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	topic := func() world.Subject { return world.Subject{ID: one("", "the-lamp", "the-oil"), Words: "something"} }
	turn.raise(world.Subject{ID: "the-lamp", Words: "the lamp"}, "")
	turn.raise(world.Subject{ID: "the-oil", Words: "the oil"}, "")
	of := []world.Offer{
		{Action: action.Action{Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}}, Topic: world.Subject{ID: "the-lamp"}},
		{Action: action.Action{Kind: action.Show, To: []action.Ref{action.PersonRef("ines")}, Item: action.ItemRef("rope")}},
		{Action: action.Action{Kind: action.Search, Place: action.PlaceRef("quay")}, Topic: world.Subject{ID: "the-oil"}},
		{Action: action.Action{Kind: action.Pursue, Thread: action.ThreadRef("dark")}},
	}
	grounds := 0
	for n := range 120 {
		turn.remembers(event.Player, memory{
			Words: fmt.Sprint(n), Place: one("quay", "inn"), Topic: topic(), Significance: action.Low,
			Tags: []string{one("rope", "dark", "nerve"), one("oil", "dark", "fog", "bell")}, Characters: []string{"player", "ines"}[:1+random.IntN(2)],
		}, 0)
		for _, o := range of {
			found, want := turn.groundsOf(o), bearingAmongAll(turn.view(), o)
			grounds += len(want)
			if len(found) != len(want) {
				t.Fatalf("after %d: %d grounds for %s, want %d", n, len(found), o.ID(), len(want))
			}
			for i := range found {
				if got := strictjson.AsString(found[i]["summary"]); got != want[i].Words {
					t.Fatalf("after %d: %s for %s, want %s", n, got, o.ID(), want[i].Words)
				}
			}
		}
	}
	if grounds < 1000 {
		t.Fatalf("%d grounds: the test shows nothing", grounds)
	}
}

// bearingAmongAll looks at every memory by itself.
func bearingAmongAll(v *story.View, of world.Offer) []story.Memory {
	near := func(m *story.Memory) int {
		about := func(r action.Ref) bool { return !r.None() && slices.Contains(m.Tags, r.ID) }
		switch {
		case of.Topic.ID != "" && m.Topic == of.Topic.ID, about(of.Thread):
			return 3
		case about(of.Item), !of.Whom().None() && slices.Contains(m.Characters, event.CharacterID(of.Whom().ID)):
			return 2
		case !of.Place.None() && m.Place == of.Place.ID:
			return 1
		}
		return 0
	}
	all := v.Memories()
	slices.Reverse(all)
	all = slices.DeleteFunc(all, func(m story.Memory) bool { return near(&m) == 0 })
	slices.SortStableFunc(all, func(a, b story.Memory) int { return near(&b) - near(&a) })
	return all[:min(len(all), 3)] // as many as are given
}

// What happened at a place bears on what is done there, and less than what was about the same.
func TestWhatHappenedHereBearsLeast(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.raise(world.Subject{ID: "the-lamp", Words: "the lamp"}, "")
	turn.remembers(event.Player, memory{Words: "The lamp went out.", Topic: world.Subject{ID: "the-lamp"}, Significance: action.Low}, 0)
	turn.remembers(event.Player, memory{Words: "You stood there.", Place: "quay", Significance: action.Low}, 0)
	turn.remembers(event.Player, memory{Words: "You stood there.", Place: "inn", Significance: action.Low}, 0)
	of := offered(t, turn, "search:quay")
	of.Topic = world.Subject{ID: "the-lamp", Words: "the lamp"}
	var near []string
	for _, ground := range turn.groundsOf(of) {
		near = append(near, fmt.Sprint(ground["summary"], ground["near"]))
	}
	if want := []string{"The lamp went out.3", "You stood there.1"}; !slices.Equal(near, want) {
		t.Errorf("%q, want %q", near, want)
	}
}

// Where nobody is who could answer, nothing is to be asked.
func TestWaysKnowWhoCanBeAskedThere(t *testing.T) {
	c := written(t, map[string]string{
		"world/places.json":                  `{"places": [{"id": "quay", "name": "the quay", "exits": ["inn", "rock", "cell"]}, {"id": "inn", "name": "the inn", "exits": ["quay"]}, {"id": "rock", "name": "the rock"}, {"id": "cell", "name": "the cell", "exits": ["quay"]}]}`,
		"characters/npcs/wren/profile.json":  `{"name": "Wren", "role": "keeper of the inn", "personality": {}, "place": "inn"}`,
		"characters/npcs/silas/profile.json": `{"name": "Silas", "role": "monk", "personality": {"traits": ["silent"]}, "place": "cell"}`,
	})
	g := at(t, c).open()
	must(t, g, "")
	for _, o := range g.world.At(g.story.State()).Offers() {
		if o.Peopled {
			t.Errorf("%s: nobody was seen there yet", o.ID())
		}
	}
	for _, way := range []string{"go:inn", "go:quay", "go:cell", "go:quay"} {
		must(t, g, way)
	}
	ways := 0
	for _, o := range g.world.At(g.story.State()).Offers() {
		if o.Kind != action.Go {
			continue
		}
		if ways++; o.Peopled != (o.Place.ID == "inn") || o.Topic.ID != "" && !o.Peopled {
			t.Errorf("at %s somebody can be asked of %q: %v", o.Place.ID, o.Topic.Words, o.Peopled)
		}
	}
	if ways < 4 {
		t.Errorf("%d ways", ways)
	}
}

// What was typed is read among what is possible, and played by its id.
func TestTypedActionsArePossibleOnes(t *testing.T) {
	g := at(t, written(t, harbour)).open()
	must(t, g, "")
	for line, want := range map[string]string{"go to the anchor": "go:inn", "press ines": "press:ines", "x coil of rope": "examine:rope", "wait": "wait"} {
		if reading := g.Read(line); !reading.Found || reading.Action.ID() != want {
			t.Errorf("%q is read as %+v", line, reading)
		}
	}
	before := len(g.log(t))
	for _, line := range []string{"", strings.Repeat("go ", 1<<19), "\x00\x1b[2J", "rm -rf /", "去教堂", "press tobias"} {
		if reading := g.Read(line); reading.Found || reading.Refusal == "" && len(reading.Among) == 0 {
			t.Errorf("%.20q is read as %+v", line, reading)
		}
	}
	if after := len(g.log(t)); after != before {
		t.Error("reading has written")
	}
	r := must(t, g, "press:ines")
	if r.Choice.ID != "press:ines" || r.Check == nil || !strings.HasPrefix(r.Choice.Text, "Press Ines Vane") {
		t.Errorf("%+v", r.Choice)
	}
	replayed(t, g)
}
