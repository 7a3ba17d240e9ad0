package world

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
func towards(kind action.Kind, who, topic string) Offer {
	o := Offer{Action: action.Action{By: action.Player, Kind: kind, To: []action.Ref{action.PersonRef(who)}}, Topic: SubjectOf(topic), Minutes: 15}
	o.Action.Topic = o.Topic.Ref()
	return o
}

func (t *turn) comesOf(o Offer) Consequences { return t.now().Consequences(o) }

// What each kind of action does, as far as its kind alone decides it.
func TestConsequencesOfEachKind(t *testing.T) {
	turn := standing(t, written(t, harbour), "quay", 10*60)
	turn.acquaint().opens("dark", "Why is the lamp dark?")
	turn.knowing("The lamp is out.")
	ines, quay := []action.Ref{action.PersonRef("ines")}, action.PlaceRef("quay")
	liked := func(by int64) []Impression {
		return []Impression{{"ines", by, action.Low}, {"keepers", by / 2, action.Low}}
	}
	only := func(by int64) []Impression { return []Impression{{"ines", by, action.Low}} }
	byGrade := func(success, partial, failure []Impression) map[action.Grade][]Impression {
		all := map[action.Grade][]Impression{action.Success: success, action.Partial: partial, action.Failure: failure}
		for grade, impressions := range all {
			if impressions == nil {
				delete(all, grade)
			}
		}
		return all
	}
	certain := func(all []Impression) map[action.Grade][]Impression {
		return map[action.Grade][]Impression{action.Certain: all}
	}
	none := map[action.Grade][]Impression{}
	for name, test := range map[string]struct {
		of   Offer
		want Consequences
	}{
		"talk":                     {Offer{Action: action.Action{Kind: action.Talk, To: ines}, Minutes: 15}, Consequences{Minutes: 15, Grudged: true, Impressions: certain(only(2))}},
		"ask":                      {towards(action.Ask, "ines", "the weather"), Consequences{Minutes: 15, Grudged: true, Impressions: certain(only(2))}},
		"tell":                     {towards(action.Tell, "ines", "the weather"), Consequences{Minutes: 15, Grudged: true, Impressions: certain(only(2))}},
		"show":                     {Offer{Action: action.Action{Kind: action.Show, To: ines, Item: action.ItemRef("rope")}, Minutes: 10}, Consequences{Minutes: 10, Grudged: true, Impressions: certain(only(2))}},
		"give":                     {Offer{Action: action.Action{Kind: action.Give, To: ines, Item: action.ItemRef("rope")}, Minutes: 10}, Consequences{Minutes: 10, Loses: "rope", Impressions: certain([]Impression{{"ines", 15, action.Medium}, {"keepers", 7, action.Low}})}},
		"befriend":                 {Offer{Action: action.Action{Kind: action.Befriend, To: ines}, Stat: "tact", Minutes: 20}, Consequences{Minutes: 20, Stat: "tact", Impressions: byGrade(liked(10), only(3), only(-5))}},
		"ask help":                 {Offer{Action: action.Action{Kind: action.AskHelp, To: ines}, Stat: "tact", Minutes: 15}, Consequences{Minutes: 15, Stat: "tact", Grudged: true, Impressions: byGrade(only(5), nil, only(-3))}},
		"press":                    {Offer{Action: action.Action{Kind: action.Press, To: ines}, Stat: "nerve", Minutes: 10}, Consequences{Minutes: 10, Stat: "nerve", Grudged: true, Impressions: byGrade(only(-2), only(-5), liked(-10))}},
		"go":                       {Offer{Action: action.Action{Kind: action.Go, Place: action.PlaceRef("inn")}, Minutes: 10}, Consequences{Minutes: 10, To: "inn", Impressions: none}},
		"examine a thing":          {Offer{Action: action.Action{Kind: action.Examine, Item: action.ItemRef("rope")}, Minutes: 5}, Consequences{Minutes: 5, Impressions: none}},
		"examine":                  {Offer{Action: action.Action{Kind: action.Examine, Place: quay}, Minutes: 10}, Consequences{Minutes: 10, Impressions: none}},
		"search":                   {Offer{Action: action.Action{Kind: action.Search, Place: action.PlaceRef("inn")}, Stat: "attention", Minutes: 20}, Consequences{Minutes: 20, Stat: "attention", Gains: "brass-key", Despite: true, Impressions: byGrade(nil, nil, only(-5))}},
		"wait":                     {Offer{Action: action.Action{Kind: action.Wait, Place: quay}, Minutes: 30}, Consequences{Minutes: 30, Impressions: none}},
		"pursue":                   {Offer{Action: action.Action{Kind: action.Pursue, Thread: action.ThreadRef("dark")}, Minutes: 20}, Consequences{Minutes: 20, Thread: "dark", Impressions: none}},
		"pursue what is not there": {Offer{Action: action.Action{Kind: action.Pursue, Thread: action.ThreadRef("none")}, Minutes: 20}, Consequences{Minutes: 20, Thread: "none", Impressions: none}},
		"recall":                   {Offer{Action: action.Action{Kind: action.Recall}, Minutes: 5}, Consequences{Minutes: 5, Known: []string{"The lamp is out."}, Impressions: none}},
		"train":                    {Offer{Action: action.Action{Kind: action.Train, Choice: "nerve-0"}, Stat: "nerve", Minutes: 20}, Consequences{Minutes: 20, Stat: "nerve", Impressions: none}},
		"nothing":                  {Offer{}, Consequences{Impressions: none}},
	} {
		if diff := cmp.Diff(test.want, turn.comesOf(test.of)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Whoever is asked tells of what they are asked about and of nothing else, each thing once,
// and whoever is only talked with of anything; they speak of themselves as people do; and in
// the end nobody has anything to add and nobody is offered to be talked with.
func TestTheAskedTell(t *testing.T) {
	turn := standing(t, sample(t, "minimal"), "refectory", 10*60)
	turn.movePerson("abbot-celestin", "refectory")
	turn.acquaint("lucan-dreyer")
	celestin, _ := turn.w.Someone("abbot-celestin")
	tells := func(o Offer, about string) (told int) {
		for range 200 {
			d := turn.comesOf(o)
			if len(d.Learns) == 0 {
				break
			}
			for _, p := range d.Learns {
				if KnowsPiece(turn.view(), p.ID) || p.Speaker != "abbot-celestin" || !strings.Contains(p.Content, about) {
					t.Fatalf("told twice, by nobody, or not of %q: %+v", about, p)
				}
				if said, ok := InOwnWords(p.Content, celestin); !ok || strings.Contains(said, "Abbot Celestin") {
					t.Errorf("he says %q", said)
				}
				turn.learn(p)
				told++
			}
		}
		return told
	}
	if told := tells(towards(action.Ask, "abbot-celestin", "the Ossuary"), "Ossuary"); told < 3 {
		t.Errorf("%d things of the Ossuary", told)
	}
	if told := tells(towards(action.Talk, "abbot-celestin", ""), ""); told < 15 {
		t.Errorf("%d other things", told)
	}
	if d := turn.comesOf(towards(action.Ask, "abbot-celestin", "Lucan Dreyer")); len(d.Learns) > 0 || d.Whom != "lucan-dreyer" {
		t.Errorf("when all is told: %+v", d)
	}
	turn.did(action.Action{Kind: action.Talk, To: []action.Ref{action.PersonRef("abbot-celestin")}})
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
		if d := turn.comesOf(towards(kind, "pietro", "the Foundry")); len(d.Learns) > 0 || d.Where != "foundry" || d.Grudged {
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
	recall := Offer{Action: action.Action{Kind: action.Recall}}
	if d := turn.comesOf(recall); !slices.Equal(d.Known, []string{"The boats are home.", "The lamp is out."}) {
		t.Errorf("%+v", d)
	}
	sparse := standing(t, sample(t, "minimal"), "varn", 16*60)
	if d := sparse.comesOf(recall); d.Whom == "" || d.Whom == "pietro" || slices.Contains(sparse.now().Present(), d.Whom) {
		t.Errorf("to ask next: %+v", d)
	}
}

// Who goes somewhere to ask is told there, by whoever is there to ask.
func TestGoingToAsk(t *testing.T) {
	turn := standing(t, sample(t, "minimal"), "varn", 10*60)
	turn.movePerson("abbot-celestin", "refectory")
	turn.movePerson("pietro", "last-house")
	there := func(place string) Consequences {
		o := Offer{Action: action.Action{Kind: action.Go, Place: action.PlaceRef(place)}, Topic: SubjectOf("who oiled the lock of the Ossuary")}
		return turn.comesOf(o)
	}
	if d := there("refectory"); len(d.Learns) != 1 || d.Teller != "abbot-celestin" || d.Learns[0].Speaker != d.Teller || !strings.Contains(d.Learns[0].Content, "Ossuary") {
		t.Errorf("%+v", d)
	}
	if d := there("last-house"); len(d.Learns) > 0 || d.Teller != "" {
		t.Errorf("the silent tell: %+v", d)
	}
}

func TestNobodyTellsOfThoseThePlayerHasNotMet(t *testing.T) {
	c := sample(t, "grey-harbour")
	c.Lore = nil
	c.Beats = []campaign.Beat{{ID: "scales", People: []string{"coad"}, Effects: []effect.Effect{effect.Thread{ID: "oil", Title: "Who sold the oil?"}}}}
	turn := standing(t, c, "net-loft", 16*60)
	turn.opens("oil", "Who sold the oil?")
	about := func(topic string) []Piece { return turn.comesOf(towards(action.Press, "ines", topic)).Learns }
	if told := about("who sold the oil"); len(told) > 0 {
		t.Errorf("a stranger's place is told: %+v", told)
	}
	turn.acquaint("coad")
	if told := about("who sold the oil"); len(told) != 1 || !strings.HasPrefix(told[0].Content, "You would find Aldous Coad at ") || told[0].Speaker != "ines" || !slices.Equal(told[0].About, []string{"coad"}) {
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
