package executor

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// maxRetries bounds every policy.
const maxRetries = 10

// WithRetry tries a failed invocation again, at most policy.MaxRetries times and
// never more than ten. The wait before the n-th retry is the policy's Backoff
// doubled n-1 times, and at most [plan.MaxBackoff].
//
// What is not tried again is an attempt that timed out, since its time is gone,
// and one whose retry would not begin before the context's deadline. The outcome
// is the last attempt's, with the number of attempts in it.
func WithRetry(next Runner, policy plan.RetryPolicy) Runner {
	return RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
		waits := &waits{ctx: ctx, policy: policy}
		attempts := 0
		var last skills.Outcome
		try := func() error {
			if attempts > 0 && ctx.Err() != nil { // cancelled at the very end of the wait
				return backoff.Permanent(ctx.Err())
			}
			attempts++
			last = next.Run(ctx, inv)
			switch {
			case last.Err == nil:
				return nil
			case last.Err.Category == plan.TimedOut:
				return backoff.Permanent(last.Err)
			}
			return last.Err
		}
		_ = backoff.Retry(try, backoff.WithContext(waits, ctx)) // the error is in the outcome
		last.Attempts = attempts
		return last
	})
}

// waits is a policy's sequence of waits, as package backoff asks for it.
type waits struct {
	ctx    context.Context
	policy plan.RetryPolicy
	made   int
}

// Reset begins the sequence again.
func (w *waits) Reset() { w.made = 0 }

// NextBackOff is the next wait, or backoff.Stop where none may follow.
func (w *waits) NextBackOff() time.Duration {
	if w.made >= min(w.policy.MaxRetries, maxRetries) {
		return backoff.Stop
	}
	wait := waitBefore(w.policy.Backoff, w.made)
	if deadline, has := w.ctx.Deadline(); has && wait >= time.Until(deadline) {
		return backoff.Stop
	}
	w.made++
	return wait
}

// waitBefore doubles a wait a number of times and saturates at the maximum, so no
// value a plan may carry overflows.
func waitBefore(wait time.Duration, doublings int) time.Duration {
	wait = min(max(wait, 0), plan.MaxBackoff)
	for range doublings {
		wait = min(2*wait, plan.MaxBackoff)
	}
	return wait
}
