package replan_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/skills"
)

// A world is one session of a few turns in which anything may go wrong: its
// planner and its skills behave as the seed says, from well to not at all, and
// the player may leave. Nothing in it draws from a shared source, so it can be
// played again exactly.
//
// It keeps what it saw, and [world.violations] says which promises were broken.
type world struct {
	seed    rng.Seed
	health  *skills.HealthTable
	malice  float64 // the share of calls that go wrong
	answer  answer
	reseed  bool // for a control: each plan draws anew
	mu      sync.Mutex
	story   strings.Builder // all that happened, for comparing two plays
	broken  []string
	current *worldTurn
}

// worldTurn is what is watched during one turn.
type worldTurn struct {
	seed    rng.Seed
	asked   int
	drawn   map[string]rng.Seed // by what the numbers are for
	planner int64               // the planner's seed
	gone    map[plan.SkillName]bool
	playing plan.ID
}

// answer is what is tried in a world: replan.Run.
type answer func(context.Context, replan.Turn, replan.Options) replan.Outcome

func newWorld(number int, answer answer) *world {
	seed := rng.FromString("world " + strconv.Itoa(number))
	return &world{
		seed: seed, health: skills.NewHealthTable(), answer: answer,
		malice: seed.Derive("malice").Stream().Float64(),
	}
}

// play runs the world's turns, and must be called in a bubble of virtual time.
func (w *world) play(ctx context.Context) {
	for i := range 1 + w.seed.Derive("turns").Stream().IntN(2) {
		w.playTurn(ctx, w.seed.Derive("turn", strconv.Itoa(i)))
	}
	letStragglersEnd()
}

func (w *world) playTurn(ctx context.Context, seed rng.Seed) {
	w.mu.Lock()
	w.current = &worldTurn{seed: seed, drawn: map[string]rng.Seed{}, gone: map[plan.SkillName]bool{}}
	w.mu.Unlock()
	draw := seed.Derive("player").Stream()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if draw.Float64() < 0.1 {
		leaving := time.AfterFunc(time.Duration(draw.Int64N(int64(90*time.Second))), func() { cancel(errors.New("the player left")) })
		defer leaving.Stop()
	}
	turn := replan.Turn{
		Input: []string{"I open the door", "", "\x1b[2J<b>", "いいえ"}[draw.IntN(4)], Seed: seed, Seeded: true,
		State: protocol.Object{"door": "shut"},
	}
	began := time.Now()
	outcome := w.answer(ctx, turn, w.options())
	w.judge(outcome, time.Since(began))
}

func (w *world) options() replan.Options {
	return replan.Options{
		Planner: plan.PlannerFunc(w.plan), Execute: w.execute, Health: w.health,
		Catalogue: func() *plan.Catalogue { return plan.NewCatalogue(worldScripts) },
	}
}

var worldScripts, worldSkills = func() (scripts []plan.Script, known map[plan.ScriptRef]*skills.Script) {
	known = map[plan.ScriptRef]*skills.Script{}
	for _, skill := range []plan.SkillName{"dice", "lore", "memory", "portrait", "story"} {
		for _, name := range []plan.ScriptName{"one", "two"} {
			ref := plan.ScriptRef{Skill: skill, Script: name}
			scripts = append(scripts, plan.Script{Ref: ref, File: "scripts/" + string(name) + ".py"})
			known[ref] = &skills.Script{Ref: ref, Skill: &skills.Skill{Name: skill}}
		}
	}
	return scripts, known
}()

