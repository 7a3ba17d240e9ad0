package executor_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// TestRetryTimes is exact to the nanosecond, for every wait a plan may carry.
func TestRetryTimes(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		wait  time.Duration
		waits []time.Duration // ten
	}{
		{0, make([]time.Duration, 10)},
		{1, []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 512}},
		{1 * ms, []time.Duration{1 * ms, 2 * ms, 4 * ms, 8 * ms, 16 * ms, 32 * ms, 64 * ms, 128 * ms, 256 * ms, 512 * ms}},
		{1 << 31, []time.Duration{1 << 31, 1 << 32, 5000 * ms, 5000 * ms, 5000 * ms, 5000 * ms, 5000 * ms, 5000 * ms, 5000 * ms, 5000 * ms}},
		{1 << 45, repeated(plan.MaxBackoff, 10)},
		{math.MaxInt64, repeated(plan.MaxBackoff, 10)},
		{math.MinInt64, make([]time.Duration, 10)},
	} {
		for _, retries := range []int{0, 1, 10, math.MaxInt} {
			t.Run(fmt.Sprint(int64(test.wait), " ", retries), func(t *testing.T) {
				starts, _, out := attemptTimes(t, plan.RetryPolicy{MaxRetries: retries, Backoff: test.wait}, time.Hour)
				want := []time.Duration{0}
				for _, wait := range test.waits[:min(retries, 10)] {
					want = append(want, want[len(want)-1]+3*ms+wait)
				}
				if diff := cmp.Diff(want, starts); diff != "" {
					t.Error(diff)
				}
				if out.Attempts != len(want) || out.Err == nil || out.Err.Code != "broken" {
					t.Errorf("the outcome has %d attempts and error %v", out.Attempts, out.Err)
				}
			})
		}
	}
}

func repeated(d time.Duration, n int) (list []time.Duration) {
	for range n {
		list = append(list, d)
	}
	return list
}

// attemptTimes retries what always fails after 3 ms, and gives each attempt's start.
func attemptTimes(t *testing.T, policy plan.RetryPolicy, deadline time.Duration) (starts []time.Duration, end time.Duration, out skills.Outcome) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), deadline)
		defer cancel()
		next := executor.RunnerFunc(func(context.Context, skills.Invocation) skills.Outcome {
			starts = append(starts, clock())
			time.Sleep(3 * time.Millisecond)
			return skills.Outcome{Err: failure(plan.ProcessError)}
		})
		out = executor.WithRetry(next, policy).Run(ctx, skills.Invocation{})
		end = clock()
	})
	return starts, end, out
}

// TestBackoffFromPlan follows the same figures through a plan's text, where they
// are milliseconds.
func TestBackoffFromPlan(t *testing.T) {
	for written, want := range map[string]time.Duration{
		"0": 0, "1": time.Millisecond, "2147483648": plan.MaxBackoff, "35184372088832": plan.MaxBackoff,
		"9223372036854775807": plan.MaxBackoff,
	} {
		text := `{"requestId":"8f14e45f-ceea-467f-9d4b-6f0f1d3c2b1a","tools":[{"toolId":"a","toolPath":"skill-a/run","retryPolicy":{"maxRetries":1,"backoffMs":` + written + `}}]}`
		p, problems := plan.Check("test", []byte(text), plan.NewCatalogue([]plan.Script{{Ref: scriptOf("a")}}), plan.Options{})
		if p == nil {
			t.Fatal(problems)
		}
		w := newWorld(map[plan.ToolID][]act{"a": {{takes: time.Millisecond, err: failure(plan.ToolFailure)}}})
		synctest.Test(t, func(t *testing.T) { executor.Run(t.Context(), p, nil, options(w)) })
		if got := w.seen["a"][1].start - w.seen["a"][0].end; got != want {
			t.Errorf("backoffMs %s waits %v, want %v", written, got, want)
		}
	}
}

// TestNoRetryPastTheDeadline: a wait that would not end before it is not begun.
func TestNoRetryPastTheDeadline(t *testing.T) {
	policy := plan.RetryPolicy{MaxRetries: 10, Backoff: time.Second}
	for deadline, want := range map[time.Duration]int{
		1003 * time.Millisecond: 1, 1004 * time.Millisecond: 2, 3006 * time.Millisecond: 2, 3007 * time.Millisecond: 3,
	} {
		starts, end, out := attemptTimes(t, policy, deadline)
		if len(starts) != want || out.Err.Code != "broken" {
			t.Errorf("%d attempts within %v, want %d; the error is %v", len(starts), deadline, want, out.Err)
		}
		if after := end - starts[len(starts)-1]; after != 3*time.Millisecond {
			t.Errorf("%v within %v: it ends %v after its last attempt began, want at once", policy, deadline, after)
		}
	}
}

