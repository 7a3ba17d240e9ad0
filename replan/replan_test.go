package replan_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/skills"
)

// game is a turn with a planner and an execution that tests put together from
// one function for each attempt; the last one serves all further attempts.
type game struct {
	turn replan.Turn
	opts replan.Options

	mu       sync.Mutex // calls that were abandoned may overlap with later ones
	requests []plan.Request
	plans    []*plan.Plan
}

type (
	planning  func(context.Context, plan.Request) ([]byte, error)
	execution func(context.Context, *plan.Plan) *plan.Result
)

func newGame(plannings []planning, executions []execution) *game {
	g := &game{turn: replan.Turn{Input: "open the door", Seed: rng.FromString("42"), Seeded: true}}
	g.opts = replan.Options{
		Planner: plan.PlannerFunc(func(ctx context.Context, request plan.Request) ([]byte, error) {
			return pick(plannings, record(g, &g.requests, request))(ctx, request)
		}),
		Catalogue: catalogueOf("dice/roll", "lore/find", "memory/recall"),
		Execute: func(ctx context.Context, p *plan.Plan) *plan.Result {
			return pick(executions, record(g, &g.plans, p))(ctx, p)
		},
	}
	return g
}

func record[T any](g *game, list *[]T, item T) (number int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	*list = append(*list, item)
	return len(*list)
}

func pick[T any](list []T, number int) T { return list[min(number, len(list))-1] }

// run plays the turn in virtual time.
func (g *game) run(t *testing.T) (outcome replan.Outcome) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		outcome = replan.Run(t.Context(), g.turn, g.opts)
		letStragglersEnd()
	})
	return outcome
}

// letStragglersEnd gives what the loop abandoned the time it takes. Time stands
// still once a bubble's function returns, and synctest then fails for every
// goroutine that is left.
func letStragglersEnd() { time.Sleep(2 * time.Hour) }

func catalogueOf(refs ...string) func() *plan.Catalogue {
	var scripts []plan.Script
	for _, ref := range refs {
		skill, script, _ := strings.Cut(ref, "/")
		scripts = append(scripts, plan.Script{
			Ref:  plan.ScriptRef{Skill: plan.SkillName(skill), Script: plan.ScriptName(script)},
			File: "scripts/" + script + ".py",
		})
	}
	return func() *plan.Catalogue { return plan.NewCatalogue(scripts) }
}

// planFor plans one step for each toolPath.
func planFor(paths ...string) planning {
	return func(_ context.Context, request plan.Request) ([]byte, error) {
		return document(request, paths...).JSON(), nil
	}
}

func document(request plan.Request, paths ...string) plan.Document {
	d := plan.Document{ID: request.ID, Attempt: request.Attempt, Parent: request.Parent, Narrative: "So it goes."}
	for i, path := range paths {
		d.Tools = append(d.Tools, plan.Tool{ID: plan.ToolID(fmt.Sprintf("t%d", i)), Path: path})
	}
	return d
}

func succeed(_ context.Context, p *plan.Plan) *plan.Result {
	return &plan.Result{PlanID: p.ID(), Success: true, Attempt: p.Attempt()}
}

// fail lets every step of a plan fail.
func fail(_ context.Context, p *plan.Plan) *plan.Result {
	result := &plan.Result{PlanID: p.ID(), Attempt: p.Attempt(), UI: narration("What never happened."), State: protocol.Object{"ghost": true}}
	for _, step := range p.Steps() {
		result.Failed = append(result.Failed, step.ID)
		result.Disabled = append(result.Disabled, step.Script.Skill)
		result.Tools = append(result.Tools, plan.ToolResult{
			ToolID: step.ID, Script: step.Script, State: plan.Failed,
			Error: &plan.ToolError{Code: "no_luck", Message: "no luck", Category: plan.ToolFailure},
		})
	}
	return result
}

