package narratoria

import (
	"cmp"
	"context"
	"os"
	"path"
	"strconv"
	"time"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/skills/inprocess"
	"github.com/narratoria/narratoria/skills/process"
	"github.com/narratoria/narratoria/skills/process/launcher"
	"github.com/narratoria/narratoria/skills/snapshot"
)

// A runner sends each script to the transport that can run it.
type runner struct {
	process   *process.Transport   // nil where nothing is started
	inprocess *inprocess.Transport // for bundled scripts; nil where they are processes
}

// newRunner runs scripts. The assets of those that belong to no story are kept in a directory.
func (p *Program) newRunner(assets string) *runner {
	data := skills.DataRoot{Base: p.dirs.Data, Way: "skill-data/plan-run"} // of no playthrough
	bundle, r := "", &runner{}
	if !p.opts.NoProcesses {
		bundle = bundledProgram()
		r.process = process.New(process.Options{
			Host: p.host, Assets: assets,
			DataRoot: data, SharedRoot: skills.DataRoot{Base: p.dirs.Data, Way: "skill-data/shared"}, TempRoot: p.scratch,
			BuiltinProgram: bundle, Launcher: launcherOf(bundle),
			Copies: snapshot.NewStore(p.copies(), p.sums),
		})
	}
	if bundle == "" || p.settings.BundledSkills == config.InProcess {
		r.inprocess = inprocess.New(bundledScripts(), inprocess.Options{Host: p.host, Assets: assets, DataRoot: data, TempRoot: p.scratch})
	}
	return r
}

// launcherOf is the command line of the launcher, which is a part of the program that carries
// the bundled scripts.
func launcherOf(bundle string) []string {
	if bundle == "" {
		return nil
	}
	return []string{bundle, launcher.Flag}
}

// homeOf is where the scripts of a story run. What they keep of one that is not kept goes
// with it, and the pictures and sounds of each lie in a directory of the program's own until
// the save has them.
func (p *Program) homeOf(name string, kept bool) home {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.played++
	if p.temp == nil {
		p.temp, _ = scratch.Open(cmp.Or(p.scratch, os.TempDir()), temporary) // what cannot be made was said
	}
	below := os.DevNull // nowhere
	if p.temp != nil {
		below = p.temp.Path()
	}
	h := home{runner: p.runner, data: p.skillData(name), assets: plainfile.Below{Base: below, Way: path.Join("assets", strconv.Itoa(p.played))}}
	if !kept {
		h.data = skills.DataRoot{Base: below, Way: path.Join("unkept", strconv.Itoa(p.played))}
	}
	return h
}

// Run implements executor.Runner.
func (r *runner) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	if inv.Script.Builtin != "" && r.inprocess != nil || r.process == nil {
		return r.inprocess.Run(ctx, inv) // which refuses what is not bundled
	}
	return r.process.Run(ctx, inv)
}

// close ends what still runs.
func (r *runner) close() {
	if r != nil && r.process != nil {
		_ = r.process.Close() // says nothing
	}
}

// A home is where the scripts of one story run, with its data.
type home struct {
	*runner
	data   skills.DataRoot
	assets plainfile.Below // the directory of those that the save does not have yet
}

// Run implements executor.Runner.
func (h home) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	inv.DataRoot = h.data
	return h.runner.Run(ctx, inv)
}

// executorOptions are what the settings and this program say about running a plan. health
// takes how each skill does, and told is told of changes.
func (p *Program) executorOptions(run executor.Runner, health *skills.HealthTable, told func(plan.SkillName, skills.HealthState)) executor.Options {
	return executor.Options{
		Runner:        run,
		Lookup:        func(ref plan.ScriptRef) (*skills.Script, bool) { return p.registry.Load().Script(ref) },
		Concurrency:   p.settings.Concurrency,
		PlanTimeout:   p.planTimeout(),
		ScriptTimeout: p.settings.Timeouts.Script,
		Limits:        p.settings.Limits,
		Config:        p.configOf,
		Report:        func(skill plan.SkillName, seen skills.Observation) { p.report(health, skill, seen, told) },
		Log:           p.log,
	}
}

// configOf is a skill's configuration. Discovery has checked it; what has become wrong
// since is said, and the skill runs without.
func (p *Program) configOf(script *skills.Script) (config protocol.Object, secrets []string) {
	values, problems := p.configs().Load(script.Skill)
	if problems.Err() != nil {
		p.warn("%s", problems.Error())
		return nil, nil
	}
	p.log.Mask(values.Secrets...)
	return values.Config, values.Secrets
}

// report takes an invocation's end into the health of its skill, and logs that
// where the log does not say so already: it may still hold an earlier session's.
func (p *Program) report(health *skills.HealthTable, skill plan.SkillName, seen skills.Observation, told func(plan.SkillName, skills.HealthState)) {
	_, known := health.Snapshot()[skill]
	from, to := health.Observe(skill, seen)
	if told != nil && from.State() != to.State() {
		told(skill, to.State())
	}
	if known && from.State() == to.State() {
		return
	}
	level := runlog.Warn
	if to.State() == skills.Healthy {
		level = runlog.Info
	}
	p.log.Write(runlog.Entry{Kind: runlog.Health, Skills: []string{string(skill)}, Outcome: string(to.State()), Level: level})
}

// planTimeout is how long a plan may take: without a story it is all of a turn.
func (p *Program) planTimeout() time.Duration {
	return min(p.settings.Timeouts.Plan, p.settings.Timeouts.Turn)
}

// scriptTimeout is how long one attempt may take.
func (p *Program) scriptTimeout(script *skills.Script) time.Duration {
	limit := p.settings.Timeouts.Script
	if script.Timeout > 0 {
		limit = script.Timeout
	}
	return min(limit, p.planTimeout())
}

// seedOf is a seed's text as a seed, the zero one for "".
func seedOf(text string) rng.Seed {
	if text == "" {
		return rng.Seed{}
	}
	return rng.FromString(text)
}
