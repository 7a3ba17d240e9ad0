package executor_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// A graph is a random plan together with what each of its tools will do.
type graph struct {
	plan  *plan.Plan
	acts  map[plan.ToolID][]act
	limit int
}

// shape says which graphs are drawn.
type shape struct {
	allAsync bool // and nothing fails
}

func drawGraph(t testing.TB, r *rand.Rand, s shape) graph {
	n := 1 + r.IntN(24)
	density := r.Float64() * 0.4
	tools := make([]tool, n)
	g := graph{acts: map[plan.ToolID][]act{}, limit: 1 + r.IntN(6)}
	names := r.Perm(n) // so that the order of names says nothing
	for i := range tools {
		tools[i] = drawTool(r, fmt.Sprint("t", names[i]), tools[:i], density, s)
		g.acts[plan.ToolID(tools[i].id)] = drawActs(r, tools[i], s)
	}
	r.Shuffle(n, func(i, j int) { tools[i], tools[j] = tools[j], tools[i] })
	g.plan = build(t, s.allAsync || r.IntN(4) > 0, tools...)
	return g
}

func drawTool(r *rand.Rand, id string, before []tool, density float64, s shape) tool {
	made := tool{id: id, async: true}
	for _, b := range before {
		if r.Float64() < density {
			made.needs = append(made.needs, b.id)
		}
	}
	if !s.allAsync {
		made.async = r.IntN(3) > 0
		made.optional = r.IntN(3) == 0
		made.retry = plan.RetryPolicy{MaxRetries: r.IntN(3), Backoff: time.Duration(r.IntN(50)) * time.Millisecond}
	}
	return made
}

// drawActs makes attempts that fail and at last, mostly, one that does not. Times
// are odd numbers of nanoseconds, so that no two steps end at the same instant.
func drawActs(r *rand.Rand, of tool, s shape) (acts []act) {
	if !s.allAsync {
		for range r.IntN(3) {
			acts = append(acts, drawAct(r, of))
			acts[len(acts)-1].err = failure([]plan.Category{plan.ToolFailure, plan.InvalidJSON, plan.ProcessError}[r.IntN(3)])
		}
		if len(acts) > 0 && r.IntN(3) == 0 {
			return acts
		}
	}
	return append(acts, drawAct(r, of))
}

func drawAct(r *rand.Rand, of tool) act {
	key := func() string { return string(rune('a' + r.IntN(4))) }
	a := act{takes: time.Duration(1 + r.Int64N(int64(100*time.Millisecond)))}
	for n := range r.IntN(3) {
		patch := object{key(): object{key(): fmt.Sprint(of.id, n)}}
		if r.IntN(4) == 0 {
			patch[key()] = nil
		}
		a.patches = append(a.patches, patch)
	}
	if r.IntN(2) == 0 {
		a.output = object{"by": of.id, "n": r.IntN(100)}
		a.effects = []plan.Effect{{Tool: plan.ToolID(of.id), Method: "data.set", Params: object{"n": r.IntN(100)}}}
		a.events = []protocol.Event{&protocol.UIEvent{Event: protocol.UINarration, Payload: object{"text": of.id}}}
		a.assets = []plan.Asset{{AssetID: of.id, Tool: plan.ToolID(of.id), Path: "/nowhere/" + of.id}}
	}
	return a
}

// carryOut runs a graph in virtual time.
func carryOut(t *testing.T, g graph, base object) (result *plan.Result, w *world) {
	t.Helper()
	w = newWorld(g.acts)
	synctest.Test(t, func(t *testing.T) {
		opts := options(w)
		opts.Concurrency = g.limit
		result = executor.Run(context.Background(), g.plan, base, opts)
	})
	return result, w
}

// span is when a step was under way, from its first attempt to its last.
type span struct{ start, end time.Duration }

func (w *world) spans() map[plan.ToolID]span {
	spans := map[plan.ToolID]span{}
	for tool, attempts := range w.seen {
		spans[tool] = span{attempts[0].start, attempts[len(attempts)-1].end}
	}
	return spans
}