func narration(pieces ...string) (events []*protocol.UIEvent) {
	for _, piece := range pieces {
		events = append(events, &protocol.UIEvent{Event: protocol.UINarration, Payload: protocol.Object{"text": piece}})
	}
	return events
}

// hang obeys its context; deaf does not, and takes d.
func hang(ctx context.Context, _ plan.Request) ([]byte, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func deaf(d time.Duration) planning {
	return func(ctx context.Context, request plan.Request) ([]byte, error) {
		time.Sleep(d)
		return planFor("dice/roll")(ctx, request)
	}
}

func hangExecuting(ctx context.Context, p *plan.Plan) *plan.Result {
	<-ctx.Done()
	time.Sleep(2500 * time.Millisecond) // the most that an executor may take to end its processes
	return fail(ctx, p)
}

// cutShort is hangExecuting for a run that is given up: no skill has failed then.
func cutShort(ctx context.Context, p *plan.Plan) *plan.Result {
	result := hangExecuting(ctx, p)
	result.Disabled = nil
	return result
}

func TestFirstPlanSucceeds(t *testing.T) {
	g := newGame([]planning{planFor("dice/roll")}, []execution{succeed})
	outcome := g.run(t)
	if outcome.Fallback || outcome.Err != nil || outcome.Text != "So it goes." || len(outcome.Attempts) != 1 {
		t.Errorf("%+v", outcome)
	}
	if outcome.Plan.ID() != outcome.Attempts[0].PlanID || outcome.Result.PlanID != outcome.Plan.ID() {
		t.Error("plan, result and attempt disagree about their id")
	}
	if len(outcome.Degraded) != 0 || len(outcome.Disabled) != 0 {
		t.Errorf("degraded %q, disabled %q", outcome.Degraded, outcome.Disabled)
	}
}

func TestFailuresAreCarriedForward(t *testing.T) {
	g := newGame(
		[]planning{planFor("dice/roll"), planFor("no/such", "dice/roll"), planFor("lore/find", "memory/recall"), planFor()},
		[]execution{fail, fail, succeed})
	outcome := g.run(t)

	if outcome.Fallback || len(outcome.Attempts) != 4 {
		t.Fatalf("%d attempts, fallback %t", len(outcome.Attempts), outcome.Fallback)
	}
	for i, want := range []string{"[] dice lore memory", "[dice] lore memory", "[dice] lore memory", "[dice lore memory]"} {
		request := g.requests[i]
		got := fmt.Sprint(request.Disabled)
		for _, script := range request.Catalogue.Scripts() {
			got += " " + string(script.Ref.Skill)
		}
		if got != want {
			t.Errorf("request %d: disabled and catalogue are %s, want %s", i+1, got, want)
		}
		if request.Attempt != i+1 || request.Input != "open the door" || request.Seed != g.requests[0].Seed {
			t.Errorf("request %d: %+v", i+1, request)
		}
		if i > 0 && request.Parent != g.requests[i-1].ID || i == 0 && request.Parent != "" {
			t.Errorf("request %d has parent %s", i+1, request.Parent)
		}
	}
	want := []plan.Failure{{
		Tool: "t0", Script: plan.ScriptRef{Skill: "dice", Script: "roll"}, Error: plan.ToolError{Code: "no_luck", Message: "no luck", Category: plan.ToolFailure},
	}}
	if diff := cmp.Diff(want, g.requests[1].Failures); diff != "" {
		t.Errorf("what the second planner is told (-want +got):\n%s", diff)
	}
	var kinds []contracts.Kind
	for _, problem := range g.requests[2].Problems {
		kinds = append(kinds, problem.Kind)
	}
	if diff := cmp.Diff([]contracts.Kind{contracts.UnknownName, contracts.Forbidden}, kinds); diff != "" {
		t.Errorf("the third planner is told of these problems: %s", diff)
	}
	if g.requests[3].Problems != nil || len(g.requests[3].Failures) != 2 {
		t.Errorf("the fourth planner is told %v and %v", g.requests[3].Problems, g.requests[3].Failures)
	}
	if diff := cmp.Diff([]plan.SkillName{"dice", "lore", "memory"}, outcome.Disabled); diff != "" {
		t.Error(diff)
	}
}

func TestAFailedPlanContributesNothing(t *testing.T) {
	g := newGame([]planning{planFor("dice/roll"), planFor("lore/find")}, []execution{fail, succeed})
	if outcome := g.run(t); outcome.Text != "So it goes." || outcome.Result.State != nil {
		t.Errorf("%q, state %v", outcome.Text, outcome.Result.State)
	}
	g = newGame([]planning{planFor("dice/roll")}, []execution{fail})
	if outcome := g.run(t); outcome.Result != nil || outcome.Plan != nil || strings.Contains(outcome.Text, "never") {
		t.Errorf("%q, result %v", outcome.Text, outcome.Result)
	}
}

// A step that timed out is told of; one that was skipped for another's failure,
// or succeeded, has nothing to tell.
func TestWhatFailuresAreTold(t *testing.T) {
	mixed := func(ctx context.Context, p *plan.Plan) *plan.Result {
		result := fail(ctx, p)
		for i, state := range []plan.ToolState{plan.Success, plan.Timeout, plan.Skipped, plan.Failed} {
			result.Tools[i].State = state
		}
		result.Tools[0].Error = nil
		return result
	}
	outcome := newGame([]planning{planFor("dice/roll", "lore/find", "lore/find", "memory/recall"), planFor()}, []execution{mixed, succeed}).run(t)
	var told []plan.ToolID
	for _, failure := range outcome.Attempts[0].Failures {
		told = append(told, failure.Tool)
	}
	if diff := cmp.Diff([]plan.ToolID{"t1", "t3"}, told); diff != "" {
		t.Error(diff)
	}
}

// A disabled skill stays disabled in whatever spelling a planner finds for it.
func TestDisabledUnderEveryAlias(t *testing.T) {
	for _, alias := range []string{
		"dice/roll", "skills/dice/scripts/roll.py", "skills/dice/roll.py", "dice/roll.py", "DICE/roll", "Dice/Roll",
		"skills/dice/roll", "./skills/dice/roll.py", "skills//dice/roll.py", "dice//roll", "/dice/roll", "dice/../dice/roll",
		"ｄｉｃｅ/roll", "di\u200bce/roll", "dice /roll", " dice/roll", "dice\u00ad/roll", "skills/./dice/roll.py",
		"lore/../dice/roll", "skills/lore/../dice/scripts/roll.py", `skills\dice\roll.py`, "dice.", "dıce/roll", "diсe/roll",
	} {
		g := newGame([]planning{planFor("dice/roll"), planFor(alias)}, []execution{fail, succeed})
		outcome := g.run(t)
		if len(g.plans) != 1 || !outcome.Fallback || len(outcome.Attempts) != 5 {
			t.Errorf("%q: %d executions, %d attempts", alias, len(g.plans), len(outcome.Attempts))
		}
	}
}

// The control to the test above: the aliases that are names at all run where the
// skill is not disabled.
func TestAliasesRunUntilDisabled(t *testing.T) {
	for _, alias := range []string{"dice/roll", "skills/dice/scripts/roll.py", "skills/dice/roll.py"} {
		g := newGame([]planning{planFor(alias)}, []execution{succeed})
		if outcome := g.run(t); outcome.Fallback {
			t.Errorf("%q: %v", alias, outcome.Attempts[0].Problems)
		}
	}
}

func TestTheHostNamesPlans(t *testing.T) {
	g := newGame([]planning{func(context.Context, plan.Request) ([]byte, error) {
		return plan.Document{ID: "00000000-0000-4000-8000-000000000000", Attempt: 5, Disabled: []plan.SkillName{"lore"}}.JSON(), nil
	}}, []execution{fail, succeed})
	outcome := g.run(t)
	for i, p := range g.plans {
		if p.ID() != outcome.Attempts[i].PlanID || p.Attempt() != i+1 || p.Parent() != outcome.Attempts[i].Parent {
			t.Errorf("plan %d was executed as %s, attempt %d, parent %q", i+1, p.ID(), p.Attempt(), p.Parent())
		}
	}
	if outcome.Attempts[1].Parent != outcome.Attempts[0].PlanID {
		t.Errorf("the second plan's parent is %s", outcome.Attempts[1].Parent)
	}
	if outcome.Disabled != nil {
		t.Errorf("a document disabled %s for the turn", outcome.Disabled)
	}
}

func TestADocumentWithoutIDIsTaken(t *testing.T) {
	g := newGame([]planning{func(context.Context, plan.Request) ([]byte, error) { return []byte(`{"tools":[]}`), nil }}, []execution{succeed})
	if outcome := g.run(t); outcome.Fallback || g.plans[0].ID() != outcome.Attempts[0].PlanID {
		t.Errorf("%+v", outcome.Attempts)
	}
}

func TestPlanIDs(t *testing.T) {
	version := func(seeded bool) (ids []string) {
		g := newGame([]planning{planFor("dice/roll")}, []execution{fail})
		g.turn.Seeded = seeded
		for _, attempt := range g.run(t).Attempts {
			ids = append(ids, string(attempt.PlanID))
		}
		return ids
	}
	seeded, again, free := version(true), version(true), version(false)
	if !slices.Equal(seeded, again) {
		t.Error("one seed gave two sets of ids")
	}
	all := slices.Concat(seeded, free, version(false))
	slices.Sort(all)
	if n := len(slices.Compact(all)); n != 15 {
		t.Errorf("%d different ids, want 15", n)
	}
	if seeded[0][14] != '8' || free[0][14] != '7' {
		t.Errorf("ids of versions %c and %c, want 8 and 7", seeded[0][14], free[0][14])
	}
}

// Planners that give nothing usable cost an attempt each, and no more time than
// they have.
func TestUnusablePlanners(t *testing.T) {
	answer := func(document string) planning {
		return func(context.Context, plan.Request) ([]byte, error) { return []byte(document), nil }
	}
	for _, test := range []struct {
		name    string
		planner planning
		each    time.Duration
		want    string // in the attempt's error or problems
	}{
		{"error", func(context.Context, plan.Request) ([]byte, error) { return nil, errors.New("no model") }, 0, "no model"},
		{"nil", func(context.Context, plan.Request) ([]byte, error) { return nil, nil }, 0, ""},
		{"empty", answer(""), 0, ""},
		{"null", answer("null"), 0, ""},
		{"list", answer("[]"), 0, ""},
		{"prose", answer("Sure! Here is your plan:"), 0, ""},
		{"truncated", answer(`{"tools":[`), 0, ""},
		{"bytes", answer("\xff\xfe\x00{"), 0, ""},
		{"huge", answer(strings.Repeat("[", 4<<20)), 0, ""},
		{"shell", planFor("/bin/sh"), 0, "never run"},
		{"panic", func(context.Context, plan.Request) ([]byte, error) { panic("index out of range") }, 0, "index out of range"},
		{"hang", hang, 5 * time.Second, "no plan in time"},
		{"at the bell", deaf(5 * time.Second), 5 * time.Second, "no plan in time"},
		{"deaf", deaf(3 * time.Minute), 5 * time.Second, "no plan in time"},
	} {
		t.Run(test.name, func(t *testing.T) {
			outcome := newGame([]planning{test.planner}, []execution{succeed}).run(t)
			if !outcome.Fallback || len(outcome.Attempts) != 5 || outcome.Duration != 5*test.each {
				t.Errorf("fallback %t, %d attempts, %s", outcome.Fallback, len(outcome.Attempts), outcome.Duration)
			}
			for _, attempt := range outcome.Attempts {
				explained := fmt.Sprint(attempt.Err, attempt.Problems)
				if attempt.Err == nil && attempt.Problems.Err() == nil || !strings.Contains(explained, test.want) {
					t.Errorf("attempt %d is explained by %s", attempt.Number, explained)
				}
				if attempt.Generation != test.each {
					t.Errorf("attempt %d took %s", attempt.Number, attempt.Generation)
				}
			}
		})
	}
}

func TestUnusableExecutions(t *testing.T) {
	g := newGame([]planning{planFor("dice/roll")}, []execution{
		func(context.Context, *plan.Plan) *plan.Result { return nil },
		func(context.Context, *plan.Plan) *plan.Result { panic("nil map") },
		succeed,
	})
	outcome := g.run(t)
	if outcome.Fallback || len(outcome.Attempts) != 3 {
		t.Fatalf("%+v", outcome)
	}
	for i, want := range []string{"gave no result", "nil map"} {
		if err := outcome.Attempts[i].Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("attempt %d: %v, want %q", i+1, err, want)
		}
	}
}

