package persistence_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// remembering is a save of so many memories of one character, no two of which say the same.
func remembering(t testing.TB, options *persistence.Options, memories ...string) (*persistence.Save, persistence.Scope) {
	t.Helper()
	save, err := persistence.New(mem.New(), options).Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = save.Close() })
	batch := persistence.Batch{Branch: event.Trunk, Turn: "turn-1", Events: []event.Event{remark}}
	for i, text := range memories {
		batch.Rows = append(batch.Rows, persistence.Change{Op: persistence.OpStore, Row: persistence.Row{
			Kind: persistence.Memory, Key: persistence.Key(fmt.Sprintf("m-%05d", i)), Knower: "mira", Text: text,
		}})
	}
	if _, err := save.Append(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	return save, persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: "mira"}
}

func TestWithoutAnEmbedder(t *testing.T) {
	save, scope := remembering(t, nil, "the lamp")
	for _, search := range []func(context.Context, persistence.Scope, persistence.Query) ([]persistence.Found, error){save.SemanticSearch, save.HybridSearch} {
		for _, text := range []string{"lamp", ""} {
			if found, err := search(t.Context(), scope, persistence.Query{Text: text}); !errors.Is(err, persistence.ErrNoEmbedder) || found != nil {
				t.Errorf("%v, %v", found, err)
			}
		}
	}
}

