package host_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

// Any number of scripts ask at once, while the story goes on behind them: each gets
// the answer that it would get alone, and none waits for long.
func TestManyAskAtOnce(t *testing.T) {
	_, turn := open(t)
	for i := range 300 {
		add(t, turn, event.MemoryKept, event.Data{
			"memory": fmt.Sprintf("kept-%d", i), "knower": "player", "significance": "medium", "place": "quay",
			"words": fmt.Sprintf("You asked Ines about room %d, and she spoke of the lamp of the year %d.", i%97, i%89),
		})
	}
	h := host.Of(host.Base{State: turn.State()})
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
	ask := func(i int) string {
		result, refused := h.Open(scopeOf(turn, "memory")).Call(context.Background(), questions[i].method, questions[i].params)
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
	began := time.Now()
	var all errgroup.Group
	for n := range askers {
		all.Go(func() error {
			for i := range questions {
				if at := (n + i) % len(questions); ask(at) != alone[at] {
					return fmt.Errorf("asked at once, %s answers otherwise", questions[at].method)
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
	took := time.Since(began)
	criteria.Measured(t, "SC-031", "%d at once with %d questions each, all as if alone, in %v together", askers, len(questions), took.Round(time.Millisecond))
	if took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}
