package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/protocol"
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

// A talk is a game in which the next choices are what a test says they are.
type talk struct {
	*Game
	t    *testing.T
	next []any
}

func talking(t *testing.T, c *campaign.Campaign, seed string) *talk {
	t.Helper()
	said := &talk{t: t}
	b := at(t, c).with(map[string]func(a *act) error{"player-choices/generate-choices": func(a *act) error {
		a.output["choices"] = said.next
		return nil
	}})
	b.opts.Seed = seed
	said.Game = b.open()
	return said
}

// offer has choices offered at the end of the next turn.
func (said *talk) offer(id, text string) {
	said.next = []any{protocol.Object{"id": id, "text": text}}
}

func TestWhatTheChoiceBringsUpIsTold(t *testing.T) {
	c := written(t, talkative(t))
	g := talking(t, c, "7")
	must(t, g.Game, "")
	g.offer("talk:ines", "Ask Ines about the dark lamp")
	must(t, g.Game, "arrival/cans")
	if s := g.story.State(); !slices.ContainsFunc(s.Memories, func(m story.Memory) bool { return m.Topic == "the empty cans" }) {
		t.Errorf("no memory of the cans as a topic: %+v", s.Memories)
	}
	tests := []struct{ id, text, told, not string }{
		{"talk:ines", "Ask Ines about the dark lamp", "A debt put it out", "You ask Ines"},
		{"talk:ines", "Ask Ines again about the dark lamp", "", "A debt put it out"},
		{"examine:quay", "Look round the Long Quay with the empty cans in mind", "it smells of lemon", "debt"},
		{"recall", "Think about the Empty Cans", "carried all of it away", "lemon"},
		{"wait", "Wait a while", "", "lemon"},
	}
	for i, test := range tests {
		if i+1 < len(tests) {
			g.offer(tests[i+1].id, tests[i+1].text)
		}
		record := must(t, g.Game, test.id)
		if !strings.Contains(record.Prose, test.told) || strings.Contains(record.Prose, test.not) {
			t.Errorf("%q tells %q", test.text, record.Prose)
		}
	}
	s := g.story.State()
	for _, id := range []string{"ines-lamp", "quay-cans", "thought"} {
		if s.Reached[id] == 0 {
			t.Errorf("%s is not told: %v", id, s.Reached)
		}
	}
	if !slices.ContainsFunc(s.Learned, func(l story.Learned) bool { return s.Facts[l.Fact].Content == "The keeper was in debt." }) {
		t.Error("what it teaches is not learned")
	}
	if topics := knownTopics(c, s); !slices.Contains(topics, "the keeper's debt") || !slices.Contains(topics, "the dark lamp") {
		t.Errorf("there is to talk of %q", topics)
	}
	replayed(t, g.Game)
}

// Somebody who is pressed in vain says nothing of it.
func TestWhatFailsBringsNothingUp(t *testing.T) {
	c := written(t, talkative(t))
	told, silent := 0, 0
	for seed := range 30 {
		g := talking(t, c, fmt.Sprint(seed))
		g.offer("press:ines", "Press Ines about the dark lamp")
		must(t, g.Game, "")
		record := must(t, g.Game, "press:ines")
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

// Choices know what has an answer, of what the player can bring up.
func TestMovesKnowWhatIsAnswered(t *testing.T) {
	c := written(t, talkative(t))
	g := talking(t, c, "7")
	must(t, g.Game, "")
	answered := func(id string) []string {
		all := moves(c, g.story.State())
		i := slices.IndexFunc(all, func(m move) bool { return m.ID == id })
		if i < 0 {
			t.Fatalf("no move %s", id)
		}
		return all[i].Answered
	}
	if got := answered("talk:ines"); !slices.Equal(got, []string{"the dark lamp"}) {
		t.Errorf("Ines answers %q", got)
	}
	if got := answered("examine:quay"); len(got) != 0 {
		t.Errorf("the quay shows something of %q before the cans were seen", got)
	}
	g.offer("talk:ines", "Ask Ines about the dark lamp")
	must(t, g.Game, "arrival/cans")
	if got := answered("examine:quay"); !slices.Equal(got, []string{"the empty cans"}) {
		t.Errorf("the quay shows something of %q", got)
	}
	must(t, g.Game, "talk:ines")
	if got := answered("talk:ines"); len(got) != 0 {
		t.Errorf("Ines still answers %q", got)
	}
	if kept := ofEvents(g.log(t), event.MemoryKept); kept[len(kept)-1].Text("topic") != "the keeper's debt" {
		t.Errorf("what the talk leaves to talk of is %q", kept[len(kept)-1].Text("topic"))
	}
}

// In a campaign that was found in prose, what somebody tells is what there is to talk of
// next: a memory says so itself, and names neither who told it nor what was asked about.
func TestWhatIsHeardOfIsATopic(t *testing.T) {
	c := sample(t, "minimal")
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
		for _, e := range ofEvents(g.log(t), event.MemoryKept) {
			summary, topic := e.Text("summary"), e.Text("topic")
			if topic != "" && !strings.Contains(strings.ToLower(summary), strings.ToLower(topic)) {
				t.Errorf("the topic %q is not in %q", topic, summary)
			}
			asked, after, ok := strings.Cut(summary, ", and heard of ")
			if !ok {
				continue
			}
			heard++
			if strings.Contains(asked, strings.TrimSuffix(after, ".")) {
				t.Errorf("heard of what was asked about: %q", summary)
			}
		}
	}
	if heard < 10 {
		t.Errorf("something was heard of in %d of 150 turns", heard)
	}
}

// Where enough choices are written, one is made besides only if something is answered.
func TestWrittenChoicesStandAlone(t *testing.T) {
	three := `{"id": "arrival", "title": "Arrival", "topic": "the dark lamp", "prose": ["You come ashore."], "choices": [{"id": "a", "text": "Go up"}, {"id": "b", "text": "Go down"}, {"id": "c", "text": "Stay here"}, {"id": "d", "text": "Turn round"}]}`
	for answer, want := range map[string]int{
		"": 3,
		`, {"id": "ines-lamp", "title": "Ines", "about": ["the dark lamp"], "people": ["ines"], "prose": ["She looks away."]}`: 4,
		`, {"id": "ines-oil", "title": "Ines", "about": ["the oil"], "people": ["ines"], "prose": ["She looks away."]}`:        3,
	} {
		files := talkative(t)
		files["plot/beats.json"] = `{"beats": [` + three + answer + `]}`
		g := talking(t, written(t, files), "7")
		g.offer("talk:ines", "Ask Ines about the dark lamp")
		must(t, g.Game, "")
		if record := must(t, g.Game, "arrival/d"); len(record.Choices) != want {
			t.Errorf("with %q: %d choices, want %d", answer, len(record.Choices), want)
		}
	}
}
