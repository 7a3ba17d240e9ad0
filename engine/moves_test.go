package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func TestMovesAreDistinctEverywhere(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		for i := range c.Places {
			for hour := int64(1); hour < 24; hour += 5 {
				s := standing(c, c.Places[i].ID, hour*60)
				s.Threads = []story.Thread{{ID: "matty", Title: "What became of Matty?", Open: true}, {ID: "done", Title: "Done", Open: false}}
				ids, words := map[string]bool{}, map[string]bool{}
				for _, m := range moves(c, s) {
					checkMove(t, c, s, m)
					if ids[m.ID] || words[m.words()] {
						t.Errorf("%s: %s twice: %s", c.Places[i].ID, m.ID, m.words())
					}
					ids[m.ID], words[m.words()] = true, true
				}
				if !ids["pursue:matty"] || ids["pursue:done"] || !ids["wait"] || ids["recall"] {
					t.Errorf("%s: %v", c.Places[i].ID, sortedKeys(ids))
				}
			}
		}
	}
}

func checkMove(t *testing.T, c *campaign.Campaign, s *story.State, m move) {
	t.Helper()
	if m.Minutes <= 0 || strings.Contains(m.words(), "  ") || strings.HasSuffix(m.words(), " ") {
		t.Errorf("%s: %d minutes, %q", m.ID, m.Minutes, m.words())
	}
	if found, ok := findMove(c, s, m.ID, m.words()); !ok || !reflect.DeepEqual(withoutWords(found), m) {
		t.Errorf("%s is found again as %+v, not %+v", m.ID, found, m)
	}
	if m.Place != "" {
		if _, ok := c.Place(m.Place); !ok {
			t.Errorf("%s leads to no place", m.ID)
		}
	}
	d := m.outcome(c, s)
	if (d.To != "") != (m.Kind == moveGo) || d.Stat != "" && d.About == "" {
		t.Errorf("%s does %+v", m.ID, d)
	}
	for band, deeds := range d.Deeds {
		if (band == certain) != (d.Stat == "") {
			t.Errorf("%s: deeds after %q with stat %q", m.ID, band, d.Stat)
		}
		for _, deed := range deeds {
			checkDeed(t, c, m, deed)
		}
	}
}

func checkDeed(t *testing.T, c *campaign.Campaign, m move, d deed) {
	t.Helper()
	_, person := c.Someone(d.Who)
	_, faction := c.Faction(d.Who)
	if !person && !faction || d.By == 0 || d.Reason == "" || !slices.Contains([]string{"low", "medium", "high"}, d.Significance) {
		t.Errorf("%s: %+v", m.ID, d)
	}
}

func TestTopicsChangeWithTheTurns(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "net-loft", 16*60)
	seen := map[string]bool{}
	for turn := int64(1); turn <= 6; turn++ {
		s.Turn.Number = turn
		for _, m := range moves(c, s) {
			if m.ID == "talk:ines" {
				seen[m.Topic] = true
			}
		}
	}
	if len(seen) != 6 {
		t.Errorf("six turns gave the topics %q", sortedKeys(seen))
	}
}

func TestAMoveKeepsTheTopicItWasOfferedWith(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "net-loft", 16*60)
	offered := ofKind(moves(c, s), moveTalk)[0]
	s.Turn.Number++
	m, ok := findMove(c, s, offered.ID, "Since it came up, ask Ines Vane about "+offered.Topic+" once more")
	if !ok || m.Topic != offered.Topic {
		t.Errorf("offered %q, made %q", offered.Topic, m.Topic)
	}
	if m, _ := findMove(c, s, offered.ID, "Ask away"); m.Topic != "" {
		t.Errorf("a topic from nowhere: %q", m.Topic)
	}
	if _, ok := findMove(c, s, "talk:nobody", ""); ok {
		t.Error("found a move towards somebody who is not there")
	}
}

