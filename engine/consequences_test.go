package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/story/event"
)

// towards is an action of the player's towards somebody, about something.
func towards(kind action.Kind, who, topic string) offer {
	o := offer{Action: action.Action{By: action.Player, Kind: kind, To: []action.Ref{action.PersonRef(who)}}, Topic: subjectOf(topic), Minutes: 15}
	o.Action.Topic = o.Topic.ref()
	return o
}

func (t *turn) comesOf(o offer) consequences { return t.w.consequencesOf(t.state(), o) }

// What each kind of action does, as far as its kind alone decides it.
func TestConsequencesOfEachKind(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.acquaint().opens("dark", "Why is the lamp dark?")
	turn.knowing("The lamp is out.")
	ines, quay := []action.Ref{action.PersonRef("ines")}, action.PlaceRef("quay")
	liked := func(by int64) []impression {
		return []impression{{"ines", by, action.Low}, {"keepers", by / 2, action.Low}}
	}
	only := func(by int64) []impression { return []impression{{"ines", by, action.Low}} }
	byGrade := func(success, partial, failure []impression) map[action.Grade][]impression {
		all := map[action.Grade][]impression{action.Success: success, action.Partial: partial, action.Failure: failure}
		for grade, impressions := range all {
			if impressions == nil {
				delete(all, grade)
			}
		}
		return all
	}
	certain := func(all []impression) map[action.Grade][]impression {
		return map[action.Grade][]impression{action.Certain: all}
	}
	none := map[action.Grade][]impression{}
	for name, test := range map[string]struct {
		of   offer
		want consequences
	}{
		"talk":                     {offer{Action: action.Action{Kind: action.Talk, To: ines}, Minutes: 15}, consequences{Minutes: 15, Grudged: true, Impressions: certain(only(2))}},
		"ask":                      {towards(action.Ask, "ines", "the weather"), consequences{Minutes: 15, Grudged: true, Impressions: certain(only(2))}},
		"tell":                     {towards(action.Tell, "ines", "the weather"), consequences{Minutes: 15, Grudged: true, Impressions: certain(only(2))}},
		"show":                     {offer{Action: action.Action{Kind: action.Show, To: ines, Item: action.ItemRef("rope")}, Minutes: 10}, consequences{Minutes: 10, Grudged: true, Impressions: certain(only(2))}},
		"give":                     {offer{Action: action.Action{Kind: action.Give, To: ines, Item: action.ItemRef("rope")}, Minutes: 10}, consequences{Minutes: 10, Loses: "rope", Impressions: certain([]impression{{"ines", 15, action.Medium}, {"keepers", 7, action.Low}})}},
		"befriend":                 {offer{Action: action.Action{Kind: action.Befriend, To: ines}, Stat: "tact", Minutes: 20}, consequences{Minutes: 20, Stat: "tact", Impressions: byGrade(liked(10), only(3), only(-5))}},
		"ask help":                 {offer{Action: action.Action{Kind: action.AskHelp, To: ines}, Stat: "tact", Minutes: 15}, consequences{Minutes: 15, Stat: "tact", Grudged: true, Impressions: byGrade(only(5), nil, only(-3))}},
		"press":                    {offer{Action: action.Action{Kind: action.Press, To: ines}, Stat: "nerve", Minutes: 10}, consequences{Minutes: 10, Stat: "nerve", Grudged: true, Impressions: byGrade(only(-2), only(-5), liked(-10))}},
		"go":                       {offer{Action: action.Action{Kind: action.Go, Place: action.PlaceRef("inn")}, Minutes: 10}, consequences{Minutes: 10, To: "inn", Impressions: none}},
		"examine a thing":          {offer{Action: action.Action{Kind: action.Examine, Item: action.ItemRef("rope")}, Minutes: 5}, consequences{Minutes: 5, Impressions: none}},
		"examine":                  {offer{Action: action.Action{Kind: action.Examine, Place: quay}, Minutes: 10}, consequences{Minutes: 10, Impressions: none}},
		"search":                   {offer{Action: action.Action{Kind: action.Search, Place: action.PlaceRef("inn")}, Stat: "attention", Minutes: 20}, consequences{Minutes: 20, Stat: "attention", Gains: "brass-key", Impressions: byGrade(nil, nil, only(-5))}},
		"wait":                     {offer{Action: action.Action{Kind: action.Wait, Place: quay}, Minutes: 30}, consequences{Minutes: 30, Impressions: none}},
		"pursue":                   {offer{Action: action.Action{Kind: action.Pursue, Thread: action.ThreadRef("dark")}, Minutes: 20}, consequences{Minutes: 20, Thread: "dark", Impressions: none}},
		"pursue what is not there": {offer{Action: action.Action{Kind: action.Pursue, Thread: action.ThreadRef("none")}, Minutes: 20}, consequences{Minutes: 20, Thread: "none", Impressions: none}},
		"recall":                   {offer{Action: action.Action{Kind: action.Recall}, Minutes: 5}, consequences{Minutes: 5, Known: []string{"The lamp is out."}, Impressions: none}},
		"train":                    {offer{Action: action.Action{Kind: action.Train, Choice: "nerve-0"}, Stat: "nerve", Minutes: 20}, consequences{Minutes: 20, Stat: "nerve", Impressions: none}},
		"nothing":                  {offer{}, consequences{Impressions: none}},
	} {
		if diff := cmp.Diff(test.want, turn.comesOf(test.of)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Whoever is asked tells of what they are asked about, then of something else, and
// each thing once; they speak of themselves as people do; and in the end nobody has
// anything to add and nobody is offered to be talked with.
func TestTheAskedTell(t *testing.T) {
	turn := standing(t, sample(t, "minimal"), "refectory", 10*60)
	turn.movePerson("abbot-celestin", "refectory")
	turn.acquaint("lucan-dreyer")
	topical, aside := 0, 0
	for range 200 {
		d := turn.comesOf(towards(action.Ask, "abbot-celestin", "the Ossuary"))
		if len(d.Learns) == 0 {
			break
		}
		told := d.Learns[0]
		if knowsPiece(turn.view(), told.ID) || told.Speaker != "abbot-celestin" {
			t.Fatalf("told twice, or by nobody: %+v", told)
		}
		if d.Aside {
			aside++
		} else if topical++; aside > 0 || !strings.Contains(told.Content, "Ossuary") {
			t.Errorf("after %d others: %q", aside, told.Content)
		}
		turn.action, turn.does = action.Action{Kind: action.Ask, To: []action.Ref{action.PersonRef("abbot-celestin")}}, d
		turn.learned = nil
		turn.learn(told, "discovered")
		if said := turn.toldPieces(turn.view(), true)[0]; strings.Contains(said.Text, "Abbot Celestin") || said.Speaker != "Abbot Celestin" {
			t.Errorf("he says %+v", said)
		}
	}
	if topical < 3 || aside < 15 {
		t.Errorf("%d things of the Ossuary and %d others", topical, aside)
	}
	if d := turn.comesOf(towards(action.Ask, "abbot-celestin", "Lucan Dreyer")); len(d.Learns) > 0 || d.Whom != "lucan-dreyer" {
		t.Errorf("when all is told: %+v", d)
	}
	turn.did(action.Action{Kind: action.Talk, To: []action.Ref{action.PersonRef("abbot-celestin")}}, memory{})
	talks := func() bool { return slices.Contains(idsOf(turn.offers()), "talk:abbot-celestin") }
	if talks() {
		t.Error("somebody who has nothing to add is to be talked with again")
	}
	if turn.later(restOfTheTalkedOut); !talks() {
		t.Error("nobody may ever talk with him again")
	}
}

// Of an author's people nothing is told but what is public and to the point.
func TestAnAuthorsPeopleKeepToTheTopic(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "net-loft", 10*60)
	for topic, want := range map[string]string{"the false light on Gannet Head": "Gannet Head", "the bread in the basket": "", "the weather": ""} {
		d := turn.comesOf(towards(action.Ask, "ines", topic))
		got := ""
		if len(d.Learns) > 0 {
			got = d.Learns[0].Content
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", topic, got)
		}
	}
}

// Somebody who does not speak tells nothing; asked about a place, they look there.
func TestTheSilentPoint(t *testing.T) {
	turn := standing(t, sample(t, "minimal"), "last-house", 10*60)
	for _, kind := range []action.Kind{action.Ask, action.Press, action.AskHelp, action.Befriend} {
		if d := turn.comesOf(towards(kind, "pietro", "the Ossuary")); len(d.Learns) > 0 || d.Where != "ossuary" || d.Grudged {
			t.Errorf("%s: %+v", kind, d)
		}
	}
}

// A success and half of one bring what was asked for; a failure does not.
func TestWhatPressingBrings(t *testing.T) {
	turn := standing(t, sample(t, "minimal"), "refectory", 10*60)
	if d := turn.comesOf(towards(action.Press, "abbot-celestin", "the Ossuary")); len(d.Learns) != 1 || !d.Grudged {
		t.Errorf("%+v", d)
	}
	if d := turn.comesOf(towards(action.Befriend, "abbot-celestin", "")); d.Grudged || len(d.Learns) != 1 {
		t.Errorf("half a friend tells all, or a friend nothing: %+v", d)
	}
}

// A look at a thing shows what its author says of it, and thinking back brings what
// was learned, and whom to ask or where to go.
func TestLookingAndRemembering(t *testing.T) {
	turn := standing(t, sample(t, "grey-harbour"), "quay", 16*60)
	turn.gain("fid")
	if d := turn.comesOf(offered(t, turn, "examine:fid")); len(d.Seen) < 2 || !strings.Contains(d.Seen[0], "splicing rope") {
		t.Errorf("%+v", d)
	}
	turn.opens("why-dark", "Why is the Tooth dark?")
	turn.knowing("The well is dry.", "The lamp is out.", "The boats are home.")
	recall := offer{Action: action.Action{Kind: action.Recall}}
	if d := turn.comesOf(recall); !slices.Equal(d.Known, []string{"The boats are home.", "The lamp is out."}) {
		t.Errorf("%+v", d)
	}
	sparse := standing(t, sample(t, "minimal"), "varn", 16*60)
	if d := sparse.comesOf(recall); d.Whom == "" || d.Whom == "pietro" || slices.Contains(present(sparse.state()), d.Whom) {
		t.Errorf("to ask next: %+v", d)
	}
}

// Who goes somewhere to ask is told there, by whoever is there to ask.
func TestGoingToAsk(t *testing.T) {
	turn := standing(t, sample(t, "minimal"), "varn", 10*60)
	turn.movePerson("abbot-celestin", "refectory")
	turn.movePerson("pietro", "last-house")
	there := func(place string) consequences {
		o := offer{Action: action.Action{Kind: action.Go, Place: action.PlaceRef(place)}, Topic: subjectOf("who oiled the lock of the Ossuary")}
		return turn.comesOf(o)
	}
	if d := there("refectory"); len(d.Learns) != 1 || d.Teller != "abbot-celestin" || d.Learns[0].Speaker != d.Teller || !strings.Contains(d.Learns[0].Content, "Ossuary") {
		t.Errorf("%+v", d)
	}
	if d := there("last-house"); len(d.Learns) > 0 || d.Teller != "" {
		t.Errorf("the silent tell: %+v", d)
	}
}

// Who goes somewhere to ask hears it where they have come to, with those who are there:
// not where they came from.
func TestWhatIsAskedElsewhereIsHeardThere(t *testing.T) {
	turn := standing(t, sample(t, "minimal"), "varn", 10*60)
	turn.movePerson("abbot-celestin", "refectory")
	turn.movePerson("lucan-dreyer", "varn")
	turn.movePerson("pietro", "refectory")
	turn.acquaint("abbot-celestin", "pietro") // they were seen to go there
	turn.opens("lock", "Who oiled the lock of the Ossuary?")
	turn.takes(t, "go:refectory#who-oiled-the-lock-of-the-ossuary")
	claims := 0
	for _, r := range turn.story.Events() {
		switch e := r.Event; e.Kind {
		case event.ClaimMade:
			claims++
			if !e.Perception.Witnessed("pietro") || !e.Perception.Witnessed(event.Player) || e.Perception.Witnessed("lucan-dreyer") || e.Text("speaker") != "abbot-celestin" {
				t.Errorf("%+v %v", e.Perception, e.Data)
			}
		case event.Acted: // the going is seen at both ends
			if !e.Perception.Witnessed("pietro") || !e.Perception.Witnessed("lucan-dreyer") {
				t.Errorf("%+v", e.Perception)
			}
		}
	}
	if claims != 1 {
		t.Errorf("%d claims", claims)
	}
}

func TestNobodyTellsOfThoseThePlayerHasNotMet(t *testing.T) {
	c := sample(t, "grey-harbour")
	c.Lore = nil
	c.Beats = []campaign.Beat{{ID: "scales", People: []string{"coad"}, Effects: []effect.Effect{effect.Thread{ID: "oil", Title: "Who sold the oil?"}}}}
	turn := standing(t, c, "net-loft", 16*60)
	turn.opens("oil", "Who sold the oil?")
	about := func(topic string) []piece { return turn.comesOf(towards(action.Press, "ines", topic)).Learns }
	if told := about("who sold the oil"); len(told) > 0 {
		t.Errorf("a stranger's place is told: %+v", told)
	}
	turn.acquaint("coad")
	if told := about("who sold the oil"); len(told) != 1 || !strings.HasPrefix(told[0].Content, "You would find Aldous Coad at ") || told[0].Speaker != "ines" {
		t.Errorf("%+v", told)
	}
	if told := about("the weather"); len(told) > 0 {
		t.Errorf("somebody is told of who has nothing to do with it: %+v", told)
	}
	turn.movePerson("coad", "tower")
	if told := about("who sold the oil"); len(told) > 0 {
		t.Errorf("what is not so is told: %+v", told)
	}
}

// A thread that is followed leads to somebody the player has met who has to do with
// it, else to a place where more of it is to come, else to anybody; and never to
// where the player is.
func TestWhereThreadsLead(t *testing.T) {
	plot := func(c *campaign.Campaign) *campaign.Campaign {
		c.Beats = []campaign.Beat{
			{ID: "begun", Place: "quay", Effects: []effect.Effect{effect.Thread{ID: "dark", Title: "Why is the Tooth dark?"}}},
			{ID: "ends", Place: "chapel", People: []string{"wren"}, Effects: []effect.Effect{effect.Thread{ID: "dark", Resolved: true}}},
			{ID: "other", Place: "hall", People: []string{"ines"}},
		}
		return c
	}
	begun := func(c *campaign.Campaign, place string) *turn {
		turn := standing(t, c, place, 19*60)
		turn.add(event.BeatReached, event.Data{"beat": "begun", "priority": "low"})
		turn.opens("dark", "Why is the Tooth dark?")
		return turn
	}
	check := func(turn *turn, want string) {
		t.Helper()
		got := turn.comesOf(offered(t, turn, "pursue:dark"))
		learned := ""
		if len(got.Learns) > 0 {
			learned = got.Learns[0].Content
		}
		if got.Thread != "dark" || len(got.Learns) > 1 || !strings.Contains(learned, want) || want == "" && learned != "" {
			t.Errorf("%+v, want %q", got, want)
		}
	}
	turn := begun(plot(sample(t, "grey-harbour")), "quay")
	check(turn, "If there is more to be learned of why the Tooth is dark, it is at St Olave's chapel.")
	turn.acquaint("wren")
	check(turn, "You would find Wren Tallis at ")
	check(begun(plot(sample(t, "grey-harbour")), "chapel"), "Mariners are warned that the light upon the Tooth (List, 114) is not at present exhibited.")
	c := plot(sample(t, "grey-harbour"))
	c.Lore = nil
	turn = begun(c, "chapel")
	check(turn, "")
	turn.acquaint("ines") // who has nothing to do with it
	check(turn, "")
}

// What would be learned twice is learned once, by its id and whoever tells it.
func TestThingsAreLearnedOnce(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.movePerson("tobias", "quay")
	for _, p := range []piece{
		{ID: "lore/a.md#1", Content: "The lamp is out.", Speaker: "ines"}, {ID: "lore/a.md#1", Content: "The lamp is out.", Speaker: "tobias"},
		{ID: "lore/a.md#1", Content: "The lamp is out."}, {Content: "The lamp is lit."}, {Content: "The lamp is lit."},
		{ID: "lore/a.md#2", Content: "The well is dry."}, {ID: "lore/a.md#2", Content: "The well is dry.", Speaker: "ines"},
	} {
		turn.learn(p, "discovered")
	}
	var known []string
	for _, p := range turn.view().Pieces() {
		known = append(known, string(p.Speaker)+": "+p.Content)
	}
	if want := []string{"ines: The lamp is out.", ": The lamp is lit.", ": The well is dry."}; !slices.Equal(known, want) || len(turn.learned) != 3 {
		t.Errorf("%q, want %q", known, want)
	}
	turn.learn(piece{ID: "\x00", Content: "\xff"}, "discovered")
	turn.learn(piece{ID: "x", Content: "Said by nobody who is there.", Speaker: "nobody"}, "")
	if len(turn.learned) != 3 {
		t.Errorf("what cannot be is learned: %+v", turn.learned)
	}
}

// What came of a deed itself is told apart from all else that was learned by what it is from,
// though it says the same.
func TestWhatIsToldOfADeedGoesByItsID(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.does.Learns = []piece{{ID: "oil", Content: "The oil is gone."}}
	for id, want := range map[string]int{"oil": 1, "lamp": 0, "": 0} {
		turn.learned = []piece{{ID: id, Content: "The oil is gone."}}
		if told := turn.toldPieces(turn.view(), true); len(told) != want {
			t.Errorf("of %q: %v", id, told)
		}
	}
}
