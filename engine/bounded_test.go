package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/replan"
)

// all are scripts of every skill that a turn asks for, each doing the same.
func all(does func(a *act) error) map[string]func(a *act) error {
	scripts := map[string]func(a *act) error{}
	for _, ref := range []string{
		"storyteller/narrate", "storyteller/speak", "memory/store-memory", "memory/recall-memory", "reputation/update-reputation", "reputation/query-reputation",
		"npc-perception/initialize-perception", "npc-perception/update-perception", "npc-perception/query-perception",
		"player-choices/generate-choices", "player-choices/evaluate-choice", "dice-roller/roll-dice",
		"character-portraits/generate-portrait", "character-portraits/lookup-portrait", "character-portraits/update-portrait",
	} {
		scripts[ref] = does
	}
	return scripts
}

type plannerFunc func(ctx context.Context, request plan.Request) ([]byte, error)

func (f plannerFunc) Plan(ctx context.Context, request plan.Request) ([]byte, error) {
	return f(ctx, request)
}

// slow is what a hanging planner or script does: nothing, for longer than anybody
// waits, whatever its context says.
const slow = 10 * time.Minute

// twoSteps is a plan whose first step changes the state and whose second is
// required.
func twoSteps(request plan.Request) []byte {
	d := plan.Document{ID: request.ID, Attempt: request.Attempt, Parent: request.Parent, Disabled: request.Disabled, Parallel: true}
	d.Tools = []plan.Tool{
		{ID: "first", Path: "memory/store-memory", Input: protocol.Object{"summary": "x"}, Async: true},
		{ID: "second", Path: "storyteller/narrate", Dependencies: []plan.ToolID{"first"}, Async: true},
	}
	return d.JSON()
}

// Whatever planners and scripts do, a turn is told in time, with choices, says what
// was missing, and keeps nothing of what failed.
func TestTurnsAreBounded(t *testing.T) {
	wait := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	spoils := func(a *act) error {
		a.patch(protocol.Object{"spoilt": true})
		a.ui(protocol.UINarration, protocol.Object{"text": "A false word."})
		_, err := a.call("memory.write", protocol.Object{"summary": "A false memory."})
		return err
	}
	for name, test := range map[string]struct {
		planner plan.Planner
		does    func(a *act) error
		whole   bool // the main plan itself succeeds
	}{
		"a planner that waits":        {planner: plannerFunc(func(ctx context.Context, _ plan.Request) ([]byte, error) { return nil, wait(ctx) })},
		"a planner that hangs":        {planner: plannerFunc(func(context.Context, plan.Request) ([]byte, error) { time.Sleep(slow); return nil, nil })},
		"a planner that panics":       {planner: plannerFunc(func(context.Context, plan.Request) ([]byte, error) { panic("no") })},
		"a planner that fails":        {planner: plannerFunc(func(context.Context, plan.Request) ([]byte, error) { return nil, errors.New("no") })},
		"a planner that says nothing": {planner: plannerFunc(func(context.Context, plan.Request) ([]byte, error) { return nil, nil })},
		"a planner that says garbage": {planner: plannerFunc(func(context.Context, plan.Request) ([]byte, error) { return []byte("\x00{]"), nil })},
		"a planner that names nothing": {planner: plannerFunc(func(context.Context, plan.Request) ([]byte, error) {
			return []byte(`{"tools": [{"toolId": "a", "toolPath": "/bin/sh"}]}`), nil
		})},
		"scripts that hang":           {does: func(a *act) error { return wait(a.ctx) }},
		"scripts that fail":           {does: func(*act) error { return errors.New("no") }},
		"scripts that spoil and fail": {does: func(a *act) error { return errors.Join(spoils(a), errors.New("no")) }},
		"scripts that spoil and hang": {does: func(a *act) error { return errors.Join(spoils(a), wait(a.ctx)) }},
		"a plan that fails at the end": {
			planner: plannerFunc(func(_ context.Context, request plan.Request) ([]byte, error) { return twoSteps(request), nil }),
			does: func(a *act) error {
				if err := spoils(a); err != nil || a.input["summary"] == "x" {
					return err
				}
				return errors.New("no")
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := at(t, sample(t, "grey-harbour"))
				if test.does != nil {
					b.with(all(test.does))
				}
				b.opts.Planner = test.planner
				g := b.open()
				choice := ""
				for range 6 {
					began := time.Now()
					r := must(t, g, choice)
					if took := time.Since(began); took > replan.DefaultLimits.Turn {
						t.Errorf("turn %d took %v", r.Turn, took)
					}
					if r.Prose == "" || strings.Contains(r.Prose, "false") || len(r.Choices) < 3 || len(r.Degraded) == 0 {
						t.Fatalf("%s", r.JSON())
					}
					checkClean(t, g)
					choice = r.Choices[int(r.Turn)%len(r.Choices)].ID
				}
				replayed(t, g)
				time.Sleep(slow) // let what was abandoned end
			})
		})
	}
}

