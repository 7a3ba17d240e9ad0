package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func TestOffersAreDistinctEverywhere(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		g := at(t, c).open()
		for i := range c.Places {
			for hour := int64(1); hour < 24; hour += 5 {
				turn := g.begin(nil)
				turn.stand(c.Places[i].ID, hour*60)
				turn.acquaint().opens("matty", "What became of Matty?")
				turn.opens("done", "Done")
				turn.add(event.ThreadResolved, event.Data{"thread": "done", "outcome": "Done"})
				ids, words, all := map[string]bool{}, map[string]bool{}, turn.offers()
				names := newNamer(turn.w, turn.view(), all)
				for _, o := range all {
					checkOffer(t, turn, o, names)
					if ids[o.ID()] || words[names.say(o.Action)] {
						t.Errorf("%s: %s twice: %s", c.Places[i].ID, o.ID(), names.say(o.Action))
					}
					ids[o.ID()], words[names.say(o.Action)] = true, true
				}
				if !ids["pursue:matty"] || ids["pursue:done"] || !ids["wait"] || ids["recall"] {
					t.Errorf("%s: %v", c.Places[i].ID, sortedKeys(ids))
				}
			}
		}
	}
}

// checkOffer holds an offer to what every one of them is, and what it does to it.
func checkOffer(t *testing.T, turn *turn, o offer, names *namer) {
	t.Helper()
	said := names.say(o.Action)
	if o.Minutes <= 0 || strings.Contains(said, "  ") || strings.HasSuffix(said, " ") || o.By != action.Player || o.Worth < 0 || o.Worth > 100 {
		t.Errorf("%+v, %q", o, said)
	}
	if o.Action.Topic != o.Topic.ref() || (o.Topic.ID == "") != (o.Topic.Words == "") {
		t.Errorf("%s is of the topic %v and of %+v", o.ID(), o.Action.Topic, o.Topic)
	}
	for _, r := range o.Refs() {
		if noun, known := names.Noun(r); !known || noun.Text == "" {
			t.Errorf("%s: %s has no name", o.ID(), r)
		}
	}
	d := turn.w.consequencesOf(turn.state(), o)
	if (d.To != "") != (o.Kind == action.Go) || d.Stat != o.Stat || d.Minutes != o.Minutes || len(d.Learns) > 1 {
		t.Errorf("%s does %+v", o.ID(), d)
	}
	for grade, impressions := range d.Impressions {
		if (grade == action.Certain) != (d.Stat == "") {
			t.Errorf("%s: impressions after %q with stat %q", o.ID(), grade, d.Stat)
		}
		for _, i := range impressions {
			_, person := turn.c.Someone(i.Who)
			_, faction := turn.c.Faction(i.Who)
			if !person && !faction || i.By == 0 || i.Significance.Rank() < 0 {
				t.Errorf("%s: %+v", o.ID(), i)
			}
		}
	}
}

// What each kind is offered towards and with, in a harbour where there is one of each.
func TestOffersOfEachKind(t *testing.T) {
	files := but(harbour, "characters/player/template.json", `{"stats": [{"id": "nerve", "name": "Nerve", "default": 10, "words": ["dare"], "gates": [{"at_least": 9, "unlocks": "Balance on the rail."}, {"at_least": 99, "unlocks": "Fly"}]}], "preset": {"name": "Jo", "stats": {"nerve": 10}}, "starting_items": ["rope"]}`)
	turn := standing(t, written(t, files), "quay", 10*60).acquaint()
	turn.opens("dark", "Why is the lamp dark?")
	turn.did(action.Action{Kind: action.Search, Place: action.PlaceRef("quay")}, memory{})
	var all []offer
	for range 6 { // what can be asked about changes
		turn.later(1)
		all = append(all, turn.offers()...)
	}
	for kind, want := range map[action.Kind][]string{
		action.Talk:     {"talk:ines"},
		action.Ask:      {"ask:ines#why-the-lamp-is-dark", "ask:ines#tobias-orr", "ask:ines#the-anchor"},
		action.Tell:     {"tell:ines#why-the-lamp-is-dark"},
		action.AskHelp:  {"ask-help:ines", "ask-help:ines#why-the-lamp-is-dark"},
		action.Befriend: {"befriend:ines"},
		action.Press:    {"press:ines", "press:ines#why-the-lamp-is-dark"},
		action.Show:     {"show:ines:rope#the-coil-of-rope"},
		action.Give:     {"give:ines:rope"},
		action.Pursue:   {"pursue:dark"},
		action.Examine:  {"examine:quay", "examine:rope"},
		action.Search:   {"search:quay"},
		action.Go:       {"go:inn", "go:inn#why-the-lamp-is-dark", "go:chapel"},
		action.Wait:     {"wait"},
		action.Recall:   {"recall", "recall#why-the-lamp-is-dark"},
		action.Train:    {"train:nerve-0"},
	} {
		ids := idsOf(slices.DeleteFunc(slices.Clone(all), func(o offer) bool { return o.Kind != kind }))
		for _, id := range want {
			if !slices.Contains(ids, id) {
				t.Errorf("%s: no %s among %v", kind, id, ids)
			}
		}
	}
	for _, id := range idsOf(all) {
		if strings.HasPrefix(id, "train:nerve-1") || strings.HasPrefix(id, "go:chapel#") || strings.Contains(id, ":tobias") {
			t.Errorf("%s is offered", id)
		}
	}
	if o := offered(t, turn, "train:nerve-0"); o.Words != "Balance on the rail" || newNamer(turn.w, turn.view(), nil).say(o.Action) != "Balance on the rail" {
		t.Errorf("%+v", o)
	}
}

