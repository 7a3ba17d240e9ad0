package replan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/narratoria/narratoria/plan"
)

// ErrLate is in an attempt's Err when the planner gave no plan in time.
var ErrLate = errors.New("no plan in time")

// generate asks for one plan and checks it.
func (l *loop) generate(ctx context.Context) Event {
	catalogue := l.opts.Health.Mark(l.opts.Catalogue()).Without(l.disabled)
	request := l.request(catalogue)
	attempt, began := l.begin(), time.Now()
	request.ID, request.Attempt, request.Parent = attempt.PlanID, attempt.Number, attempt.Parent

	draft, err := l.ask(ctx, request)
	document := draft.Document
	attempt.Generation = time.Since(began)
	draft.Document = nil
	attempt.By, attempt.draft = draft.By, draft
	if err != nil {
		attempt.Err = fmt.Errorf("planner: %w", err)
		l.logGeneration(attempt, nil)
		return Refused
	}
	checked, problems := plan.Check("plan", document, catalogue, l.checkOptions(attempt))
	attempt.Problems = problems
	if checked == nil {
		l.logGeneration(attempt, nil)
		return Refused
	}
	l.checked = checked.Under(plan.Identity{
		ID: attempt.PlanID, Attempt: attempt.Number, Parent: attempt.Parent, Disabled: l.disabled,
	})
	l.logGeneration(attempt, l.checked)
	return Planned
}

// request is what the next planner may look at, but for its plan's identity.
func (l *loop) request(catalogue *plan.Catalogue) plan.Request {
	request := plan.Request{
		Input:     l.turn.Input,
		State:     l.turn.State,
		Catalogue: catalogue,
		Disabled:  l.disabled,
		Seed:      l.turn.Seed.Derive("planner").Int53(),
	}
	if last := l.last(); last != nil {
		request.Problems = last.Problems
		request.Failures = slices.Clone(last.Failures)
	}
	return request
}

// ask is the planner's answer, or why there is none. A planner that pays no heed
// to the end of its context is left behind.
func (l *loop) ask(ctx context.Context, request plan.Request) (plan.Draft, error) {
	ctx, cancel := context.WithTimeout(ctx, l.opts.Limits.Generation)
	defer cancel()
	type answer struct {
		draft plan.Draft
		err   error
	}
	got, err := await(ctx, 0, func() (a answer) {
		if drafter, is := l.opts.Planner.(plan.Drafter); is {
			a.draft, a.err = drafter.Draft(ctx, request)
		} else {
			a.draft.Document, a.err = l.opts.Planner.Plan(ctx, request)
		}
		return a
	})
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return plan.Draft{}, context.Cause(ctx)
	case expired(ctx):
		return plan.Draft{}, ErrLate
	}
	return got.draft, errors.Join(err, got.err)
}

func (l *loop) checkOptions(attempt *Attempt) plan.Options {
	options := l.opts.Check
	options.NewID = func() plan.ID { return attempt.PlanID }
	return options
}