// TestNoRetryWhenCancelledAtTheEndOfTheWait cancels at the instant in which the
// next attempt would begin. Which comes first is open; but an attempt begins only
// after a look that found the context still going on.
func TestNoRetryWhenCancelledAtTheEndOfTheWait(t *testing.T) {
	retried := 0
	for range 200 {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer time.AfterFunc(time.Second, cancel).Stop()
			looked := &lookedAt{Context: ctx, last: errNotLooked}
			attempts := 0
			next := executor.RunnerFunc(func(context.Context, skills.Invocation) skills.Outcome {
				if attempts++; attempts > 1 {
					retried++
					if looked.last != nil {
						t.Errorf("an attempt began although the last look at the context said: %v", looked.last)
					}
				}
				looked.last = errNotLooked
				return skills.Outcome{Err: failure(plan.ProcessError)}
			})
			executor.WithRetry(next, plan.RetryPolicy{MaxRetries: 1, Backoff: time.Second}).Run(looked, skills.Invocation{})
		})
	}
	if retried == 0 {
		t.Error("the cancel always came first, so nothing was tested")
	}
}

var errNotLooked = errors.New("nobody has looked")

// lookedAt is a context that knows what it said last when asked for its error.
type lookedAt struct {
	context.Context
	last error
}

func (c *lookedAt) Err() error {
	c.last = c.Context.Err()
	return c.last
}

// TestTimeoutsNest ends one hanging tool by each of the limits around it.
func TestTimeoutsNest(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		name                         string
		script, plan, optional, turn time.Duration
		degraded                     bool
		takes                        time.Duration
		code                         string
		reported                     bool
	}{
		{"script", 2 * s, 60 * s, 10 * s, 90 * s, false, 2 * s, "timeout", true},
		{"script of a degraded skill", 2 * s, 60 * s, 10 * s, 90 * s, true, 3 * s, "timeout", true},
		{"degraded within the plan", 50 * s, 60 * s, 70 * s, 90 * s, true, 60 * s, "plan_timeout", true},
		{"plan", 300 * s, 60 * s, 70 * s, 90 * s, false, 60 * s, "plan_timeout", true},
		{"plan too short to blame", 300 * s, 20 * s, 70 * s, 90 * s, false, 20 * s, "plan_timeout", false},
		{"optional", 300 * s, 60 * s, 10 * s, 90 * s, false, 10 * s, "optional_timeout", true},
		{"turn", 300 * s, 60 * s, 70 * s, 5 * s, false, 5 * s, "turn_timeout", false},
		{"the default", 0, 60 * s, 70 * s, 90 * s, false, 30 * s, "timeout", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := build(t, false, tool{id: "slow", optional: true, retry: plan.RetryPolicy{MaxRetries: 3}})
			w := newWorld(map[plan.ToolID][]act{"slow": {{takes: time.Hour}}})
			opts := options(w)
			opts.PlanTimeout, opts.OptionalBudget, opts.ScriptTimeout = test.plan, test.optional, 0
			opts.Lookup = func(ref plan.ScriptRef) (*skills.Script, bool) {
				return &skills.Script{Ref: ref, Timeout: test.script}, true
			}
			opts.Degraded = func(plan.SkillName) bool { return test.degraded }
			reported := false
			opts.Report = func(_ plan.SkillName, seen skills.Observation) { reported = seen == skills.FailedInPassing }
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), test.turn)
				defer cancel()
				got := executor.Run(ctx, p, nil, opts)
				slow := got.Tools[0]
				if got.Duration != test.takes || slow.State != plan.Timeout || slow.Error.Code != test.code || slow.Error.Category != plan.TimedOut {
					t.Errorf("%s after %v with %v, want %s after %v", slow.State, got.Duration, slow.Error, test.code, test.takes)
				}
				if slow.Retries != 0 || !slow.Transient || !got.Success || len(got.Failed) != 1 {
					t.Errorf("retries %d, transient %v, success %v, failed %v", slow.Retries, slow.Transient, got.Success, got.Failed)
				}
			})
			if reported != test.reported {
				t.Errorf("reported to the skill's health: %v, want %v", reported, test.reported)
			}
		})
	}
}

