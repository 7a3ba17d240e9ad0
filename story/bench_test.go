package story_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// long is a story of n events of about 400 bytes, a hundred a turn.
func long(b *testing.B, n int) *persistence.Save {
	save := create(b, persistence.New(mem.New(), nil))
	p := open(b, save)
	begin(b, p)
	text := strings.Repeat("The fog came in over the quay. ", 7)
	for i := 0; i < n; {
		turn := openTurn(b, p)
		for range 25 {
			i += 4
			add(b, turn, event.Said, event.Data{"speaker": "ines", "text": text})
			add(b, turn, event.MemoryKept, event.Data{"memory": fmt.Sprintf("m-%d", i), "knower": "player", "words": fmt.Sprintf("%d %s", i, text[:200]), "significance": "low"})
			add(b, turn, event.RelationChanged, event.Data{"who": "ines", "whom": "player", "by": 1, "reason": text})
			add(b, turn, event.StatePatched, event.Data{"patch": map[string]any{"lamp": map[string]any{"lit": text}}})
		}
		commit(b, turn)
	}
	return save
}

func BenchmarkOpen100000Events(b *testing.B) {
	save := long(b, 100_000)
	bytes := 0
	for r, err := range save.Events(b.Context(), save.At(event.Trunk), 0) {
		must(b, err)
		encoded, err := event.Encode(r.Event)
		must(b, err)
		bytes += len(encoded)
	}
	for b.Loop() {
		open(b, save)
	}
	b.ReportMetric(float64(bytes)/100_000, "B/event")
}

func BenchmarkFold100000Events(b *testing.B) {
	p := open(b, long(b, 100_000))
	var records []persistence.Record
	for r, err := range p.Events(b.Context(), 0) {
		must(b, err)
		records = append(records, r)
	}
	for b.Loop() {
		story.Fold(records)
	}
}

// A turn of 40 events after 5,000 memories.
func BenchmarkTurn(b *testing.B) {
	p := open(b, long(b, 20_000))
	n := 0
	for b.Loop() {
		n++
		turn := openTurn(b, p)
		for i := range 13 {
			add(b, turn, event.Said, event.Data{"speaker": "ines", "text": "Yes."})
			turn.State().Player().Object()
			add(b, turn, event.MemoryKept, event.Data{"memory": fmt.Sprintf("n-%d-%d", n, i), "knower": "player", "words": "Ines agreed.", "significance": "low"})
			add(b, turn, event.RelationChanged, event.Data{"who": "ines", "whom": "player", "by": 1})
		}
	}
}

func BenchmarkRecall5000Memories(b *testing.B) {
	p := open(b, long(b, 20_000))
	recall(b, p.State().Player(), story.Query{Text: "fog"})
	for b.Loop() {
		recall(b, p.State().Player(), story.Query{Text: "fog over the quay", Limit: 5})
	}
}