// TestRandomGraphs holds runs of random plans against what can be known of them
// without the executor.
func TestRandomGraphs(t *testing.T) {
	for n := range soak.Count(10_000) {
		r := stream(t, n)
		g := drawGraph(t, r, shape{})
		base := object{"a": object{"a": "base"}, "b": "base"}
		result, w := carryOut(t, g, base)
		truth := foresee(g, base)

		if diff := cmp.Diff(truth.states, states(result)); diff != "" {
			t.Fatalf("case %d: how the tools ended:\n%s", n, diff)
		}
		if diff := cmp.Diff(simulate(g, truth), w.spans(), cmp.AllowUnexported(span{})); diff != "" {
			t.Fatalf("case %d: when the tools ran:\n%s", n, diff)
		}
		if w.most > g.limit {
			t.Fatalf("case %d: %d at once, limit %d", n, w.most, g.limit)
		}
		checkEdges(t, n, g, w)
		checkReads(t, n, g, truth, w)
		checkResult(t, n, g, truth, result)
		if !strictjson.Equal(base, object{"a": object{"a": "base"}, "b": "base"}) {
			t.Fatalf("case %d: the base was changed", n)
		}
	}
}

func states(result *plan.Result) map[plan.ToolID]plan.ToolState {
	all := map[plan.ToolID]plan.ToolState{}
	for _, tool := range result.Tools {
		all[tool.ToolID] = tool.State
	}
	return all
}

// truth is what a plan must come to, whenever its tools happen to run.
type truth struct {
	states   map[plan.ToolID]plan.ToolState
	took     map[plan.ToolID]time.Duration // with retries and waits
	accepted map[plan.ToolID]act
	before   map[plan.ToolID]map[plan.ToolID]bool // all a tool depends on
	reads    map[plan.ToolID]object
	state    object
}

func foresee(g graph, base object) truth {
	f := truth{
		states: map[plan.ToolID]plan.ToolState{}, took: map[plan.ToolID]time.Duration{},
		accepted: map[plan.ToolID]act{}, before: map[plan.ToolID]map[plan.ToolID]bool{},
		reads: map[plan.ToolID]object{}, state: base,
	}
	for _, step := range g.plan.Steps() {
		f.before[step.ID] = map[plan.ToolID]bool{}
		for _, id := range step.Dependencies {
			f.before[step.ID][id] = true
			for further := range f.before[id] {
				f.before[step.ID][further] = true
			}
		}
		f.foreseeStep(g, step, base)
	}
	return f
}

func (f *truth) foreseeStep(g graph, step plan.Step, base object) {
	f.reads[step.ID] = base
	for _, earlier := range g.plan.Steps() {
		if !f.before[step.ID][earlier.ID] {
			continue
		}
		if earlier.Required && f.states[earlier.ID] != plan.Success {
			f.states[step.ID] = plan.Skipped
			return
		}
		f.reads[step.ID] = patched(f.reads[step.ID], f.accepted[earlier.ID])
	}
	acts := g.acts[step.ID]
	for attempt := 0; ; attempt++ {
		a := acts[min(attempt, len(acts)-1)]
		f.took[step.ID] += a.takes
		if a.err == nil {
			f.states[step.ID], f.accepted[step.ID] = plan.Success, a
			f.state = patched(f.state, a)
			return
		}
		if attempt == step.Retry.MaxRetries {
			f.states[step.ID] = plan.Failed
			return
		}
		f.took[step.ID] += min(step.Retry.Backoff<<attempt, plan.MaxBackoff)
	}
}

func patched(state object, a act) object {
	for _, patch := range a.patches {
		state = protocol.Merge(state, patch)
	}
	return state
}

// simulate says when each tool runs. It knows the rules and the truth, and has
// nothing in common with the executor's schedule: it walks from one end of a step
// to the next and asks of every step anew whether it may start.
func simulate(g graph, f truth) map[plan.ToolID]span {
	spans := map[plan.ToolID]span{}
	steps := g.plan.Steps()
	alone := func(s plan.Step) bool { return !g.plan.Parallel() || !s.Async }
	for now := time.Duration(0); ; {
		var next time.Duration
		for {
			started := false
			for _, step := range steps {
				if f.states[step.ID] == plan.Skipped || spans[step.ID].end > 0 || !ready(step, spans, now) {
					continue
				}
				running, exclusive := under(steps, spans, now, alone)
				if exclusive || running == g.limit || (alone(step) && running > 0) {
					break // it waits, and so does all behind it
				}
				spans[step.ID] = span{now, now + f.took[step.ID]}
				started = true
				break
			}
			if !started {
				break
			}
		}
		for _, s := range spans {
			if s.end > now && (next == 0 || s.end < next) {
				next = s.end
			}
		}
		if next == 0 {
			return spans
		}
		now = next
	}
}

