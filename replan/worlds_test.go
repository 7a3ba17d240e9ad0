package replan_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/skills"
)

func playWorld(t *testing.T, w *world) *world {
	synctest.Test(t, func(t *testing.T) { w.play(t.Context()) })
	return w
}

// Every turn of every world ends with text for the player, inside 90 s of
// virtual time and five plans; no disabled skill runs again; failed plans leave
// no trace; no dice are rolled again; nothing is left running; and the same world
// goes the same way twice.
func TestWorlds(t *testing.T) {
	turns, fallbacks, cut := 0, 0, 0
	for number := range soak.Count(100_000) {
		first, second := playWorld(t, newWorld(number, replan.Run)), playWorld(t, newWorld(number, replan.Run))
		if broken := first.violations(); broken != nil {
			t.Fatalf("world %d: %s\n%s", number, strings.Join(broken, "\n"), first.story.String())
		}
		if first.story.String() != second.story.String() {
			t.Fatalf("world %d went two ways:\n%s\n--- and ---\n%s", number, first.story.String(), second.story.String())
		}
		turns += strings.Count(first.story.String(), " fallback ")
		fallbacks += strings.Count(first.story.String(), " fallback true ")
		cut += strings.Count(first.story.String(), " error the player left")
	}
	t.Logf("%d turns: %d ended in a fallback, %d of those because the player left", turns, fallbacks, cut)
	if fallbacks*20 < turns || fallbacks*20 > turns*19 {
		t.Errorf("the worlds try only one of the two ends")
	}
}

// The controls: each guard of the loop taken out, one at a time, and the worlds
// must notice.
func TestWorldsNotice(t *testing.T) {
	for _, test := range []struct {
		without string
		by      answer
		notice  string
	}{
		{"any deadline", naive, "late"},
		{"text of last resort", naive, "told nothing"},
		{"echoing safely", naive, "acts"},
		{"carrying disabled skills forward", forgetful, "disabled skill"},
		{"dropping failed plans", hoarding, "left a trace"},
		{"one seed for the turn", nil, "rolls again"},
		{"counting plans", tireless, "asked for plan 6"},
	} {
		t.Run("without "+test.without, func(t *testing.T) {
			for number := range 500 {
				w := newWorld(number, test.by)
				if test.by == nil {
					w.answer, w.reseed = replan.Run, true
				}
				if strings.Contains(strings.Join(playWorld(t, w).violations(), "\n"), test.notice) {
					return
				}
			}
			t.Errorf("500 worlds without %s, and none noticed", test.without)
		})
	}
}

// naive is the specification's algorithm as it is written, with all the time in
// the world.
func naive(ctx context.Context, turn replan.Turn, opts replan.Options) (outcome replan.Outcome) {
	var disabled []plan.SkillName
	for attempt := 1; attempt <= 5; attempt++ {
		document, err := patient(ctx, opts.Planner, plan.Request{
			ID: plan.ID(turn.Seed.Derive("plan", strconv.Itoa(attempt)).UUID().String()), Input: turn.Input,
			Catalogue: opts.Catalogue().Without(disabled), Disabled: disabled, Attempt: attempt,
		})
		checked, _ := plan.Check("plan", document, opts.Catalogue().Without(disabled), plan.Options{})
		if err != nil || checked == nil {
			continue
		}
		result := opts.Execute(ctx, checked)
		if result.Success {
			return replan.Outcome{Text: checked.Narrative(), Result: result}
		}
		disabled = append(disabled, result.Disabled...)
	}
	return replan.Outcome{Text: "Your action '" + turn.Input + "' echoes in the stillness...", Fallback: true}
}

// patient waits ten minutes for a planner, and forgives its panics.
func patient(ctx context.Context, planner plan.Planner, request plan.Request) (document []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	defer func() { _ = recover() }()
	return planner.Plan(ctx, request)
}

// forgetful does not hear which skills failed, neither from results nor health,
// but the world does.
func forgetful(ctx context.Context, turn replan.Turn, opts replan.Options) replan.Outcome {
	failed := map[plan.SkillName]bool{}
	execute, planner := opts.Execute, opts.Planner
	opts.Health = skills.NewHealthTable()
	opts.Planner = plan.PlannerFunc(func(ctx context.Context, request plan.Request) ([]byte, error) {
		for skill := range failed {
			request.Disabled = append(request.Disabled, skill)
		}
		return planner.Plan(ctx, request)
	})
	opts.Execute = func(ctx context.Context, p *plan.Plan) *plan.Result {
		result := execute(ctx, p)
		for _, skill := range result.Disabled {
			failed[skill] = true
		}
		result.Disabled = nil
		return result
	}
	return replan.Run(ctx, turn, opts)
}

// hoarding keeps the state of plans that failed.
func hoarding(ctx context.Context, turn replan.Turn, opts replan.Options) replan.Outcome {
	var kept []*plan.Result
	execute := opts.Execute
	opts.Execute = func(ctx context.Context, p *plan.Plan) *plan.Result {
		result := execute(ctx, p)
		kept = append(kept, result)
		return result
	}
	outcome := replan.Run(ctx, turn, opts)
	for _, result := range kept {
		if outcome.Result != nil && !result.Success {
			outcome.Result.Tools = append(outcome.Result.Tools, result.Tools...)
		}
	}
	return outcome
}

// tireless answers a fallback by beginning again.
func tireless(ctx context.Context, turn replan.Turn, opts replan.Options) replan.Outcome {
	outcome := replan.Run(ctx, turn, opts)
	if outcome.Fallback && ctx.Err() == nil {
		again := replan.Run(ctx, turn, opts)
		again.Attempts = append(outcome.Attempts, again.Attempts...)
		return again
	}
	return outcome
}