// TestSequenceWithinThePlan: three tools of 29 s in a plan of 60 s.
func TestSequenceWithinThePlan(t *testing.T) {
	w := newWorld(map[plan.ToolID][]act{"a": {{takes: 29 * time.Second}}, "b": {{takes: 29 * time.Second}}, "c": {{takes: 29 * time.Second}}})
	opts := options(w)
	opts.PlanTimeout = 60 * time.Second
	p := build(t, false, tool{id: "a"}, tool{id: "b"}, tool{id: "c"}, tool{id: "d"}, tool{id: "e", needs: []string{"c"}})
	synctest.Test(t, func(t *testing.T) {
		got := executor.Run(t.Context(), p, nil, opts)
		if got.Duration != 60*time.Second || got.Success || !got.CanReplan {
			t.Errorf("took %v, success %v, canReplan %v", got.Duration, got.Success, got.CanReplan)
		}
		want := map[plan.ToolID]plan.ToolState{"a": plan.Success, "b": plan.Success, "c": plan.Timeout, "d": plan.Skipped, "e": plan.Skipped}
		if diff := cmp.Diff(want, states(got)); diff != "" {
			t.Error(diff)
		}
		if e := toolResult(t, got, "d").Error; e.Code != "plan_timeout" || e.Message != "not run: the time for the whole plan was up before" {
			t.Errorf("d was skipped because of %q: %s", e.Code, e.Message)
		}
		if e := toolResult(t, got, "e").Error; e.Code != "dependency_failed" || e.RootCause != "c" {
			t.Errorf("e was skipped because of %q of %q", e.Code, e.RootCause)
		}
	})
}

// TestOptionalBudget: the time of two optional tools at once counts once, a required one not
// at all, and what begins when the budget is spent is skipped.
func TestOptionalBudget(t *testing.T) {
	const s = time.Second
	w := newWorld(map[plan.ToolID][]act{
		"a": {{takes: 4 * s}}, "soon": {{takes: s}}, "b": {{takes: 3 * s}}, "long": {{takes: 20 * s}}, "c": {{takes: 8 * s}},
	})
	opts := options(w)
	opts.OptionalBudget = 10 * s
	p := build(t, true,
		tool{id: "a", optional: true, async: true},
		tool{id: "soon", async: true}, tool{id: "b", optional: true, needs: []string{"soon"}, async: true},
		tool{id: "long", needs: []string{"a", "b"}, async: true},
		tool{id: "c", optional: true, needs: []string{"long"}, async: true},
		tool{id: "d", optional: true, needs: []string{"c"}, async: true},
		tool{id: "e", needs: []string{"d"}, async: true})
	synctest.Test(t, func(t *testing.T) {
		got := executor.Run(t.Context(), p, nil, opts)
		want := map[plan.ToolID]plan.ToolState{
			"a": plan.Success, "soon": plan.Success, "b": plan.Success, "long": plan.Success, "c": plan.Timeout, "d": plan.Skipped, "e": plan.Success,
		}
		if diff := cmp.Diff(want, states(got)); diff != "" {
			t.Error(diff)
		}
		if got.Duration != 30*s || !got.Success {
			t.Errorf("took %v, success %v: want 4 s, 20 s and the 6 s left", got.Duration, got.Success)
		}
		if result, has := w.seen["e"][0].inv.Request.Results["d"]; !has || result != nil {
			t.Errorf("e gets %v from the skipped optional tool, want null", result)
		}
		if e := toolResult(t, got, "d").Error; e.Code != "optional_timeout" {
			t.Errorf("d was skipped because of %v", e)
		}
	})
}

// TestHangingOptionalTools: a tool that had the whole time for optional ones, and was
// cut off, would be cut off again: that is told of its skill, in however many tries.
// One that began when others had used up a part of it is not to blame.
func TestHangingOptionalTools(t *testing.T) {
	const s = time.Second
	hangs := act{takes: time.Hour}
	for name, test := range map[string]struct {
		before time.Duration
		acts   []act
		told   bool
	}{
		"alone":            {0, []act{hangs}, true},
		"nearly alone":     {s / 2, []act{hangs}, true},
		"in several tries": {0, []act{{takes: 4 * s, err: failure(plan.ProcessError)}, hangs}, true},
		"after another":    {3 * s, []act{hangs}, false},
	} {
		w := newWorld(map[plan.ToolID][]act{"a": {{takes: test.before}}, "b": test.acts})
		opts := options(w)
		opts.OptionalBudget, opts.ScriptTimeout = 10*s, 30*s
		p := build(t, true, tool{id: "a", optional: true}, tool{id: "b", optional: true, needs: []string{"a"}, retry: plan.RetryPolicy{MaxRetries: 5}})
		synctest.Test(t, func(t *testing.T) {
			var reports []skills.Observation
			opts.Report = func(_ plan.SkillName, seen skills.Observation) { reports = append(reports, seen) }
			got := executor.Run(t.Context(), p, nil, opts)
			if e := toolResult(t, got, "b").Error; e == nil || e.Code != "optional_timeout" {
				t.Errorf("%s: b ended with %v", name, e)
			}
			want := []skills.Observation{skills.Succeeded}
			if test.told {
				want = append(want, skills.FailedInPassing)
			}
			if !slices.Equal(reports, want) {
				t.Errorf("%s: reported %v, want %v", name, reports, want)
			}
		})
	}
}

