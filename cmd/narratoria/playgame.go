package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// newSession is the terminal of one run: who reads what, and how.
func newSession(s streams, flags *playFlags, interrupts <-chan os.Signal) *terminal.Session {
	var out io.Writer = s.out
	if o, ok := out.(*output); ok {
		out = o.Writer // to know a terminal by
	}
	manner := terminal.Look(out)
	session := &terminal.Session{
		Screen:    terminal.NewScreen(s.out, manner),
		Lines:     terminal.ReadLines(s.in),
		Prompt:    manner.Live && terminal.Is(s.in),
		Interrupt: interrupts,
		Progress:  &terminal.Progress{},
	}
	session.Echo = !flags.asJSON && !(session.Prompt && flags.person())
	if manner.Live && !flags.asJSON {
		session.Progress = &terminal.Progress{Out: s.out, Width: manner.Width}
		session.Width = func() int { return terminal.Look(out).Width }
	}
	return session
}

// living is the registry of skills, which changes while the story is played.
type living struct {
	current atomic.Pointer[skills.Registry]
	stop    context.CancelFunc
	watcher sync.WaitGroup
}

// watchSkills keeps a registry up to date until Close.
func watchSkills(registry *skills.Registry, opts skills.WatchOptions) *living {
	ctx, cancel := context.WithCancel(context.Background())
	l := &living{stop: cancel}
	l.current.Store(registry)
	l.watcher.Go(func() { // ends with ctx
		_ = skills.Watch(ctx, registry, opts, l.current.Store) // says only that ctx ended
	})
	return l
}

func (l *living) registry() *skills.Registry { return l.current.Load() }

func (l *living) script(ref plan.ScriptRef) (*skills.Script, bool) {
	return l.current.Load().Script(ref)
}

func (l *living) Close() {
	l.stop()
	l.watcher.Wait()
}

// findSkills looks for skills. A story does not begin with one that the user has
// configured wrongly: it would be played without, and nobody would know why.
func (p *player) findSkills() error {
	if err := p.discover(p.flags.programFlags); err != nil {
		return err
	}
	for _, l := range p.registry.Listings() {
		if l.Status != skills.Misconfigured {
			continue
		}
		if inDirectory(p.dirs.Config, l.Problems) {
			return fmt.Errorf("%s\nMend that, or play without the skill: narratoria skills disable %s", printableLines(l.Problems.Error()), l.Name)
		}
		fmt.Fprintf(p.streams.err, "The skill %s is left out: %s\n", printable(string(l.Name)), printable(l.Reason))
	}
	p.sayTrusted(p.streams.err)
	return nil
}

// inDirectory reports whether an error among problems is of a file in a directory.
func inDirectory(dir string, problems contracts.Problems) bool {
	return slices.ContainsFunc(problems, func(p contracts.Problem) bool {
		return !p.Warning && strings.HasPrefix(p.File, dir+string(filepath.Separator))
	})
}

// openSkills makes skills ready, and begins to watch for others. What they keep
// belongs to this playthrough; of one that is not kept it is thrown away.
func (p *player) openSkills() error {
	p.findTemporary()
	flags := p.flags.programFlags
	flags.data = filepath.Join(p.dirs.Data, "skill-data", "play", p.name)
	if !p.kept {
		if p.temp == nil {
			p.temp, _ = scratch.Open(cmp.Or(p.temporary, os.TempDir()), temporary) // what cannot be made was said
		}
		below := os.DevNull // nowhere
		if p.temp != nil {
			below = p.temp.Path()
		}
		flags.data, flags.assets = filepath.Join(below, "data"), filepath.Join(below, "assets")
	}
	p.start(flags)
	p.living = watchSkills(p.program.registry, skills.WatchOptions{Discover: p.discovery, Also: []string{p.dirs.Config}})
	return nil
}

// narrative shows how turns begin; nil where records alone are shown.
func (p *player) narrative() func(string) {
	if p.flags.asJSON {
		return nil
	}
	return p.session.Narrative
}

// openGame begins a session of the story.
func (p *player) openGame(ctx context.Context, persona campaign.Persona) error {
	opts := p.executorOptions(rng.Seed{})
	opts.Lookup = p.living.script
	if p.flags.jobs > 0 {
		opts.Concurrency = p.flags.jobs
	}
	game, err := engine.Open(ctx, engine.Options{
		Campaign: p.source.campaign, CampaignID: p.source.id, Digest: p.source.digest,
		Save: p.save, Persona: persona, Program: version,
		Seed: p.flags.seed, NoEndings: p.flags.noEndings,
		Host: p.host, Registry: p.living.registry, Executor: opts, Planner: p.planner, Health: p.health,
		Limits: p.turnLimits(), Log: p.log,
		Progress: p.session.Progress.Stage, Narrative: p.narrative(),
	})
	if err != nil {
		return playError(ctx, p.store, p.name, err)
	}
	p.game, p.session.Game = game, game
	if p.begun != nil && game.OtherCampaign() {
		fmt.Fprintf(p.streams.err, "The campaign %s has changed since the story began; it goes on, and what was told stays as it was told.\n", printable(p.source.shown))
	}
	return nil
}