func TestTopicsAreWhatThePlayerMayKnow(t *testing.T) {
	c := sample(t, "grey-harbour")
	for i := range c.People {
		s := standing(c, c.People[i].Place, 16*60)
		for id, person := range s.People {
			person.Met = 0
			s.People[id] = person
		}
		for _, topic := range topicsFor(c, s, c.People[i].ID) {
			for _, secret := range []string{"Tobias", "What is so", "scratched", "Resolution", "light-book", "Honor Strake", "burner"} {
				if strings.Contains(topic, secret) {
					t.Errorf("%s can be asked about %q before it is known", c.People[i].ID, topic)
				}
			}
		}
	}
	s := standing(c, "net-loft", 16*60)
	s.Facts = map[string]story.Fact{"f": {Content: "The missing burner was in a flour barrel. It is the four-wick burner, and the salt house hid it."}}
	s.Learned = []story.Learned{{Who: "ines", Fact: "f"}}
	if slices.Contains(topicsFor(c, s, "ines"), "the four-wick burner") {
		t.Error("what somebody else learned is a topic")
	}
	s.Learned = []story.Learned{{Who: event.Player, Fact: "f"}}
	if topics := topicsFor(c, s, "ines"); !slices.Contains(topics, "the four-wick burner") || !slices.Contains(topics, "the salt house") {
		t.Errorf("what was learned is no topic: %q", topics)
	}
}

func TestTopicOf(t *testing.T) {
	for title, want := range map[string]string{
		"Why is the Tooth dark?":                   "why the Tooth is dark",
		"What became of Matty?":                    "what became of Matty",
		"Who took the name off the ninth grave?":   "who took the name off the ninth grave",
		"A burner, clean oil, and a pair of hands": "a burner, clean oil, and a pair of hands",
		"Seven boats are coming home in the dark":  "seven boats",
		"Where was Tomas Hasek going?":             "where Tomas Hasek was going",
		"Who is the dead man on the stairs?":       "who the dead man on the stairs is",
		"Where is the key?":                        "where the key is",
		"Why is the light out of oil?":             "",
		"Whose is the coat on the hook?":           "",
		"Who has the key?":                         "",
		"What is it?":                              "what it is",
		"Why is it?":                               "",
		"Why did the lamp go out?":                 "",
		"Really?":                                  "",
		"":                                         "",
	} {
		if got := topicOf(title); got != want {
			t.Errorf("%q is %q, want %q", title, got, want)
		}
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
	c := withThings(t)
	s := standing(c, "quay", 16*60)
	search := ofKind(moves(c, s), moveSearch)[0]
	if d := search.outcome(c, s); d.Gains != "shell" {
		t.Errorf("searching finds %q", d.Gains)
	}
	if give := ofKind(moves(c, s), moveGive); len(give) > 0 {
		t.Errorf("the fid can be given away: %+v", give)
	}
	player := s.People[event.Player]
	player.Items = append(player.Items, story.Item{ID: "shell", Count: 1})
	s.People[event.Player] = player
	wren := s.People["wren"]
	wren.Place = "quay"
	s.People["wren"] = wren
	if d := search.outcome(c, s); d.Gains != "" {
		t.Errorf("what is carried is found again: %q", d.Gains)
	}
	give := ofKind(moves(c, s), moveGive)
	if len(give) == 0 || give[0].words() != "Give Wren Tallis the shell" {
		t.Fatalf("%+v", give)
	}
	if d := give[0].outcome(c, s); d.Loses != "shell" || d.after(certain)[0] != (deed{"wren", 15, "You gave the shell away.", "medium"}) || d.after(certain)[1].Who != "lamp" {
		t.Errorf("%+v", d)
	}
	player.Items = nil
	s.People[event.Player] = player
	s.Memories = []story.Memory{{Knower: event.Player, Tags: []string{"give", "shell"}}}
	if d := search.outcome(c, s); d.Gains != "" {
		t.Errorf("what was given away is found again: %q", d.Gains)
	}
}

func TestNobodyTellsOfThoseThePlayerHasNotMet(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "net-loft", 16*60)
	for id, person := range s.People {
		person.Met = 0
		s.People[id] = person
	}
	c.Lore = nil
	c.Beats = []campaign.Beat{{ID: "scales", People: []string{"coad"}, Effects: []effect.Effect{effect.Thread{ID: "oil", Title: "Who sold the oil?"}}}}
	s.Threads = []story.Thread{{ID: "oil", Title: "Who sold the oil?", Open: true}}
	press := ofKind(moves(c, s), movePress)[0]
	press.Topic = "who sold the oil"
	if d := press.outcome(c, s); len(d.Learns) > 0 {
		t.Errorf("a stranger's place is told: %q", d.Learns)
	}
	coad := s.People["coad"]
	coad.Met = 2
	s.People["coad"] = coad
	if d := press.outcome(c, s); len(d.Learns) != 1 || !strings.HasPrefix(d.Learns[0], "You would find Aldous Coad at ") {
		t.Errorf("%q", d.Learns)
	}
	other := press
	other.Topic = "the weather"
	if d := other.outcome(c, s); len(d.Learns) > 0 {
		t.Errorf("somebody is told of who has nothing to do with it: %q", d.Learns)
	}
	coad.Place = "tower"
	s.People["coad"] = coad
	if d := press.outcome(c, s); len(d.Learns) > 0 {
		t.Errorf("what is not so is told: %q", d.Learns)
	}
}

