package story_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// livedIn is a story of so many events, each perceived by so many of twenty people in two rooms with containers:
// 6,000 events of 2.5 are 15,000 perception rows.
func livedIn(b *testing.B, events, rows int) *story.State {
	save, err := persistence.New(mem.New(), nil).Create(context.Background(), "lived", "p-1")
	must(b, err)
	p := open(b, save)
	turn := p.Begin("turn-1")
	add(b, turn, event.PlaythroughStarted, event.Data{"campaign": "c", "version": "1", "digest": "", "persona": strictjson.Object{"name": "Mira", "place": "hall"}, "parameters": strictjson.Object{}})
	people := []string{"player"}
	for _, id := range []string{"hall", "loft"} {
		add(b, turn, event.EntityAdded, event.Data{"entity": id, "type": "place", "name": id})
	}
	for n := range 19 {
		people = append(people, fmt.Sprint("person-", n))
		add(b, turn, event.EntityAdded, event.Data{"entity": people[n+1], "type": "person", "name": people[n+1], "place": []string{"hall", "loft"}[n%2]})
	}
	for n := range 20 {
		add(b, turn, event.EntityAdded, event.Data{"entity": fmt.Sprint("box-", n), "type": "item", "name": "a box"})
		add(b, turn, event.ContainerChanged, event.Data{"container": fmt.Sprint("box-", n), "inside": []string{"hall", "loft"}[n%2], "open": true})
		add(b, turn, event.EntityAdded, event.Data{"entity": fmt.Sprint("thing-", n), "type": "item", "name": "a thing"})
	}
	perceived := 0
	for n := range events {
		if n%30 == 0 {
			number := turn.State().Turn.Number + 1
			add(b, turn, event.TurnOpened, event.Data{"turn": fmt.Sprint("t-", number), "number": number, "seed": "s"})
		}
		who := people[n%20]
		want := rows*(n+1)/events - perceived
		var there []event.CharacterID
		for i := range max(want, 1) {
			there = append(there, event.CharacterID(people[(n*7+n/20+i)%20]))
		}
		perceived += len(there)
		e := event.Event{Kind: event.ClaimMade, Actor: event.EngineSelf, Data: event.Data{"claim": fmt.Sprint("c-", n), "speaker": who, "to": []string{people[(n*7+n/20)%20]}, "content": fmt.Sprint("What was said ", n, " of the lamp."), "truth": "sincere"}}
		switch n % 5 {
		case 0:
			e = plain(event.ItemPut, event.Data{"item": fmt.Sprint("thing-", n%20), "in": fmt.Sprint("box-", n*3%20), "by": who})
		case 1:
			e = plain(event.Moved, event.Data{"who": who, "to": []string{"hall", "loft"}[n/5%2]})
		case 2:
			e = plain(event.Said, event.Data{"speaker": who, "text": fmt.Sprint("I say ", n)})
		}
		e.Perception = only(there...)
		_, err := turn.Add(e)
		must(b, err)
	}
	return turn.State()
}

// BenchmarkWorldView is a whole view: what session state has, what somebody knows and takes others to know,
// and what they know to be there.
func BenchmarkWorldView(b *testing.B) {
	for _, size := range []struct{ events, rows int }{{6_000, 15_000}, {24_000, 60_000}} {
		s := livedIn(b, size.events, size.rows)
		b.Log(len(s.Minds.Known(event.Player)), "claims are known to the player")
		b.Run(fmt.Sprint(size.rows, " rows"), func(b *testing.B) {
			for b.Loop() {
				v := s.Player()
				v.Object()
				v.Things()
				s.Minds.Known(event.Player)
			}
		})
	}
}
