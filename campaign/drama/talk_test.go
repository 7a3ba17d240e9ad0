package drama_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// Whoever can be talked with gives something: what they have to say, or what leads on from it, by name and
// by where it is, and which a menu may hold then; nobody is talked with in vain.
func TestTalkLeadsOn(t *testing.T) {
	talked := 0
	eachOffer(t, func(t *testing.T, p *play, all []*campaign.Choice) {
		hub, _ := p.staged.Beat("opening")
		for _, c := range all {
			if c.Slot != campaign.Talking {
				continue
			}
			talked++
			to, found := p.staged.Beat(c.LeadsTo)
			if !found || p.facts.Reached[to.ID] > 0 {
				t.Errorf("%s leads to %q, which is told already, or is not", c.ID, c.LeadsTo)
			}
			if !strings.HasPrefix(c.LeadsTo, "sent-") {
				continue
			}
			told := strings.Join(c.Prose.Tell(&p.facts), " ")
			if !strings.Contains(told, " here") && !slices.ContainsFunc(p.staged.Places, func(at campaign.Place) bool { return strings.Contains(told, at.Name) }) {
				t.Errorf("%s sends nowhere: %q", c.ID, told)
			}
			if !slices.ContainsFunc(hub.Choices, func(on campaign.Choice) bool {
				return on.Slot.InMenus() && slices.Contains(on.After, c.LeadsTo) && on.Requires.Eval(&p.facts) == condition.Yes
			}) {
				t.Errorf("%s, and nothing leads on: %q", c.ID, told)
			}
		}
	})
	if talked == 0 {
		t.Error("nobody is talked with")
	}
}

// Who is sent to is named with why it would be they who know, in the author's words, and with where they are.
func TestSentWithAReason(t *testing.T) {
	why := 0
	eachPlot(t, func(t *testing.T, _ *campaign.Campaign, p *drama.Plot) {
		for _, s := range p.Steps {
			if s.Knows == "" {
				continue
			}
			why++
			for _, of := range p.Steps {
				if slices.Contains(of.Says, s.Knows) {
					t.Errorf("%s is given away by the one who sends to %s", of.ID, s.ID)
				}
			}
		}
	})
	if why == 0 {
		t.Error("nobody is named for a reason")
	}
	c := settings(t)["minimal"]
	p := drama.Make(c, rng.FromString("7"))
	hub, _ := drama.Stage(c, p).Beat("opening")
	for _, choice := range hub.Choices {
		i := slices.IndexFunc(p.Steps, func(s drama.Step) bool { return "sent-"+s.ID == choice.LeadsTo && s.Knows != "" })
		if i < 0 {
			continue
		}
		who := p.Steps[i].Person
		told := strings.Join(choice.Prose.Tell(&condition.Facts{People: strictjson.Object{who: strictjson.Object{"place": "mule-yard"}}}), " ")
		if told != "" && (!strings.Contains(told, " at the Mule Yard") || !strings.Contains(choice.Prose[0][0].Text, p.Steps[i].Knows[1:len(p.Steps[i].Knows)-1]) && !strings.Contains(told, "does not speak")) {
			t.Errorf("%s: %q, for %q", choice.ID, told, p.Steps[i].Knows)
		}
	}
}

// Who bargains says what they want to hear of, and what they would tell of in return.
func TestBargainsSayBothSides(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		staged := drama.Stage(c, p)
		hub, _ := staged.Beat("opening")
		for _, choice := range hub.Choices {
			step, is := strings.CutPrefix(choice.ID, "trade-")
			if !is {
				continue
			}
			b, _ := staged.Beat("want-" + step)
			told := strings.Join(b.Prose.Tell(&condition.Facts{}), " ")
			says := func(topic string, ways ...string) bool {
				return slices.ContainsFunc(ways, func(way string) bool { return strings.Contains(told, way+topic) })
			}
			if !says(choice.Topic, "hear about ", "you know of ", "know anything about ", "me anything about ", "tell me about ") {
				t.Errorf("nobody can tell what is wanted by %q", told)
			}
			if strings.Contains(told, " costs ") || strings.Contains(told, "Then ") {
				t.Errorf("nobody says it so: %q", told)
			}
		}
	})
}