func TestGenericChoicesEverywhere(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		for i := range c.Places {
			for turn := int64(1); turn < 8; turn++ {
				s := standing(c, c.Places[i].ID, turn*3*60)
				s.Turn.Number = turn
				var taken []string
				for range 2 { // the second time what was offered is taken
					choices := genericChoices(c, s, taken)
					if len(taken) == 0 && (len(choices) < 3 || len(choices) > 4) {
						t.Errorf("%s, turn %d: %d choices: %+v", c.Places[i].ID, turn, len(choices), choices)
					}
					for j, choice := range choices {
						if !distinct(choice, choices[:j]) || slices.Contains(taken, choice.Text) || choice.Source != generic {
							t.Errorf("%s: %+v", c.Places[i].ID, choice)
						}
						if _, ok := findMove(c, s, choice.ID, choice.Text); !ok {
							t.Errorf("%s does nothing", choice.ID)
						}
					}
					taken = append(taken, choices[0].Text)
				}
			}
		}
	}
}

func TestNowhereHasChoicesToo(t *testing.T) {
	c := &campaign.Campaign{}
	s := standing(c, "", 0)
	if choices := genericChoices(c, s, nil); len(choices) < 3 {
		t.Errorf("%+v", choices)
	}
}

func TestChoicesInput(t *testing.T) {
	c := sample(t, "grey-harbour")
	s := standing(c, "net-loft", 16*60)
	in := choicesInput(c, s, []string{"Go"}, []string{"Stay"}, 3, moves(c, s))
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
	if got := len(in["moves"].([]any)); got != len(moves(c, s)) {
		t.Errorf("%d moves", got)
	}
	text := string(strictjson.Append(nil, in))
	for _, secret := range []string{"drowned", "description"} {
		if strings.Contains(text, secret) {
			t.Errorf("the input speaks of %s", secret)
		}
	}
}

// withoutWords is a move as it was offered: before its choice had words.
func withoutWords(m move) move {
	m.Said, m.Asks = "", ""
	return m
}

// Where nobody is who could answer, nothing is to be asked.
func TestWaysKnowWhoCanBeAskedThere(t *testing.T) {
	c := written(t, map[string]string{
		"world/places.json":                  `{"places": [{"id": "quay", "name": "the quay", "exits": ["inn", "rock", "cell"]}, {"id": "inn", "name": "the inn"}, {"id": "rock", "name": "the rock"}, {"id": "cell", "name": "the cell"}]}`,
		"characters/npcs/wren/profile.json":  `{"name": "Wren", "role": "keeper of the inn", "personality": {}, "place": "inn"}`,
		"characters/npcs/silas/profile.json": `{"name": "Silas", "role": "monk", "personality": {"traits": ["silent"]}, "place": "cell"}`,
	})
	g := at(t, c).open()
	must(t, g, "")
	for _, m := range ofKind(moves(c, g.story.State()), moveGo) {
		if m.Peopled != (m.Place == "inn") {
			t.Errorf("at %s somebody can be asked: %v", m.Place, m.Peopled)
		}
	}
}
