package story_test

import (
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Where each branch leaves the one before it, a replay has one state in memory, and perhaps the
// next, however many branches there are.
func TestAReplayHoldsOneState(t *testing.T) {
	const branches = 12
	save := create(t, persistence.New(mem.New(), nil))
	p := open(t, save)
	begin(t, p)
	for n := range branches {
		if n > 0 {
			must(t, rollbackTo(t, p, p.State().Turn.Number-1))
		}
		for range 3 {
			turn := openTurn(t, p)
			add(t, turn, event.Said, event.Data{"speaker": "ines", "text": "Dark."})
			commit(t, turn)
		}
	}
	seen := make(map[weak.Pointer[story.State]]bool)
	most, ends := 0, 0
	must(t, story.Replay(t.Context(), save, func(_ persistence.Record, s *story.State) error {
		seen[weak.Make(s)] = true
		return nil
	}, func(persistence.Branch, *story.State) {
		ends++
		runtime.GC()
		held := 0
		for s := range seen {
			if s.Value() != nil {
				held++
			}
		}
		most = max(most, held)
	}))
	if ends != branches || len(seen) < branches || most > 3 {
		t.Errorf("%d branches end, and of %d states %d are held", ends, len(seen), most)
	}
}

// A digest takes next to no memory, whatever is told in the story.
func TestADigestCopiesNoTexts(t *testing.T) {
	save := create(t, persistence.New(mem.New(), nil))
	p := open(t, save)
	begin(t, p)
	const texts, size = 200, 50_000
	turn := openTurn(t, p)
	for n := range texts {
		add(t, turn, event.Said, event.Data{"speaker": "ines", "text": strings.Repeat(string(rune('a'+n)), size)})
	}
	commit(t, turn)
	s := p.State()
	if whole := len(s.Snapshot()); whole < texts*size {
		t.Fatalf("the state has %d bytes", whole)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	sum := s.Digest()
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > texts*size/8 {
		t.Errorf("it takes %d bytes", took)
	}
	if want := event.HashOf(s.Snapshot()); sum != want {
		t.Errorf("it is %s, and that of the snapshot %s", sum, want)
	}
}
