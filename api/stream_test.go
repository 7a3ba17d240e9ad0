package api

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/soak"
)

func opened(t testing.TB, o Options) *Engine {
	t.Helper()
	o.Program.NoProcesses = true
	if o.Program.Data == "" {
		o.Program.Data = t.TempDir()
	}
	e, err := Open(o)
	must(t, err)
	t.Cleanup(func() { must(t, e.Close(context.Background())) })
	return e
}

// A host that does not read costs nobody anything: what is kept for it is bounded, it is told
// which numbers it missed, and goes on from there without a gap.
func TestAHostThatNeverReads(t *testing.T) {
	e := opened(t, Options{})
	blocked, told := make(chan struct{}), make(chan Event, 3*keptEvents)
	c := e.Client(func(_ string, event Event) {
		<-blocked
		told <- event
	})
	_, err := c.Call(t.Context(), "events.subscribe", []byte(`{"from":1}`))
	must(t, err)
	var before, after runtime.MemStats
	for i := range 10 * keptEvents {
		if i == 2*keptEvents {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		e.stream.add(Event{Kind: "warning", Text: strings.Repeat("x", 1000) + fmt.Sprint(i)})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("%d bytes more are kept", grown)
	}
	close(blocked)
	next, lost := int64(1), 0
	for next <= 10*keptEvents {
		event := <-told
		switch {
		case event.Kind == "lost" && event.Since == next:
			lost++
		case event.Number != next:
			t.Fatalf("%+v comes, not %d", event, next)
		}
		next = event.Number + 1
	}
	if lost < 1 || lost > 2 { // the first where it began to be told late
		t.Errorf("it is told %d times that it missed something", lost)
	}
	c.Close()
}

// Events can be gone on with from any number that is kept, and no other.
func TestResuming(t *testing.T) {
	e := opened(t, Options{})
	c := e.Client(nil)
	for range keptEvents + 100 {
		e.stream.add(Event{Kind: "warning"})
	}
	readFrom := func(params string) (EventList, error) {
		var p readEventsParams
		must(t, read([]byte(params), reflectValue(&p)))
		return readEvents(t.Context(), c, p)
	}
	got, err := readFrom(`{"from":500,"most":3}`)
	must(t, err)
	if len(got.Events) != 3 || got.Events[0].Number != 500 || got.Next != 503 || got.Stream != e.stream.id {
		t.Errorf("%+v", got)
	}
	got, err = readFrom(`{"from":1,"most":2}`)
	must(t, err)
	if got.Events[0].Kind != "lost" || got.Events[0].Since != 1 || got.Events[0].Number != 100 || got.Events[1].Number != 101 {
		t.Errorf("%+v", got)
	}
	if got, err = readFrom(`{"from":1125}`); err != nil || len(got.Events) != 0 || got.Next != 1125 {
		t.Errorf("%+v %v", got, err)
	}
	for _, params := range []string{`{"from":1126}`, `{"from":9007199254740991}`, `{"from":500,"stream":"another"}`} {
		_, err := readFrom(params)
		wrong, is := errors.AsType[*Error](err)
		if !is || wrong.Code != Lost || wrong.Newest != 1124 || wrong.Oldest != 101 {
			t.Errorf("%s: %v", params, err)
		}
	}
	if _, err = readFrom(`{"from":500,"stream":"` + e.stream.id + `"}`); err != nil {
		t.Error(err)
	}
}

func reflectValue[T any](p *T) (v reflect.Value) { return reflect.ValueOf(p).Elem() }

// Whoever reads a story's events sees all of its own and of what concerns all, in order,
// however writers and readers meet.
func TestReadersSeeAll(t *testing.T) {
	s := newStream()
	n := soak.Count(20_000)
	seen := make(chan []int64)
	for range 4 {
		go func() { // ends with the stream
			var numbers []int64
			for e := range s.events(context.Background(), 1, "a") {
				if e.Kind == "lost" {
					numbers = append(numbers, -e.Number)
					continue
				}
				numbers = append(numbers, e.Number)
			}
			seen <- numbers
		}()
	}
	for i := range n {
		s.add(Event{Kind: "stage", Story: []string{"a", "b", ""}[i%3]})
	}
	s.end()
	for range 4 {
		last := int64(0)
		for _, number := range <-seen {
			switch {
			case number < 0:
				last = -number
			case number <= last || (number-1)%3 == 1 || number-last > 2: // of b, or one is missing
				t.Fatalf("%d comes after %d", number, last)
			default:
				last = number
			}
		}
		if last < int64(n)-1 {
			t.Errorf("it ends with %d of %d", last, n)
		}
	}
}

// A panic in a call is an error of that call, and one in a game ends that game alone: its
// story goes on when it is next called for.
func TestPanics(t *testing.T) {
	said := ""
	e := opened(t, Options{Program: narratoria.Options{Warn: func(text string) { said += text }}})
	c := e.Client(nil)
	faulty := define("test.panic", "Fails.", func(context.Context, *Client, Nothing) (Nothing, error) {
		panic("another fault")
	})
	Methods()
	table.byName["test.panic"] = &faulty
	defer delete(table.byName, "test.panic")
	_, err := c.Call(t.Context(), "test.panic", nil)
	wrong, is := errors.AsType[*Error](err)
	if !is || wrong.Code != Fault || !strings.Contains(wrong.Message, "TestPanics") || !strings.Contains(said, "stream_test.go") {
		t.Errorf("%v; told is %.200q", err, said)
	}
	said = ""
	program, err := e.awakened()
	must(t, err)
	entry, mine, _, err := e.enter("a")
	if err != nil || !mine {
		t.Fatal(err)
	}
	game, err := program.Start(t.Context(), narratoria.GameOptions{Campaign: "minimal", Story: "a", Listen: faultyTurn})
	must(t, err)
	e.entered(entry, "a", false, game, nil)
	_, err = c.Call(t.Context(), "story.choose", []byte(`{"story":"a","choice":""}`))
	if wrong, is := errors.AsType[*Error](err); !is || wrong.Code != Fault || !strings.Contains(said, "faultyTurn") {
		t.Errorf("%v; told is %.300q", err, said)
	}
	if _, err := game.Look(); !errors.Is(err, narratoria.ErrClosed) {
		t.Errorf("the game goes on after its fault: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	result, err := c.Call(ctx, "story.play", []byte(`{"story":"a","campaign":"minimal","continue":true}`))
	if err != nil || !strings.Contains(string(result), `"turn":1`) {
		t.Errorf("the story does not go on: %.200s %v", result, err)
	}
}

func faultyTurn(e narratoria.Event) {
	if e.Kind == narratoria.Turn {
		panic("a fault of ours")
	}
}

// Nothing is told by a subscription that has ended, also where an event was on its way.
func TestToldTooLate(t *testing.T) {
	s := &subscription{cancel: func() {}, telling: make(chan struct{}, 1)}
	if !s.tell(func() {}) {
		t.Error("nothing is told")
	}
	endAll(s)
	if s.tell(func() { t.Error("it is told") }) {
		t.Error("it goes on")
	}
}
