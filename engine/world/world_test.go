package world

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world/worldtest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// The campaigns of tests.
var (
	harbour = worldtest.Harbour
	but     = worldtest.But
	written = worldtest.Written
	loaded  = worldtest.Loaded
)

func sample(t testing.TB, name string) *campaign.Campaign {
	t.Helper()
	return worldtest.Sample(t, os.DirFS("../../campaigns/"+name))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// A turn is one in the making, in which a test lets happen what it likes.
type turn struct {
	t     testing.TB
	w     *World
	story *story.Turn
	ids   int
}

// standing is the first turn of a new story: the player stands at a place at some hour, and
// nobody but those there was met.
func standing(t testing.TB, c *campaign.Campaign, place string, minutes int64) *turn {
	t.Helper()
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "test", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = save.Close() })
	playthrough, err := story.Open(t.Context(), save)
	if err != nil {
		t.Fatal(err)
	}
	b := &turn{t: t, w: Compile(c), story: playthrough.Begin("start")}
	b.begins(c)
	if _, err := b.story.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.story = playthrough.Begin("turn/1")
	b.later(1)
	b.stand(place, minutes)
	return b
}

// begins adds what there is.
func (t *turn) begins(c *campaign.Campaign) {
	persona, err := c.Player.Persona(nil)
	if err != nil {
		t.t.Fatal(err)
	}
	stats := strictjson.Object{}
	for id, value := range persona.Stats {
		stats[id] = strictjson.Int(value)
	}
	t.add(event.PlaythroughStarted, event.Data{"campaign": "test", "version": "1.0.0", "digest": "d1", "persona": strictjson.Object{
		"name": persona.Name, "stats": stats, "items": strictjson.FromStrings(persona.Items), "place": c.Start(),
	}, "parameters": strictjson.Object{"clock": strictjson.Int(9 * 60)}})
	entity := func(id string, of event.EntityType, name, place string) {
		data := event.Data{"entity": id, "type": string(of), "name": name}
		strictjson.Put(data, "place", place)
		t.add(event.EntityAdded, data)
	}
	for _, p := range c.Places {
		entity(p.ID, event.Place, p.Name, "")
	}
	for _, f := range c.Factions {
		entity(f.ID, event.Faction, f.Name, "")
	}
	for _, i := range c.Items {
		entity(i.ID, event.Item, i.Name, i.At)
	}
	for _, p := range c.People {
		entity(p.ID, event.Person, p.Name, p.WhereAt(9))
	}
}

func (t *turn) state() *story.State { return t.story.State() }
func (t *turn) view() *story.View   { return t.state().Player() }
func (t *turn) now() Situation      { return t.w.At(t.state()) }

func (t *turn) names(all ...Offer) *Names { return t.now().Names(all) }

func (t *turn) stage(e event.Event) event.Position {
	t.t.Helper()
	at, err := t.story.Add(e)
	if err != nil {
		t.t.Fatal(err)
	}
	return at
}

func (t *turn) add(kind event.Kind, data event.Data) event.Position {
	t.t.Helper()
	return t.stage(event.Event{Kind: kind, Actor: event.EngineSelf, Data: data})
}

// stand takes the player to a place at an hour, with everybody else where they are then.
func (t *turn) stand(place string, minutes int64) {
	const day = 24 * 60
	t.add(event.TimePassed, event.Data{"minutes": ((minutes-t.state().Minutes)%day + day) % day})
	_, hour, _ := Clock(t.state().Minutes)
	for i := range t.w.People {
		p := &t.w.People[i]
		if at := p.WhereAt(int(hour)); at != "" {
			t.movePerson(p.ID, at)
		}
	}
	if place != "" {
		t.movePerson(string(event.Player), place)
	}
}

func (t *turn) movePerson(who, to string) {
	from := t.state().People[event.CharacterID(who)].Place
	if from == to || !t.state().Exists(to) { // who is sent to no place stays
		return
	}
	data := event.Data{"who": who, "to": to}
	strictjson.Put(data, "from", from)
	t.stage(event.Event{Kind: event.Moved, Actor: event.Actor(who), Data: data})
}