// The budgets nest: 5 s for each plan, 60 s for an execution or what the turn
// has left less 5 s, 90 s in all.
func TestBudgets(t *testing.T) {
	late := func(ctx context.Context, request plan.Request) ([]byte, error) {
		time.Sleep(4900 * time.Millisecond)
		return planFor("dice/roll")(ctx, request)
	}
	stubborn := func(ctx context.Context, p *plan.Plan) *plan.Result {
		<-ctx.Done()
		return &plan.Result{}
	}
	outcome := newGame([]planning{late}, []execution{stubborn}).run(t)
	var got []time.Duration
	for _, attempt := range outcome.Attempts {
		got = append(got, attempt.Generation, attempt.Execution)
	}
	want := []time.Duration{
		4900 * time.Millisecond, 60 * time.Second,
		4900 * time.Millisecond, 15200 * time.Millisecond, // until 85 s
	}
	if diff := cmp.Diff(want, got); diff != "" || outcome.Duration != 85*time.Second {
		t.Errorf("%s in all; %s", outcome.Duration, diff)
	}
}

func TestAnExecutionThatDoesNotEnd(t *testing.T) {
	forever := func(context.Context, *plan.Plan) *plan.Result { time.Sleep(time.Hour); return nil }
	for _, test := range []struct {
		name       string
		executions []execution
		want       time.Duration
	}{
		{"each slow to end", []execution{hangExecuting}, 87500 * time.Millisecond},
		{"deaf", []execution{forever}, 65 * time.Second},
		{"the second deaf", []execution{hangExecuting, forever}, 90 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGame([]planning{planFor("dice/roll"), planFor()}, test.executions)
			outcome := g.run(t)
			if !outcome.Fallback || outcome.Duration != test.want || len(g.plans) != len(outcome.Attempts) {
				t.Errorf("%d executions, fallback %t after %s, want %s", len(g.plans), outcome.Fallback, outcome.Duration, test.want)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	gone := errors.New("the player has gone")
	for _, test := range []struct {
		name       string
		planner    planning
		executions execution
		after      time.Duration // of the start
		atMost     time.Duration // after the cancel
	}{
		{"before it began", planFor("dice/roll"), succeed, 0, 0},
		{"while planning", hang, succeed, 3 * time.Second, 0},
		{"while a deaf planner plans", deaf(time.Minute), succeed, 7 * time.Second, 0},
		{"while executing", planFor("dice/roll"), cutShort, 3 * time.Second, 2500 * time.Millisecond},
		{"while a deaf execution runs", planFor("dice/roll"),
			func(context.Context, *plan.Plan) *plan.Result { time.Sleep(time.Hour); return nil }, 3 * time.Second, 5 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGame([]planning{test.planner}, []execution{test.executions})
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				if test.after == 0 {
					cancel(gone)
				}
				time.AfterFunc(test.after, func() { cancel(gone) })
				outcome := replan.Run(ctx, g.turn, g.opts)
				if !outcome.Fallback || outcome.Err != gone || outcome.Text == "" {
					t.Errorf("fallback %t, error %v, text %q", outcome.Fallback, outcome.Err, outcome.Text)
				}
				if len(outcome.Degraded) != 1 || outcome.Degraded[0] != replan.GivenUp {
					t.Errorf("the player is told %q", outcome.Degraded)
				}
				if took := outcome.Duration - test.after; took > test.atMost {
					t.Errorf("it took %s after the cancel, want at most %s", took, test.atMost)
				}
				if n := len(outcome.Attempts); n > 0 && outcome.Attempts[n-1].Execution == 0 && !errors.Is(outcome.Attempts[n-1].Err, gone) {
					t.Errorf("the last attempt says %v", outcome.Attempts[n-1].Err)
				}
				letStragglersEnd()
			})
		})
	}
}

