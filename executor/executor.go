// Package executor carries out a checked plan.
//
//	result := executor.Run(ctx, checked, base, executor.Options{
//		Runner: transport,
//		Lookup: registry.Script,
//	})
//
// A step starts when all it depends on has ended, at most Options.Concurrency at
// a time. What its attempts produce is staged; an attempt that ends with
// done.ok and exit 0 is accepted, any other leaves no trace. Accepted effects
// merge in plan order, never in the order in which processes finish, so the same
// outcomes always give the same state.
//
//	            schedule: which steps start now
//	                |
//	step --> retry --> trace --> staging --> timeout --> Runner
//	                |
//	            outcomes, by plan order --> settle --> plan.Result
//
// Retry, trace and timeout are decorators around the same small [Runner], and
// may be used without the rest.
//
// # Time
//
// Timeouts nest: an attempt ends by its script's timeout, the plan's, and the
// context's deadline, whichever is first; waits between attempts count in the
// plan's. What the program itself does for an attempt, reading what it writes, answering
// its calls, making the state that it asks for, is within the attempt's time. What it does
// when all have ended, putting the result together, is linear in what the attempts wrote,
// which protocol.Limits bound. Optional steps may be under way for Options.OptionalBudget in all, the
// time of several at once counted once, because that is what they keep the player
// waiting. A step that would have to begin later than that is skipped.
//
// # Failure
//
// A required step that fails fails the plan, and everything that depends on it,
// directly or not, is skipped with the failed step as its root cause. Everything
// else continues. Dependants of an optional step that fails run, with null as its
// result.
package executor

import (
	"context"
	"runtime"
	"time"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// A Runner runs one invocation. skills.Transport is one; decorators are others.
// It returns soon after its context's end, and may be called concurrently.
type Runner interface {
	Run(ctx context.Context, inv skills.Invocation) skills.Outcome
}

// RunnerFunc makes a function a [Runner].
type RunnerFunc func(ctx context.Context, inv skills.Invocation) skills.Outcome

// Run calls f.
func (f RunnerFunc) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	return f(ctx, inv)
}

// Options of a run. Runner and Lookup are required; other zero fields mean the
// default. Functions may be called concurrently unless they say otherwise.
type Options struct {
	Runner Runner
	// Lookup finds the script a plan names, as skills.Registry does.
	Lookup func(plan.ScriptRef) (*skills.Script, bool)

	Concurrency    int           // steps that run at once; the number of cores
	PlanTimeout    time.Duration // of the whole run; 60 s
	ScriptTimeout  time.Duration // of an attempt whose manifest says nothing; 30 s
	OptionalBudget time.Duration // for all optional steps together; 10 s

	// Seed is the turn's. Every attempt's randomness derives from it, and its id,
	// a UUID of version 8. Zero means one that nobody can guess, and ids of
	// version 7.
	Seed     rng.Seed
	Config   func(*skills.Script) (config protocol.Object, secrets []string) // a skill's configuration, and its [skills.Invocation.Secrets]; none
	Degraded func(plan.SkillName) bool                                       // grants 1.5 times the timeout; nobody
	Features []string                                                        // names for protocol.features
	As       string                                                          // whose view all steps are answered from: a character's id, "" for the player
	// Voice is all that a script of "view":"npc" is given: what the character that its step names may use,
	// made of that one's view alone. It is false for nobody who could speak. nil: no such script runs.
	Voice  func(npc string) (protocol.Object, bool)
	Host   skills.Host     // answers the calls of all steps; nil: the runner's own
	Assets string          // see [skills.Invocation.Assets]; "": the runner's own
	Limits protocol.Limits // of each attempt's stream
	Listen func(Event)     // see [Event]; from one goroutine
	// Keeps says how many bytes a skill would keep with these patches of one attempt,
	// over what it kept before the run; an attempt over protocol.MostKept fails. nil
	// counts nothing.
	Keeps  func(skill plan.SkillName, patches []protocol.Object) int
	Report func(plan.SkillName, skills.Observation) // see [Run]; from Run's goroutine
	Log    *runlog.Log                              // nil keeps nothing

	unseeded bool // Seed was zero
}

func (o Options) withDefaults() Options {
	if o.Concurrency <= 0 {
		o.Concurrency = runtime.GOMAXPROCS(0)
	}
	for _, limit := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&o.PlanTimeout, 60 * time.Second}, {&o.ScriptTimeout, 30 * time.Second}, {&o.OptionalBudget, 10 * time.Second},
	} {
		if *limit.value <= 0 {
			*limit.value = limit.standard
		}
	}
	if o.Seed == (rng.Seed{}) {
		o.Seed, o.unseeded = rng.New(), true
	}
	if o.Config == nil {
		o.Config = func(*skills.Script) (protocol.Object, []string) { return nil, nil }
	}
	if o.Degraded == nil {
		o.Degraded = func(plan.SkillName) bool { return false }
	}
	return o
}

// Run carries a plan out over a base state, which it does not change, and returns
// when all it started has ended: at the latest with the plan's timeout or soon
// after ctx, whichever is first. What has not ended by then ends as a timeout,
// what has not begun as skipped.
//
// The result is never nil. Its state shares with base what did not change.
//
// Each step that was invoked is reported once, after its retries and in plan
// order, when the run is over. Not reported is one that the run's own end cut
// off before it had at least Options.ScriptTimeout, or where it is optional nine
// tenths of Options.OptionalBudget: nothing was learned of it.
func Run(ctx context.Context, p *plan.Plan, base protocol.Object, opts Options) *plan.Result {
	r := newRun(p, base, opts.withDefaults())
	ctx, cancel := within(ctx, r.opts.PlanTimeout, errPlanTime)
	defer cancel()
	r.carryOut(ctx)
	r.explainSkipped()
	result := r.result()
	r.listeners.close()
	r.report()
	r.logExecution(result)
	return result
}