// Every offer is its own, however strange the ids and words are that it is made of.
func TestOffersOfStrangeIDsStayApart(t *testing.T) {
	files := but(harbour,
		"world/places.json", `{"places": [
			{"id": "quay", "name": "the Long Quay", "exits": ["a", "a#b", "a:b", "brass-key"]}, {"id": "a", "name": "???"}, {"id": "a#b", "name": "¡A b!"},
			{"id": "a:b", "name": "a, b"}, {"id": "brass-key", "name": "The Brass Key"}]}`,
		"world/items.json", `{"items": [{"id": "a", "name": "an a", "at": "quay"}, {"id": "a:b", "name": "an a b"}, {"id": "brass-key", "name": "a brass key", "at": "quay"}, {"id": "quay", "name": "a quay", "at": "quay"}]}`)
	c, _ := loaded(t, files)
	turn := standing(t, c, "quay", 10*60).acquaint()
	for _, id := range []string{"a", "a:b", "brass-key"} {
		turn.gain(id)
	}
	turn.opens("t", "???")
	turn.opens("u", "Wer hat das Öl?")
	turn.opens("v", "谁点的灯？")
	turn.opens("w", strings.Repeat("a very long question about oil and ", 20))
	all := turn.offers()
	named := map[string]string{}
	for _, o := range all {
		key := fmt.Sprint(o.Kind, o.To, o.Item, o.Action.Topic, o.Place, o.Thread, o.Choice)
		if before, twice := named[o.ID()]; twice {
			t.Errorf("%s is %s and %s", o.ID(), before, key)
		}
		named[o.ID()] = key
		if strings.HasSuffix(o.ID(), "#") || o.Action.Topic.ID == "" && o.Topic.Words != "" {
			t.Errorf("%s is of a topic without an id: %+v", o.ID(), o.Topic)
		}
		if !turn.c.Extracted && o.Kind == action.Examine && !o.Item.None() && !o.Place.None() {
			t.Errorf("%+v", o)
		}
	}
	for _, id := range []string{"examine:brass-key", "show:ines:a#the-a", "give:ines:a"} {
		if named[id] == "" {
			t.Errorf("no %s among %q", id, idsOf(all))
		}
	}
	for _, id := range []string{"go:a", "go:brass-key", "give:ines:a:b"} { // to the story "a" is a thing, and "a:b" nothing
		if named[id] != "" {
			t.Errorf("%s is offered, and would be refused", id)
		}
	}
}

func TestTopicsChangeWithTheTurns(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "net-loft", 16*60).acquaint()
	first := map[string]bool{}
	for range 6 {
		asked := slices.DeleteFunc(turn.offers(), func(o offer) bool { return o.Kind != action.Ask || o.Whom().ID != "ines" })
		first[asked[0].Topic.ID] = true
		turn.later(1)
	}
	if len(first) != 6 {
		t.Errorf("six turns gave first the topics %q", sortedKeys(first))
	}
}