// A caller's nearer deadline takes the place of the turn's, and the reserve is
// kept before it.
func TestCallersDeadline(t *testing.T) {
	g := newGame([]planning{planFor("dice/roll")}, []execution{hangExecuting})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		outcome := replan.Run(ctx, g.turn, g.opts)
		if outcome.Duration != 17500*time.Millisecond || outcome.Err != nil || !outcome.Fallback {
			t.Errorf("%s, error %v", outcome.Duration, outcome.Err)
		}
	})
}

func TestLimitsAreTheMost(t *testing.T) {
	most := replan.Limits{Plans: 50, Generation: time.Hour, Execution: time.Hour, Turn: time.Hour, Reserve: time.Hour}
	for name, limits := range map[string]replan.Limits{"zero": {}, "too much": most, "negative": {Plans: -1, Generation: -1, Turn: -1}} {
		g := newGame([]planning{hang}, []execution{succeed})
		g.opts.Limits = limits
		if outcome := g.run(t); len(outcome.Attempts) != 5 || outcome.Duration != 25*time.Second {
			t.Errorf("%s: %d plans in %s", name, len(outcome.Attempts), outcome.Duration)
		}
	}
	g := newGame([]planning{planFor("dice/roll")}, []execution{hangExecuting})
	g.opts.Limits = replan.Limits{Turn: 4 * time.Second}
	if outcome := g.run(t); len(outcome.Attempts) != 1 || outcome.Duration > 4*time.Second {
		t.Errorf("a short turn: %d plans in %s", len(outcome.Attempts), outcome.Duration)
	}
	g = newGame([]planning{hang}, []execution{succeed})
	g.opts.Limits = replan.Limits{Plans: 2, Generation: time.Second}
	if outcome := g.run(t); len(outcome.Attempts) != 2 || outcome.Duration != 2*time.Second {
		t.Errorf("less: %d plans in %s", len(outcome.Attempts), outcome.Duration)
	}
}

