package executor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// TestMain is also the program of hostile skills: started with "behave" it writes what
// the next argument names.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "behave" {
		hostile[os.Args[2]].stream(os.Stdout)
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == "fill" {
		fillers[os.Args[2]].answer(os.Stdin, os.Stdout)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

type object = protocol.Object

// A world is a [executor.Runner] for tests in virtual time: each tool does, at
// its n-th attempt, what the n-th of its acts says, and the last of them again
// for every attempt after that. It remembers what it was asked.
type world struct {
	acts  map[plan.ToolID][]act
	grace time.Duration // between a context's end and the attempt's

	mu      sync.Mutex
	seen    map[plan.ToolID][]attempt
	running int
	most    int // that ran at once
}

// act is what one attempt does. Its events come halfway, or at once where the
// context ends before.
type act struct {
	takes   time.Duration
	events  []protocol.Event
	patches []object
	assets  []plan.Asset
	effects []plan.Effect
	output  object
	err     *plan.ToolError
}

// attempt is what the world saw of one.
type attempt struct {
	inv        skills.Invocation
	start, end time.Duration // since the world began
}

func newWorld(acts map[plan.ToolID][]act) *world {
	return &world{acts: acts, seen: map[plan.ToolID][]attempt{}}
}

func (w *world) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	number, a := w.enter(inv)
	out := a.perform(ctx, inv, w.grace)
	w.leave(inv.Scope.Tool, number)
	return out
}

func (w *world) enter(inv skills.Invocation) (number int, a act) {
	w.mu.Lock()
	defer w.mu.Unlock()
	tool := inv.Scope.Tool
	number = len(w.seen[tool])
	w.seen[tool] = append(w.seen[tool], attempt{inv: inv, start: clock()})
	w.running++
	w.most = max(w.most, w.running)
	if acts := w.acts[tool]; len(acts) > 0 {
		a = acts[min(number, len(acts)-1)]
	}
	return number, a
}

func (w *world) leave(tool plan.ToolID, number int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running--
	w.seen[tool][number].end = clock()
}

// synctest's clock begins at this time in every bubble.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func clock() time.Duration { return time.Since(epoch) }

func (a act) perform(ctx context.Context, inv skills.Invocation, grace time.Duration) skills.Outcome {
	ok := pause(ctx, a.takes/2)
	if inv.Listen != nil {
		for _, event := range a.events {
			inv.Listen(event)
		}
	}
	if ok = pause(ctx, a.takes-a.takes/2) && ok; !ok {
		time.Sleep(grace)
		// What a killed process looks like: the executor must know better.
		return a.outcome(&plan.ToolError{Code: "signal", Category: plan.ProcessError, Message: "killed"})
	}
	return a.outcome(a.err)
}

// outcome keeps what was staged also when the attempt failed: a worse transport
// than ours, so that the executor is seen to drop it.
func (a act) outcome(err *plan.ToolError) skills.Outcome {
	done := &protocol.Done{OK: err == nil, Output: a.output}
	return skills.Outcome{
		Events: append(slices.Clone(a.events), done), Done: done,
		Patches: a.patches, Assets: a.assets, Effects: a.effects, Err: err,
	}
}

// pause reports whether it lasted to its end.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func failure(category plan.Category) *plan.ToolError {
	return &plan.ToolError{Code: "broken", Category: category, Message: "it broke"}
}

// tool is one tool of a test's plan. Its script is "skill-ID/run".
type tool struct {
	id       string
	needs    []string
	optional bool
	async    bool
	retry    plan.RetryPolicy
}

func scriptOf(id string) plan.ScriptRef {
	return plan.ScriptRef{Skill: plan.SkillName("skill-" + id), Script: "run"}
}

// build makes a checked plan.
func build(t testing.TB, parallel bool, tools ...tool) *plan.Plan {
	t.Helper()
	return buildAttempt(t, 1, parallel, tools...)
}

func buildAttempt(t testing.TB, attempt int, parallel bool, tools ...tool) *plan.Plan {
	t.Helper()
	doc := plan.Document{
		ID: plan.ID(rng.FromString(fmt.Sprint("plan ", attempt)).UUID().String()), Parallel: parallel, Attempt: attempt,
	}
	var scripts []plan.Script
	edges := 1
	for _, tool := range tools {
		var needs []plan.ToolID
		for _, id := range tool.needs {
			needs = append(needs, plan.ToolID(id))
		}
		edges += len(needs)
		doc.Tools = append(doc.Tools, plan.Tool{
			ID: plan.ToolID(tool.id), Path: scriptOf(tool.id).String(), Input: object{"of": tool.id},
			Dependencies: needs, Optional: tool.optional, Async: tool.async, Retry: &tool.retry,
		})
		scripts = append(scripts, plan.Script{Ref: scriptOf(tool.id)})
	}
	checked, problems := plan.Check("test", doc.JSON(), plan.NewCatalogue(scripts), plan.Options{MaxTools: len(tools) + 1, MaxEdges: edges})
	if checked == nil {
		t.Fatalf("the test's plan is refused:\n%v", problems)
	}
	return checked
}

// lookup registers every script that is asked for.
func lookup(ref plan.ScriptRef) (*skills.Script, bool) { return &skills.Script{Ref: ref}, true }

// options are those of most tests: times so long that they never end a step.
func options(w *world) executor.Options {
	return executor.Options{
		Runner: w, Lookup: lookup, Concurrency: 4, Seed: rng.FromString("42"),
		PlanTimeout: time.Hour, ScriptTimeout: time.Hour, OptionalBudget: time.Hour,
	}
}

func toolResult(t testing.TB, result *plan.Result, id string) plan.ToolResult {
	t.Helper()
	for _, r := range result.Tools {
		if r.ToolID == plan.ToolID(id) {
			return r
		}
	}
	t.Fatalf("no result of tool %q", id)
	return plan.ToolResult{}
}

// stream gives the random numbers of the n-th case of a test.
func stream(t testing.TB, n int) *rand.Rand {
	return rng.FromString(t.Name()).Derive(fmt.Sprint(n)).Stream()
}
