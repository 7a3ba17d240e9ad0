package host_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Any number of scripts ask at once, of a save on a disk that turn after turn is written to
// meanwhile: each gets the answer that it would get alone, and none waits for long.
func TestManyAskAtOnce(t *testing.T) {
	playthrough, turn := openIn(t, sqlite.New(t.TempDir()))
	keep := func(turn *story.Turn, from, to int) {
		for i := from; i < to; i++ {
			add(t, turn, event.MemoryKept, event.Data{
				"memory": fmt.Sprintf("kept-%d", i), "knower": "player", "significance": "medium", "place": "quay",
				"words": fmt.Sprintf("You asked Ines about room %d, and she spoke of the lamp of the year %d.", i%97, i%89),
			})
		}
	}
	keep(turn, 0, 300)
	if _, err := turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	next := playthrough.Begin("asked")
	nextTurn(t, next, 2)
	keep(next, 300, 303)
	h := host.Of(host.Base{State: next.State()})
	questions := []struct {
		method string
		params protocol.Object
	}{
		{"memory.read", protocol.Object{"query": "the lamp in room 42", "limit": strictjson.Number("5")}},
		{"memory.read", protocol.Object{"query": "Ines", "limit": strictjson.Number("3")}},
		{"relation.read", protocol.Object{}},
		{"story.read", protocol.Object{"path": "$people"}},
		{"memory.read", protocol.Object{"limit": strictjson.Number("9")}},
	}
	scope := scopeOf(next, "memory")
	ask := func(i int) string {
		result, refused := h.Open(scope).Call(context.Background(), questions[i].method, questions[i].params)
		if refused != nil {
			return refused.Error()
		}
		return string(strictjson.Append(nil, result))
	}
	alone := make([]string, len(questions))
	for i := range questions {
		alone[i] = ask(i)
	}

	const askers = 20
	written, wrote, end := 0, make(chan struct{}, 1), make(chan struct{})
	var writer errgroup.Group
	writer.Go(func() error {
		for ; ; written++ {
			select {
			case <-end:
				return nil
			case wrote <- struct{}{}:
			default:
			}
			turn := playthrough.Begin(event.TurnID(fmt.Sprint("behind-", written)))
			for _, e := range []event.Event{
				{Kind: event.TurnOpened, Data: event.Data{"turn": fmt.Sprint("turn-", written+2), "number": written + 2, "seed": "s"}},
				{Kind: event.MemoryKept, Data: event.Data{"memory": fmt.Sprint("behind-", written), "knower": "player", "significance": "high", "place": "quay", "words": "Ines lit the lamp in room 42."}},
			} {
				e.Actor = event.EngineSelf
				if _, err := turn.Add(e); err != nil {
					return err
				}
			}
			if _, err := turn.Commit(context.Background()); err != nil {
				return err
			}
		}
	})
	<-wrote
	began, slowest := time.Now(), make([]time.Duration, askers)
	var all errgroup.Group
	for n := range askers {
		all.Go(func() error {
			for i := range soak.Count(100) * len(questions) {
				at, asked := (n+i)%len(questions), time.Now()
				if ask(at) != alone[at] {
					return fmt.Errorf("asked at once, %s answers otherwise", questions[at].method)
				}
				slowest[n] = max(slowest[n], time.Since(asked))
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
	took := time.Since(began)
	close(end)
	if err := writer.Wait(); err != nil {
		t.Error(err)
	}
	if written < 2 {
		t.Errorf("%d turns were written meanwhile", written)
	}
	criteria.Measured(t, "SC-031", "%d at once with %d questions each, of a save that %d turns were written to meanwhile: all answered as if alone, in %v together, none after more than %v", askers, soak.Count(100)*len(questions), written, took.Round(time.Millisecond), slices.Max(slowest).Round(time.Millisecond))
	if took > time.Duration(soak.Count(600))*time.Second {
		t.Errorf("it took %v", took)
	}
}