func TestHealthGuidesTheLoop(t *testing.T) {
	table := skills.NewHealthTable()
	for range 6 {
		table.Observe("lore", skills.Failed)
	}
	for range 3 {
		table.Observe("dice", skills.Failed)
	}
	table.Observe("memory", skills.FailedInPassing)

	g := newGame([]planning{planFor("lore/find"), planFor("memory/recall")}, []execution{succeed})
	g.opts.Health = table
	outcome := g.run(t)
	if len(g.plans) != 1 || len(outcome.Attempts) != 2 {
		t.Fatalf("%d executions of %d plans", len(g.plans), len(outcome.Attempts))
	}
	shown := g.requests[0].Catalogue.Scripts()
	if len(shown) != 2 || shown[0].Ref.Skill != "memory" || shown[1].Ref.Skill != "dice" || !shown[1].Degraded {
		t.Errorf("the planner sees %+v", shown)
	}
	if diff := cmp.Diff([]string{`The skill "lore" failed and is left out of the rest of this session.`}, outcome.Degraded); diff != "" {
		t.Error(diff)
	}
}

func TestDegradedNamesWhatWasMissing(t *testing.T) {
	g := newGame([]planning{planFor("dice/roll")}, []execution{fail})
	g.opts.Limits.Plans = 2
	if diff := cmp.Diff([]string{
		`The skill "dice" failed and is left out of this turn.`,
		`No plan succeeded (tried: 2), so the narrator answers in general words.`,
	}, g.run(t).Degraded); diff != "" {
		t.Error(diff)
	}
	g = newGame([]planning{planFor("dice/roll", "lore/find")}, []execution{func(ctx context.Context, p *plan.Plan) *plan.Result {
		return &plan.Result{Success: true, Disabled: []plan.SkillName{"lore"}} // an optional step failed
	}})
	if diff := cmp.Diff([]string{`The skill "lore" failed and is left out of this turn.`}, g.run(t).Degraded); diff != "" {
		t.Error(diff)
	}
}