// What an offer is about stands in its id, and nothing else of a choice says it.
func TestIDsAloneDecide(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "net-loft", 16*60).acquaint()
	asked := slices.IndexFunc(turn.offers(), func(o offer) bool { return o.Kind == action.Ask })
	of := turn.offers()[asked]
	for _, text := range []string{"", "Go to the wreck and ask about the oil, and it went wrong", "ask Ines Vane about the salt house", "\x00", "vraag het haar"} {
		turn.choice = &Choice{ID: of.ID(), Text: text, Action: action.Action{Kind: action.Wait}}
		if found := turn.findOffer(); found == nil || found.Topic != of.Topic || !found.Action.Equal(of.Action) {
			t.Errorf("%q is found as %+v", text, found)
		}
	}
	for _, id := range []string{"talk:nobody", "", "ask:ines#", "ask:ines#the-oil-that-nobody-knows", "talk:ines " + "x"} {
		turn.choice = &Choice{ID: id, Text: "Ask Ines Vane about " + of.Topic.Words}
		if found := turn.findOffer(); found != nil {
			t.Errorf("%q is found as %+v", id, found)
		}
	}
}

func TestTopicsAreWhatThePlayerMayKnow(t *testing.T) {
	c := sample(t, "grey-harbour")
	g := at(t, c).open()
	for i := range c.People {
		turn := g.begin(nil)
		turn.stand(c.People[i].Place, 16*60)
		for _, topic := range asking(turn).topicsFor(c.People[i].ID) {
			for _, secret := range []string{"Tobias", "What is so", "scratched", "Resolution", "light-book", "Honor Strake", "burner"} {
				if strings.Contains(topic.Words, secret) {
					t.Errorf("%s can be asked about %q before it is known", c.People[i].ID, topic)
				}
			}
		}
	}
	turn := standing(t, c, "net-loft", 16*60)
	spoken := func() []subject { return turn.w.spokenThings(turn.view()) }
	fact := "The missing burner was in a flour barrel. It is the four-wick burner, and the salt house hid it."
	turn.add(event.FactEstablished, event.Data{"fact": "f", "content": fact})
	turn.add(event.FactLearned, event.Data{"who": "ines", "fact": "f", "source": "witnessed"})
	if slices.Contains(spoken(), subjectOf("the four-wick burner")) {
		t.Error("what somebody else learned is a topic")
	}
	turn.knowing(fact)
	if topics := spoken(); !slices.Contains(topics, subjectOf("the four-wick burner")) || !slices.Contains(topics, subjectOf("the salt house")) {
		t.Errorf("what was learned is no topic: %q", topics)
	}
}

// asking is what offers are made from.
func asking(t *turn) *offering { return t.w.offering(t.state()) }

func TestTopicsOfThreads(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 16*60)
	turn.opens("a", "Why is the Tooth dark?")
	turn.opens("b", "Really?")
	turn.opens("c", "???")
	turn.opens("d", "Closed?")
	turn.add(event.ThreadResolved, event.Data{"thread": "d", "outcome": "Yes"})
	for _, topic := range threadTopics(turn.view()) {
		if topic.ID == "" || topic.Words == "" || topic.ID != action.Slug(topic.Words) || topic.ID == "closed" {
			t.Errorf("%+v", topic)
		}
	}
	if topics := threadTopics(turn.view()); len(topics) == 0 || topics[0].Words != "why the Tooth is dark" {
		t.Errorf("%q", topics)
	}
}

func TestTitleTopics(t *testing.T) {
	for title, want := range map[string]string{
		"The List of Lights, entry 114":            "the List of Lights",
		"Demand for light dues, third notice":      "the demand for light dues",
		"St Olave's burial register, October 1887": "St Olave's burial register",
		"What they say about the keeper":           "what they say about the keeper",
		"Why the flame was brown":                  "why the flame was brown",
		"Tablet in the chancel of St Olave's":      "the tablet in the chancel of St Olave's",
		"Élan of the sea":                          "the élan of the sea",
		strings.Repeat("so very ", 8) + "long":     "",
	} {
		if got := titleTopic(title); got != want {
			t.Errorf("%q is %q, want %q", title, got, want)
		}
	}
}

// withThings is a campaign with a thing of the plot and one that lies about.
func withThings(t *testing.T) *campaign.Campaign {
	t.Helper()
	c := *sample(t, "grey-harbour")
	c.Items = append(slices.Clone(c.Items), campaign.Item{ID: "shell", Name: "a shell", At: "quay"}, campaign.Item{ID: "burner", Name: "the burner", At: "quay"})
	return &c
}

