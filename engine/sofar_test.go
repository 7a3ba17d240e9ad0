package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// What is shown before a turn's text while it is told is what its record has: of a plan's narrative, of what is told while a model writes, and of the whole.
func TestWhatStandsBeforeTheTextIsKnown(t *testing.T) {
	s := newScreen()
	b := at(t, written(t, harbour)).with(map[string]func(a *act) error{
		"memory/recall-memory": func(a *act) error {
			a.ui(uiDice, protocol.Object{"formula": "1d4", "rolls": []any{strictjson.Number("3")}, "total": strictjson.Number("3"), "text": "The dice show 3."})
			return nil
		},
		"storyteller/narrate": func(a *act) error {
			a.ui(protocol.UINarration, protocol.Object{"text": "You wait."})
			_, err := a.call("generate", protocol.Object{"prompt": "Go on."})
			return err
		},
	})
	b.opts.Executor.Concurrency = 1
	steps := make([]scripted.Step, 40)
	for i := range steps {
		steps[i] = scripted.Say("x")
	}
	b.opts.Writer = scripted.New("m", steps...)
	b.opts.Narrative = s.show
	b.opts.Planner = plannerFunc(func(ctx context.Context, request plan.Request) ([]byte, error) {
		return narratingPlan("memory/recall-memory", "storyteller/narrate")(ctx, request)
	})
	g, draw, checks, rolls := b.open(), rand.New(rand.NewPCG(1, 2)), 0, 0
	for n, choice := 0, ""; n < 20; n++ {
		s.of = nil
		r := must(t, g, choice)
		if s.of == nil {
			t.Fatalf("turn %d: nothing was shown while it was told", r.Turn)
		}
		want := &Record{Turn: r.Turn, Session: r.Session, Choice: r.Choice, Scene: r.Scene, Check: r.Check, Rolls: r.Rolls}
		want.Scene.Type = "" // which is of the text
		got := &Record{Turn: s.of.Turn, Session: s.of.Session, Choice: s.of.Choice, Scene: s.of.Scene, Check: s.of.Check, Rolls: s.of.Rolls}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("turn %d, known while it is told (-record +known):\n%s", r.Turn, diff)
		}
		rolls += len(r.Rolls)
		if r.Check != nil {
			checks++
		}
		if len(r.Choices) == 0 {
			break
		}
		choice = pickAny(r, draw)
	}
	if checks == 0 || rolls == 0 {
		t.Errorf("%d checks and %d rolls of skills are no test", checks, rolls)
	}
}