// restart is a new session of the same story, in which every skill is healthy.
func (p *player) restart(ctx context.Context) (terminal.Game, error) {
	if err := p.game.Close(ctx, event.Quit); err != nil {
		return nil, err
	}
	p.game = nil
	p.health = skills.NewHealthTable()
	persona, err := p.source.campaign.Player.Persona(nil) // the story has its own
	if err != nil {
		return nil, err
	}
	if err := p.openGame(ctx, persona); err != nil {
		return nil, err
	}
	return p.game, nil
}

// run plays, and puts into words what ended it.
func (p *player) run(ctx context.Context) error {
	s := p.session
	s.Restart = p.restart
	s.Explain = func(err error) string { return playError(ctx, p.store, p.name, err).Error() }
	s.PlayAgain = "narratoria play " + p.source.shown
	if !p.flags.person() {
		return playError(ctx, p.store, p.name, p.follow(ctx))
	}
	if err := s.Run(ctx); err != nil {
		return playError(ctx, p.store, p.name, err)
	}
	if !s.Ended() && s.Last() != nil && p.kept {
		s.Screen.Gap()
		s.Screen.Say(fmt.Sprintf("Kept as %q. To go on:", p.name))
		s.Screen.Command(p.playOn())
	}
	return nil
}

// playOn is how to take this story up again; a save knows no path.
func (p *player) playOn() string {
	command := "narratoria play "
	if p.source.dir != "" {
		command += p.source.shown + " "
	}
	return command + "--continue --save " + p.name
}

// end closes what is open, in the order in which it was opened backwards, and
// leaves no save behind in which no story began.
func (p *player) end(ctx context.Context) error {
	var failed error
	if p.game != nil && !p.session.Lost() {
		reason := event.Quit
		if p.session.Ended() {
			reason = event.Ended
		}
		failed = playError(ctx, p.store, p.name, p.game.Close(ctx, reason))
	}
	if p.living != nil {
		p.living.Close()
		p.program.Close()
	}
	if p.save != nil && !p.session.Lost() {
		failed = errors.Join(failed, p.save.Close())
		if p.new && p.kept && p.session.Last() == nil {
			failed = errors.Join(failed, p.removeUnbegun(ctx))
		}
	}
	if p.input != nil {
		failed = errors.Join(failed, p.input.Close())
	}
	if p.temp != nil {
		failed = errors.Join(failed, p.temp.Close())
	}
	return failed
}

// removeUnbegun deletes a save in which not even the opening was told.
func (p *player) removeUnbegun(ctx context.Context) error {
	return errors.Join(p.store.Delete(ctx, p.name), os.RemoveAll(filepath.Join(p.dirs.Data, "skill-data", "play", p.name)))
}

// follow plays what a file or dice choose.
func (p *player) follow(ctx context.Context) error {
	each := func(r *engine.Record) error { p.session.Show(r); return nil }
	if p.flags.asJSON {
		each = p.printRecord
	}
	picker, err := p.picker()
	if err != nil {
		return left(err)
	}
	err = p.session.Follow(ctx, picker, p.flags.auto, each)
	if lines, ok := picker.(*linePicker); ok && err == nil && p.session.Ended() {
		lines.reportRest(p.streams.err)
	}
	return err
}

func (p *player) printRecord(r *engine.Record) error {
	if !p.flags.timings {
		shown := *r
		shown.Timings = nil
		r = &shown
	}
	_, err := fmt.Fprintf(p.streams.out, "%s\n", harmless(string(r.JSON())))
	return err
}

// autoSeed is what picks follow from: the story's seed.
func (p *player) autoSeed() rng.Seed {
	seed := p.flags.seed
	if seed == "" && p.begun != nil {
		seed = p.begun.Seed
	}
	if seed == "" {
		return rng.New()
	}
	return rng.FromString(seed)
}

// isLeaving reports whether somebody left before there was a story to leave.
func isLeaving(err error) bool {
	return errors.Is(err, terminal.ErrLeft) || errors.Is(err, terminal.ErrInterrupted)
}

// turnLimits are what the settings say about time.
func (p *player) turnLimits() replan.Limits {
	return replan.Limits{Execution: p.planTimeout(), Turn: p.settings.Timeouts.Turn}
}
