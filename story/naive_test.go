package story_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// An outline is what one character knows, read out of a whole log by somebody who goes
// through it from the beginning and shares nothing with anybody.
type outline struct {
	who    string
	turn   int64
	places map[string]string // where everybody is
	scores map[string]int64  // what everybody thinks, "ines>player"

	met, seen map[string]int64
	last      map[string]string
	unseen    map[string]bool // who came unnoticed
	moods     map[string]string
	items     map[string]int64 // "ines rope"
	felt      map[string]int64
	facts     []string
	heard     []string
	topics    map[string]bool // and whether they are settled
	journal   []string
}

func outlineOf(who string, log []event.Event) *outline {
	o := &outline{
		who: who, places: map[string]string{}, scores: map[string]int64{}, met: map[string]int64{}, seen: map[string]int64{}, last: map[string]string{},
		unseen: map[string]bool{}, moods: map[string]string{}, items: map[string]int64{}, felt: map[string]int64{}, topics: map[string]bool{},
	}
	for _, e := range log {
		o.read(e)
	}
	return o
}

// meet is seeing somebody at one's own place.
func (o *outline) meet(id string) {
	if id == o.who || o.places[id] == "" || o.places[id] != o.places[o.who] {
		return
	}
	o.unseen[id], o.last[id] = false, o.places[id]
	if o.turn > 0 {
		o.seen[id] = o.turn
		if o.met[id] == 0 {
			o.met[id] = o.turn
		}
	}
	if score, feels := o.scores[id+">"+o.who]; feels {
		o.felt[id] = score
	}
}

func (o *outline) read(e event.Event) {
	perceived := e.Perception.Witnessed(event.CharacterID(o.who))
	who := e.Text("who")
	switch e.Kind {
	case event.PlaythroughStarted:
		o.places["player"] = "quay"
	case event.EntityAdded:
		if e.Text("type") == "person" {
			o.places[e.Text("entity")] = e.Text("place")
		}
	case event.TurnOpened:
		o.turn++
		for _, id := range slices.Sorted(maps.Keys(o.places)) {
			if (o.who == "player" || id == "player") && !o.unseen[id] {
				o.meet(id)
			}
		}
	case event.Moved:
		o.move(who, e.Text("to"), perceived)
	case event.Said:
		if perceived {
			o.journal = append(o.journal, e.Text("text"))
			o.meet(e.Text("speaker"))
		}
	case event.ClaimMade:
		if perceived {
			o.journal = append(o.journal, e.Text("content"))
			o.heard = append(o.heard, e.Text("content"))
			o.meet(e.Text("speaker"))
		}
	case event.CharacterChanged:
		if perceived {
			o.moods[who] = e.Object("changes")["mood"].(string)
			o.meet(who)
		}
	case event.ItemGained:
		if perceived {
			o.items[who+" "+e.Text("item")] += e.Whole("count")
			o.meet(who)
		}
	case event.FactLearned:
		if who == o.who && !slices.Contains(o.facts, e.Text("fact")) {
			o.facts = append(o.facts, e.Text("fact"))
		}
	case event.SecretRevealed:
		if perceived && !slices.Contains(o.facts, e.Text("fact")) {
			o.facts = append(o.facts, e.Text("fact"))
		}
	case event.TopicRaised:
		if _, known := o.topics[e.Text("topic")]; perceived && !known {
			o.topics[e.Text("topic")] = false
		}
	case event.TopicSettled:
		if perceived {
			o.topics[e.Text("topic")] = true
		}
	case event.RelationChanged:
		o.scores[who+">"+e.Text("whom")] += e.Whole("by")
		_, person := o.places[who]
		beside := o.places[who] != "" && o.places[who] == o.places[o.who] && !o.unseen[who]
		if e.Text("whom") == o.who && (!person || beside) {
			o.felt[who] = o.scores[who+">"+o.who]
		}
	}
}

func (o *outline) move(who, to string, perceived bool) {
	from := o.places[who]
	o.places[who] = to
	here := o.places[o.who]
	switch {
	case who == o.who && perceived:
		for _, id := range slices.Sorted(maps.Keys(o.places)) {
			o.meet(id)
		}
	case who == o.who:
	case perceived:
		o.last[who], o.unseen[who], o.seen[who] = to, false, o.turn
		if o.met[who] == 0 && here != "" && (here == to || here == from) {
			o.met[who] = o.turn
		}
		o.meet(who)
	case to == here:
		o.unseen[who] = true
	}
}

func (o *outline) String() string {
	var lines []string
	for _, id := range slices.Sorted(maps.Keys(o.places)) {
		here := o.places[id] != "" && o.places[id] == o.places[o.who] && !o.unseen[id]
		if id == o.who || o.met[id] == 0 && !here {
			continue
		}
		seen, last := o.seen[id], o.last[id]
		if here {
			seen, last = o.turn, o.places[id]
		}
		lines = append(lines, fmt.Sprint(id, " ", o.met[id], " ", seen, " ", last, " ", here, " ", o.moods[id], " ", o.items[id+" rope"]))
	}
	felt := fmt.Sprint(o.felt)
	return strings.Join(append(lines, felt, fmt.Sprint(o.facts), fmt.Sprint(o.heard), fmt.Sprint(o.topics), fmt.Sprint(o.journal)), "\n")
}