// A search by meaning is told with its scope, and not told when it failed.
func TestSearchesByMeaningAreObserved(t *testing.T) {
	var seen []string
	save, scope := remembering(t, &persistence.Options{
		Embedder: lexical.New(),
		Searched: func(s persistence.Searched) { seen = append(seen, fmt.Sprint(s.Operation, " ", s.Visible)) },
	}, "the lamp", "a boat")
	_, err := save.SemanticSearch(t.Context(), scope, persistence.Query{Text: "lamp"})
	if err == nil {
		_, err = save.HybridSearch(t.Context(), scope, persistence.Query{Text: "lamp"})
	}
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := save.SemanticSearch(ended, scope, persistence.Query{Text: "lamp"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if want := []string{"search by meaning 2", "search by words and meaning 2"}; !slices.Equal(seen, want) {
		t.Errorf("%q", seen)
	}
}

// What is near by chance alone is the last that a search by meaning gives, and not found by
// one that goes by words too.
func TestChanceIsNotJoined(t *testing.T) {
	save, scope := remembering(t, &persistence.Options{Embedder: lexical.New()},
		"The wolf bit your arm.", "A choir sang in the chapel.", "Mira lit the lamp.", "You hid a brass key on the quay.", "The old bridge fell in spring.", "The lamps burned all night.",
		"A rider brought a letter.", "Everybody danced at the wedding.", "The castle was besieged.", "Your horse fell sick.")
	near, err := save.SemanticSearch(t.Context(), scope, persistence.Query{Text: "lamp"})
	if err != nil {
		t.Fatal(err)
	}
	joint, err := save.HybridSearch(t.Context(), scope, persistence.Query{Text: "lamp"})
	if err != nil || len(joint) != 2 || len(near) < 3 || near[len(near)-1].Score.Relevance != 0 {
		t.Errorf("%d near, %d joint, %v", len(near), len(joint), err)
	}
}

// An embedder that takes its time holds up nobody: while it works, turns are appended and
// searched by words.
func TestNothingWaitsForTheEmbedder(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	save, scope := remembering(t, &persistence.Options{Embedder: &slow{entered: entered, leave: leave}}, "the lamp")
	done := make(chan error)
	go func() {
		found, err := save.SemanticSearch(t.Context(), scope, persistence.Query{Text: "lamp"})
		if err == nil && len(found) != 1 {
			err = fmt.Errorf("%d found: it saw what was written later", len(found))
		}
		done <- err
	}()
	<-entered
	meanwhile := make(chan error)
	go func() {
		_, err := save.Append(t.Context(), persistence.Batch{
			Branch: event.Trunk, Expected: 1, Turn: "turn-2", Events: []event.Event{remark},
			Rows: []persistence.Change{{Op: persistence.OpStore, Row: persistence.Row{Kind: persistence.Memory, Key: "later", Knower: "mira", Text: "a lamp"}}},
		})
		found, searched := save.TextSearch(t.Context(), scope, persistence.Query{Text: "lamp"})
		if err = errors.Join(err, searched); err == nil && len(found) != 2 {
			err = fmt.Errorf("%d found by words", len(found))
		}
		meanwhile <- err
	}()
	select {
	case err := <-meanwhile:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("a turn waits for the embedder")
		defer func() { <-meanwhile }()
	}
	close(leave)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// slow says when it is asked, and answers once it may.
type slow struct {
	lexical.Embedder
	entered chan<- struct{}
	leave   <-chan struct{}
}

func (s *slow) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	select {
	case s.entered <- struct{}{}:
	case <-s.leave:
	}
	<-s.leave
	return s.Embedder.Embed(ctx, texts)
}

func ExampleSave_SemanticSearch() {
	ctx := context.Background()
	store := persistence.New(mem.New(), &persistence.Options{Embedder: lexical.New()})
	save, err := store.Create(ctx, "monday-evening", "p-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer save.Close()
	var rows []persistence.Change
	for i, text := range []string{"Corven betrayed the keepers.", "A boat came in late.", "The harbourmaster was betrayed, too, and the keepers wept."} {
		rows = append(rows, persistence.Change{Op: persistence.OpStore, Row: persistence.Row{
			Kind: persistence.Memory, Key: persistence.Key(fmt.Sprint("m-", i)), Knower: "mira", Text: text,
		}})
	}
	_, err = save.Append(ctx, persistence.Batch{
		Branch: event.Trunk, Turn: "turn-1", Rows: rows,
		Events: []event.Event{{Kind: event.TimePassed, Actor: event.EngineSelf, Moment: event.Moment{Sequence: 1}, Data: event.Data{"minutes": 10}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := save.SemanticSearch(ctx, persistence.Scope{
		At: save.At(event.Trunk), Kind: persistence.Memory, Knower: "mira",
	}, persistence.Query{Text: "betrayals of keepers", Relevance: 700})
	for _, f := range found {
		fmt.Println(f.Row.Text)
	}
	fmt.Println(err)
	// Output:
	// Corven betrayed the keepers.
	// The harbourmaster was betrayed, too, and the keepers wept.
	// <nil>
}

// Target: with the query and the rows embedded, 10,000 rows in 3 ms and 60,000 in 20 ms, on two
// cores. The query is embedded in it, which takes this embedder some microseconds.
func BenchmarkSemanticSearch(b *testing.B) {
	for _, size := range []struct {
		rows   int
		target time.Duration
	}{{10_000, 3 * time.Millisecond}, {60_000, 20 * time.Millisecond}} {
		b.Run(fmt.Sprint(size.rows), func(b *testing.B) {
			memories := make([]string, size.rows)
			for i := range memories {
				memories[i] = fmt.Sprintf("Mira showed the player room %d of the lighthouse and spoke of the lamp of the year %d.", i%997, i)
			}
			slab := vector.NewSlab(0)
			save, scope := remembering(b, &persistence.Options{Embedder: lexical.New(), Slab: slab}, memories...)
			search := func() time.Duration {
				began := time.Now()
				found, err := save.SemanticSearch(b.Context(), scope, persistence.Query{Text: "the lamp in room 42 that Mira spoke of", Limit: 10})
				if err != nil || len(found) != 10 {
					b.Fatal(len(found), err)
				}
				return time.Since(began)
			}
			search() // which makes the vectors
			var took []time.Duration
			for b.Loop() {
				took = append(took, search())
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(size.target.Microseconds()), "p50-µs-target")
			if usage := slab.Usage(); usage.Dropped > 0 {
				b.Errorf("%+v", usage)
			}
		})
	}
}