// plan is the world's planner.
func (w *world) plan(ctx context.Context, request plan.Request) ([]byte, error) {
	w.mu.Lock()
	turn := w.current
	turn.asked++
	w.notef("plan %d asked, parent %s, disabled %v, problems %d, failures %d", request.Attempt, request.Parent, request.Disabled, len(request.Problems), len(request.Failures))
	w.note(turn.asked <= 5, "asked for plan %d", turn.asked)
	w.note(turn.asked == 1 || turn.planner == request.Seed, "the planner's seed changed in plan %d", turn.asked)
	turn.planner = request.Seed
	for _, skill := range request.Disabled {
		turn.gone[skill] = true
	}
	draw := turn.seed.Derive("planner", strconv.Itoa(turn.asked)).Stream()
	w.mu.Unlock()

	if draw.Float64() > w.malice {
		return w.goodPlan(draw, request).JSON(), nil
	}
	return w.badPlan(ctx, draw, request)
}

func (w *world) badPlan(ctx context.Context, draw *rand.Rand, request plan.Request) ([]byte, error) {
	document := w.goodPlan(draw, request)
	switch draw.IntN(16) {
	case 0:
		return nil, errors.New("no model")
	case 1:
		<-ctx.Done()
		return nil, ctx.Err()
	case 2:
		time.Sleep(between(draw, 5*time.Second, 3*time.Minute)) // deaf
	case 3:
		time.Sleep(between(draw, 0, 5*time.Second))
	case 4:
		panic("index out of range")
	case 5:
		return nil, nil
	case 6:
		return []byte("Sure! Here is your plan: {"), nil
	case 7:
		json := document.JSON()
		return json[:draw.IntN(len(json))], nil
	case 8:
		return []byte("\x00\xff[[[["), nil
	case 9:
		document.Tools = append(document.Tools, plan.Tool{ID: "x", Path: "/bin/sh", Dependencies: []plan.ToolID{"x"}})
	case 10:
		document.Tools = append(document.Tools, plan.Tool{ID: "a", Path: "dice/one", Dependencies: []plan.ToolID{"b"}}, plan.Tool{ID: "b", Path: "dice/one", Dependencies: []plan.ToolID{"a"}})
	case 11:
		document.ID, document.Parent = "11111111-2222-4333-8444-555555555555", document.ID
	default: // what the host has disabled, under some alias
		if len(request.Disabled) > 0 {
			document.Disabled = nil
			document.Tools = append(document.Tools, plan.Tool{ID: "again", Path: alias(draw, request.Disabled[draw.IntN(len(request.Disabled))])})
		}
	}
	return document.JSON(), nil
}

func alias(draw *rand.Rand, skill plan.SkillName) string {
	form := []string{
		"%s/one", "skills/%s/scripts/one.py", "skills/%s/one.py", "%s/one.py", "%s//one", "./%s/one", "story/../%s/one",
		"%s\u200b/one", " %s/one", "skills\\%s\\one.py",
	}[draw.IntN(10)]
	if draw.IntN(4) == 0 {
		skill = plan.SkillName(strings.ToUpper(string(skill)))
	}
	return fmt.Sprintf(form, skill)
}

// goodPlan is a plan of nothing that is disabled, of up to five steps.
func (w *world) goodPlan(draw *rand.Rand, request plan.Request) plan.Document {
	document := plan.Document{
		ID: request.ID, Attempt: request.Attempt, Parent: request.Parent, Disabled: request.Disabled, Parallel: draw.IntN(2) == 0,
		Narrative: []string{"", "  ", "A plan's own words by " + string(request.ID)}[draw.IntN(3)],
	}
	scripts := request.Catalogue.Scripts()
	for i := range draw.IntN(6) {
		if len(scripts) == 0 {
			break
		}
		tool := plan.Tool{
			ID: plan.ToolID(fmt.Sprintf("t%d", i)), Path: scripts[draw.IntN(len(scripts))].Ref.String(),
			Input:    protocol.Object{"door": strictjson.Number(strconv.Itoa(draw.IntN(2)))},
			Optional: draw.IntN(3) == 0, Async: draw.IntN(2) == 0,
			Retry: &plan.RetryPolicy{MaxRetries: draw.IntN(4), Backoff: time.Duration(draw.IntN(2000)) * time.Millisecond},
		}
		if i > 0 && draw.IntN(2) == 0 {
			tool.Dependencies = []plan.ToolID{document.Tools[draw.IntN(i)].ID}
		}
		document.Tools = append(document.Tools, tool)
	}
	return document
}

