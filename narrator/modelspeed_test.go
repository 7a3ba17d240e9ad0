package narrator_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
)

// A measured generator says how fast its model was when it was loaded.
type measured struct {
	*scripted.Model
	speed func(ctx context.Context) (model.Speed, error)
	asked int // for it
}

func (m *measured) Speed(ctx context.Context, of model.Place) (model.Speed, error) {
	if m.asked++; of.Task != "plan" {
		return model.Speed{}, errors.New("it plans nothing else")
	}
	return m.speed(ctx)
}

func speedOf(read, write time.Duration) func(context.Context) (model.Speed, error) {
	return func(context.Context) (model.Speed, error) { return model.Speed{Read: read, Write: write}, nil }
}

// Whether a model plans at all follows from how fast it was when it was loaded: what does not fit is not begun, rules plan at once, and it is told once. It is
// looked at again when the model has rested. One whose speed nobody knows is asked, and so is one that has time for the turn, if not for all that it reads but once.
func TestAModelThatIsMeasuredAsTooSlowIsNotAsked(t *testing.T) {
	request := func() plan.Request { return requestIn(t, "ines", "Ask Ines about the lamp", few()) }
	form := narrator.FormOf(request(), 0)
	stable, now := 0, 0
	for _, m := range form.Messages(request(), 0) {
		if m.Role == model.System {
			stable += len(m.Text) / 3
		} else {
			now += len(m.Text) / 3
		}
	}
	const within = 2 * time.Second
	readsAll := within / time.Duration(stable+now) // the prompt in all of its time
	if stable < 3*now {
		t.Fatalf("of a prompt %d tokens are the same each time, and %d are not", stable, now)
	}
	for name, c := range map[string]struct {
		speed    func(context.Context) (model.Speed, error)
		is       bool // asked
		measured int  // how often it was asked for its speed, in 20 turns
	}{
		"quick":                       {speedOf(time.Microsecond, time.Millisecond), true, 1},
		"slow to write":               {speedOf(time.Microsecond, 50*time.Millisecond), false, 3},
		"slow to read":                {speedOf(within/time.Duration(now), time.Microsecond), false, 3},
		"slow to read but once":       {speedOf(2*readsAll, time.Millisecond), true, 1},
		"of which nothing is known":   {func(context.Context) (model.Speed, error) { return model.Speed{}, errors.New("it was not measured") }, true, 1},
		"of which it is not known so": {speedOf(0, 0), true, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			g := &measured{Model: scripted.New("m", slices.Repeat([]scripted.Step{slow(time.Millisecond)}, 20)...), speed: c.speed}
			m := narrator.NewModel(g, nil)
			began, lost := time.Now(), []string{}
			for turn := range 20 {
				draft := drafted(t, m, request())
				if draft.Lost != "" {
					lost = append(lost, draft.Lost)
				}
				if byModel := draft.By == plan.ByModel; byModel != c.is || !c.is && draft.Instead != "the model is too slow to plan a turn in time" {
					t.Errorf("%s: turn %d is planned by %s: %s", name, turn, draft.By, draft.Instead)
				}
			}
			if n := len(g.Requests()); (n == 20) != c.is || (n == 0) == c.is || g.asked != c.measured {
				t.Errorf("%s: it was asked %d times, and %d times for its speed", name, n, g.asked)
			}
			if !c.is && (time.Since(began) > 0 || len(lost) != 1 || !strings.Contains(lost[0], "is too slow to plan a turn in time")) {
				t.Errorf("%s: that took %v, and it was told %q", name, time.Since(began), lost)
			}
		})
	}
}

// A model that is loaded first costs a turn no more than it did, and what was not heard by then is heard in a later turn.
func TestAModelThatIsLoadedIsNotWaitedForLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loaded := time.Now().Add(5 * time.Second)
		g := &measured{Model: scripted.New("m", scripted.Stall(), scripted.Stall(), scripted.Stall()), speed: func(ctx context.Context) (model.Speed, error) {
			select {
			case <-ctx.Done():
				return model.Speed{}, ctx.Err()
			case <-time.After(time.Until(loaded)):
				return speedOf(time.Microsecond, time.Second)(ctx)
			}
		}}
		m := narrator.NewModel(g, nil)
		var took []time.Duration
		for range 4 {
			began := time.Now()
			if draft := drafted(t, m, requestIn(t, "ines", "Ask Ines about the lamp", few())); draft.By != plan.ByRules {
				t.Errorf("it is planned by %s", draft.By)
			}
			took = append(took, time.Since(began))
		}
		if !slices.Equal(took, []time.Duration{2 * time.Second, 2 * time.Second, time.Second, 0}) {
			t.Errorf("the turns took %v", took)
		}
	})
}

// A driver that panics when it is asked how fast it is costs its plan alone.
func TestASpeedThatPanics(t *testing.T) {
	g := &measured{Model: scripted.New("m"), speed: func(context.Context) (model.Speed, error) { panic("Canary 7Jq2vWx9") }}
	if draft := drafted(t, narrator.NewModel(g, nil), requestIn(t, "ines", "Ask Ines about the lamp", few())); draft.By != plan.ByRules || strings.Contains(draft.Instead+draft.Lost, "7Jq2") {
		t.Errorf("%+v", draft)
	}
}
