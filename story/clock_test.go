package story_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A clock that jumps: between any two looks by hours and years, to 1970 and before it, over
// the hour that a zone repeats, or not at all.
func jumpingClock(seed uint64) func() time.Time {
	draw, now := rand.New(rand.NewPCG(seed, 10)), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	berlin := time.FixedZone("", 2*60*60)
	return func() time.Time {
		switch draw.IntN(9) {
		case 0:
			now = now.Add(time.Hour)
		case 1:
			now = now.Add(-time.Hour)
		case 2:
			now = now.AddDate(10, 0, 0)
		case 3:
			now = now.AddDate(-10, 0, 0)
		case 4:
			now = time.Unix(0, 0)
		case 5:
			now = time.Unix(-1, 0)
		case 6: // summer time ends at three, which is two once more
			now = time.Date(2026, 10, 25, 3, 0, 0, -1, berlin).Add(time.Duration(draw.IntN(2)) * time.Nanosecond)
		case 7:
			now = now.Add(time.Millisecond)
		}
		return now
	}
}

// clocked tells a story, with turns taken back and sessions between, over a store with a
// clock, and gives all that came of it but when it was written, and how often the clock
// went back between two events.
func clocked(t *testing.T, driver persistence.Driver, seed uint64, now func() time.Time) (came []string, backwards int) {
	t.Helper()
	store := persistence.New(driver, &persistence.Options{Now: now})
	save := create(t, store)
	p := open(t, save)
	begin(t, p)
	draw := rand.New(rand.NewPCG(seed, 11))
	for n := range 6 {
		must(t, p.OpenSession(t.Context(), "test"))
		turn := openTurn(t, p)
		add(t, turn, event.Said, event.Data{"speaker": "ines", "text": fmt.Sprint("This is turn ", n)})
		add(t, turn, event.TimePassed, event.Data{"minutes": draw.Int64N(3000)})
		add(t, turn, event.RelationChanged, event.Data{"who": "ines", "whom": "player", "by": draw.Int64N(9000)})
		add(t, turn, event.MemoryKept, event.Data{"memory": fmt.Sprint("m-", p.Where().Branch, n), "knower": "player", "words": "Ines spoke of the lamp.", "significance": "low"})
		commit(t, turn)
		if draw.IntN(3) == 0 && p.State().Turn.Number > 1 {
			must(t, p.Back(t.Context()))
		}
		must(t, p.CloseSession(t.Context(), event.Quit))
	}
	must(t, save.Verify(t.Context()))
	must(t, save.Close())
	save, err := store.Open(t.Context(), "monday", persistence.Reading)
	must(t, err)
	defer save.Close()
	p = open(t, save)
	tree, err := save.Tree(t.Context())
	must(t, err)
	var last time.Time
	for _, b := range tree.Branches() {
		came = append(came, fmt.Sprintf("%+v", b))
		for r, err := range save.Events(t.Context(), save.At(b.ID), 0) {
			must(t, err)
			came = append(came, fmt.Sprintf("%d %s %x", r.Position, r.Event.Kind, r.Hash))
			if r.Wall.Before(last) {
				backwards++
			}
			last = r.Wall
		}
	}
	return append(came, string(tree.Head), everything(p.State())), backwards
}

// Order is by position, whatever the clock says: over one that jumps the same story comes
// of the same events, byte for byte, on all branches, as over one that stands still.
func TestWhateverTheClockSays(t *testing.T) {
	runs, backwards := soak.Count(500), 0
	for n := range runs {
		driver := persistence.Driver(mem.New())
		if n%5 == 0 {
			driver = sqlite.New(t.TempDir())
		}
		want, none := clocked(t, mem.New(), uint64(n), func() time.Time { return time.Unix(1, 0) })
		got, back := clocked(t, driver, uint64(n), jumpingClock(uint64(n)))
		if !slices.Equal(got, want) {
			t.Fatalf("run %d: with a clock that jumps it is\n%s\nand without\n%s", n+1, got, want)
		}
		if none != 0 || back == 0 {
			t.Errorf("run %d: the clock went back %d times, and the one that stands still %d", n+1, back, none)
		}
		backwards += back
	}
	t.Logf("%d runs, in which the clock went back between two events %d times; 0 reordered", runs, backwards)
}

// A reducer that goes by when an event was written down is found out.
func TestTheClockIsNoticed(t *testing.T) {
	defer story.ReduceOtherwise(event.Said, func(s *story.State, r persistence.Record, right func(persistence.Record)) {
		right(r)
		if r.Wall.Year() < 2000 {
			s.Weather = "as long ago"
		}
	})()
	for n := range uint64(20) {
		want, _ := clocked(t, mem.New(), n, func() time.Time { return time.Unix(1e9, 0) })
		got, _ := clocked(t, mem.New(), n, jumpingClock(n))
		if !slices.Equal(got, want) {
			return
		}
	}
	t.Error("in 20 runs nothing was noticed")
}
