package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// talkative is a campaign in which there is something to bring up.
func talkative(t testing.TB) map[string]string {
	t.Helper()
	return map[string]string{
		"world/places.json":                 `{"places": [{"id": "quay", "name": "the Long Quay"}]}`,
		"characters/npcs/ines/profile.json": `{"name": "Ines", "role": "netmaker", "personality": {}, "place": "quay", "lines": {"neutral": ["The wind is in the north."]}}`,
		"plot/beats.json": `{"beats": [
  {"id": "arrival", "title": "Arrival", "topic": "the dark lamp", "priority": "high", "prose": ["You come ashore under a lamp that nobody has lit."], "choices": [{"id": "cans", "text": "Look into the oil cans", "topic": "the empty cans", "prose": ["Every can is empty."], "effects": [{"remember": {"text": "You found the cans empty.", "triumph": true}}]}]},
  {"id": "ines-lamp", "title": "Ines on the lamp", "about": ["the dark lamp"], "topic": "the keeper's debt", "people": ["ines"], "prose": ["Ines puts down her needle. A debt put it out, she says, and goes on."], "effects": [{"learn": "The keeper was in debt."}]},
  {"id": "quay-cans", "title": "A can", "about": ["the empty cans"], "place": "quay", "prose": ["A can has rolled under the nets; it smells of lemon."]},
  {"id": "thought", "title": "A thought", "about": ["the empty cans"], "prose": ["Somebody carried all of it away, and by boat."]}
]}`,
	}
}

func TestWhatTheChoiceBringsUpIsTold(t *testing.T) {
	g := at(t, written(t, talkative(t))).open()
	must(t, g, "")
	must(t, g, "arrival/cans")
	if s := g.story.State(); !slices.ContainsFunc(s.Memories.All(), func(m story.Memory) bool { return m.Topic == "the-empty-cans" }) {
		t.Errorf("no memory of the cans as a topic: %+v", s.Memories.All())
	}
	for _, test := range []struct{ id, told, not string }{
		{"ask:ines#the-dark-lamp", "A debt put it out", "You ask Ines"},
		{"tell:ines#the-dark-lamp", "", "A debt put it out"},
		{"examine:quay#the-empty-cans", "it smells of lemon", "debt"},
		{"recall#the-empty-cans", "carried all of it away", "lemon"},
		{"wait", "", "lemon"},
	} {
		record := must(t, g, test.id)
		if !strings.Contains(record.Prose, test.told) || strings.Contains(record.Prose, test.not) {
			t.Errorf("%q tells %q", test.id, record.Prose)
		}
	}
	s := g.story.State()
	for _, id := range []string{"ines-lamp", "quay-cans", "thought"} {
		if s.Reached[id] == 0 {
			t.Errorf("%s is not told: %v", id, s.Reached)
		}
	}
	if learned(s, "The keeper was in debt.") != 1 {
		t.Error("what it teaches is not learned")
	}
	var topics []world.Subject
	for _, o := range g.world.At(s).Offers() {
		if o.Kind == action.Recall {
			topics = append(topics, o.Topic)
		}
	}
	if !slices.Contains(topics, world.SubjectOf("the keeper's debt")) || !slices.Contains(topics, world.SubjectOf("the dark lamp")) {
		t.Errorf("there is to talk of %q", topics)
	}
	replayed(t, g)
}

// Somebody who is pressed in vain says nothing of it.
func TestWhatFailsBringsNothingUp(t *testing.T) {
	c := written(t, talkative(t))
	told, silent := 0, 0
	for seed := range 30 {
		b := at(t, c)
		b.opts.Seed = fmt.Sprint(seed)
		g := b.open()
		must(t, g, "")
		record := must(t, g, "press:ines#the-dark-lamp")
		says := strings.Contains(record.Prose, "A debt put it out")
		switch failed := record.Check.Band == "failure"; {
		case failed && says, !failed && !says:
			t.Errorf("%s: %q", record.Check.Band, record.Prose)
		case says:
			told++
		default:
			silent++
		}
	}
	if told == 0 || silent == 0 {
		t.Errorf("told %d times, silent %d times", told, silent)
	}
}