// acquaint lets the player have met everybody, or some.
func (t *turn) acquaint(ids ...string) *turn {
	for i := range t.w.People {
		id := t.w.People[i].ID
		if at := t.state().People[event.CharacterID(id)].Place; len(ids) == 0 || slices.Contains(ids, id) {
			t.movePerson(id, t.state().Place())
			if at != "" {
				t.movePerson(id, at)
			}
		}
	}
	return t
}

// openedByABeat lets a beat be told in this turn, the first: so no premise was.
func (t *turn) openedByABeat() *turn {
	t.add(event.BeatReached, event.Data{"beat": "opening", "priority": "low"})
	return t
}

// later lets turns go by in which nothing happens.
func (t *turn) later(turns int64) *turn {
	for range turns {
		n := t.state().Turn.Number + 1
		opened := event.Event{Kind: event.TurnOpened, Actor: event.EngineSelf, Data: event.Data{"turn": fmt.Sprintf("turn-%d", n), "number": n, "seed": "00000000-0000-4000-8000-000000000000"}}
		if n == 1 {
			opened.Moment = event.Moment{Sequence: 1, Label: "The beginning", Timed: true, Minutes: t.state().Minutes}
		}
		t.stage(opened)
	}
	return t
}

// opens lets a thread be open.
func (t *turn) opens(id, title string) {
	t.add(event.ThreadOpened, event.Data{"thread": id, "title": title})
}

// knowing lets the player have learned facts.
func (t *turn) knowing(facts ...string) {
	for _, content := range facts {
		t.learn(Piece{Content: content})
	}
}

// learn lets the player learn something: as what its speaker claims, else as a fact.
func (t *turn) learn(p Piece) {
	t.ids++
	if p.Speaker != "" {
		t.stage(event.Event{
			Kind: event.ClaimMade, Actor: event.Actor(p.Speaker), Perception: t.state().At(event.CharacterID(p.Speaker), t.state().Place()),
			Data: event.Data{"claim": fmt.Sprintf("claim-%d", t.ids), "speaker": p.Speaker, "content": p.Content, "truth": string(action.Sincere), "source": p.ID, "to": []string{string(event.Player)}},
		})
		return
	}
	id := cmp.Or(p.ID, fmt.Sprintf("fact-%d", t.ids))
	t.add(event.FactEstablished, event.Data{"fact": id, "content": p.Content})
	t.add(event.FactLearned, event.Data{"who": string(event.Player), "fact": id, "source": string(event.Discovered)})
}

func (t *turn) raise(topic Subject) {
	if topic.ID != "" && t.view().TopicWords(topic.ID) == "" {
		t.add(event.TopicRaised, event.Data{"topic": topic.ID, "words": topic.Words})
	}
}

// did lets a deed have been done in this turn that came to nothing.
func (t *turn) did(a action.Action) {
	a.By = action.Player
	t.add(event.ChoiceMade, event.Data{"choice": a.ID(), "action": a.Object()})
	t.raise(Subject{a.Topic.ID, strings.ReplaceAll(a.Topic.ID, "-", " ")})
	t.add(event.Acted, event.Data{"action": a.Object(), "outcome": action.Outcome{}.Object(), "significance": "low"})
}

func (t *turn) gain(item string) {
	t.add(event.ItemGained, event.Data{"who": string(event.Player), "item": item, "count": 1})
}

func (t *turn) lose(item string) {
	t.add(event.ItemLost, event.Data{"who": string(event.Player), "item": item, "count": 1})
}

func (t *turn) offers() []Offer { return t.now().Offers() }

// offered is the offer with an id.
func offered(t testing.TB, of *turn, id string) Offer {
	t.Helper()
	all := of.offers()
	i := slices.IndexFunc(all, func(o Offer) bool { return o.ID() == id })
	if i < 0 {
		t.Fatalf("no offer %s among %v", id, idsOf(all))
	}
	return all[i]
}

func idsOf(all []Offer) (ids []string) {
	for _, o := range all {
		ids = append(ids, o.ID())
	}
	return ids
}
