package api

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/soak"
)

// A story whose opening was never told, since the call that began it was given up, has no
// last turn: that is said, and what to do.
func TestNothingIsToldYet(t *testing.T) {
	e := opened(t, Options{})
	c := e.Client(nil)
	program, err := e.awakened()
	must(t, err)
	for _, unkept := range []bool{false, true} {
		name := e.placeName(true)
		o := narratoria.GameOptions{Campaign: "minimal", Unkept: unkept}
		if !unkept {
			name, o.Story = "a", "a"
		}
		entry, _, _, err := e.enter(name)
		must(t, err)
		game, err := program.Start(t.Context(), o)
		e.entered(entry, name, false, game, err)
		must(t, err)
		params := []byte(`{"story":"` + name + `"}`)
		for _, method := range []string{"story.last", "story.restart"} {
			result, err := c.Call(t.Context(), method, params)
			wrong, is := errors.AsType[*Error](err)
			if !is || wrong.Code != NotFound || !strings.Contains(wrong.Hint, "story.choose") {
				t.Errorf("%s of a story that has not been told gives %s, %v", method, result, err)
			}
		}
		result, err := c.Call(t.Context(), "story.choose", []byte(`{"story":"`+name+`","choice":""}`))
		if err != nil || !strings.Contains(string(result), `"turn":1`) {
			t.Errorf("as the hint says: %s, %v", result, err)
		}
	}
}

// Whenever a beginning is given up, no story stays open that nobody knows the name of.
func TestGivenUpBeginnings(t *testing.T) {
	e := opened(t, Options{})
	c := e.Client(nil)
	given, told := 0, 0
	for i := range soak.Count(1000) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%25)*400*time.Microsecond)
		_, err := c.Call(ctx, "story.play", []byte(`{"campaign":"minimal","unkept":true}`))
		cancel()
		result, _ := c.Call(t.Context(), "engine.info", nil)
		var now struct{ Stories []string }
		must(t, json.Unmarshal(result, &now))
		if err != nil {
			given++
			if len(now.Stories) > 0 {
				t.Fatalf("it was given up (%v), and open are %q", err, now.Stories)
			}
			continue
		}
		told++
		for _, story := range now.Stories {
			_, err := c.Call(t.Context(), "story.close", []byte(`{"story":"`+story+`"}`))
			must(t, err)
		}
	}
	if given == 0 {
		t.Errorf("%d were told, and none given up", told)
	}
}

// A beginning that is kept and given up, whenever that is, was cancelled and nothing worse; what
// there is of it can be taken up, and deleted.
func TestGivenUpSaves(t *testing.T) {
	e := opened(t, Options{})
	c := e.Client(nil)
	kept := 0
	for i := range soak.Count(200) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%10)*4*time.Millisecond)
		_, err := c.Call(ctx, "story.play", []byte(`{"campaign":"minimal","story":"a"}`))
		cancel()
		if err != nil && ErrorOf(err).Code != Cancelled {
			t.Fatalf("it was given up, and is told: %s", ErrorOf(err).JSON())
		}
		listed, err := c.Call(t.Context(), "saves.list", nil)
		must(t, err)
		var all struct{ Saves []Save }
		must(t, json.Unmarshal(listed, &all))
		if len(all.Saves) == 0 {
			continue
		}
		kept++
		if len(all.Saves) != 1 || all.Saves[0].Error != "" {
			t.Fatalf("there are left %+v", all.Saves)
		}
		result, err := c.Call(t.Context(), "story.play", []byte(`{"campaign":"minimal","story":"a","continue":true}`))
		if err != nil || !strings.Contains(string(result), `"turn":1`) {
			t.Fatalf("what is left cannot be taken up: %.200s, %v", result, err)
		}
		for _, method := range []string{"story.close", "saves.delete"} {
			_, err := c.Call(t.Context(), method, []byte(`{"story":"a"}`))
			must(t, err)
		}
	}
	t.Logf("%d were kept", kept)
}

