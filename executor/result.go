package executor

import (
	"fmt"
	"slices"
	"time"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// result puts together, in plan order, what the steps gave.
func (r *run) result() *plan.Result {
	result := &plan.Result{
		PlanID:    r.plan.ID(),
		Attempt:   r.plan.Attempt(),
		Success:   true,
		State:     r.states.atEnd(),
		Conflicts: r.conflicts(),
	}
	for i := range r.ended {
		r.addTo(result, i)
	}
	slices.Sort(result.Disabled)
	result.Disabled = slices.Compact(result.Disabled)
	result.CanReplan = !result.Success && result.Attempt < plan.MaxAttempts
	result.Duration = time.Since(r.began)
	return result
}

func (r *run) addTo(result *plan.Result, i int) {
	step, end := &r.plan.Steps()[i], &r.ended[i]
	result.Tools = append(result.Tools, end.result)
	switch end.result.State {
	case plan.Success:
		result.Assets = append(result.Assets, end.outcome.Assets...)
		result.Effects = append(result.Effects, end.outcome.Effects...)
		result.UI = append(result.UI, uiEvents(end.outcome.Events)...)
		return
	case plan.Failed, plan.Timeout:
		result.Failed = append(result.Failed, step.ID)
		if end.result.Error.Code != CodeCancelled { // it has not failed
			result.Disabled = append(result.Disabled, step.Script.Skill)
		}
	}
	if step.Required {
		result.Success = false
	}
}

func uiEvents(events []protocol.Event) (found []*protocol.UIEvent) {
	for _, event := range events {
		if ui, ok := event.(*protocol.UIEvent); ok {
			found = append(found, ui)
		}
	}
	return found
}

// failedAncestor is the first in plan order of the required steps before a step
// that failed.
func (r *run) failedAncestor(i int) (at int, found bool) {
	return r.ancestors[i].firstOf(r.failed)
}

// dependencyFailed is the error of a step that was skipped for another's.
func dependencyFailed(root plan.ToolResult) *plan.ToolError {
	return &plan.ToolError{
		Code: CodeDependencyFailed, Category: root.Error.Category, RootCause: root.ToolID,
		Message: fmt.Sprintf("not run: it depends on %q, which failed: %s", root.ToolID, root.Error.Message),
	}
}

// report tells how each step that was invoked bears on its skill's health.
func (r *run) report() {
	if r.opts.Report == nil {
		return
	}
	for i := range r.ended {
		if end := &r.ended[i]; end.invoked && r.tells(end) {
			r.opts.Report(r.plan.Steps()[i].Script.Skill, skills.ObservationOf(end.outcome.Err))
		}
	}
}

// tells reports whether how a step ended says something of its skill. Being cut off
// by the end of the run does only after a time in which any script should end: the
// usual timeout, or nearly all the time that there is for optional steps, since then
// another run would have cut it off as well.
func (r *run) tells(end *ended) bool {
	if end.outcome.Err == nil {
		return true
	}
	switch end.outcome.Err.Code {
	case CodeCancelled:
		return false
	case CodeOptionalTimeout:
		return end.result.Duration >= min(r.opts.ScriptTimeout, r.opts.OptionalBudget*9/10)
	case CodePlanTimeout, CodeTurnTimeout:
		return end.outcome.Duration >= r.opts.ScriptTimeout
	}
	return true
}
