package executor_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// parts are what an attempt may have staged when it stops, in this order.
func parts(count int, takes time.Duration) act {
	whole := []func(*act){
		func(a *act) {
			a.events = append(a.events, &protocol.Log{Level: protocol.LevelInfo, Message: "at work"})
		},
		func(a *act) { a.patches = append(a.patches, object{"torch": object{"lit": true}}) },
		func(a *act) {
			a.events = append(a.events, &protocol.UIEvent{Event: protocol.UINarration, Payload: object{"text": "Light!"}})
		},
		func(a *act) {
			a.assets = append(a.assets, plan.Asset{AssetID: "picture", Path: "/assets/1", Tool: "a"})
		},
		func(a *act) { a.effects = append(a.effects, plan.Effect{Tool: "a", Method: "data.set"}) },
		func(a *act) { a.patches = append(a.patches, object{"torch": object{"oil": 3}, "dark": nil}) },
		func(a *act) { a.output = object{"lit": true} },
	}
	a := act{takes: takes}
	for _, add := range whole[:count] {
		add(&a)
	}
	return a
}

const allParts = 7

// TestFailedAttemptsLeaveNoTrace stops an attempt at every place and in every
// way, lets the retry succeed, and compares with a tool that succeeded first time;
// then without a retry, with a tool that did nothing.
func TestFailedAttemptsLeaveNoTrace(t *testing.T) {
	base := object{"dark": true}
	p := build(t, false,
		tool{id: "a", retry: plan.RetryPolicy{MaxRetries: 2, Backoff: time.Second}, optional: true},
		tool{id: "b", needs: []string{"a"}})
	perform := func(acts ...act) (*plan.Result, *world) {
		w := newWorld(map[plan.ToolID][]act{"a": acts})
		var result *plan.Result
		synctest.Test(t, func(t *testing.T) { result = executor.Run(t.Context(), p, base, options(w)) })
		return result, w
	}
	whole := parts(allParts, time.Second)
	first, _ := perform(whole)
	none, _ := perform(act{takes: time.Second, err: failure(plan.ToolFailure)})
	for count := range allParts + 1 {
		for _, category := range []plan.Category{plan.ToolFailure, plan.InvalidJSON, plan.ProcessError} {
			broken := parts(count, time.Second)
			broken.err = failure(category)
			compare := func(name string, want, got *plan.Result) {
				t.Helper()
				if diff := cmp.Diff(consequences(want), consequences(got)); diff != "" {
					t.Errorf("%d parts, %s, %s:\n%s", count, category, name, diff)
				}
			}
			retried, _ := perform(broken, broken, whole)
			compare("retry succeeds", first, retried)
			failed, w := perform(broken)
			compare("retries fail", none, failed)
			if state := w.seen["b"][0].inv.Scope.State(); !strictjson.Equal(state, base) {
				t.Errorf("%d parts, %s: the dependant reads %v", count, category, state)
			}
		}
	}
}

