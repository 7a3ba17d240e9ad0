package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/story/event"
)

// Each test begins at a stage, with a value of the stage before it that nothing made but the
// test.

// second is the second turn of a story, in which nothing has happened yet.
func second(t *testing.T) *turn {
	t.Helper()
	g := at(t, written(t, harbour)).open()
	must(t, g, "")
	return g.begin()
}

// staged are the events of a kind that the turn has so far.
func (t *turn) staged(kind event.Kind) []event.Event { return ofEvents(t.story.Events(), kind) }

func TestResolvingBeginsAtWhatWasChosen(t *testing.T) {
	turn := second(t)
	came, err := resolve(turn, chosen{Choice: &Choice{ID: "give:ines:rope", Source: event.Made, Text: "Give it"}, typed: "hand it over"})
	if err != nil || !slices.Equal(came.Lost, []string{"rope"}) || came.acted == 0 || len(came.impressions) == 0 || came.author != nil || came.Taken == nil {
		t.Errorf("%v: %+v", err, came)
	}
	if made := turn.staged(event.ChoiceMade); len(made) != 1 || made[0].Text("typed") != "hand it over" {
		t.Errorf("%+v", made)
	}
	turn = second(t)
	came, err = resolve(turn, chosen{Choice: &Choice{ID: "give:ines:moon", Source: event.Made}})
	if gone, is := errors.AsType[*ChoiceError](err); !is || !gone.Gone || came.acted != 0 || len(turn.staged(event.Acted)) != 0 {
		t.Errorf("%v: %+v", err, came)
	}
}

// Of what is planned nothing has happened before it is told.
func TestPlanningBeginsAtWhatWasResolved(t *testing.T) {
	turn, asked := second(t), ""
	turn.g.planner = plan.PlannerFunc(func(_ context.Context, r plan.Request) ([]byte, error) {
		asked = r.Input
		return nil, errors.New("no")
	})
	before := len(turn.story.Events())
	by := planAndPlay(t.Context(), &performer{turn: turn}, resolved{Turn: telling.Turn{Choice: "wait", Action: action.Action{By: action.Player, Kind: action.Wait}, Authored: []string{"A bell rings."}}})
	if asked != "Wait a while." && asked != "Wait a while" || !by.outcome.Fallback || !slices.Equal(by.scene.Authored, []string{"A bell rings."}) {
		t.Errorf("asked %q: %+v", asked, by)
	}
	if now := len(turn.story.Events()); now != before {
		t.Errorf("planning staged %d events", now-before)
	}
}

func TestTellingBeginsAtWhatWasPlanned(t *testing.T) {
	said := func(text string) planned {
		return planned{replan.Outcome{Degraded: []string{"It rained."}, Result: &plan.Result{Success: true, UI: []*protocol.UIEvent{
			{Event: protocol.UINarration, Payload: protocol.Object{"text": text}}}}}, prose.Scene{Authored: []string{"A bell rings."}}}
	}
	for text, want := range map[string]string{"You wait for Ines.": "You wait for Ines.", " ": "A bell rings."} {
		turn := second(t)
		tell(&performer{turn: turn}, resolved{}, said(text))
		narrated, settled := turn.staged(event.Narrated), turn.staged(event.PlanSettled)
		if len(narrated) != 1 || !strings.HasPrefix(narrated[0].Text("text"), want) || len(settled) != 1 || settled[0].Text("part") != string(event.MainPart) {
			t.Errorf("%q is told as %+v", text, narrated[0].Data)
		}
		if !slices.Contains(turn.degraded, "It rained.") || turn.refused != nil {
			t.Errorf("%q: %q, %v", text, turn.degraded, turn.refused)
		}
	}
}

func TestSettlingBeginsAtWhatWasResolved(t *testing.T) {
	turn := resolvingOf(second(t))
	turn.choose(chosen{Choice: &Choice{ID: "wait", Source: event.Made}})
	came := resolved{Turn: turn.Turn, acted: turn.acted, impressions: []world.Impression{{Who: "ines", By: 5, Significance: action.Low}}}
	after := settle(t.Context(), &performer{turn: turn.turn}, came)
	changed, kept := turn.staged(event.RelationChanged), turn.staged(event.MemoryKept)
	if len(changed) != 1 || changed[0].Text("who") != "ines" || changed[0].Whole("by") != 5000 || changed[0].Cause != came.acted {
		t.Errorf("%+v", changed)
	}
	if len(kept) != 1 || kept[0].Whole("of") != int64(came.acted) || after.remembered != 3 {
		t.Errorf("%+v, from turn %d on", kept, after.remembered)
	}
}

// What is closed is offered when it is written, and not before.
func TestClosingBeginsAtWhatWasSettled(t *testing.T) {
	turn := second(t)
	ends := conclude(t.Context(), &performer{turn: turn}, resolved{}, settled{remembered: 3})
	if len(ends.choices) < fewestChoices || len(turn.staged(event.ChoicesOffered)) != 0 {
		t.Errorf("%+v", ends)
	}
	ends = conclude(t.Context(), &performer{turn: turn}, resolved{Turn: telling.Turn{Ending: "light"}}, settled{remembered: 3})
	if len(ends.choices) != 0 {
		t.Errorf("after the end: %+v", ends)
	}
}

func TestWritingBeginsAtWhatWasClosed(t *testing.T) {
	turn := second(t)
	turn.degrade("It rained.")
	offer := turn.now().Offers()[0]
	receipt, err := write(t.Context(), turn, closed{[]Choice{{ID: offer.ID(), Action: offer.Action, Text: "Do it", Source: event.Made}}})
	if err != nil || receipt.Repeated {
		t.Fatal(receipt, err)
	}
	r, err := turn.recorded(t.Context(), receipt)
	if err != nil || r.Turn != 2 || len(r.Choices) != 1 || r.Choices[0].ID != offer.ID() || r.Choices[0].Text != "Do it" || !slices.Equal(r.Degraded, []string{"It rained."}) {
		t.Errorf("%v: %+v", err, r)
	}
}
