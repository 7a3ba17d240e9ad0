// Package executor carries out a checked plan.
//
//	result := executor.Run(ctx, checked, base, executor.Options{Runner: runner})
//
// A step starts when all it depends on has ended, at most Options.Concurrency at
// a time. What its attempts produce is staged; an attempt that ends with
// done.ok and exit 0 is accepted, any other leaves no trace. Accepted effects
// merge in plan order, never in the order in which processes finish, so the same
// outcomes always give the same state.
//
// Retry, timeout and trace are decorators around the same small [Runner].
package executor

import (
	"context"

	"github.com/narratoria/narratoria/skills"
)

// A Runner runs one invocation. skills.Transport is one; decorators are others.
type Runner interface {
	Run(ctx context.Context, inv skills.Invocation) skills.Outcome
}