func between(draw *rand.Rand, from, to time.Duration) time.Duration {
	return from + time.Duration(draw.Int64N(int64(to-from)))
}

// execute is the real executor over the world's skills.
func (w *world) execute(ctx context.Context, p *plan.Plan) *plan.Result {
	w.mu.Lock()
	turn := w.current
	turn.playing = p.ID()
	for _, step := range p.Steps() {
		w.note(!turn.gone[step.Script.Skill], "disabled skill %s is in plan %s", step.Script.Skill, p.ID())
	}
	w.mu.Unlock()
	seed := turn.seed
	if w.reseed {
		seed = seed.Derive(string(p.ID()))
	}
	return executor.Run(ctx, p, protocol.Object{"door": "shut"}, executor.Options{
		Runner: executor.RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
			return w.invoke(ctx, p, inv)
		}),
		Lookup: func(ref plan.ScriptRef) (*skills.Script, bool) {
			script, ok := worldSkills[ref]
			return script, ok
		},
		Concurrency: 2,
		// The loop's own limit is what is tested. Two scripts of 30 s would end at
		// the same instant as a plan's 60 s, and what happens at one instant of
		// virtual time has no order.
		PlanTimeout:   time.Hour,
		ScriptTimeout: 29500 * time.Millisecond,
		Seed:          seed,
		Report:        func(skill plan.SkillName, seen skills.Observation) { w.health.Observe(skill, seen) },
	})
}

// invoke is one attempt at one of the world's scripts.
func (w *world) invoke(ctx context.Context, p *plan.Plan, inv skills.Invocation) skills.Outcome {
	w.drew(p.Steps()[p.Position(inv.Scope.Tool)], inv.Scope.Seed)
	draw := w.seed.Derive("behaviour", inv.Request.RequestID).Stream()
	began := time.Now()
	outcome := w.behave(ctx, draw, p.ID(), inv)
	outcome.Duration = time.Since(began)
	return outcome
}

func (w *world) behave(ctx context.Context, draw *rand.Rand, by plan.ID, inv skills.Invocation) skills.Outcome {
	failed := func(code string, category plan.Category) skills.Outcome {
		return skills.Outcome{Err: &plan.ToolError{Code: code, Message: code + " in " + string(by), Category: category}}
	}
	// No two scripts end at one instant: which of them the executor hears of first
	// would be the machine's choice, and with it what starts next.
	aside := between(draw, 1, time.Millisecond)
	defer time.Sleep(aside)
	longest := 3 * time.Second
	if draw.Float64() < w.malice {
		switch draw.IntN(8) {
		case 0, 1:
			return failed("no_luck", plan.ToolFailure)
		case 2:
			return failed("network_error", plan.ToolFailure)
		case 3:
			return failed("malformed_event", plan.InvalidJSON)
		case 4:
			return failed("exit", plan.ProcessError)
		case 5: // hangs, and takes its time to be ended
			<-ctx.Done()
			time.Sleep(between(draw, 0, 2500*time.Millisecond))
			return failed("timeout", plan.TimedOut)
		case 6:
			longest = 45 * time.Second
		}
	}
	select {
	case <-time.After(between(draw, 0, longest)):
		return succeeded(by, inv)
	case <-ctx.Done():
		return failed("timeout", plan.TimedOut)
	}
}

// succeeded marks everything it gives with the plan it was given for.
func succeeded(by plan.ID, inv skills.Invocation) skills.Outcome {
	patch := protocol.Object{"marks": protocol.Object{string(by): protocol.Object{string(inv.Scope.Tool): true}}}
	done := &protocol.Done{OK: true, Output: protocol.Object{"seed": strictjson.Number(strconv.FormatInt(inv.Request.Seed, 10))}}
	ui := &protocol.UIEvent{Event: protocol.UINarration, Payload: protocol.Object{"text": "Told by " + string(by)}}
	return skills.Outcome{
		Events: []protocol.Event{&protocol.StatePatch{Patch: patch}, ui, done}, Patches: []protocol.Object{patch}, Done: done,
	}
}

