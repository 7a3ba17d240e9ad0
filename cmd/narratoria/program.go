package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/internal/userdirs"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/skills/inprocess"
	"github.com/narratoria/narratoria/skills/process"
	"github.com/narratoria/narratoria/skills/snapshot"
)

// programFlags are those of every command that looks at skills.
type programFlags struct {
	skillDirs []string
	devDirs   []string
	assets    string // "" is the usual place
	data      string // what skills keep for one playthrough; "" is the place of none
}

func (f *programFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.skillDirs, "skills", nil, "directory with skills (may be given more than once; the first wins)")
	cmd.Flags().StringArrayVar(&f.devDirs, "dev", nil, "directory of skills you are writing, or one skill: trusted where it lies, with all it asks for")
}

// program is everything a command works with: what is configured, which skills
// there are, and how their scripts run. Close ends what it started.
type program struct {
	streams   streams
	dirs      userdirs.Dirs
	temporary string // where attempts of scripts get their directories; "" is the system's
	settings  config.Settings
	consent   *skills.Consent // nil where it cannot be read
	unread    error           // why not
	store     config.Store
	sums      *snapshot.Sums
	discovery skills.DiscoverOptions
	registry  *skills.Registry
	host      *host.Host
	runner    *runner
	health    *skills.HealthTable
	log       *runlog.Log
	lost      bool // the command has failed, and says so
}

// newProgram is a program that knows its user and has started nothing: enough for
// a command that looks at neither skills nor scripts, which needs no Close.
func newProgram(s streams) (*program, error) {
	dirs, err := userdirs.Find()
	if err != nil {
		return nil, err
	}
	return programIn(s, dirs)
}

// programIn is newProgram for a user whose directories are known.
func programIn(s streams, dirs userdirs.Dirs) (*program, error) {
	p := &program{streams: s, dirs: dirs}
	return p, p.configure()
}

// findTemporary looks where directories can be made that do not outlive the program, and
// says so where that is not the usual place.
func (p *program) findTemporary() {
	usual := os.TempDir()
	usable, why := scratch.Usable(usual, filepath.Join(p.dirs.Cache, "tmp"), filepath.Join(p.dirs.State, "tmp"), filepath.Join(p.dirs.Data, "tmp"))
	switch usable {
	case usual:
	case "":
		fmt.Fprintf(p.streams.err, "narratoria: no directory can be written, the temporary one neither (%v): skills cannot run, so the story is told without them; set TMPDIR to a directory that can be written\n", why)
	default:
		p.temporary = usable
		fmt.Fprintf(p.streams.err, "narratoria: the temporary directory cannot be used (%v); %s is, until TMPDIR names another\n", why, usable)
	}
}

func openProgram(s streams, flags programFlags) (*program, error) {
	p, err := newProgram(s)
	if err != nil {
		return nil, err
	}
	return p, p.open(flags)
}

// open looks for skills and makes ready to run their scripts. After an error there
// is nothing to close.
func (p *program) open(flags programFlags) error {
	if err := p.discover(flags); err != nil {
		return err
	}
	p.findTemporary()
	p.start(flags)
	return nil
}

// discover looks for skills.
func (p *program) discover(flags programFlags) error {
	if p.unread != nil {
		fmt.Fprintf(p.streams.err, "narratoria: %v\nUntil it can be read, skills from outside stay off.\n", p.unread)
	}
	p.health, p.host = skills.NewHealthTable(), host.New()
	p.store = config.Store{Dir: p.dirs.Config, Consent: p.consent}
	search := skills.SearchPath(flags.skillDirs, p.settings.SkillDirectories, p.dirs.Data, executable())
	p.sums = snapshot.OpenSums(filepath.Join(p.copies(), "sums"))
	p.discovery = skills.DiscoverOptions{
		Sources:    append(skills.DevSources(flags.devDirs), search...),
		Sums:       p.sums,
		Consent:    p.consent,
		Unread:     p.unread != nil,
		Features:   p.host.Features(),
		Configured: p.store.Check,
	}
	p.registry = skills.Discover(p.discovery)
	return p.registry.Problems().Err()
}

// start makes ready to run the scripts of skills. Close ends what it began.
func (p *program) start(flags programFlags) {
	p.openLog()
	p.runner = p.newRunner(flags)
}

// opened makes work that needs a program the RunE of a command. Flags are read
// when the command runs.
func opened(s streams, flags *programFlags, work func(context.Context, *program, []string) error) func(*cobra.Command, []string) error {
	return action(func(ctx context.Context, args []string) error {
		p, err := openProgram(s, *flags)
		if err != nil {
			return err
		}
		defer p.Close()
		return work(ctx, p, args)
	})
}

// configure reads the settings and what the user has agreed to.
func (p *program) configure() error {
	settings, problems := config.LoadSettings(p.dirs.Config)
	for _, problem := range problems {
		fmt.Fprintln(p.streams.err, problem)
	}
	switch {
	case problems.Err() == nil:
	case slices.ContainsFunc(problems, func(p contracts.Problem) bool { return p.Kind == contracts.Unreadable }):
		fmt.Fprintln(p.streams.err, "narratoria: the usual settings are used")
	default:
		return errors.New("the settings cannot be used; mend or delete the file")
	}
	p.settings = settings
	p.consent, p.unread = skills.LoadConsent(p.dirs.Config)
	return nil
}

