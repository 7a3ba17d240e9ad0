package narratoria

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

// A PlanRun is a plan that is carried out without a story.
type PlanRun struct {
	Name     string // what problems call the document
	Document []byte
	Limits   plan.Options
	State    protocol.Object // to begin with; nil is none
	Seed     string          // that all randomness and all ids derive from; "" is one that nobody can guess
	Jobs     int             // scripts that run at once; 0: the settings'
	// Begin is handed the plan once it is checked, and gives who listens to it, or nil. nil
	// has nobody listen.
	Begin func(*plan.Plan) func(executor.Event)
}

// RunPlan checks a document and carries it out. A refused one has a result, too.
func (p *Program) RunPlan(ctx context.Context, run PlanRun) (*plan.Result, error) {
	if err := p.run(); err != nil {
		return nil, err
	}
	checked, problems := plan.Check(run.Name, run.Document, p.registry.Load().Catalogue(nil), run.Limits)
	if problems.Err() != nil {
		result := plan.Refused(plan.DocumentID(run.Document), problems, plan.DocumentAttempt(run.Document))
		result.State = run.State
		p.log.Write(runlog.Entry{
			Kind: runlog.Execution, Level: runlog.Warn, PlanID: string(result.PlanID), Attempt: result.Attempt,
			Outcome: "refused", Message: problems.Error(),
		})
		return result, nil
	}
	var scripts []plan.ScriptRef
	for _, step := range checked.Steps() {
		scripts = append(scripts, step.Script)
	}
	p.warnLeaving(scripts...)
	opts := p.executorOptions(p.runner, p.health, nil)
	opts.Seed = seedOf(run.Seed)
	if run.Begin != nil {
		opts.Listen = run.Begin(checked)
	}
	if run.Jobs > 0 {
		opts.Concurrency = run.Jobs
	}
	result := executor.Run(ctx, checked, run.State, opts)
	result.Problems = problems // warnings
	p.host.Commit(result.Effects)
	return result, nil
}

// A ScriptRun is one attempt at a script, or what was recorded of one.
type ScriptRun struct {
	Script string // NAME/SCRIPT; with Recorded "" is a script without permissions
	Input  protocol.Object
	State  protocol.Object
	Seed   string // "" is one that nobody can guess
	// Recorded are lines of NDJSON that are read instead of running the script, which ended
	// with the code Exit. nil runs it.
	Recorded []byte
	Exit     int
}

// recording stands for the script of a recording that names none.
var recording = &skills.Script{
	Ref:   plan.ScriptRef{Skill: "replay", Script: "recording"},
	Skill: &skills.Skill{Name: "replay"},
}

// RunScript makes one attempt at a script, without retries. An error says that there is
// no such script.
func (p *Program) RunScript(ctx context.Context, run ScriptRun) (*skills.Script, skills.Outcome, error) {
	if err := p.run(); err != nil {
		return nil, skills.Outcome{}, err
	}
	script := recording
	if run.Script != "" {
		entry, problem := p.registry.Load().Catalogue(nil).Resolve(run.Script)
		if problem != nil {
			return nil, skills.Outcome{}, errors.New(problem.String())
		}
		script, _ = p.registry.Load().Script(entry.Ref)
	}
	var runner executor.Runner = p.runner
	if run.Recorded != nil {
		// What is recorded is judged, and asks no model again.
		runner = transport.Replay(run.Recorded, transport.ReplayOptions{Host: host.New(), Exit: run.Exit})
	} else {
		p.warnLeaving(script.Ref)
	}
	return script, executor.WithTimeout(runner, p.scriptTimeout(script)).Run(ctx, p.invocation(script, run)), nil
}

// invocation is one attempt as the executor would make it for a plan of one step.
func (p *Program) invocation(script *skills.Script, run ScriptRun) skills.Invocation {
	root, id := rng.New(), uuid.Must(uuid.NewV7())
	if run.Seed != "" {
		root = rng.FromString(run.Seed)
	}
	seed := root.Derive("skills run", script.Ref.String(), string(strictjson.Encode(run.Input)))
	if run.Seed != "" {
		id = seed.Derive("request").UUID()
	}
	config, secrets := p.configOf(script)
	return skills.Invocation{
		Script: script,
		Request: protocol.Request{
			RequestID: id.String(),
			Tool:      script.Ref.String(),
			Operation: string(script.Ref.Script),
			Input:     run.Input,
			Config:    config,
			Seed:      seed.Int53(),
			Results:   protocol.Object{},
		},
		Scope: skills.Scope{
			Tool: "try", Script: script.Ref, Granted: script.Permissions, State: skills.Known(run.State), Seed: seed,
		},
		Limits:  p.settings.Limits,
		Secrets: secrets,
	}
}
