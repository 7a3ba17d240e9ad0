package narrator_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/skills"
)

// A stage runs scripts: each gives an output under its own name, the storyteller
// tells what it was given, and those that are broken fail.
type stage struct {
	broken string // prefix of scripts

	mutex sync.Mutex
	given []string // the results that narration got, the last time
}

func (s *stage) Run(_ context.Context, inv skills.Invocation) skills.Outcome {
	ref := inv.Script.Ref.String()
	if s.broken != "" && strings.HasPrefix(ref, s.broken) {
		return skills.Outcome{Err: &plan.ToolError{Code: "broken", Category: plan.ProcessError, Message: "exit status 1"}}
	}
	done := &protocol.Done{OK: true, Output: protocol.Object{"from": ref}}
	if ref != "storyteller/narrate" {
		return skills.Outcome{Events: []protocol.Event{done}, Done: done}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.given = nil
	for step, output := range inv.Request.Results {
		s.given = append(s.given, fmt.Sprintf("%s:%t", step, output != nil))
	}
	slices.Sort(s.given)
	told := &protocol.UIEvent{Event: protocol.UINarration, Payload: protocol.Object{"text": "Ines looks up from her nets."}}
	return skills.Outcome{Events: []protocol.Event{told, done}, Done: done}
}

func (s *stage) execute(ctx context.Context, p *plan.Plan, state protocol.Object) *plan.Result {
	return executor.Run(ctx, p, state, executor.Options{
		Runner: s, Seed: rng.FromString("1"),
		Lookup: func(ref plan.ScriptRef) (*skills.Script, bool) {
			return &skills.Script{Ref: ref, Skill: &skills.Skill{Name: ref.Skill}}, true
		},
	})
}

func (s *stage) play(t *testing.T, planner plan.Planner, scene, input string) replan.Outcome {
	t.Helper()
	catalogue := plan.NewCatalogue(append([]plan.Script{furtherScript(t, "shanty/sing 20 hum")}, catalogueOf(everything...).Scripts()...))
	state := stateOf(t, scenes[scene], people)
	return replan.Run(t.Context(), replan.Turn{Input: input, State: state, Seed: rng.FromString("1"), Seeded: true}, replan.Options{
		Planner:   planner,
		Catalogue: func() *plan.Catalogue { return catalogue },
		Execute:   func(ctx context.Context, p *plan.Plan) *plan.Result { return s.execute(ctx, p, state) },
	})
}

const everythingAtOnce = "Roll 2d6, hum, look at the stranger's face and ask about the Company"

// Whichever script fails, the turn is told by the first plan or, where the dice were
// what failed, by the second. Without a storyteller a plan succeeds that tells nothing.
func TestNarrationSurvivesItsHelpers(t *testing.T) {
	told, all := 0, append([]string{"", "memory", "npc-perception", "reputation", "shanty/sing"}, everything...)
	for _, broken := range all {
		if t.Run(strings.ReplaceAll(broken, "/", "-"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &stage{broken: broken}
				outcome := s.play(t, narrator.Rules{}, "meeting", everythingAtOnce)
				plans := 1
				if broken == "dice-roller/roll-dice" || broken == "storyteller/narrate" {
					plans = 2
				}
				if outcome.Fallback || len(outcome.Attempts) != plans {
					t.Fatalf("%d plans, fallback %t: %v", len(outcome.Attempts), outcome.Fallback, outcome.Attempts)
				}
				told := outcome.Text == "Ines looks up from her nets."
				if told == (broken == "storyteller/narrate") {
					t.Errorf("the turn says %q", outcome.Text)
				}
			})
		}) && broken != "" {
			told++
		}
	}
	criteria.Measured(t, "SC-012", "with %d of %d scripts and skills broken, one at a time, the rest went on and the turn was told", told, len(all)-1)
}

// What failed comes to the narration as null, and what did not as it is.
func TestNarrationIsGivenWhatWentWell(t *testing.T) {
	for broken, want := range map[string]string{
		"":               "lore:true perceive:true recall:true roll:true standing:true trigger:true",
		"memory":         "lore:false perceive:true recall:false roll:true standing:true trigger:true",
		"npc-perception": "lore:true perceive:false recall:true roll:true standing:true trigger:true",
		"dice-roller":    "lore:true perceive:true recall:true standing:true trigger:true",
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &stage{broken: broken}
			s.play(t, narrator.Rules{}, "meeting", everythingAtOnce)
			if got := strings.Join(s.given, " "); got != want {
				t.Errorf("with %q broken narration was given %s, want %s", broken, got, want)
			}
		})
	}
}

// A planner that makes a helper required is seen to lose its first plan: the test
// above could fail.
func TestRequiredHelperCostsAPlan(t *testing.T) {
	stubborn := plan.PlannerFunc(func(_ context.Context, request plan.Request) ([]byte, error) {
		document := narrator.Rules{}.Document(request)
		for i := range document.Tools {
			document.Tools[i].Optional = false
		}
		return document.JSON(), nil
	})
	synctest.Test(t, func(t *testing.T) {
		s := &stage{broken: "memory"}
		if outcome := s.play(t, stubborn, "meeting", everythingAtOnce); len(outcome.Attempts) != 2 {
			t.Errorf("%d plans, want 2", len(outcome.Attempts))
		}
	})
}