// What an author answers is all that is answered: what the lore has on the same matter is
// told when the author has nothing to say of it any more.
func TestTheAuthorAnswersFirst(t *testing.T) {
	files := but(talkative(t), "lore/lamp.md", "---\ntitle: The dark lamp\naudience: [public]\n---\nThe dark lamp was sold to Aldous Coad in October.\n")
	g := at(t, written(t, files)).open()
	must(t, g, "")
	for n, want := range []int{0, 1} {
		must(t, g, "ask:ines#the-dark-lamp")
		s := g.story.State()
		if got := len(s.Minds.Claims); got != want || s.Reached["ines-lamp"] == 0 {
			t.Errorf("asked %d times, told by the author: %v, Ines has claimed %d things: %v", n+1, s.Reached["ines-lamp"] != 0, got, s.Minds.Claims)
		}
	}
}

// Offers know what has an answer, of what the player can bring up.
func TestOffersKnowWhatIsAnswered(t *testing.T) {
	g := at(t, written(t, talkative(t))).open()
	must(t, g, "")
	answered := func(kind action.Kind) (topics []string) {
		for _, o := range g.world.At(g.story.State()).Offers() {
			if o.Kind == kind && o.Answered {
				topics = append(topics, o.Topic.Words)
			}
			if put := o.Kind == action.Ask || o.Kind == action.Examine; put && o.Answered != (o.Gives == world.GivesAnswer) || o.Answered != (o.Worth() == 100) && put {
				t.Errorf("%s gives %q and is worth %d", o.ID(), o.Gives, o.Worth())
			}
		}
		return topics
	}
	if got := answered(action.Ask); !slices.Equal(got, []string{"the dark lamp"}) {
		t.Errorf("Ines answers %q", got)
	}
	if got := answered(action.Examine); len(got) != 0 {
		t.Errorf("the quay shows something of %q before the cans were seen", got)
	}
	must(t, g, "arrival/cans")
	if got := answered(action.Examine); !slices.Equal(got, []string{"the empty cans"}) {
		t.Errorf("the quay shows something of %q", got)
	}
	must(t, g, "ask:ines#the-dark-lamp")
	if got := answered(action.Ask); len(got) != 0 {
		t.Errorf("Ines still answers %q", got)
	}
	if kept := g.story.State().As(event.Player).Memories(); kept[len(kept)-1].Topic != "the-keepers-debt" {
		t.Errorf("what the talk leaves to talk of is %q", kept[len(kept)-1].Topic)
	}
}

// In a campaign that was found in prose, what somebody tells is what there is to talk of
// next: a memory of it names neither who told it nor what was asked about.
func TestWhatIsHeardOfIsATopic(t *testing.T) {
	c := undramatic(t)
	heard := 0
	for seed := range 6 {
		b := at(t, c)
		b.opts.Seed = fmt.Sprint(seed)
		g := b.open()
		draw := rand.New(rand.NewPCG(uint64(seed), 1))
		record := must(t, g, "")
		for range 25 {
			record = must(t, g, pickAny(record, draw))
		}
		for _, m := range g.story.State().Memories.All() {
			if m.Deed == nil || m.Topic == "" || m.Topic == m.Deed.Action.Topic.ID {
				continue
			}
			if i := slices.IndexFunc(m.Deed.Outcome.Changes, func(c action.Change) bool { return c.What == action.TopicRef(m.Topic) }); i < 0 {
				continue // it had come up before
			}
			heard++
			if who, ok := c.Someone(m.Deed.Action.Whom().ID); ok && action.Slug(who.Name) == m.Topic {
				t.Errorf("%s told of themselves: %+v", who.Name, m)
			}
		}
	}
	if heard < 10 {
		t.Errorf("something was heard of in %d of 150 turns", heard)
	}
}

// Where enough choices of a moment are written, one is made besides only if something is
// answered.
func TestWrittenChoicesStandAlone(t *testing.T) {
	three := `{"id": "arrival", "title": "Arrival", "topic": "the dark lamp", "prose": ["You come ashore."], "choices": [{"id": "a", "text": "Go up"}, {"id": "b", "text": "Go down"}, {"id": "c", "text": "Stay here"}]}`
	for answer, want := range map[string]int{
		"": 3,
		`, {"id": "ines-lamp", "title": "Ines", "about": ["the dark lamp"], "people": ["ines"], "prose": ["She looks away."]}`: 4,
		`, {"id": "ines-oil", "title": "Ines", "about": ["the oil"], "people": ["ines"], "prose": ["She looks away."]}`:        3,
	} {
		files := talkative(t)
		files["plot/beats.json"] = `{"beats": [` + three + answer + `]}`
		g := at(t, written(t, files)).with(choosing(raw("ask:ines#the-dark-lamp", "Ask her"))).open()
		if record := must(t, g, ""); len(record.Choices) != want {
			t.Errorf("with %q: %d choices, want %d", answer, len(record.Choices), want)
		}
	}
}