func TestOnlyLooseThingsAreTakenAndGiven(t *testing.T) {
	turn := standing(t, withThings(t), "quay", 16*60)
	turn.movePerson("wren", "quay")
	found := func() string { return turn.w.consequencesOf(turn.state(), offered(t, turn, "search:quay")).Gains }
	if got := found(); got != "shell" {
		t.Errorf("searching finds %q", got)
	}
	for _, o := range turn.offers() {
		if o.Kind == action.Give {
			t.Errorf("what belongs to the plot can be given away: %+v", o)
		}
	}
	turn.gain("shell")
	if got := found(); got == "shell" {
		t.Error("what is carried is found again")
	}
	give := offered(t, turn, "give:wren:shell")
	if said := newNamer(turn.w, turn.view(), nil).say(give.Action); said != "Give Wren Tallis the shell" {
		t.Errorf("%q", said)
	}
	d := turn.w.consequencesOf(turn.state(), give)
	if d.Loses != "shell" || d.Impressions[action.Certain][0] != (impression{"wren", 15, action.Medium}) || d.Impressions[action.Certain][1].Who != "lamp" {
		t.Errorf("%+v", d)
	}
	turn.did(give.Action, memory{Tags: []string{"give", "shell"}})
	turn.lose("shell")
	if got := found(); got == "shell" {
		t.Error("what was given away is found again")
	}
}

