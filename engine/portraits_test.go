package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

func portraitsOf(r *Record, who string) (origins []string) {
	for _, a := range r.Assets {
		if a.Kind == "portrait" && a.Who == who {
			origins = append(origins, a.Origin)
		}
	}
	return origins
}

func mentions(r *Record, words string) bool {
	for _, sentence := range r.Degraded {
		if strings.Contains(sentence, words) {
			return true
		}
	}
	return false
}

// However long pictures take, a turn of a story with a seed waits for them for a
// sixth of its time, once, and says which are not there. They come later.
func TestSlowPortraitsHoldNoTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		never := make(chan struct{})
		b := at(t, sample(t, "grey-harbour")).with(map[string]func(a *act) error{
			"character-portraits/update-portrait": func(*act) error { <-never; return errors.New("too late") },
		})
		g := b.open()
		r := must(t, g, "")
		for i := range 4 {
			began := time.Now()
			r = must(t, g, r.Choices[0].ID)
			took := time.Since(began)
			if most := replan.DefaultLimits.Turn; took > most || i == 0 && (took < pictureTime || !mentions(r, "is not drawn yet")) {
				t.Errorf("turn %d took %v: %v", r.Turn, took, r.Degraded)
			}
		}
		close(never)
		time.Sleep(time.Minute)
		if r = must(t, g, r.Choices[0].ID); len(portraitsOf(r, "player")) == 0 && g.story.State().Portraits["player"].Blob == "" {
			t.Errorf("the picture never came: %v", r.Assets)
		}
	})
}

// A skill that hangs is waited for once, and then asked once more, on trial, while the
// story goes on: in this session it gets no third chance.
func TestHungPortraitsAreWaitedForOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		b := at(t, sample(t, "grey-harbour")).with(map[string]func(a *act) error{
			"character-portraits/update-portrait": func(a *act) error { asked.Add(1); <-a.ctx.Done(); return a.ctx.Err() },
		})
		g := b.open()
		r := must(t, g, "")
		var waited time.Duration
		for len(r.Choices) > 0 && r.Turn < 30 {
			began := time.Now()
			r = must(t, g, r.Choices[0].ID)
			waited += time.Since(began)
			time.Sleep(time.Second) // it is read
		}
		if waited > pictureTime || asked.Load() != 2 {
			t.Errorf("the skill was asked %d times, and waited for %v", asked.Load(), waited)
		}
		if state := g.health.State("character-portraits"); state != skills.PermanentFailure {
			t.Errorf("the skill is %s", state)
		}
		if s := g.story.State(); len(s.Portraits) < 3 || s.Portraits[event.Player].Origin != event.Silhouette {
			t.Errorf("there are no silhouettes: %v", s.Portraits)
		}
	})
}

// What takes a while, here two tries of five seconds, is waited for in a story with a seed, and the
// turn's time holds all the same.
func TestPortraitsAreWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := at(t, sample(t, "grey-harbour")).with(map[string]func(a *act) error{
			"character-portraits/update-portrait": func(*act) error { time.Sleep(5 * time.Second); return errors.New("no") },
			"storyteller/narrate":                 func(a *act) error { <-a.ctx.Done(); return a.ctx.Err() },
		})
		g := b.open()
		r := must(t, g, "")
		began := time.Now()
		r = must(t, g, r.Choices[0].ID)
		if took := time.Since(began); took > replan.DefaultLimits.Turn || took < 10*time.Second {
			t.Errorf("the turn took %v", took)
		}
		if mentions(r, "is not drawn yet") || len(portraitsOf(r, "player")) == 0 {
			t.Errorf("%v %v", r.Degraded, r.Assets)
		}
	})
}

