package api

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
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