func checkClean(t *testing.T, g *Game) {
	t.Helper()
	s := g.story.State()
	if s.Free["spoilt"] != nil {
		t.Errorf("a patch of a failed attempt is kept: %v", s.Free)
	}
	for _, m := range s.Memories.All() {
		if strings.Contains(m.Words, "false") {
			t.Errorf("a memory of a failed attempt is kept: %q", m.Words)
		}
	}
}

// Smaller limits hold too, and the same scripts that end well leave what they wrote:
// the checks above can fail.
func TestLimitsOfTheCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := at(t, written(t, harbour)).with(all(func(a *act) error { <-a.ctx.Done(); return nil }))
		b.opts.Limits = replan.Limits{Plans: 2, Generation: 100 * time.Millisecond, Execution: 300 * time.Millisecond, Turn: time.Second}
		b.opts.Planner = plannerFunc(func(_ context.Context, request plan.Request) ([]byte, error) { return twoSteps(request), nil })
		g, began := b.open(), time.Now()
		r := must(t, g, "")
		if took := time.Since(began); took > time.Second || !r.Fallback || r.Attempts > 2 {
			t.Errorf("%v, fallback %v after %d", took, r.Fallback, r.Attempts)
		}
	})
	b := at(t, written(t, harbour)).with(all(func(a *act) error {
		a.patch(protocol.Object{"spoilt": true})
		a.ui(protocol.UINarration, protocol.Object{"text": "A word."})
		_, err := a.call("memory.write", protocol.Object{"summary": "A memory."})
		return err
	}))
	b.opts.Planner = plannerFunc(func(_ context.Context, request plan.Request) ([]byte, error) { return twoSteps(request), nil })
	g := b.open()
	r := must(t, g, "")
	s := g.story.State()
	if s.Free["spoilt"] != true || !strings.Contains(r.Prose, "A word.") || r.Fallback || s.Memories.Len() == 0 || s.Memories.At(0).Words != "A memory." {
		t.Errorf("%v %q %v", s.Free, r.Prose, s.Memories.All())
	}
}

// Interrupted at any moment a turn is told or not, and the next one is played.
func TestInterruptedTurns(t *testing.T) {
	told, broken := 0, 0
	for seed := range max(10, soak.Count(200)) {
		synctest.Test(t, func(t *testing.T) {
			draw := rand.New(rand.NewPCG(uint64(seed), 2))
			var asked atomic.Int64 // portraits are drawn beside
			b := at(t, written(t, harbour)).with(all(func(a *act) error {
				select {
				case <-time.After(time.Duration(asked.Add(97)%300) * time.Millisecond):
				case <-a.ctx.Done():
				}
				return nil
			}))
			b.opts.Planner = &narrator.Scripted{Then: narrator.Rules{}}
			g := b.open()
			last := must(t, g, "")
			for range 4 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(draw.IntN(1500))*time.Millisecond)
				r, err := g.Play(ctx, pickAny(last, draw))
				cancel()
				if err != nil {
					broken++
					r, err = g.Last(t.Context())
					if err != nil || r.Turn != last.Turn {
						t.Fatalf("after an interruption: %v %+v", err, r)
					}
				} else {
					told++
					last = r
				}
				replayed(t, g)
			}
			must(t, g, pickAny(last, draw))
		})
	}
	t.Logf("%d turns told, %d not", told, broken)
}

// Scripts that come well again are asked again in a later turn.
func TestSkillsRecover(t *testing.T) {
	var well atomic.Bool // portraits are drawn beside
	b := at(t, written(t, harbour)).with(all(func(a *act) error {
		if !well.Load() {
			return errors.New("no")
		}
		a.output = protocol.Object{"choices": []any{}}
		return nil
	}))
	g := b.open()
	r := must(t, g, "")
	if len(r.Degraded) == 0 {
		t.Error("nothing was missing")
	}
	well.Store(true)
	for range 3 {
		r = must(t, g, staying(r))
	}
	if slices.ContainsFunc(r.Degraded, func(s string) bool { return strings.Contains(s, "failed") }) {
		t.Errorf("%q", r.Degraded)
	}
}