// TestRetriesLeaveNoTrace is the same for whole plans: steps that fail so many times, each
// time with other things staged, and succeed in the end come to what they would have come to
// at once.
func TestRetriesLeaveNoTrace(t *testing.T) {
	failures := 0
	for seed := range soak.Count(1_000) {
		r := rand.New(rand.NewPCG(13, uint64(seed)))
		var tools []tool
		atOnce, atLast := map[plan.ToolID][]act{}, map[plan.ToolID][]act{}
		for i := range 1 + r.IntN(6) {
			step := tool{id: fmt.Sprint("t", i), async: r.IntN(2) == 0, retry: plan.RetryPolicy{MaxRetries: 3, Backoff: time.Second}}
			for j := range i {
				if r.IntN(3) == 0 {
					step.needs = append(step.needs, fmt.Sprint("t", j))
				}
			}
			tools = append(tools, step)
			id := plan.ToolID(step.id)
			good := parts(r.IntN(allParts+1), time.Second)
			good.patches = append(good.patches, object{"n": object{step.id: seed, "last": step.id}})
			atOnce[id] = []act{good}
			for range r.IntN(4) {
				bad := parts(r.IntN(allParts+1), time.Duration(r.IntN(2_000))*time.Millisecond)
				bad.patches = append(bad.patches, object{"n": object{step.id: nil, fmt.Sprint("bad", r.IntN(9)): true}})
				bad.err = failure([]plan.Category{plan.ToolFailure, plan.InvalidJSON, plan.ProcessError}[r.IntN(3)])
				atLast[id] = append(atLast[id], bad)
				failures++
			}
			atLast[id] = append(atLast[id], good)
		}
		p := build(t, r.IntN(2) == 0, tools...)
		perform := func(acts map[plan.ToolID][]act) (result *plan.Result) {
			synctest.Test(t, func(t *testing.T) {
				result = executor.Run(t.Context(), p, object{"dark": true}, options(newWorld(acts)))
			})
			return result
		}
		want, got := perform(atOnce), perform(atLast)
		if diff := cmp.Diff(consequences(want), consequences(got)); diff != "" || !got.Success {
			t.Fatalf("seed %d: success %v\n%s", seed, got.Success, diff)
		}
	}
	t.Logf("%d attempts failed on the way", failures)
}

// consequences is a result without what belongs to the trace.
func consequences(r *plan.Result) *plan.Result {
	c := *r
	c.Duration, c.Tools = 0, slices.Clone(r.Tools)
	for i := range c.Tools {
		tool := &c.Tools[i]
		tool.Duration, tool.Retries, tool.Events, tool.Error = 0, 0, nil, nil
	}
	return &c
}

// TestTimedOutAttemptLeavesNoTrace is the same for an attempt that is cut off.
func TestTimedOutAttemptLeavesNoTrace(t *testing.T) {
	for count := range allParts + 1 {
		w := newWorld(map[plan.ToolID][]act{"a": {parts(count, time.Minute)}})
		opts := options(w)
		opts.ScriptTimeout = 40 * time.Second // after its events
		synctest.Test(t, func(t *testing.T) {
			got := executor.Run(t.Context(), build(t, false, tool{id: "a"}), object{"dark": true}, opts)
			if got.Tools[0].State != plan.Timeout || !strictjson.Equal(got.State, object{"dark": true}) ||
				len(got.Assets)+len(got.Effects)+len(got.UI) > 0 || got.Tools[0].Output != nil {
				t.Errorf("%d parts: %s left %v", count, got.Tools[0].State, got)
			}
		})
	}
}

// TestRequest is all that an attempt is given.
func TestRequest(t *testing.T) {
	w := newWorld(map[plan.ToolID][]act{"a": {{err: failure(plan.ToolFailure)}, {}}})
	opts := options(w)
	opts.Features = []string{"calls"}
	opts.Limits = protocol.Limits{Events: 7}
	opts.Config = func(s *skills.Script) (object, []string) { return object{"for": s.Ref.String()}, []string{"hush"} }
	opts.Lookup = func(ref plan.ScriptRef) (*skills.Script, bool) {
		return &skills.Script{Ref: ref, Permissions: []skills.Permission{skills.Random}}, true
	}
	retry := plan.RetryPolicy{MaxRetries: 1}
	run := func(attempt int) []attempt {
		executor.Run(t.Context(), buildAttempt(t, attempt, false, tool{id: "a", retry: retry}), object{"x": 1}, opts)
		return w.seen["a"]
	}
	run(1)
	seen := run(2) // a replan
	if len(seen) != 3 {
		t.Fatalf("%d attempts, want two and one", len(seen))
	}
	inv := seen[0].inv
	want := protocol.Request{
		RequestID: inv.Request.RequestID, Seed: inv.Request.Seed,
		Tool: "skill-a/run", Operation: "run", Input: object{"of": "a"}, Features: opts.Features,
		Config: object{"for": "skill-a/run"}, Results: object{},
	}
	if diff := cmp.Diff(want, inv.Request); diff != "" {
		t.Error(diff)
	}
	if inv.Limits.Events != 7 || !slices.Equal(inv.Secrets, []string{"hush"}) || inv.Scope.Tool != "a" || inv.Scope.Script != scriptOf("a") || !slices.Equal(inv.Scope.Granted, []skills.Permission{skills.Random}) {
		t.Errorf("the scope is %+v", inv.Scope)
	}
	ids := map[string]bool{}
	for _, attempt := range seen {
		ids[attempt.inv.Request.RequestID] = true
		if attempt.inv.Request.Seed != inv.Request.Seed || attempt.inv.Scope.Seed != inv.Scope.Seed {
			t.Error("a retry or a replan rolls again")
		}
	}
	if len(ids) != 3 {
		t.Errorf("three attempts have %d ids", len(ids))
	}
}

