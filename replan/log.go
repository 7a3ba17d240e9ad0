package replan

import (
	"errors"
	"slices"

	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
)

// logGeneration writes down that a plan was asked for; checked is nil where none
// came of it. Executions are logged by the executor.
func (l *loop) logGeneration(attempt *Attempt, checked *plan.Plan) {
	entry := entryOf(attempt, runlog.Generation)
	entry.Duration = attempt.Generation
	if of := attempt.draft; of.By != "" {
		entry.Fields = strictjson.Object{"by": string(of.By)}
		strictjson.Put(entry.Fields, "instead", of.Instead)
		strictjson.PutList(entry.Fields, "dropped", strictjson.FromStrings(of.Dropped))
	}
	switch {
	case checked != nil:
		entry.Level, entry.Outcome, entry.Skills = runlog.Info, "success", chosen(checked)
	case errors.Is(attempt.Err, ErrLate):
		entry.Outcome, entry.Message = "timeout", attempt.Err.Error()
	case attempt.Err != nil:
		entry.Outcome, entry.Message = "failed", attempt.Err.Error()
	default:
		entry.Outcome, entry.Message = "refused", attempt.Problems.Error()
	}
	l.opts.Log.Write(entry)
}

// logLostExecution writes down an execution that could not do so itself.
func (l *loop) logLostExecution(attempt *Attempt) {
	entry := entryOf(attempt, runlog.Execution)
	entry.Duration, entry.Outcome, entry.Message = attempt.Execution, "failed", attempt.Err.Error()
	l.opts.Log.Write(entry)
}

func entryOf(attempt *Attempt, kind runlog.Kind) runlog.Entry {
	return runlog.Entry{
		Kind: kind, Level: runlog.Warn,
		PlanID: string(attempt.PlanID), ParentID: string(attempt.Parent), Attempt: attempt.Number,
	}
}

// chosen are the skills a plan uses, sorted.
func chosen(p *plan.Plan) (names []string) {
	for _, step := range p.Steps() {
		names = append(names, string(step.Script.Skill))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