// A silhouette is tried again in the next session, once, and a second silhouette is
// no news.
func TestSilhouettesAreTriedAgain(t *testing.T) {
	fails, asked := true, 0
	b := at(t, sample(t, "grey-harbour")).with(map[string]func(a *act) error{
		"character-portraits/update-portrait": func(a *act) error {
			if a.input["character"] == "player" {
				asked++
			}
			if fails {
				return errors.New("no ink")
			}
			a.output = protocol.Object{}
			return nil
		},
	})
	session := func(turns int) (shown []string) {
		g := b.open()
		r, err := g.Last(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r == nil {
			r = must(t, g, "")
		}
		for range turns {
			r = must(t, g, r.Choices[0].ID)
			shown = append(shown, portraitsOf(r, "player")...)
		}
		if err := g.Close(t.Context(), "quit"); err != nil {
			t.Fatal(err)
		}
		return shown
	}
	for i, want := range []string{"silhouette", "", ""} {
		asked = 0
		if shown := strings.Join(session(3), " "); shown != want || asked == 0 {
			t.Errorf("session %d shows %q, asked %d times", i+1, shown, asked)
		}
		if i > 0 && asked > 3 { // one plan, with its retries
			t.Errorf("session %d asked %d times", i+1, asked)
		}
	}
}

// Pictures of a campaign say of what format they are, as drawn ones do.
func TestMediaTypesAreWhole(t *testing.T) {
	g := at(t, sample(t, "grey-harbour")).open()
	r := must(t, g, "")
	seen := 0
	for range 4 {
		for _, a := range r.Assets {
			seen++
			if kind, format, whole := strings.Cut(a.Media, "/"); !whole || format == "" || a.Kind != "portrait" && a.Kind != kind {
				t.Errorf("%s is of the media type %q, kind %q", a.ID, a.Media, a.Kind)
			}
		}
		r = must(t, g, r.Choices[0].ID)
	}
	if seen == 0 {
		t.Error("nothing was shown")
	}
}

// A drawing that takes several turns is answered all the while from the turn it was begun
// in, even in a try that begins later.
func TestSlowPortraitsSeeTheirOwnTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		b := at(t, sample(t, "grey-harbour")).with(map[string]func(a *act) error{
			"character-portraits/update-portrait": func(a *act) error {
				if a.input["character"] != "player" {
					return nil
				}
				remembered, err := a.call("memory.read", protocol.Object{})
				if err != nil {
					return err
				}
				told = append(told, string(strictjson.Append(nil, remembered)))
				time.Sleep(8 * time.Second) // while turns are played
				return errors.New("no ink")
			},
		})
		b.opts.Seed = ""
		g := b.open()
		r := must(t, g, "")
		for range 6 {
			r = must(t, g, r.Choices[0].ID)
			time.Sleep(4 * time.Second)
		}
		if err := g.Close(t.Context(), event.Quit); err != nil {
			t.Fatal(err)
		}
		if len(told) < 2 || told[0] != told[1] {
			t.Errorf("asked %d times: %s", len(told), told)
		}
	})
}

// In a crowd some have portraits, and a turn and those after it cost no more for the others.
func TestPortraitsOfACrowd(t *testing.T) {
	var crowd []string
	for i := range 5 * mostPictured {
		crowd = append(crowd, fmt.Sprintf("characters/npcs/n%02d/profile.json", i), fmt.Sprintf(`{"name": "Ada%d Vane%d", "role": "net maker",
			"personality": {"traits": ["patient"], "flaws": ["proud"], "virtues": ["kind"]}, "pronouns": "she", "place": "quay"}`, i, i))
	}
	g := at(t, written(t, but(harbour, crowd...))).open()
	r := must(t, g, "")
	for range 4 {
		if present := len(r.Scene.Present); present < 5*mostPictured {
			t.Fatalf("%d are there", present)
		}
		stays := slices.IndexFunc(r.Choices, func(c Choice) bool { return c.Kind != event.ChoiceKind(action.Go) })
		r = must(t, g, r.Choices[stays].ID)
	}
	if drawn := len(g.story.State().Portraits); drawn != 1+mostPictured {
		t.Errorf("%d portraits, the player's with them", drawn)
	}
}