func TestText(t *testing.T) {
	const template = "(a template)"
	for _, test := range []struct {
		narrative string
		pieces    []string
		want      string
	}{
		{"So it goes.", nil, "So it goes."},
		{"So it goes.", []string{"The door opens.", "Dust falls."}, "The door opens.\n\nDust falls."},
		{"", []string{"The door", " opens.\n", "Dust falls."}, "The door opens.\nDust falls."},
		{"So it goes.", []string{"", " ", "\u200b\x1b[0m"}, "So it goes."},
		{" \n", []string{"\n"}, template},
		{"\u3164", nil, template},
		{"", nil, template},
	} {
		g := newGame([]planning{func(_ context.Context, request plan.Request) ([]byte, error) {
			d := document(request)
			d.Narrative = test.narrative
			return d.JSON(), nil
		}}, []execution{func(context.Context, *plan.Plan) *plan.Result {
			ui := append(narration(test.pieces...), &protocol.UIEvent{Event: "fanfare", Payload: protocol.Object{"text": "no prose"}},
				&protocol.UIEvent{Event: protocol.UINarration, Payload: protocol.Object{"text": protocol.Object{}}})
			return &plan.Result{Success: true, UI: ui}
		}})
		outcome := g.run(t)
		isTemplate := strings.Contains(outcome.Text, "open the door")
		if outcome.Fallback || isTemplate != (test.want == template) || !isTemplate && outcome.Text != test.want {
			t.Errorf("%q and %q give %q, want %q", test.narrative, test.pieces, outcome.Text, test.want)
		}
	}
}

