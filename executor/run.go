package executor

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// A run is one plan being carried out. The loop in carryOut owns it; the
// goroutine of a step writes that step's place in ended and reads those of its
// ancestors, which have ended before it started.
type run struct {
	plan      *plan.Plan
	base      protocol.Object
	opts      Options
	began     time.Time
	ancestors []set // of each step, by plan order
	ended     []ended
	failed    set // the required steps that failed
	states    states
	optional  stopwatch
	listeners *stream
	cut       *plan.ToolError // why the run began no more steps, or nil
}

// ended is how one step ended.
type ended struct {
	result  plan.ToolResult
	outcome skills.Outcome // of the last attempt
	invoked bool           // the runner was asked
}

func newRun(p *plan.Plan, base protocol.Object, opts Options) *run {
	r := &run{
		plan: p, base: base, opts: opts,
		began:     time.Now(),
		ancestors: ancestors(p),
		ended:     make([]ended, len(p.Steps())),
		failed:    newSet(len(p.Steps())),
		optional:  stopwatch{left: opts.OptionalBudget},
		listeners: newStream(opts.Listen),
	}
	r.states = newStates(base, r.ended)
	return r
}

// carryOut starts what the schedule says until nothing runs and nothing can. The
// group has no limit of its own: the schedule keeps it, and a group that blocks
// its only caller would never be freed.
func (r *run) carryOut(ctx context.Context) {
	var steps errgroup.Group
	schedule := newSchedule(r.plan, r.opts.Concurrency)
	over := make(chan int, len(r.ended))
	for {
		if ctx.Err() != nil {
			r.cut = notBegun(ctx)
			r.skip(schedule.stop())
		}
		for _, i := range schedule.next() {
			ctx, cancel, ok := r.allow(ctx, i)
			if !ok {
				over <- i
				continue
			}
			steps.Go(func() error { // ends with its step
				defer cancel()
				r.ended[i] = r.invoke(ctx, i)
				over <- i
				return nil
			})
		}
		if schedule.running == 0 {
			break
		}
		r.settle(<-over, schedule)
	}
	_ = steps.Wait() // a step's failure is in its result
}

// allow gives an optional step the context of the budget that all of them share,
// or skips it where nothing is left of that.
func (r *run) allow(ctx context.Context, i int) (context.Context, context.CancelFunc, bool) {
	if r.plan.Steps()[i].Required {
		return ctx, func() {}, true
	}
	left := r.optional.begin(time.Now())
	ctx, cancel := within(ctx, left, errOptionalTime)
	if left <= 0 {
		defer cancel()
		r.ended[i].result = plan.ToolResult{State: plan.Skipped, Error: notBegun(ctx)}
		return nil, nil, false
	}
	return ctx, cancel, true
}

// settle takes a step's end into account.
func (r *run) settle(i int, schedule *schedule) {
	step, state := r.plan.Steps()[i], r.ended[i].result.State
	if !step.Required {
		r.optional.end(time.Now())
	}
	if state != plan.Skipped {
		r.finish(i)
	}
	if len(r.ended[i].outcome.Patches) > 0 {
		r.states.changedBy(i)
	}
	failed := step.Required && state != plan.Success
	if failed {
		r.failed.add(i)
	}
	r.skip(schedule.end(i, failed))
}

// skip ends steps that will not begin. Why is said by explainSkipped when all
// have ended: until then another reason may come before the one known now.
func (r *run) skip(steps []int) {
	for _, i := range steps {
		r.ended[i].result.State = plan.Skipped
	}
}

// explainSkipped gives each skipped step its reason: of the required steps it
// depends on the first in plan order that failed, else the end of the run's time.
func (r *run) explainSkipped() {
	for i := range r.ended {
		result := &r.ended[i].result
		if result.State != plan.Skipped {
			continue
		}
		if root, failed := r.failedAncestor(i); failed {
			result.Error = dependencyFailed(r.ended[root].result)
		} else if result.Error == nil {
			result.Error = r.cut
		}
		r.finish(i)
	}
}

// finish completes a step's result and shows it.
func (r *run) finish(i int) {
	step, result := &r.plan.Steps()[i], &r.ended[i].result
	result.ToolID, result.Script = step.ID, step.Script
	shown := *result
	r.listeners.send(Event{Kind: Finished, Plan: r.plan.ID(), Tool: step.ID, Script: step.Script, Result: &shown})
}