// TestIDs: with a seed they are the same again and of version 8, without one
// nobody has seen them before.
func TestIDs(t *testing.T) {
	ids := map[string]uuid.Version{}
	for _, seed := range []rng.Seed{rng.FromString("1"), rng.FromString("1"), {}, {}} {
		w := newWorld(nil)
		opts := options(w)
		opts.Seed = seed
		executor.Run(t.Context(), build(t, false, tool{id: "a"}), nil, opts)
		id, err := uuid.Parse(w.seen["a"][0].inv.Request.RequestID)
		if err != nil {
			t.Fatal(err)
		}
		ids[id.String()] = id.Version()
	}
	versions := slices.Sorted(maps.Values(ids))
	if !slices.Equal(versions, []uuid.Version{7, 7, 8}) {
		t.Errorf("versions %v, want twice the same of version 8 and two of version 7", versions)
	}
}

// TestSeedsAreOfScriptInputAndOccurrence: equal steps of one plan draw different
// numbers, whatever they are called.
func TestSeedsAreOfScriptInputAndOccurrence(t *testing.T) {
	w := newWorld(nil)
	doc := func(ids ...plan.ToolID) *plan.Plan {
		d := plan.Document{ID: plan.ID(rng.FromString("p").UUID().String())}
		for _, id := range ids {
			d.Tools = append(d.Tools, plan.Tool{ID: id, Path: "skill-x/run", Input: object{"dice": "2d6"}})
		}
		p, problems := plan.Check("test", d.JSON(), plan.NewCatalogue([]plan.Script{{Ref: scriptOf("x")}}), plan.Options{})
		if p == nil {
			t.Fatal(problems)
		}
		return p
	}
	executor.Run(t.Context(), doc("a", "b"), nil, options(w))
	executor.Run(t.Context(), doc("c", "d"), nil, options(w))
	seed := func(id plan.ToolID) rng.Seed { return w.seen[id][0].inv.Scope.Seed }
	if seed("a") == seed("b") || seed("a") != seed("c") || seed("b") != seed("d") {
		t.Error("seeds depend on something else than script, input and occurrence")
	}
}

// TestSkippedWithRootCause names the step that failed first in plan order, not
// the one that happened to fail first.
func TestSkippedWithRootCause(t *testing.T) {
	w := newWorld(map[plan.ToolID][]act{
		"slow": {{takes: 2 * time.Second, err: failure(plan.InvalidJSON)}},
		"fast": {{takes: time.Second, err: failure(plan.ToolFailure)}},
	})
	p := build(t, true, tool{id: "slow", async: true}, tool{id: "fast", async: true},
		tool{id: "b", needs: []string{"fast", "slow"}, optional: true}, tool{id: "c", needs: []string{"b"}}, tool{id: "free"})
	synctest.Test(t, func(t *testing.T) {
		got := executor.Run(t.Context(), p, nil, options(w))
		for _, id := range []string{"b", "c"} {
			e := toolResult(t, got, id).Error
			if e.Code != "dependency_failed" || e.RootCause != "slow" || e.Category != plan.InvalidJSON ||
				e.Message != `not run: it depends on "slow", which failed: it broke` {
				t.Errorf("%s was skipped because of %q, %s: %s", id, e.RootCause, e.Category, e.Message)
			}
		}
		if toolResult(t, got, "free").State != plan.Success {
			t.Error("a tool that depends on nothing that failed was not run")
		}
		if want := []plan.SkillName{"skill-fast", "skill-slow"}; !slices.Equal(got.Disabled, want) {
			t.Errorf("disabled %v, want %v", got.Disabled, want)
		}
	})
}

