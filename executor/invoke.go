package executor

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// invoke carries out one step with all its attempts.
func (r *run) invoke(ctx context.Context, i int) ended {
	step := &r.plan.Steps()[i]
	script, known := r.opts.Lookup(step.Script)
	if !known {
		return ended{result: plan.ToolResult{State: plan.Failed, Error: unknownScript(step.Script)}}
	}
	attempts := &attempts{run: r, step: step}
	runner := WithTimeout(r.opts.Runner, r.timeout(script))
	runner = WithTrace(withStaging(runner, r.opts.Keeps), attempts)
	runner = WithRetry(runner, step.Retry)

	began := time.Now()
	inv := r.invocation(i, script)
	if script.NPCView {
		if err := r.speaks(&inv, step); err != nil {
			return ended{result: plan.ToolResult{State: plan.Failed, Error: err}}
		}
	}
	out := runner.Run(ctx, inv)
	return ended{outcome: out, invoked: true, result: plan.ToolResult{
		State:     stateOf(out.Err),
		Output:    outputOf(out),
		Events:    out.Events,
		Retries:   max(out.Attempts-1, 0),
		Duration:  time.Since(began),
		Error:     out.Err,
		Warnings:  out.Warnings,
		Transient: out.Err != nil && out.Err.Transient(),
	}}
}

func stateOf(err *plan.ToolError) plan.ToolState {
	switch {
	case err == nil:
		return plan.Success
	case err.Category == plan.TimedOut:
		return plan.Timeout
	}
	return plan.Failed
}

// outputOf is the value of an attempt that ended well.
func outputOf(out skills.Outcome) protocol.Object {
	if out.Err != nil || out.Done == nil {
		return nil
	}
	return out.Done.Output
}

func unknownScript(ref plan.ScriptRef) *plan.ToolError {
	return &plan.ToolError{
		Code: CodeUnknownScript, Category: plan.ProcessError,
		Message: ref.String() + " was removed or disabled after the plan was made",
	}
}

// timeout is what one attempt may take: a degraded skill gets half as much again.
func (r *run) timeout(script *skills.Script) time.Duration {
	limit := script.Timeout
	if limit <= 0 {
		limit = r.opts.ScriptTimeout
	}
	if r.opts.Degraded(script.Ref.Skill) {
		limit += limit / 2
	}
	return limit
}

// invocation is what all attempts at a step have in common.
func (r *run) invocation(i int, script *skills.Script) skills.Invocation {
	step := &r.plan.Steps()[i]
	seed := r.seed(step)
	config, secrets := r.opts.Config(script)
	return skills.Invocation{
		Script: script,
		Request: protocol.Request{
			Tool:      step.Script.String(),
			Operation: string(step.Script.Script),
			Input:     step.Input,
			Features:  r.opts.Features,
			Config:    config,
			Seed:      seed.Int53(),
			Results:   r.results(step),
		},
		Scope: skills.Scope{
			Tool:    step.ID,
			Script:  step.Script,
			Granted: script.Permissions,
			State:   func() protocol.Object { return r.states.at(r.ancestors[i]) },
			Effects: func() []plan.Effect { return r.effectsFor(i) },
			As:      r.opts.As,
			Seed:    seed,
		},
		Limits:  r.opts.Limits,
		Share:   shareOf(len(r.plan.Steps())),
		Secrets: secrets,
		Host:    r.opts.Host,
		Assets:  r.opts.Assets,
	}
}

// speaks makes an invocation that of the one character its step names: what that one may use is all
// that it is given. "An NPC-view invocation may only produce what that character says or does".
func (r *run) speaks(inv *skills.Invocation, step *plan.Step) *plan.ToolError {
	npc, _ := step.Input["npc"].(string)
	var input protocol.Object
	is := false
	if r.opts.Voice != nil && npc != "" {
		input, is = r.opts.Voice(npc)
	}
	if !is {
		return &plan.ToolError{
			Code: CodeNobody, Category: plan.ProcessError,
			Message: fmt.Sprintf("%s speaks for one character, and input.npc names nobody here who could: %q", step.Script, npc),
		}
	}
	seed := r.opts.Seed.Derive("voice", step.Script.String(), string(strictjson.Encode(input)), strconv.Itoa(step.Occurrence))
	inv.Request.Input, inv.Request.Seed, inv.Request.Results = input, seed.Int53(), protocol.Object{}
	inv.Scope.As, inv.Scope.Seed = npc, seed
	inv.Scope.State, inv.Scope.Effects = skills.Known(protocol.Object{}), skills.Known[[]plan.Effect](nil)
	return nil
}

// seed names neither plan nor attempt: "neither a retry nor a replan rolls again".
func (r *run) seed(step *plan.Step) rng.Seed {
	return r.opts.Seed.Derive("script", step.Script.String(),
		string(strictjson.Encode(step.Input)), strconv.Itoa(step.Occurrence))
}

// requestID is of one attempt.
func (r *run) requestID(step *plan.Step, attempt int) string {
	if r.opts.unseeded {
		return uuid.Must(uuid.NewV7()).String()
	}
	return r.opts.Seed.Derive("request", string(r.plan.ID()), string(step.ID), strconv.Itoa(attempt)).UUID().String()
}

// results are the outputs of a step's direct dependencies, null for each that has
// none: it failed, or said nothing.
func (r *run) results(step *plan.Step) protocol.Object {
	results := make(protocol.Object, len(step.Dependencies))
	for _, id := range step.Dependencies {
		results[string(id)] = nil
		if output := r.ended[r.plan.Position(id)].result.Output; output != nil {
			results[string(id)] = output
		}
	}
	return results
}

func (r *run) effectsFor(i int) []plan.Effect {
	var effects []plan.Effect
	for a := range r.ancestors[i].inOrder() {
		effects = append(effects, r.ended[a].outcome.Effects...)
	}
	return effects
}
