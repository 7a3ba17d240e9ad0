package benchmarks

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/objectbox"
	"github.com/narratoria/narratoria/persistence/postgres"
	"github.com/narratoria/narratoria/persistence/postgres/pgtest"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// server is one for all that is measured, as it is installed: it syncs every commit.
var server *pgtest.Server

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == inspecting {
		os.Exit(objectbox.Inspect(os.Args[2:]))
	}
	code := m.Run()
	if server != nil {
		server.Stop()
	}
	os.Exit(code)
}

// inspecting is the argument by which the test binary looks at a folder that was not closed.
const inspecting = "inspect"

// drivers are all, by their names; each gives a place of its own.
var drivers = []struct {
	name string
	open func(testing.TB) persistence.Driver
}{
	{"mem", func(testing.TB) persistence.Driver { return mem.New() }},
	{"sqlite", func(t testing.TB) persistence.Driver { return sqlite.New(t.TempDir()) }},
	{"objectbox", func(t testing.TB) persistence.Driver {
		program, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		return objectbox.New(t.TempDir(), &objectbox.Options{Library: soak.NeedEnv(t, "NARRATORIA_OBJECTBOX"), Inspector: []string{program, inspecting}})
	}},
	{"postgres", func(t testing.TB) persistence.Driver {
		d, err := postgres.Open(t.Context(), address(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		return d
	}},
}

var schemas int

// address is a schema of its own.
func address(t testing.TB) string {
	t.Helper()
	if server == nil {
		s, err := pgtest.Start(soak.NeedEnv(t, "NARRATORIA_POSTGRES"))
		if err != nil {
			t.Fatal(err)
		}
		server = s
	}
	schemas++
	return server.Address(fmt.Sprint("measured_", schemas))
}

func median(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)/2]
}

// once reports whether each benchmark is only to be run, and not to be believed.
func once() bool { return flag.Lookup("test.benchtime").Value.String() == "1x" }

const saveName = "monday"

// lamp is a text of which there is one of each number.
func lamp(n int) string {
	return fmt.Sprintf("Mira showed the player room %d of the lighthouse and spoke of the lamp of the year %d.", n%997, n)
}

// owner is whose a record is: of a hundred, one is tom's, ten are ines's and all others mira's.
func owner(n int) event.CharacterID {
	switch n % 100 {
	case 0:
		return "tom"
	case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10:
		return "ines"
	}
	return "mira"
}

// turn is one of twenty events and so many records, the first of which has a number.
func turn(at event.Position, kind persistence.RowKind, first, records int) persistence.Batch {
	b := persistence.Batch{Branch: event.Trunk, Expected: at, Turn: event.TurnID(fmt.Sprint("turn-", at))}
	for n := range 20 {
		b.Events = append(b.Events, event.Event{
			Kind: event.Happened, Actor: event.EngineSelf, Moment: event.Moment{Sequence: event.Sequence(at + 1)},
			Perception: &event.Perception{WitnessedBy: []event.CharacterID{"mira", "player"}, ApparentAudience: []event.CharacterID{"mira", "player"}},
			Data:       event.Data{"text": fmt.Sprintf("The fog lifts for the %dth time, and the lamp room stands clear above the harbour before the grey closes over it again.", n)},
		})
	}
	for n := first; n < first+records; n++ {
		row := persistence.Row{Kind: kind, Key: persistence.Key(fmt.Sprint("r-", n)), Knower: owner(n), Text: lamp(n)}
		if kind == persistence.Lore { // which is everyone's
			row.Knower, row.Facets.Location = event.Everyone, string(owner(n))
		}
		b.Rows = append(b.Rows, persistence.Change{Op: persistence.OpStore, Row: row})
	}
	return b
}

func newStore(d persistence.Driver) *persistence.Store {
	return persistence.New(d, &persistence.Options{Embedder: lexical.New(), KeepVectors: true, Slab: vector.NewSlab(512 << 20)})
}

// filled is a save with so many records.
func filled(b *testing.B, store *persistence.Store, kind persistence.RowKind, records int) *persistence.Save {
	b.Helper()
	save, err := store.Create(b.Context(), saveName, "p-1")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = save.Close() })
	at := event.Position(0)
	for first := 0; first < records; first += 500 {
		receipt, err := save.Append(b.Context(), turn(at, kind, first, min(500, records-first)))
		if err != nil {
			b.Fatal(err)
		}
		at = receipt.Last
	}
	return save
}

// onEach runs a benchmark on every driver.
func onEach(b *testing.B, measure func(*testing.B, persistence.Driver)) {
	for _, d := range drivers {
		b.Run(d.name, func(b *testing.B) { measure(b, d.open(b)) })
	}
}

func target(b *testing.B, took []time.Duration, wanted time.Duration) {
	b.ReportMetric(float64(median(took).Microseconds()), "p50-µs")
	b.ReportMetric(float64(wanted.Microseconds()), "p50-µs-target")
}

// Target: the append of a turn of twenty events and three records in 2 ms; when it returns, the disk has it.
func BenchmarkAppend(b *testing.B) {
	onEach(b, func(b *testing.B, d persistence.Driver) {
		save := filled(b, persistence.New(d, nil), persistence.Memory, 500)
		at, n := event.Position(20), 500
		var took []time.Duration
		for b.Loop() {
			one := turn(at, persistence.Memory, n, 3)
			began := time.Now()
			receipt, err := save.Append(b.Context(), one)
			if err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
			at, n = receipt.Last, n+3
		}
		target(b, took, 2*time.Millisecond)
	})
}

// An opening for writing of a save of 10,000 records that was closed.
func BenchmarkOpen(b *testing.B) {
	onEach(b, func(b *testing.B, d persistence.Driver) {
		store := persistence.New(d, nil)
		if err := filled(b, store, persistence.Memory, 10_000).Close(); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			save, err := store.Open(b.Context(), saveName, persistence.Writing)
			if err != nil {
				b.Fatal(err)
			}
			if err := save.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// Target: the ten that speak most of a query, of 8,900 records of 10,000 that are in scope, in 200 ms.
func BenchmarkTextSearch(b *testing.B) {
	onEach(b, func(b *testing.B, d persistence.Driver) {
		save := filled(b, persistence.New(d, nil), persistence.Memory, 10_000)
		scope := persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: "mira"}
		var took []time.Duration
		search := func() {
			began := time.Now()
			found, err := save.TextSearch(b.Context(), scope, persistence.Query{Text: question(42), Limit: 10})
			if err != nil || len(found) != 10 {
				b.Fatal(len(found), err)
			}
			took = append(took, time.Since(began))
		}
		search() // which reads the records
		took = nil
		for b.Loop() {
			search()
		}
		target(b, took, 200*time.Millisecond)
	})
}

func question(n int) string { return fmt.Sprintf("the lamp of the year %d in room %d", n*431, n*37) }