func TestLog(t *testing.T) {
	dir := t.TempDir()
	log, err := runlog.Open(dir, runlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := newGame(
		[]planning{hang, planFor("no/such"), func(context.Context, plan.Request) ([]byte, error) { return nil, errors.New("no model") }, planFor("lore/find", "dice/roll", "dice/roll")},
		[]execution{func(context.Context, *plan.Plan) *plan.Result { return nil }, succeed})
	g.opts.Log = log
	outcome := g.run(t)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	var got []string
	err = runlog.Read(dir, runlog.Filter{}, func(e runlog.Entry) error {
		if at := outcome.Attempts[e.Attempt-1]; e.PlanID != string(at.PlanID) || e.ParentID != string(at.Parent) {
			t.Errorf("entry of plan %s, parent %s", e.PlanID, e.ParentID)
		}
		got = append(got, fmt.Sprintf("%d %s %s %v %s %s", e.Attempt, e.Kind, e.Outcome, e.Skills, e.Duration, e.Message))
		return nil
	})
	want := []string{
		"1 generation timeout [] 5s planner: no plan in time",
		"2 generation refused [] 0s " + outcome.Attempts[1].Problems.Error(),
		"3 generation failed [] 0s planner: no model",
		"4 generation success [dice lore] 0s ",
		"4 execution failed [] 0s execution: it gave no result",
		"5 generation success [dice lore] 0s ",
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}