func TestScriptThatIsGone(t *testing.T) {
	opts := options(newWorld(nil))
	opts.Lookup = func(ref plan.ScriptRef) (*skills.Script, bool) { return nil, false }
	opts.Report = func(plan.SkillName, skills.Observation) { t.Error("a script that was not run is reported") }
	got := executor.Run(t.Context(), build(t, false, tool{id: "a"}), nil, opts)
	if e := got.Tools[0].Error; got.Tools[0].State != plan.Failed || e.Code != "unknown_script" || e.Category != plan.ProcessError {
		t.Errorf("%s with %v", got.Tools[0].State, e)
	}
}

func TestCanReplanUntilTheFifthPlan(t *testing.T) {
	for attempt := 1; attempt <= 5; attempt++ {
		w := newWorld(map[plan.ToolID][]act{"a": {{err: failure(plan.ToolFailure)}}})
		got := executor.Run(t.Context(), buildAttempt(t, attempt, false, tool{id: "a"}), nil, options(w))
		if got.CanReplan != (attempt < 5) || got.Attempt != attempt {
			t.Errorf("attempt %d of 5: canReplan %v, attemptNumber %d", attempt, got.CanReplan, got.Attempt)
		}
	}
}

// TestReport counts invocations, not attempts, in plan order.
func TestReport(t *testing.T) {
	passing := failure(plan.ToolFailure)
	passing.Code = "rate_limited"
	w := newWorld(map[plan.ToolID][]act{
		"a": {{takes: 3, err: failure(plan.ToolFailure)}, {}}, "b": {{takes: 1, err: failure(plan.ToolFailure)}}, "c": {{err: passing}},
	})
	retry := plan.RetryPolicy{MaxRetries: 2}
	var seen []string
	opts := options(w)
	opts.Report = func(skill plan.SkillName, what skills.Observation) { seen = append(seen, fmt.Sprint(skill, " ", what)) }
	synctest.Test(t, func(t *testing.T) {
		executor.Run(t.Context(), build(t, true, tool{id: "a", async: true, retry: retry}, tool{id: "b", async: true, retry: retry},
			tool{id: "c", async: true, retry: retry}, tool{id: "d", needs: []string{"b"}}), nil, opts)
	})
	want := []string{
		fmt.Sprint("skill-a ", skills.Succeeded), fmt.Sprint("skill-b ", skills.Failed), fmt.Sprint("skill-c ", skills.FailedInPassing),
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
}

// TestListener follows a tool that tells half a tale, fails, and tells it again.
func TestListener(t *testing.T) {
	tale := parts(3, time.Second)
	broken := tale
	broken.err = failure(plan.ProcessError)
	w := newWorld(map[plan.ToolID][]act{"a": {broken, tale}, "b": {{err: failure(plan.ToolFailure)}}})
	var got []string
	opts := options(w)
	opts.Listen = func(e executor.Event) {
		text := fmt.Sprint(e.Tool, " ", e.Kind, " ", e.Attempt)
		switch event := e.Event.(type) {
		case *protocol.UIEvent:
			text += " " + event.Event
		case *protocol.Log:
			text += " log"
		}
		if e.Result != nil {
			text += " " + string(e.Result.State)
		}
		got = append(got, text)
	}
	p := build(t, false, tool{id: "a", retry: plan.RetryPolicy{MaxRetries: 1}}, tool{id: "b"}, tool{id: "c", needs: []string{"b"}})
	synctest.Test(t, func(t *testing.T) { executor.Run(t.Context(), p, nil, opts) })
	want := []string{
		"a started 1", "a provisional 1 log", "a provisional 1 narration", "a retracted 1 narration_retracted",
		"a started 2", "a provisional 2 log", "a provisional 2 narration", "a finished 0 success",
		"b started 1", "b finished 0 failed", "c finished 0 skipped",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestSlowListenerDelaysNothing: one that takes a second for each event costs a
// run its grace and no more, loses some and is told how many.
func TestSlowListenerDelaysNothing(t *testing.T) {
	const flood = 5000
	noisy := act{takes: 10 * time.Millisecond}
	for range flood {
		noisy.events = append(noisy.events, &protocol.Log{Level: protocol.LevelDebug, Message: "word"})
	}
	heard, missed := 0, 0
	opts := options(newWorld(map[plan.ToolID][]act{"a": {noisy}, "b": {{takes: 3000 * time.Second}}, "c": {noisy}}))
	opts.Listen = func(e executor.Event) {
		time.Sleep(time.Second)
		heard++
		missed += e.Missed
	}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		got := executor.Run(t.Context(), build(t, false, tool{id: "a"}, tool{id: "b"}, tool{id: "c"}), nil, opts)
		if took := time.Since(began); took > got.Duration+250*time.Millisecond || got.Duration != 3000*time.Second+20*time.Millisecond {
			t.Errorf("Run took %v, the plan %v", took, got.Duration)
		}
		time.Sleep(time.Second) // for the listener's last call
	})
	if heard < 1024 || missed < flood-1100 || heard+missed > 2*flood+7 {
		t.Errorf("heard %d events, was told that %d are missing", heard, missed)
	}
}

// TestListenerThatNeverReturns must not keep the result from the player.
func TestListenerThatNeverReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		calls := 0
		opts := options(newWorld(nil))
		opts.Listen = func(executor.Event) { calls++; <-release }
		got := executor.Run(t.Context(), build(t, false, tool{id: "a"}), nil, opts)
		if !got.Success || clock() != 250*time.Millisecond {
			t.Errorf("success %v after %v", got.Success, clock())
		}
		close(release)
		synctest.Wait()
		if calls != 1 {
			t.Errorf("the listener was called %d times, want once and not after Run", calls)
		}
	})
}