// TestCancelAnywhere cancels runs of random plans at random moments. Run returns
// when the attempts under way have; synctest fails the test if a goroutine stays.
func TestCancelAnywhere(t *testing.T) {
	for n := range soak.Count(5_000) {
		r := stream(t, n)
		g := drawGraph(t, r, shape{})
		at := time.Duration(r.Int64N(int64(500 * time.Millisecond)))
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(g.acts)
			w.grace = time.Duration(r.Int64N(int64(2500 * time.Millisecond)))
			ctx, cancel := context.WithCancel(t.Context())
			stop := time.AfterFunc(at, cancel)
			defer stop.Stop()
			opts := options(w)
			opts.Concurrency = g.limit
			reports := 0
			opts.Report = func(plan.SkillName, skills.Observation) { reports++ }
			got := executor.Run(ctx, g.plan, nil, opts)
			cancel()
			for _, tool := range got.Tools {
				if tool.State == plan.Success || tool.State == plan.Failed {
					reports--
				}
			}
			if reports != 0 {
				t.Errorf("case %d: %d reports too many: nothing was learned of tools that were cancelled", n, reports)
			}
			if over := clock() - at; over > w.grace {
				t.Errorf("case %d: returned %v after the cancel, the attempts' grace is %v", n, over, w.grace)
			}
			checkCancelled(t, n, g, got, w, at)
		})
	}
}

func checkCancelled(t *testing.T, n int, g graph, got *plan.Result, w *world, at time.Duration) {
	t.Helper()
	for _, tool := range got.Tools {
		attempts := w.seen[tool.ToolID]
		began := len(attempts) > 0
		switch {
		case began != (tool.State != plan.Skipped):
			t.Fatalf("case %d: %s is %s after %d attempts", n, tool.ToolID, tool.State, len(attempts))
		case began && attempts[len(attempts)-1].start > at:
			t.Fatalf("case %d: an attempt at %s began after the cancel", n, tool.ToolID)
		case (tool.State == plan.Success) != (tool.Error == nil):
			t.Fatalf("case %d: %s is %s with error %v", n, tool.ToolID, tool.State, tool.Error)
		case tool.State == plan.Timeout && tool.Error.Code != "cancelled":
			t.Fatalf("case %d: %s timed out by %v", n, tool.ToolID, tool.Error)
		}
	}
	for _, skill := range got.Disabled {
		if !slices.ContainsFunc(got.Tools, func(r plan.ToolResult) bool {
			return r.Script.Skill == skill && r.State == plan.Failed
		}) {
			t.Fatalf("case %d: %s is disabled, and has not failed by itself", n, skill)
		}
	}
	want := patchedByAccepted(g, got, w)
	if diff := cmp.Diff(want, got.State); diff != "" {
		t.Fatalf("case %d: the state of what was accepted before the cancel:\n%s", n, diff)
	}
}

func patchedByAccepted(g graph, got *plan.Result, w *world) (state object) {
	for _, tool := range got.Tools {
		if tool.State == plan.Success {
			acts := g.acts[tool.ToolID]
			state = patched(state, acts[min(len(w.seen[tool.ToolID]), len(acts))-1])
		}
	}
	return state
}

// Two ends at the same instant: the outer one is reported, every time.
func TestTieGoesToTheOuterEnd(t *testing.T) {
	for range 200 {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			hang := executor.RunnerFunc(func(ctx context.Context, _ skills.Invocation) skills.Outcome {
				<-ctx.Done()
				return skills.Outcome{Err: &plan.ToolError{Category: plan.TimedOut}}
			})
			out := executor.WithTimeout(hang, 30*time.Second).Run(ctx, skills.Invocation{Script: &skills.Script{}})
			if out.Err.Code != executor.CodeTurnTimeout {
				t.Fatalf("code %s, want %s", out.Err.Code, executor.CodeTurnTimeout)
			}
		})
	}
}