// drew checks that numbers depend on what they are for and on nothing else.
func (w *world) drew(step plan.Step, seed rng.Seed) {
	w.mu.Lock()
	defer w.mu.Unlock()
	what := fmt.Sprintf("%s %s %d", step.Script, strictjson.Append(nil, step.Input), step.Occurrence)
	before, again := w.current.drawn[what]
	w.note(!again || before == seed, "%s rolls again", what)
	w.current.drawn[what] = seed
}

// judge holds an outcome against the promises.
func (w *world) judge(outcome replan.Outcome, took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.note(strings.TrimSpace(outcome.Text) != "", "the player is told nothing")
	w.note(took <= 90*time.Second, "late: it took %s", took)
	w.note(len(outcome.Attempts) <= 5, "%d plans", len(outcome.Attempts))
	w.note(outcome.Fallback == (outcome.Result == nil), "fallback %t with result %v", outcome.Fallback, outcome.Result)
	w.note(len(slices.Compact(slices.Clone(outcome.Disabled))) == len(outcome.Disabled), "disabled twice: %v", outcome.Disabled)
	w.note(!strings.ContainsAny(outcome.Text, "\x1b<"), "the text acts: %q", outcome.Text)
	var accepted plan.ID
	if outcome.Result != nil {
		accepted = outcome.Result.PlanID
	}
	trace := dump(outcome)
	for i, attempt := range outcome.Attempts {
		last := i == len(outcome.Attempts)-1
		w.note(i == 0 || attempt.Parent == outcome.Attempts[i-1].PlanID, "plan %d has parent %q", i+1, attempt.Parent)
		w.note(!last || outcome.Fallback || attempt.PlanID == accepted, "the result is plan %s's, the last attempt's is %s", accepted, attempt.PlanID)
		w.note(attempt.PlanID == accepted || !strings.Contains(outcome.Text+dumpResult(outcome.Result), string(attempt.PlanID)),
			"failed plan %d left a trace", i+1)
	}
	w.story.WriteString(trace)
}

// note records a broken promise.
func (w *world) note(kept bool, format string, args ...any) {
	if !kept {
		w.broken = append(w.broken, fmt.Sprintf(format, args...))
	}
}

func (w *world) notef(format string, args ...any) { fmt.Fprintf(&w.story, format+"\n", args...) }

// violations are the promises that were broken.
func (w *world) violations() []string { return slices.Clone(w.broken) }

// dump writes everything of an outcome down.
func dump(o replan.Outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q fallback %t disabled %v degraded %q in %s error %v\n", o.Text, o.Fallback, o.Disabled, o.Degraded, o.Duration, o.Err)
	for _, a := range o.Attempts {
		fmt.Fprintf(&b, "  %d %s %s %s %s: %v %s\n", a.Number, a.PlanID, a.Parent, a.Generation, a.Execution, a.Failures, a.Problems)
		if a.Err != nil {
			line, _, _ := strings.Cut(a.Err.Error(), "\n") // without the stack of a panic
			fmt.Fprintf(&b, "    %s\n", line)
		}
	}
	return b.String() + dumpResult(o.Result)
}

func dumpResult(r *plan.Result) string {
	if r == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  %s %t %v %v %s %s\n", r.PlanID, r.Success, r.Failed, r.Disabled, r.Duration, strictjson.Append(nil, r.State))
	for _, tool := range r.Tools {
		fmt.Fprintf(&b, "    %s %s %s %s %d %s %v\n", tool.ToolID, tool.Script, tool.State, strictjson.Append(nil, tool.Output), tool.Retries, tool.Duration, tool.Error)
	}
	return b.String()
}
