package executor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// Codes of the errors that are the executor's own. Transports and scripts have
// theirs besides.
const (
	CodeTimeout          = "timeout"           // the script's own
	CodePlanTimeout      = "plan_timeout"      // the run's
	CodeOptionalTimeout  = "optional_timeout"  // that of all optional steps together
	CodeTurnTimeout      = "turn_timeout"      // the deadline of Run's context
	CodeCancelled        = "cancelled"         // Run's context was cancelled
	CodeDependencyFailed = "dependency_failed" // a required step before it failed
	CodeUnknownScript    = "unknown_script"    // registered when the plan was checked, gone now
	CodeNobody           = "nobody_speaks"     // a script speaks for one character, and its step names none who could
	CodeOnlySpeaks       = "only_speaks"       // under a character's view a script changes nothing
)

// Causes with which contexts end, so that whoever meets the end knows whose time
// was up.
var (
	errScriptTime   = errors.New("the script's timeout")
	errPlanTime     = errors.New("the time for the whole plan")
	errOptionalTime = errors.New("the time for all optional tools together")
	errTurnTime     = errors.New("the time for the turn")
)

// within is a context that ends after limit with this cause, unless the context
// around it ends first. Of two ends at the same instant the outer one counts:
// which timer fires first must not decide what is reported.
func within(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelFunc) {
	if outer, ok := ctx.Deadline(); ok && !time.Now().Add(limit).Before(outer) {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, limit, cause)
}

// WithTimeout ends an invocation that takes longer than limit. Whatever ended its
// context, this limit or one around it, an attempt that it cut off fails with
// category timeout and a code that says whose time was up.
func WithTimeout(next Runner, limit time.Duration) Runner {
	return RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
		ctx, cancel := within(ctx, limit, errScriptTime)
		defer cancel()
		out := next.Run(ctx, inv)
		if out.Err != nil && ctx.Err() != nil {
			out.Err = cutOff(ctx, inv, limit, out.Err)
		}
		return out
	})
}

// cutOff is the error of an attempt during which its context ended. What the
// script itself had said by then stands: that it failed, or broke the protocol.
func cutOff(ctx context.Context, inv skills.Invocation, limit time.Duration, err *plan.ToolError) *plan.ToolError {
	code, whose := endOf(ctx)
	switch {
	case err.Category != plan.TimedOut && err.Category != plan.ProcessError:
		return err
	case code == CodeTimeout && err.Category == plan.TimedOut:
		return err // the transport knows more about it
	case code == CodeTimeout:
		return timedOut(code, "%s did not end within its timeout of %v", inv.Script.Ref, limit)
	case code == CodeCancelled:
		return timedOut(code, "%s was ended because the run was cancelled", inv.Script.Ref)
	}
	return timedOut(code, "%s was ended because %v was up", inv.Script.Ref, whose)
}

// notBegun is the error of a step whose turn came after its context's end.
func notBegun(ctx context.Context) *plan.ToolError {
	code, whose := endOf(ctx)
	if code == CodeCancelled {
		return timedOut(code, "not run: the run was cancelled before")
	}
	return timedOut(code, "not run: %v was up before", whose)
}

func timedOut(code, format string, args ...any) *plan.ToolError {
	return &plan.ToolError{Code: code, Category: plan.TimedOut, Message: fmt.Sprintf(format, args...)}
}

// endOf says why a context ended.
func endOf(ctx context.Context) (code string, whose error) {
	cause := context.Cause(ctx)
	switch {
	case errors.Is(cause, errScriptTime):
		return CodeTimeout, errScriptTime
	case errors.Is(cause, errPlanTime):
		return CodePlanTimeout, errPlanTime
	case errors.Is(cause, errOptionalTime):
		return CodeOptionalTimeout, errOptionalTime
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return CodeTurnTimeout, errTurnTime
	}
	return CodeCancelled, context.Canceled
}