func ready(step plan.Step, spans map[plan.ToolID]span, now time.Duration) bool {
	return !slices.ContainsFunc(step.Dependencies, func(id plan.ToolID) bool {
		s, started := spans[id]
		return !started || s.end > now
	})
}

func under(steps []plan.Step, spans map[plan.ToolID]span, now time.Duration, alone func(plan.Step) bool) (running int, exclusive bool) {
	for _, step := range steps {
		if s, started := spans[step.ID]; started && s.end > now {
			running++
			exclusive = exclusive || alone(step)
		}
	}
	return running, exclusive
}

func checkEdges(t *testing.T, n int, g graph, w *world) {
	t.Helper()
	spans := w.spans()
	for _, step := range g.plan.Steps() {
		for _, id := range step.Dependencies {
			after, ran := spans[step.ID]
			if ran && after.start < spans[id].end {
				t.Fatalf("case %d: %s began at %v, before %s ended at %v", n, step.ID, after.start, id, spans[id].end)
			}
		}
	}
}

// checkReads holds what each attempt was given against the truth.
func checkReads(t *testing.T, n int, g graph, f truth, w *world) {
	t.Helper()
	for _, step := range g.plan.Steps() {
		results := object{}
		for _, id := range step.Dependencies {
			results[string(id)] = nil
			if output := f.accepted[id].output; output != nil {
				results[string(id)] = output
			}
		}
		for _, a := range w.seen[step.ID] {
			if !strictjson.Equal(f.reads[step.ID], a.inv.Scope.State()) {
				t.Fatalf("case %d: %s reads %v, want %v", n, step.ID, a.inv.Scope.State(), f.reads[step.ID])
			}
			if !strictjson.Equal(results, a.inv.Request.Results) {
				t.Fatalf("case %d: %s gets the results %v, want %v", n, step.ID, a.inv.Request.Results, results)
			}
			var effects []plan.Effect
			for _, earlier := range g.plan.Steps() {
				if f.before[step.ID][earlier.ID] {
					effects = append(effects, f.accepted[earlier.ID].effects...)
				}
			}
			if diff := cmp.Diff(effects, a.inv.Scope.Effects()); diff != "" {
				t.Fatalf("case %d: effects that %s sees:\n%s", n, step.ID, diff)
			}
		}
	}
}

func checkResult(t *testing.T, n int, g graph, f truth, got *plan.Result) {
	t.Helper()
	want := &plan.Result{PlanID: g.plan.ID(), Attempt: 1, Success: true, State: f.state}
	for _, step := range g.plan.Steps() {
		a := f.accepted[step.ID]
		want.Assets = append(want.Assets, a.assets...)
		want.Effects = append(want.Effects, a.effects...)
		for _, event := range a.events {
			want.UI = append(want.UI, event.(*protocol.UIEvent))
		}
		if f.states[step.ID] == plan.Failed {
			want.Failed = append(want.Failed, step.ID)
			want.Disabled = append(want.Disabled, step.Script.Skill)
		}
		if step.Required && f.states[step.ID] != plan.Success {
			want.Success = false
		}
	}
	slices.Sort(want.Disabled)
	want.CanReplan = !want.Success
	have := *got
	have.Tools, have.Duration, have.Conflicts = nil, 0, nil // looked at elsewhere
	if diff := cmp.Diff(want, &have); diff != "" {
		t.Fatalf("case %d: the result:\n%s", n, diff)
	}
}

// TestResultIsIndependentOfTime runs each plan with other durations and other
// limits: the whole result, printed without times, stays the same.
func TestResultIsIndependentOfTime(t *testing.T) {
	for n := range soak.Count(1_000) {
		r := stream(t, n)
		g := drawGraph(t, r, shape{})
		var first string
		for range 4 {
			result, _ := carryOut(t, g, object{"a": "base"})
			text := string(result.JSON(false))
			if first == "" {
				first = text
			}
			if text != first {
				t.Fatalf("case %d: the result depends on when tools end:\n%s", n, cmp.Diff(first, text))
			}
			g = rescheduled(r, g)
		}
	}
}

