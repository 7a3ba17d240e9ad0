package host_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// remembered is a host that shows a story with so many memories and factions.
func remembered(b *testing.B, memories, factions int) (*host.Story, *story.Turn) {
	b.Helper()
	_, turn := open(b)
	for i := range memories {
		add(b, turn, event.MemoryKept, event.Data{
			"memory": fmt.Sprintf("kept-%d", i), "knower": "player", "significance": "medium", "place": "quay",
			"words": fmt.Sprintf("You asked Ines about room %d of the lighthouse, and she spoke of the lamp of the year %d.", i%97, i%89),
		})
	}
	for i := range factions {
		id := fmt.Sprintf("guild-%d", i)
		add(b, turn, event.EntityAdded, event.Data{"entity": id, "type": "faction", "name": id})
		add(b, turn, event.RelationBegun, event.Data{"who": id, "whom": "player", "score": i * 500})
	}
	h := host.Of(host.Base{State: turn.State()})
	return h, turn
}

// BenchmarkCalls is what the host needs for the questions of a turn, over a story
// of 1,000 memories and 100 factions; the process that asks comes on top.
func BenchmarkCalls(b *testing.B) {
	h, turn := remembered(b, 1_000, 100)
	recall := protocol.Object{"query": "the lamp in room 42 that Ines spoke of", "limit": strictjson.Number("5")}
	ask := func(b *testing.B, method string, params protocol.Object) {
		answer := call(b, h.Open(scopeOf(turn, "memory")), method, params)
		if !strings.Contains(answer, `"relevance"`) && !strings.Contains(answer, `"score"`) {
			b.Errorf("%s: %.200s", method, answer)
		}
	}
	for _, c := range []struct {
		name   string
		target float64 // ms
		do     func(b *testing.B)
	}{
		{"recall", 500, func(b *testing.B) { ask(b, "memory.read", recall) }},
		{"reputation", 100, func(b *testing.B) { ask(b, "relation.read", protocol.Object{"who": "guild-42"}) }},
		{"five-points", 200, func(b *testing.B) {
			for range 3 {
				ask(b, "memory.read", recall)
			}
			ask(b, "relation.read", protocol.Object{"who": "guild-42"})
			ask(b, "relation.read", protocol.Object{})
		}},
		{"five-at-once", 200, func(b *testing.B) {
			var all sync.WaitGroup
			for range 5 {
				all.Go(func() { ask(b, "memory.read", recall) })
			}
			all.Wait()
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var took []float64
			for b.Loop() {
				began := time.Now()
				c.do(b)
				took = append(took, time.Since(began).Seconds()*1000)
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)*95/100], "p95-ms")
			b.ReportMetric(c.target, "p95-ms-target")
		})
	}
}