// An engine that has let go of everything keeps no game in memory either.
func TestGamesAreLetGo(t *testing.T) {
	e := opened(t, Options{})
	c := e.Client(nil)
	var games []weak.Pointer[narratoria.Game]
	play := func(params string) {
		_, err := c.Call(t.Context(), "story.play", []byte(params))
		must(t, err)
		e.mutex.Lock()
		defer e.mutex.Unlock()
		for _, o := range e.open {
			games = append(games, weak.Make(o.game))
		}
	}
	gone := func(after string) {
		left := len(games)
		for range 10 {
			runtime.GC()
			left = 0
			for _, game := range games {
				if game.Value() != nil {
					left++
				}
			}
			if left == 0 {
				return
			}
		}
		t.Errorf("after %s %d of %d games are in memory", after, left, len(games))
	}
	play(`{"campaign":"minimal","story":"a"}`)
	must(t, e.Suspend(context.Background()))
	gone("suspending")
	must(t, e.Resume())
	play(`{"continue":true,"story":"a"}`)
	must(t, e.Close(context.Background()))
	gone("closing")
	runtime.KeepAlive(e)
}

// What is opened while all is let go of is let go of, too: it has no place among what is
// opened later.
func TestLateOpening(t *testing.T) {
	e := opened(t, Options{})
	program, err := e.awakened()
	must(t, err)
	entry, _, _, err := e.enter("a")
	must(t, err)
	game, err := program.Start(t.Context(), narratoria.GameOptions{Campaign: "minimal", Story: "a"})
	must(t, err)
	must(t, e.Suspend(context.Background()))
	e.entered(entry, "a", false, game, nil)
	if e.isOpen("a") {
		t.Error("it is open, and the engine suspended")
	}
	must(t, e.Resume())
	e.entered(&opening{ready: make(chan struct{})}, "a", false, game, nil)
	if e.isOpen("a") {
		t.Error("it is open, and nothing was opened since")
	}
}

// Calls of a story are done in the order in which they began, whichever is carried out first: the turn that was
// told last is what one after it gives. Whoever follows one that was given up waits for those before that.
func TestCallsOfAStoryFollow(t *testing.T) {
	e := opened(t, Options{})
	c := e.Client(nil)
	given, giveUp := context.WithCancel(t.Context())
	giveUp()
	for range 20 {
		type answer struct {
			method string
			text   []byte
			err    error
		}
		var calls []func() answer
		begin := func(ctx context.Context, method, params string) {
			call := c.Begin(ctx, method, []byte(params))
			calls = append(calls, func() answer {
				text, err := call()
				return answer{method, text, err}
			})
		}
		begin(t.Context(), "story.play", `{"campaign":"minimal","story":"a"}`)
		begin(given, "story.restart", `{"story":"a"}`)
		begin(t.Context(), "story.last", `{"story":"a"}`)
		begin(t.Context(), "story.branch", `{"story":"a","branch":"b"}`)
		begin(t.Context(), "story.branches", `{"story":"a"}`)
		answers := make(chan answer, len(calls))
		for _, call := range slices.Backward(calls[2:]) {
			go func() { answers <- call() }()
			runtime.Gosched()
		}
		if dropped := calls[1](); ErrorOf(dropped.err).Code != Cancelled {
			t.Errorf("what was given up gives %s, %v", dropped.text, dropped.err)
		}
		for range 100 { // who did not wait would be done by now, or have failed
			runtime.Gosched()
		}
		answers <- calls[0]()
		for range 4 {
			a := <-answers
			if a.err != nil || a.method == "story.branches" && !strings.Contains(string(a.text), `"branch":"b"`) || a.method == "story.last" && !strings.Contains(string(a.text), `"turn":1`) {
				t.Errorf("%s gives %.200s, %v", a.method, a.text, a.err)
			}
		}
		for _, method := range []string{"story.close", "saves.delete"} {
			_, err := c.Call(t.Context(), method, []byte(`{"story":"a"}`))
			must(t, err)
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.following) > 0 {
		t.Errorf("%d stories are followed that nobody calls", len(c.following))
	}
}

// The turn of a call comes when all before it are done, also where one between was given up.
func TestTurnsOfCalls(t *testing.T) {
	c := opened(t, Options{}).Client(nil)
	given, giveUp := context.WithCancel(t.Context())
	giveUp() // who need not wait has its turn all the same
	first, firstDone := c.follow("a")
	second, secondDone := c.follow("a")
	third, thirdDone := c.follow("a")
	other, otherDone := c.follow("b")
	if first(given) != nil || other(given) != nil || second(given) == nil || third(given) == nil {
		t.Error("others than the first of each story have their turn")
	}
	secondDone()
	if third(given) == nil {
		t.Error("the third has its turn before the first is done")
	}
	firstDone()
	must(t, third(t.Context()))
	thirdDone()
	otherDone()
	if last, _ := c.follow("a"); last(given) != nil {
		t.Error("who comes when all are done waits")
	}
}
