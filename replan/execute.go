package replan

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/narratoria/narratoria/plan"
)

// execute has the checked plan carried out.
func (l *loop) execute(ctx context.Context) Event {
	ctx, cancel := context.WithTimeout(ctx, l.opts.Limits.Execution)
	defer cancel()
	attempt, checked, began := l.last(), l.checked, time.Now()
	result, err := await(ctx, l.opts.Limits.Reserve, func() *plan.Result { return l.opts.Execute(ctx, checked) })
	attempt.Execution = time.Since(began)
	if err == nil && result == nil {
		err = errors.New("it gave no result")
	}
	if err != nil {
		attempt.Err = fmt.Errorf("execution: %w", err)
		l.logLostExecution(attempt)
		if errors.Is(err, errAbandoned) {
			return Expired // it still runs, and a second beside it might meet it
		}
		return Failed
	}
	attempt.Failures = failures(result)
	if !result.Success {
		l.disable(result.Disabled)
		return Failed
	}
	l.result = result
	return Succeeded
}

// failures are the steps that failed by themselves: one that was skipped for
// another's failure has nothing to tell.
func failures(result *plan.Result) (list []plan.Failure) {
	for _, tool := range result.Tools {
		if tool.Error != nil && (tool.State == plan.Failed || tool.State == plan.Timeout) {
			list = append(list, plan.Failure{Tool: tool.ToolID, Script: tool.Script, Error: *tool.Error})
		}
	}
	return list
}