// TestOnePlanInManyOrders carries one plan out whose steps end in ever another order.
func TestOnePlanInManyOrders(t *testing.T) {
	r := stream(t, 7)
	g := drawGraph(t, r, shape{allAsync: true})
	for len(g.plan.Steps()) < 20 {
		g = drawGraph(t, r, shape{allAsync: true})
	}
	results, orders := map[string]bool{}, map[string]bool{}
	count := soak.Count(1_000)
	for range count {
		g = rescheduled(r, g)
		g.limit = 8
		result, w := carryOut(t, g, object{"a": "base"})
		results[string(result.JSON(false))] = true
		spans := w.spans()
		orders[fmt.Sprint(slices.SortedFunc(maps.Keys(spans), func(a, b plan.ToolID) int { return int(spans[a].end - spans[b].end) }))] = true
	}
	if len(results) != 1 {
		t.Errorf("%d results", len(results))
	}
	if len(orders) < count*9/10 {
		t.Errorf("only %d orders in %d runs", len(orders), count)
	}
}

func rescheduled(r *rand.Rand, g graph) graph {
	acts := map[plan.ToolID][]act{}
	for _, step := range g.plan.Steps() {
		acts[step.ID] = slices.Clone(g.acts[step.ID])
		for i := range acts[step.ID] {
			acts[step.ID][i].takes = time.Duration(1 + r.Int64N(int64(100*time.Millisecond)))
		}
	}
	return graph{plan: g.plan, acts: acts, limit: 1 + r.IntN(8)}
}

// TestMakespan: with every tool async, the virtual makespan is that of a list
// schedule: within Graham's bound, the critical path where there is always room,
// the sum where there is room for one.
func TestMakespan(t *testing.T) {
	for n := range soak.Count(10_000) {
		g := drawGraph(t, stream(t, n), shape{allAsync: true})
		path, sum := criticalPath(g)
		for _, limit := range []int{1, g.limit, len(g.plan.Steps())} {
			g.limit = limit
			result, _ := carryOut(t, g, nil)
			bound := path + (sum-path)/time.Duration(limit) + time.Duration(len(g.plan.Steps())) // rounding
			switch got := result.Duration; {
			case limit == 1 && got != sum:
				t.Fatalf("case %d: with one worker %v, the sum is %v", n, got, sum)
			case limit == len(g.plan.Steps()) && got != path:
				t.Fatalf("case %d: with a worker for each %v, the critical path is %v", n, got, path)
			case got > bound || got < path:
				t.Fatalf("case %d: with %d workers %v, outside %v to %v", n, limit, got, path, bound)
			}
		}
	}
}

func criticalPath(g graph) (path, sum time.Duration) {
	end := map[plan.ToolID]time.Duration{}
	for _, step := range g.plan.Steps() {
		for _, id := range step.Dependencies {
			end[step.ID] = max(end[step.ID], end[id])
		}
		takes := g.acts[step.ID][0].takes
		end[step.ID] += takes
		sum += takes
		path = max(path, end[step.ID])
	}
	return path, sum
}

// TestExclusiveStepsDoNotStarve has an exclusive step ready while shared ones
// behind it could go on for ever.
func TestExclusiveStepsDoNotStarve(t *testing.T) {
	tools := []tool{{id: "first", async: true}, {id: "exclusive"}}
	acts := map[plan.ToolID][]act{"first": {{takes: time.Second}}, "exclusive": {{takes: time.Second}}}
	for i := range 20 {
		id := fmt.Sprint("shared", i)
		tools = append(tools, tool{id: id, async: true})
		acts[plan.ToolID(id)] = []act{{takes: time.Duration(i) * 300 * time.Millisecond}}
	}
	_, w := carryOut(t, graph{plan: build(t, true, tools...), acts: acts, limit: 3}, nil)
	if got := w.spans()["exclusive"]; got != (span{time.Second, 2 * time.Second}) {
		t.Errorf("the exclusive step ran from %v to %v, want right after the first", got.start, got.end)
	}
}