// An ending tells the deed, and whose doing it was where they have owned to it: no list of what was found out.
func TestEndingsKeepNoScore(t *testing.T) {
	c := settings(t)["minimal"]
	staged := drama.Stage(c, drama.Make(c, rng.FromString("7")))
	last, _ := staged.Beat("sign-5")
	known := strictjson.Object{}
	for _, flag := range []string{"thread-0", "thread-1", "thread-2", "traded-tomas-hasek", "pressed-lucan-dreyer"} {
		known[flag] = true
	}
	tell := func() []string {
		return last.Choices[0].Prose.Tell(&condition.Facts{State: strictjson.Object{"drama": known}})
	}
	if told := tell(); !slices.Equal(told, []string{"You put your seal on Saint Orla."}) {
		t.Errorf("%q", told)
	}
	known["step-1-confessed"] = true
	if told := tell(); !slices.Equal(told, []string{"You put your seal on Saint Orla. That Saint Orla is too light is Tomas Hasek's doing."}) {
		t.Errorf("owned to: %q", told)
	}
}

// Who is met is introduced, also somebody of whom the author says nothing but what is odd.
func TestPietroIsIntroduced(t *testing.T) {
	p := drama.Make(settings(t)["minimal"], rng.FromString("7"))
	i := slices.IndexFunc(p.People, func(of drama.Person) bool { return of.ID == "pietro" })
	if i < 0 || len(p.People[i].Says) == 0 || !strings.HasPrefix(p.People[i].Says[0], "The novice Pietro is fifteen") {
		t.Errorf("%+v", p.People)
	}
}

// Behind the lock of the sample's Ossuary there is something of a thread to be found.
func TestBehindALockIsAFinding(t *testing.T) {
	p := drama.Make(settings(t)["minimal"], rng.FromString("7"))
	i := slices.IndexFunc(p.Steps, func(s drama.Step) bool { return s.Place == "ossuary" && s.Thread >= 0 })
	if i < 0 || p.Steps[i].Kind != drama.Look || p.Steps[i].Locked != "ossuary" {
		t.Errorf("%+v", p.Locks)
	}
	hub, _ := drama.Stage(settings(t)["minimal"], p).Beat("opening")
	if !slices.ContainsFunc(hub.Choices, func(c campaign.Choice) bool {
		return c.LeadsTo == p.Steps[i].ID && slices.Contains(c.After, "open-ossuary")
	}) {
		t.Error("nothing is offered with the lock open")
	}
}

// What is seen of a thread can be seen: footprints, and no silence.
func TestTracesCanBeSeen(t *testing.T) {
	traces := 0
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		staged := drama.Stage(c, p)
		for _, s := range p.Steps {
			b, _ := staged.Beat(s.ID)
			if told := strings.Join(b.Prose.Tell(&condition.Facts{}), " "); s.From != "" && len(s.Says) == 0 {
				if traces++; !strings.Contains(told, "footprints") {
					t.Errorf("%s: %s", s.ID, told)
				}
			}
		}
		for _, choice := range staged.Beats[0].Choices {
			if strings.HasPrefix(choice.Of, "look:") && strings.HasSuffix(choice.Text, " silence") {
				t.Errorf("%q", choice.Text)
			}
		}
	})
	if traces == 0 {
		t.Error("nothing leaves a trace")
	}
}

// Whoever takes a key has looked at it: nothing is left to be seen that was told with it.
func TestWhoTakesAKeyHasLookedAtIt(t *testing.T) {
	p := drama.Make(settings(t)["minimal"], rng.FromString("7"))
	hub, _ := drama.Stage(settings(t)["minimal"], p).Beat("opening")
	take, _ := hub.Choice("take-abbots-key")
	i := slices.IndexFunc(p.Steps, func(s drama.Step) bool { return s.Thing == "abbots-key" })
	if take == nil || i < 0 || take.LeadsTo != p.Steps[i].ID {
		t.Errorf("%+v", take)
	}
}