func TestGenericChoicesEverywhere(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		g := at(t, c).open()
		for i := range c.Places {
			for n := int64(1); n < 8; n++ {
				turn := g.begin(nil)
				turn.stand(c.Places[i].ID, n*3*60)
				all := turn.acquaint().later(n).offers()
				names := newNamer(turn.w, turn.view(), all)
				var taken []Choice
				for range 2 { // the second time what was offered is taken
					choices := names.genericChoices(all, int(n), taken)
					if len(taken) == 0 && (len(choices) < 3 || len(choices) > 4) {
						t.Errorf("%s, turn %d: %d choices: %+v", c.Places[i].ID, n, len(choices), choices)
					}
					for j, choice := range choices {
						if !names.unlike(choice, slices.Concat(taken, choices[:j])) || choice.Source != event.Generic {
							t.Errorf("%s: %+v", c.Places[i].ID, choice)
						}
						if !slices.Contains(idsOf(all), choice.ID) {
							t.Errorf("%s does nothing", choice.ID)
						}
					}
					taken = append(taken, choices[0])
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
	in := turn.choicesInput([]string{"Go"}, 3, worthMost(all))
	for _, key := range []string{"want", "taken", "recent", "turn", "place", "part", "player", "rules", "people", "moves"} {
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
	if len(moves) != min(len(all), mostOffered) {
		t.Errorf("%d of %d offers are told", len(moves), len(all))
	}
	kinds := map[string]bool{}
	for _, item := range moves {
		m := item.(strictjson.Object)
		id := textOf(m["id"])
		if ids[id] || !slices.Contains(idsOf(all), id) || textOf(m["say"]) == "" {
			t.Errorf("%v", m)
		}
		ids[id], kinds[textOf(m["kind"])] = true, true
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
	turn.choice = &Choice{ID: "wait"}
	try := checkSpec{Stat: "tact", Text: "Call to her", Person: "ines"}
	even, _, _ := turn.oddsOf(try)
	turn.stage(event.Event{Kind: event.RelationChanged, Actor: event.EngineSelf, Data: event.Data{"who": "ines", "whom": "player", "by": int64(-90_000)}})
	if odds, _, known := turn.oddsOf(try); odds != even || !known || turn.view().Regard("ines") != 0 {
		t.Errorf("what did not show changes the odds from %d to %d", even, odds)
	}
	if turn.throw(try); len(turn.check.Modifiers) != 0 || turn.opinionBefore != 0 {
		t.Errorf("the dice are thrown with %+v, and it showed %d", turn.check.Modifiers, turn.opinionBefore)
	}
	if turn.movePlayer("quay", nil); turn.view().Regard("ines") >= 0 {
		t.Error("what she thinks never shows")
	}
	if odds, _, _ := turn.oddsOf(try); odds >= even {
		t.Errorf("with one who thinks ill of the player the odds are %d, with others %d", odds, even)
	}
	if turn.throw(try); valueOf(turn.check.Modifiers, action.Opinion) != -1 || turn.opinionBefore != turn.view().Regard("ines") {
		t.Errorf("the dice are thrown with %+v, and it showed %d", turn.check.Modifiers, turn.opinionBefore)
	}
}

// A memory bears on an offer by what both are about, and by no word.
func TestWhatBearsOnAnOffer(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60).acquaint()
	turn.opens("dark", "Why is the lamp dark?")
	ines := []action.Ref{action.PersonRef("ines")}
	turn.did(action.Action{Kind: action.Ask, To: ines, Topic: action.TopicRef("why-the-lamp-is-dark")}, memory{Topic: subject{ID: "why-the-lamp-is-dark"}})
	turn.did(action.Action{Kind: action.Talk, To: ines}, memory{Characters: []string{"player", "ines"}})
	turn.remembers(memory{Words: "You asked Ines Vane why the lamp is dark.", Significance: action.Low})
	all := turn.recall(turn.view(), story.Query{})
	of := offered(t, turn, "press:ines")
	of.Topic = subjectOf("why the lamp is dark")
	for i, want := range []int{0, sameThing, sameTopic} {
		if got := bears(&all[i].Memory, of); got != want {
			t.Errorf("memory %d of the latest bears %d, want %d", i, got, want)
		}
	}
	objects := bearing(turn.view(), of, turn.view().Reminders())
	if len(objects) != 2 || objects[0].(strictjson.Object)["id"] != "m1" || objects[0].(strictjson.Object)["topic"] == nil {
		t.Errorf("%v", objects)
	}
}

// However many memories there are, those are found that bear most on an offer, as by looking
// at each: the latest of the closest.
func TestWhatBearsIsFoundAmongMany(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60).acquaint()
	random := rand.New(rand.NewPCG(5, 6))
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	topic := func() subject { return subject{ID: one("", "the-lamp", "the-oil"), Words: "something"} }
	turn.raise(subject{ID: "the-lamp", Words: "the lamp"}, "")
	turn.raise(subject{ID: "the-oil", Words: "the oil"}, "")
	of := []offer{
		{Action: action.Action{Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}}, Topic: subject{ID: "the-lamp"}},
		{Action: action.Action{Kind: action.Show, To: []action.Ref{action.PersonRef("ines")}, Item: action.ItemRef("rope")}},
		{Action: action.Action{Kind: action.Search, Place: action.PlaceRef("quay")}, Topic: subject{ID: "the-oil"}},
		{Action: action.Action{Kind: action.Pursue, Thread: action.ThreadRef("dark")}},
	}
	grounds := 0
	for n := range 120 {
		turn.remembers(memory{
			Words: fmt.Sprint(n), Place: one("quay", "inn"), Topic: topic(), Significance: action.Low,
			Tags: []string{one("rope", "dark", "nerve"), one("oil", "dark", "fog", "bell")}, Characters: []string{"player", "ines"}[:1+random.IntN(2)],
		})
		for _, o := range of {
			found, want := bearing(turn.view(), o, turn.view().Reminders()), bearingAmongAll(turn.view(), o)
			grounds += len(want)
			if len(found) != len(want) {
				t.Fatalf("after %d: %d grounds for %s, want %d", n, len(found), o.ID(), len(want))
			}
			for i := range found {
				if got := textOf(found[i].(strictjson.Object)["summary"]); got != want[i].Words {
					t.Fatalf("after %d: %s for %s, want %s", n, got, o.ID(), want[i].Words)
				}
			}
		}
	}
	if grounds < 1000 {
		t.Fatalf("%d grounds: the test shows nothing", grounds)
	}
}

func bearingAmongAll(v *story.View, of offer) []story.Memory {
	all := v.Memories()
	slices.Reverse(all)
	all = slices.DeleteFunc(all, func(m story.Memory) bool { return bears(&m, of) == 0 })
	slices.SortStableFunc(all, func(a, b story.Memory) int { return bears(&b, of) - bears(&a, of) })
	return firstOf(all, mostGrounds)
}

// What happened at a place bears on what is done there, and less than what was about the same.
func TestWhatHappenedHereBearsLeast(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.raise(subject{ID: "the-lamp", Words: "the lamp"}, "")
	turn.remembers(memory{Words: "The lamp went out.", Topic: subject{ID: "the-lamp"}, Significance: action.Low})
	turn.remembers(memory{Words: "You stood there.", Place: "quay", Significance: action.Low})
	turn.remembers(memory{Words: "You stood there.", Place: "inn", Significance: action.Low})
	of := offered(t, turn, "search:quay")
	of.Topic = subject{ID: "the-lamp", Words: "the lamp"}
	var near []string
	for _, ground := range bearing(turn.view(), of, turn.view().Reminders()) {
		near = append(near, fmt.Sprint(ground.(strictjson.Object)["summary"], ground.(strictjson.Object)["near"]))
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
	for _, o := range g.world.offers(g.story.State()) {
		if o.Peopled {
			t.Errorf("%s: nobody was seen there yet", o.ID())
		}
	}
	for _, way := range []string{"go:inn", "go:quay", "go:cell", "go:quay"} {
		must(t, g, way)
	}
	ways := 0
	for _, o := range g.world.offers(g.story.State()) {
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

// Where an author wrote no way from a place there is none, and never one to where the
// player stands already.
func TestWaysLeadWhereTheirAuthorSays(t *testing.T) {
	files := but(harbour, "world/places.json", `{"places": [
		{"id": "quay", "name": "the Long Quay", "description": "A granite quay.", "exits": ["quay", "cell"]}, {"id": "inn", "name": "the Anchor", "description": "A low room.", "exits": ["quay"]},
		{"id": "chapel", "name": "the chapel", "description": "A cold room.", "exits": ["quay"]}, {"id": "cell", "name": "the cell", "description": "Four walls."}]}`)
	c, _ := loaded(t, files) // that one cannot leave a place is a warning
	for place, want := range map[string][]string{"quay": {"go:cell"}, "inn": {"go:quay"}, "cell": nil} {
		turn := standing(t, c, place, 10*60)
		var ways []string
		for _, o := range turn.offers() {
			if o.Kind == action.Go && o.Topic.ID == "" {
				ways = append(ways, o.ID())
			}
		}
		if !slices.Equal(ways, want) {
			t.Errorf("from %s: %v, want %v", place, ways, want)
		}
	}
}

// Everybody's own part is called as they are, whoever else is there.
func TestEverybodysOwnPart(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.movePerson("tobias", "quay")
	all := turn.offers()
	names := newNamer(turn.w, turn.view(), all)
	said := map[string]bool{}
	for _, o := range all {
		said[names.say(o.Action)] = true
	}
	for _, want := range []string{"Ask Ines Vane about her part in all this", "Ask Tobias Orr about his part in all this"} {
		if !said[want] {
			t.Errorf("no %q among %q", want, sortedKeys(said))
		}
	}
}

// Whose part is asked about is whose it is, though two are called by the same words.
func TestTwoOwnPartsOfTheSameWords(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.movePerson("tobias", "quay")
	tobias, _ := turn.w.Someone("tobias")
	tobias.Pronouns = "she/her"
	names := newNamer(turn.w, turn.view(), turn.offers())
	var possible []action.Action
	for _, o := range turn.w.possible(turn.state()) {
		possible = append(possible, o.Action)
	}
	for line, want := range map[string]string{
		"ask ines about her part in all this": "ask:ines#own-part:ines", "ask tobias about her part in all this": "ask:tobias#own-part:tobias",
	} {
		if reading := grammar.Read(line, possible, names); !reading.Found || reading.Action.ID() != want {
			t.Errorf("%q is read as %+v", line, reading)
		}
	}
}

// Somebody's own part is known by its id: an author's topic in the words that we have for
// it is a topic like any other.
func TestAnAuthorsTopicIsNobodysOwnPart(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	own, written := asking(turn).own("ines"), subjectOf("her part in all this")
	if own.Words != written.Words || own.ID == written.ID {
		t.Fatalf("%+v is called otherwise than, or is the same as, %+v", own, written)
	}
	if topicObject(own)["own"] != true || topicObject(written)["own"] != nil {
		t.Errorf("skills are told %v and %v", topicObject(own), topicObject(written))
	}
	own.Words = "the windmill"
	for topic, names := range map[subject][]string{own: {"Ines Vane"}, written: nil} {
		if of := turn.w.matterOf("the quay", topic, "ines"); !slices.Equal(of.names, names) {
			t.Errorf("%+v is about %q, want %q", topic, of.names, names)
		}
		turn.raise(topic, "")
	}
	known := turn.w.knownTopics(turn.view())
	if slices.Contains(known, own) || !slices.Contains(known, written) {
		t.Errorf("one can bring up %v", known)
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
