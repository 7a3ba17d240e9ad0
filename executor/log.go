package executor

import (
	"fmt"

	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// entry is what all log entries of a run have in common.
func (r *run) entry(kind runlog.Kind) runlog.Entry {
	return runlog.Entry{
		Kind:   kind,
		PlanID: string(r.plan.ID()), ParentID: string(r.plan.Parent()), Attempt: r.plan.Attempt(),
	}
}

// logAttempt logs what a skill said of itself, and how the attempt ended.
func (r *run) logAttempt(a *attempts, out skills.Outcome) {
	if r.opts.Log == nil {
		return
	}
	e := r.entry(runlog.SkillLog)
	e.Tool, e.ToolAttempt, e.Script = string(a.step.ID), a.number, a.step.Script.String()
	for _, event := range out.Events {
		if said, ok := event.(*protocol.Log); ok {
			e.Level, e.Message, e.Fields = runlog.Level(said.Level), said.Message, said.Fields
			r.opts.Log.Write(e)
		}
	}
	e.Fields = nil
	r.opts.Log.Stderr(e, out.Stderr)

	e.Kind, e.Level, e.Message = runlog.Tool, runlog.Info, ""
	e.Outcome, e.Duration = string(stateOf(out.Err)), out.Duration
	if out.Err != nil {
		e.Level, e.Code, e.Message = runlog.Warn, out.Err.Code, out.Err.Message
	}
	if len(out.Warnings) > 0 {
		e.Level, e.Fields = runlog.Warn, strictjson.Object{"warnings": out.Warnings}
	}
	r.opts.Log.Write(e)
}

func (r *run) logExecution(result *plan.Result) {
	if r.opts.Log == nil {
		return
	}
	e := r.entry(runlog.Execution)
	e.Duration, e.Skills = result.Duration, r.skills()
	e.Outcome = string(plan.Success)
	if !result.Success {
		e.Level, e.Outcome = runlog.Warn, string(plan.Failed)
		e.Message = fmt.Sprintf("%d of %d tools failed", len(result.Failed), len(result.Tools))
	}
	e.Fields = strictjson.Object{"tools": len(result.Tools)}
	if len(result.Failed) > 0 {
		e.Fields["failed"] = result.Failed
	}
	if len(result.Conflicts) > 0 {
		e.Fields["conflicts"] = result.Conflicts
	}
	r.opts.Log.Write(e)
}

// skills are those the plan chose, in plan order.
func (r *run) skills() (names []string) {
	chosen := map[plan.SkillName]bool{}
	for _, step := range r.plan.Steps() {
		if name := step.Script.Skill; !chosen[name] {
			chosen[name] = true
			names = append(names, string(name))
		}
	}
	return names
}