// TestConflicts compares with every pair of steps, path by path.
func TestConflicts(t *testing.T) {
	for n := range soak.Count(10_000) {
		g := drawGraph(t, stream(t, n), shape{})
		got, _ := carryOut(t, g, nil)
		f := foresee(g, nil)
		want := map[string]bool{}
		steps := g.plan.Steps()
		for i, a := range steps {
			for _, b := range steps[i+1:] {
				if f.before[b.ID][a.ID] {
					continue
				}
				for _, p := range f.accepted[a.ID].patches {
					for _, q := range f.accepted[b.ID].patches {
						collide(p, q, nil, want)
					}
				}
			}
		}
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), got.Conflicts); diff != "" {
			t.Fatalf("case %d:\n%s", n, diff)
		}
	}
}

// collide finds where two patches touch and are not both objects.
func collide(a, b object, path []string, found map[string]bool) {
	for key, left := range a {
		right, both := b[key]
		if !both {
			continue
		}
		here := append(slices.Clip(path), key)
		x, xIsObject := left.(object)
		y, yIsObject := right.(object)
		if xIsObject && yIsObject {
			collide(x, y, here, found)
		} else {
			found[strings.Join(here, ".")] = true
		}
	}
}

func TestConflictPathsAreEscaped(t *testing.T) {
	patch := []object{{"a.b": object{`c\d`: 1}}}
	w := newWorld(map[plan.ToolID][]act{"a": {{patches: patch}}, "b": {{patches: patch}}})
	got := executor.Run(t.Context(), build(t, false, tool{id: "a"}, tool{id: "b"}), nil, options(w))
	if want := []string{`a\.b.c\\d`}; !slices.Equal(got.Conflicts, want) {
		t.Errorf("conflicts %q, want %q", got.Conflicts, want)
	}
	if value, found := protocol.Get(got.State, got.Conflicts[0]); !found || value != 1 {
		t.Errorf("protocol.Get finds %v at the conflict", value)
	}
}

