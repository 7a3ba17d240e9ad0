package api

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/narratoria/narratoria"
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
