package api

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
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

// A turn that cannot be ended holds up nobody who leaves the screen: it is said that not all is
// closed yet, that goes on by itself, and whoever comes back waits for it.
func TestSuspendIsNotHeldUp(t *testing.T) {
	e := opened(t, Options{})
	c := e.Client(nil)
	program, err := e.awakened()
	must(t, err)
	entry, _, _, err := e.enter("a")
	must(t, err)
	stuck, release := make(chan struct{}), make(chan struct{})
	goOn := sync.OnceFunc(func() { close(release) })
	t.Cleanup(goOn)
	var once sync.Once
	game, err := program.Start(t.Context(), narratoria.GameOptions{Campaign: "minimal", Story: "a", Listen: func(told narratoria.Event) {
		if told.Kind == narratoria.Stage {
			once.Do(func() { close(stuck) })
			<-release
		}
	}})
	must(t, err)
	e.entered(entry, "a", false, game, nil)
	played := make(chan error)
	go func() { // ends with its turn
		_, err := c.Call(context.Background(), "story.choose", []byte(`{"story":"a","choice":""}`))
		played <- err
	}()
	<-stuck
	for range 2 { // the second waits for the first
		_, err := c.Call(t.Context(), "engine.suspend", []byte(`{"within":20}`))
		if wrong, is := errors.AsType[*Error](err); !is || wrong.Code != Busy || !strings.Contains(wrong.Message, "not all is closed yet") {
			t.Fatalf("while a turn is stuck: %v", err)
		}
	}
	if _, err := c.Call(t.Context(), "story.last", []byte(`{"story":"a"}`)); ErrorOf(err).Code != Suspended {
		t.Errorf("what is called meanwhile gives %v", err)
	}
	goOn()
	<-played
	must(t, e.Suspend(context.Background()))
	must(t, e.Resume())
	if _, err := c.Call(t.Context(), "story.choose", []byte(`{"story":"a","choice":""}`)); err != nil && ErrorOf(err).Code != NoChoice {
		t.Errorf("the story does not go on: %v", err)
	}
}

// What a call was in the middle of is closed: it is told by whom, and may go on afterwards.
func TestClosedMeanwhile(t *testing.T) {
	e := opened(t, Options{})
	c := e.Client(nil)
	begun := make(chan struct{})
	held := define("test.held", "Has a game, and asks it until it is closed.", func(ctx context.Context, c *Client, _ Nothing) (Nothing, error) {
		game, err := c.engine.game(ctx, "a")
		if err != nil {
			return Nothing{}, err
		}
		begun <- struct{}{}
		for ; err == nil; _, err = game.Look() {
			runtime.Gosched()
		}
		return Nothing{}, err
	})
	Methods()
	table.byName["test.held"] = &held
	defer delete(table.byName, "test.held")
	_, err := c.Call(t.Context(), "story.play", []byte(`{"campaign":"minimal","story":"a"}`))
	must(t, err)
	for _, closes := range []struct {
		by   func() error
		code Code
		says string
	}{
		{func() error { _, err := c.Call(t.Context(), "story.close", []byte(`{"story":"a"}`)); return err }, NotFound, "the story was closed meanwhile"},
		{func() error { return e.Suspend(context.Background()) }, Suspended, "the engine was suspended meanwhile"},
		{func() error { return e.Close(context.Background()) }, Closed, "the engine was closed meanwhile"},
	} {
		if closes.code == Closed {
			must(t, e.Resume())
		}
		ended := make(chan error)
		go func() { // ends with its call
			_, err := c.Call(context.Background(), "test.held", nil)
			ended <- err
		}()
		<-begun
		must(t, closes.by())
		wrong, is := errors.AsType[*Error](<-ended)
		if !is || wrong.Code != closes.code || wrong.Message != closes.says {
			t.Errorf("it is told %v, not that %s", wrong, closes.says)
		}
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

// What works on the disk and could go on for long is ended where the engine suspends, and is told so.
func TestWorkOnTheDiskEnds(t *testing.T) {
	e := opened(t, Options{})
	c := e.Client(nil)
	begun, ended := make(chan struct{}), make(chan error)
	waits := onDisk("test.waits", "Goes on until it is ended.", func(ctx context.Context, _ *Client, _ Nothing) (Nothing, error) {
		close(begun)
		<-ctx.Done()
		return Nothing{}, ctx.Err()
	})
	Methods()
	table.byName["test.waits"] = &waits
	defer delete(table.byName, "test.waits")
	go func() { // ends with its call
		_, err := c.Call(t.Context(), "test.waits", nil)
		ended <- err
	}()
	<-begun
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	must(t, e.Suspend(ctx))
	if err := <-ended; ErrorOf(err).Code != Suspended {
		t.Errorf("it is told %v", err)
	}
}
