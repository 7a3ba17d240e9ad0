package story_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story/event"
)

// onDisk is a story on the disk of n events, nine of ten of which are said in so many words and
// perceived by two or three people in turn; the tenth is a memory of one of them.
func onDisk(t testing.TB, n, words int, opts *persistence.Options) (*persistence.Store, *persistence.Save) {
	t.Helper()
	store := persistence.New(sqlite.New(t.TempDir()), opts)
	save := create(t, store)
	p := open(t, save)
	begin(t, p)
	people := []event.CharacterID{"ines", "ned", "player"}
	text := strings.Repeat("The fog came in over the quay. ", words/7)
	for i := 0; i < n; {
		turn := openTurn(t, p)
		for range 9 {
			i++
			there := people[i%2:] // two or three
			_, err := turn.Add(event.Event{
				Kind: event.Said, Actor: event.EngineSelf, Data: event.Data{"speaker": "ned", "text": fmt.Sprint(i, text)},
				Perception: &event.Perception{WitnessedBy: there, ApparentAudience: there},
			})
			must(t, err)
		}
		i++
		add(t, turn, event.MemoryKept, event.Data{"memory": fmt.Sprintf("m-%d", i), "knower": string(people[i/10%3]), "words": fmt.Sprintf("%d %.150s", i, text), "significance": "low"})
		commit(t, turn)
	}
	return store, save
}

// p50 is the median of what is measured, beside its target.
func p50(b *testing.B, target time.Duration, f func()) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		f()
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(target.Milliseconds()), "p50-ms-target")
}

// BenchmarkStored is a story of 100,000 events on the disk: opened from a snapshot, and rebuilt from
// nothing. The save is opened for it each time, every page of it looked through.
func BenchmarkStored(b *testing.B) {
	store, save := onDisk(b, 100_000, 35, nil)
	must(b, save.Close())
	opened := func(mode persistence.Mode) {
		save, err := store.Open(b.Context(), "monday", mode)
		must(b, err)
		open(b, save)
		must(b, save.Close())
	}
	b.Run("snapshot", func(b *testing.B) {
		p50(b, 100*time.Millisecond, func() { opened(persistence.Reading) })
	})
	b.Run("rebuild", func(b *testing.B) {
		save, err := store.Open(b.Context(), "monday", persistence.Writing)
		must(b, err)
		_, err = save.PruneSnapshots(b.Context(), 0, time.Time{})
		must(b, err)
		must(b, save.Close())
		p50(b, 2*time.Second, func() { opened(persistence.Reading) })
	})
}

// BenchmarkView is all that a character may know after 6,000 events that were perceived 15,000 times:
// the journal and the memories, and those of them that are nearest to a question.
func BenchmarkView(b *testing.B) {
	_, save := onDisk(b, 6000, 35, &persistence.Options{Embedder: lexical.New()})
	p := open(b, save)
	scope := persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: "ned"}
	look := func() {
		v := p.State().As("ned")
		if len(v.Memories()) == 0 || len(v.Journal(1_000_000)) == 0 {
			b.Fatal("he knows nothing")
		}
		if found, _, err := save.Best(b.Context(), scope, persistence.Query{Text: "fog over the quay", Limit: 10}); err != nil {
			b.Fatal(len(found), err)
		}
	}
	look() // which makes the vectors
	p50(b, 5*time.Millisecond, look)
}

// BenchmarkMinds is what somebody knows in a story of 6,000 events on the disk, a third of which are
// claims, each perceived by two or three people: at the tip of the story, and of what was read by
// others. Its target is a view's.
func BenchmarkMinds(b *testing.B) {
	p := open(b, create(b, persistence.New(sqlite.New(b.TempDir()), nil)))
	begin(b, p)
	people := []event.CharacterID{"ines", "ned", "player"}
	for i := 0; i < 6000; {
		turn := openTurn(b, p)
		for range 10 {
			i += 3
			there := (&event.Perception{WitnessedBy: people[i%2:], ApparentAudience: people}).Sorted()
			said := event.Data{"claim": fmt.Sprintf("claim-%d", i), "speaker": "ned", "content": fmt.Sprintf("The fog came in %d times.", i), "truth": "sincere", "source": fmt.Sprintf("lore#%d", i%100)}
			for _, e := range []event.Event{
				{Kind: event.ClaimMade, Actor: event.EngineSelf, Perception: there, Data: said},
				{Kind: event.Said, Actor: event.EngineSelf, Perception: there, Data: event.Data{"speaker": "ned", "text": "So it did."}},
				{Kind: event.TimePassed, Actor: event.EngineSelf, Data: event.Data{"minutes": 1}},
			} {
				_, err := turn.Add(e)
				must(b, err)
			}
		}
		commit(b, turn)
	}
	b.Run("at the tip", func(b *testing.B) {
		p50(b, 5*time.Millisecond, func() {
			state, err := p.Shown(b.Context(), event.Where{}, 0)
			must(b, err)
			state.ShownMinds().Known("player")
		})
	})
	minds := &p.State().Minds
	b.Run("thinks to order 4", func(b *testing.B) {
		p50(b, 5*time.Millisecond, func() { minds.Thinks("player", "ned", "ines", "ned", "player") })
	})
	b.Run("who", func(b *testing.B) {
		p50(b, 5*time.Millisecond, func() {
			_, err := minds.Who("lore#3")
			must(b, err)
		})
	})
}