// outlined is the same of a view.
func outlined(v *story.View) string {
	var lines, facts, heard, journal []string
	for _, p := range v.People() {
		rope := int64(0)
		for _, item := range p.Items {
			rope += item.Count
		}
		mood, _ := p.Changes["mood"].(string)
		lines = append(lines, fmt.Sprint(p.ID, " ", p.Met, " ", p.Seen, " ", p.Place, " ", p.Here, " ", mood, " ", rope))
	}
	felt, topics := map[string]int64{}, map[string]bool{}
	for _, who := range v.Regards() {
		felt[who] = v.Regard(who)
	}
	for _, p := range v.Pieces() {
		if p.Speaker == "" {
			facts = append(facts, p.ID)
		} else {
			heard = append(heard, p.Content)
		}
	}
	for _, topic := range v.Topics() {
		topics[topic.ID] = topic.Settled
	}
	for _, entry := range v.Journal(0) {
		journal = append(journal, entry.Text)
	}
	return strings.Join(append(lines, fmt.Sprint(felt), fmt.Sprint(facts), fmt.Sprint(heard), fmt.Sprint(topics), fmt.Sprint(journal)), "\n")
}

// What everybody knows is what somebody finds who reads the whole log for each of them
// anew, however often it was looked at on the way, turns were dropped and the story read
// again.
func TestWhatEverybodyKnowsAgainstAPlainReading(t *testing.T) {
	names := []string{"player", "ines", "ned"}
	rapid.Check(t, func(t *rapid.T) {
		save, err := persistence.New(mem.New(), nil).Create(t.Context(), "knowing", "p-1")
		if err != nil {
			t.Fatal(err)
		}
		m := &machine{save: save}
		if m.p, err = story.Open(t.Context(), save); err != nil {
			t.Fatal(err)
		}
		beginModel(t, m)
		m.add(event.FactEstablished, event.Data{"fact": "f", "content": "It is so."})
		for n := range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "between") {
			case 0:
				if _, err := m.turn.Commit(t.Context()); err != nil {
					t.Fatal(err)
				}
				m.committed = m.staged
				m.begin()
			case 1:
				m.begin() // what was staged is dropped
				m.add(event.FactEstablished, event.Data{"fact": "f", "content": "It is so."})
			case 2:
				outlined(m.turn.State().As("ines"))
			case 3:
				next(m.turn.State(), plain(event.Degraded, event.Data{"what": "w"}))
			}
			m.turn.Add(anyDoing(t, n, names))
		}
		var log []event.Event
		for r, err := range m.p.Events(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			log = append(log, r.Event)
		}
		for _, r := range m.turn.Events() {
			log = append(log, r.Event)
		}
		for _, who := range names {
			if got, want := outlined(m.turn.State().As(event.CharacterID(who))), outlineOf(who, log).String(); got != want {
				t.Fatalf("%s knows\n%s\nand should\n%s", who, got, want)
			}
		}
	})
}

// anyDoing draws something that somebody does, perceived by whomever.
func anyDoing(t *rapid.T, n int, names []string) event.Event {
	who, id := oneOf(t, "who", names...), fmt.Sprint("id-", n)
	e := plain(event.Said, event.Data{"speaker": who, "text": id})
	switch rapid.IntRange(0, 9).Draw(t, "what") {
	case 0, 1, 2:
		e = plain(event.Moved, event.Data{"who": who, "to": oneOf(t, "to", places...)})
	case 3:
		e = plain(event.CharacterChanged, event.Data{"who": who, "changes": strictjson.Object{"mood": id}})
	case 4:
		e = plain(event.ItemGained, event.Data{"who": who, "item": "rope", "count": 1})
	case 5:
		return plain(event.FactLearned, event.Data{"who": who, "fact": "f", "source": "inferred"})
	case 6:
		e = plain(rapid.SampledFrom([]event.Kind{event.TopicRaised, event.TopicSettled}).Draw(t, "topic"), event.Data{"topic": "t"})
		if e.Kind == event.TopicRaised {
			e.Data = event.Data{"topic": "t", "words": "t"}
		}
	case 7:
		return plain(event.RelationChanged, event.Data{"who": oneOf(t, "feels", "ines", "ned", "keepers"), "whom": who, "by": n + 1})
	case 8:
		e = plain(event.ClaimMade, event.Data{"claim": id, "speaker": who, "content": id, "truth": "guess"})
	}
	if rapid.Bool().Draw(t, "openly") {
		return e
	}
	e.Perception = &event.Perception{}
	for _, name := range names {
		if rapid.Bool().Draw(t, name) {
			e.Perception.WitnessedBy = append(e.Perception.WitnessedBy, event.CharacterID(name))
		}
	}
	return e
}