func TestRunLog(t *testing.T) {
	dir := t.TempDir()
	log, err := runlog.Open(dir, runlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	log.Mask("hunter2")
	broken := act{err: &plan.ToolError{Code: "no_luck", Message: "hunter2 was refused", Category: plan.ToolFailure}}
	broken.events = []protocol.Event{&protocol.Log{Level: protocol.LevelWarn, Message: "trying hunter2", Fields: object{"n": 1}}}
	w := newWorld(map[plan.ToolID][]act{"a": {broken, {}}, "b": {broken}})
	opts := options(w)
	opts.Log = log
	opts.Runner = executor.RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
		out := w.Run(ctx, inv)
		out.Stderr = []byte(`{"level":"error","msg":"from stderr"}`)
		return out
	})
	p := build(t, false, tool{id: "a", retry: plan.RetryPolicy{MaxRetries: 1}}, tool{id: "b", optional: true})
	synctest.Test(t, func(t *testing.T) { executor.Run(t.Context(), p, nil, opts) })
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	var got []string
	err = runlog.Read(dir, runlog.Filter{PlanID: string(p.ID())}, func(e runlog.Entry) error {
		got = append(got, strings.Join(strings.Fields(fmt.Sprint(e.Kind, " ", e.Level, " ", e.Tool, " ", e.ToolAttempt, " ", e.Outcome, " ", e.Code, " ", e.Message, " ", strings.Join(e.Skills, ","))), " "))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"skill_log warn a 1 trying ***", "skill_log error a 1 from stderr", "tool warn a 1 failed no_luck *** was refused",
		"skill_log error a 2 from stderr", "tool info a 2 success",
		"skill_log warn b 1 trying ***", "skill_log error b 1 from stderr", "tool warn b 1 failed no_luck *** was refused",
		"execution info 0 success skill-a,skill-b",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestSkillThatKeepsTooMuch: its attempt fails and leaves nothing; one that keeps as much
// as it may does not. The patches it is asked about are the attempt's, folded.
func TestSkillThatKeepsTooMuch(t *testing.T) {
	patches := []object{{"k": "1"}, {"k": object{"a": 1}}, {"k": object{"b": 2}}}
	for _, c := range []struct {
		bytes int
		want  plan.ToolState
	}{{protocol.MostKept, plan.Success}, {protocol.MostKept + 1, plan.Failed}} {
		opts := options(newWorld(map[plan.ToolID][]act{"a": {{patches: patches}}}))
		opts.Keeps = func(skill plan.SkillName, folded []object) int {
			if skill != "skill-a" || len(folded) != 2 {
				t.Errorf("asked of %s and %v", skill, folded)
			}
			return c.bytes
		}
		result := executor.Run(t.Context(), build(t, false, tool{id: "a"}), object{}, opts)
		tool := result.Tools[0]
		if tool.State != c.want || (len(result.State) > 0) != (c.want == plan.Success) {
			t.Errorf("with %d bytes it is %s, and the state %v", c.bytes, tool.State, result.State)
		}
		if tool.Error != nil && (tool.Error.Code != "too_much_state" || !strings.Contains(tool.Error.Message, "1048577 bytes, at most 1048576")) {
			t.Error(tool.Error)
		}
	}
}
