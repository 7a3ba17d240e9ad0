package executor

import (
	"context"
	"time"

	"github.com/narratoria/narratoria/skills"
)

// A Trace sees every attempt that passes it: Begin before, where it may add to
// the invocation, and End after. Of one invocation's attempts both are called one
// after the other.
type Trace interface {
	Begin(inv skills.Invocation) skills.Invocation
	End(inv skills.Invocation, out skills.Outcome)
}

// WithTrace shows each attempt to a trace. An outcome without a duration gets the
// measured one.
func WithTrace(next Runner, trace Trace) Runner {
	return RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
		inv = trace.Begin(inv)
		began := time.Now()
		out := next.Run(ctx, inv)
		if out.Duration == 0 {
			out.Duration = time.Since(began)
		}
		trace.End(inv, out)
		return out
	})
}