// openLog opens the run log. A log that cannot be written is said and done
// without.
func (p *program) openLog() {
	if p.settings.Log.Level == "off" {
		return
	}
	log, err := runlog.Open(p.logDir(), runlog.Options{
		MaxBytes: p.settings.Log.MaxBytes, Level: runlog.Level(p.settings.Log.Level),
	})
	if err != nil {
		fmt.Fprintf(p.streams.err, "narratoria: nothing is logged: %v\n", err)
		return
	}
	p.log = log
}

// copies is where copies of skills are kept.
func (p *program) copies() string { return filepath.Join(p.dirs.Cache, "skills") }

func (p *program) logDir() string {
	if p.settings.Log.Directory != "" {
		return p.settings.Log.Directory
	}
	return filepath.Join(p.dirs.State, "log")
}

// Close ends all scripts and the log.
func (p *program) Close() {
	p.runner.Close()
	// On a full disk the log is the least of what the user cannot keep.
	if err := p.log.Close(); err != nil && !(p.lost && errors.Is(err, syscall.ENOSPC)) {
		fmt.Fprintf(p.streams.err, "narratoria: the log is incomplete: %v\n", err)
	}
}

// runner sends each script to the transport that can run it.
type runner struct {
	process   *process.Transport
	inprocess *inprocess.Transport // for bundled scripts; nil where their program is there
}

func (p *program) newRunner(flags programFlags) *runner {
	assets := flags.assets
	if assets == "" {
		assets = filepath.Join(p.dirs.Data, "assets")
	}
	shared := filepath.Join(p.dirs.Data, "skill-data", "shared")
	own := flags.data
	if own == "" {
		own = filepath.Join(p.dirs.Data, "skill-data", "plan-run") // of no playthrough
	}
	bundle := bundledProgram()
	r := &runner{process: process.New(process.Options{
		Host: p.host, Assets: assets,
		DataRoot: own, SharedRoot: shared, TempRoot: p.temporary,
		BuiltinProgram: bundle,
		Copies:         snapshot.NewStore(p.copies(), p.sums),
	})}
	if bundle == "" {
		r.inprocess = inprocess.New(bundledScripts(), inprocess.Options{Host: p.host, Assets: assets, DataRoot: own, TempRoot: p.temporary})
	}
	return r
}

// Run implements executor.Runner.
func (r *runner) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	if inv.Script.Builtin != "" && r.inprocess != nil {
		return r.inprocess.Run(ctx, inv)
	}
	return r.process.Run(ctx, inv)
}

func (r *runner) Close() { _ = r.process.Close() }

// place says, for people, where a skill's scripts run.
func (r *runner) place(skill *skills.Skill) string {
	if skill.Bundled && r.inprocess != nil {
		return "in-process"
	}
	return r.process.Containment()
}

// executable is the path of this program, links resolved, or "".
func executable() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// bundledProgram is narratoria-skills beside this program, or "" where it is not
// installed.
func bundledProgram() string {
	name := "narratoria-skills"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	path := filepath.Join(filepath.Dir(executable()), name)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return path
}

// executorOptions are what the settings and this program say about running a plan.
func (p *program) executorOptions(seed rng.Seed) executor.Options {
	return executor.Options{
		Runner:        p.runner,
		Lookup:        p.registry.Script,
		Concurrency:   p.settings.Concurrency,
		PlanTimeout:   p.planTimeout(),
		ScriptTimeout: p.settings.Timeouts.Script,
		Limits:        p.settings.Limits,
		Seed:          seed,
		Config:        p.config,
		Report:        p.report,
		Log:           p.log,
	}
}

// config is a skill's configuration. Discovery has checked it; what has become
// wrong since is said, and the skill runs without.
func (p *program) config(script *skills.Script) protocol.Object {
	values, problems := p.store.Load(script.Skill)
	if problems.Err() != nil {
		fmt.Fprintln(p.streams.err, problems.Error())
		return nil
	}
	p.log.Mask(values.Secrets...)
	return values.Config
}

// report takes an invocation's end into the health of its skill, and logs that
// where the log does not say so already: it may still hold an earlier session's.
func (p *program) report(skill plan.SkillName, seen skills.Observation) {
	_, known := p.health.Snapshot()[skill]
	from, to := p.health.Observe(skill, seen)
	if known && from.State() == to.State() {
		return
	}
	level := runlog.Warn
	if to.State() == skills.Healthy {
		level = runlog.Info
	}
	p.log.Write(runlog.Entry{Kind: runlog.Health, Skills: []string{string(skill)}, Outcome: string(to.State()), Level: level})
}

// reportSkills says which skills cannot be used, after something did not work.
func (p *program) reportSkills(out io.Writer) {
	for _, l := range p.registry.Listings() {
		if l.Status != skills.Ready {
			fmt.Fprintf(out, "skill %s is %s: %s\n", printable(string(l.Name)), l.Status, printable(l.Reason))
		}
	}
}

// planTimeout is how long a plan may take: with `plan run` it is all of a turn.
func (p *program) planTimeout() time.Duration {
	return min(p.settings.Timeouts.Plan, p.settings.Timeouts.Turn)
}

// scriptTimeout is how long one attempt may take.
func (p *program) scriptTimeout(script *skills.Script) time.Duration {
	limit := p.settings.Timeouts.Script
	if script.Timeout > 0 {
		limit = script.Timeout
	}
	return min(limit, p.planTimeout())
}
