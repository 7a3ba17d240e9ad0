package narratoria

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// GameOptions say which story is played, and how. The zero value begins the first
// campaign that the program carries, or continues what was played last.
type GameOptions struct {
	Campaign string    // a directory, or the name of one that the program carries
	Loaded   *Campaign // the same, that Program.Campaign has given; nil is by Campaign
	Story    string    // the save's name; "" is the campaign's and a number, or the latest
	Unkept   bool      // the story goes with the game; it needs no name

	Answers campaign.Answers  // who the player is: answers to the template's questions; what is missing is as usual
	Persona *campaign.Persona // the same, decided; nil is by Answers

	// Seed has everything repeat: the same seed and choices tell the same story. "" is one
	// that nobody can guess. A story that was begun has its own.
	Seed      string
	NoEndings bool         // the story runs on
	Jobs      int          // scripts of it that run at once; 0: the settings'
	Planner   plan.Planner // nil: by rules

	// Listen is called with each event before the game goes on, from whichever goroutine.
	// It must return soon, and not ask anything of the game. It is for whoever shows one
	// game alone; Events is for everybody else.
	Listen func(Event)

	// Impatient is called while a model reads a sparse campaign, before the story begins, which may take 15 seconds. When it returns
	// before its context is done, that is given up, and the story is of what rules found. nil: it is waited for.
	Impatient func(context.Context)
}

func (o *GameOptions) check() error {
	switch {
	case o.Loaded != nil && o.Campaign != "":
		return &OptionsError{"Campaign", fmt.Sprintf("%q is a campaign, and Loaded is one; give one of the two", o.Campaign)}
	case o.Persona != nil && len(o.Answers) > 0:
		return &OptionsError{"Answers", "Persona says already who the player is; give one of the two"}
	case o.Unkept && o.Story != "":
		return &OptionsError{"Story", fmt.Sprintf("%q is a name to keep the story by, and one that is unkept is kept by none; give one of the two", o.Story)}
	case o.Jobs < 0:
		return &OptionsError{"Jobs", fmt.Sprintf("%d scripts cannot run at once", o.Jobs)}
	case o.Story != "":
		if err := persistence.CheckName(o.Story); err != nil {
			return &OptionsError{"Story", err.Error()}
		}
	}
	return nil
}

// Start begins a story. Its first turn, the opening, comes with Play(ctx, "").
// Errors: *OptionsError; *StoryError; *UnkeptError; what is wrong with the campaign, or
// with how the user configured a skill.
func (p *Program) Start(ctx context.Context, o GameOptions) (*Game, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := p.Ready(); err != nil {
		return nil, err
	}
	c, err := o.Loaded, error(nil)
	if c == nil {
		c, err = p.Campaign(ctx, o.Campaign)
	}
	if err != nil {
		return nil, err
	}
	persona, err := personaOf(c, o)
	if err != nil {
		return nil, err
	}
	g := &Game{program: p, campaign: c, name: o.Story, kept: !o.Unkept, fresh: true, store: p.store}
	if err := g.create(ctx, o); err != nil {
		return nil, err
	}
	if err := g.open(ctx, o, persona); err != nil {
		return nil, err
	}
	return g, nil
}

// Continue takes up a story that is kept. Last is the turn it is in. Errors: as Start's,
// and *engine.SaveError for what the story cannot be continued with.
func (p *Program) Continue(ctx context.Context, o GameOptions) (*Game, error) {
	if o.Unkept {
		return nil, &OptionsError{"Unkept", "a story that goes on is kept; leave it out"}
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := p.Ready(); err != nil {
		return nil, err
	}
	begun, c, err := p.begun(ctx, o)
	if err != nil {
		return nil, err
	}
	if begun.Begun && o.saysWho() {
		return nil, decidedWho(begun.Name)
	}
	persona, err := personaOf(c, o)
	if err != nil {
		return nil, err
	}
	g := &Game{program: p, campaign: c, name: begun.Name, kept: true, store: p.store}
	if g.save, err = p.store.Open(ctx, g.name, persistence.Writing); err != nil {
		return nil, storyError(ctx, p.store, g.name, err)
	}
	if err := g.open(ctx, o, persona); err != nil {
		return nil, err
	}
	if g.edited {
		p.warn("%s", otherFiles(c))
	}
	return g, nil
}

// saysWho reports whether it is said who the player is.
func (o GameOptions) saysWho() bool { return len(o.Answers) > 0 || o.Persona != nil }

func decidedWho(story string) error {
	return &OptionsError{"Answers", fmt.Sprintf("who the player is in the save %q was decided when it began; leave them out", story)}
}

// Agrees looks whether a story that is played is what it is to be continued with, as Continue does: the
// campaign, the seed and who the player is. Errors: those of Continue.
func (g *Game) Agrees(ctx context.Context, o GameOptions) error {
	c := g.campaign
	if o.Loaded != nil {
		c = o.Loaded
	} else if o.Campaign != "" {
		var err error
		if c, err = g.program.Campaign(ctx, o.Campaign); err != nil {
			return err
		}
	}
	if o.saysWho() {
		return decidedWho(g.name)
	}
	return g.order(ctx, func(context.Context) error { return g.engine.Agrees(c.ID, o.Seed) })
}

// otherFiles says that a story was begun with other files than those of the campaign that it
// goes on with. Of a directory a save knows the last name alone, since it may lie elsewhere on
// the next machine, so it may be another campaign.
func otherFiles(c *Campaign) string {
	const goesOn = "the story goes on with it, and what was told stays as it was told."
	if c.Dir == "" {
		return fmt.Sprintf("The story was begun with other files than the campaign %s of this program has: those of another version, or of a directory of that name, which has to be given. Now %s", c.ID, goesOn)
	}
	return fmt.Sprintf("The campaign %s has changed since the story began, or is another one of that name; %s", c.Dir, goesOn)
}

// begun finds the story to go on with, and its campaign.
func (p *Program) begun(ctx context.Context, o GameOptions) (s Story, c *Campaign, err error) {
	id := ""
	if c = o.Loaded; c == nil && o.Campaign != "" {
		if c, err = p.Campaign(ctx, o.Campaign); err != nil {
			return s, nil, err
		}
	}
	if c != nil {
		id = c.ID
	}
	switch {
	case o.Story == "":
		s, err = p.Latest(ctx, id)
	case c != nil && o.Persona == nil && len(o.Answers) == 0:
		s.Name = o.Story // more need not be known of it
	default:
		s, err = p.Story(ctx, o.Story)
	}
	if err != nil || c != nil {
		return s, c, err
	}
	c, err = p.CampaignOf(ctx, s)
	return s, c, err
}

// CampaignOf is the campaign of a story, which knows no path: one that the program carries.
// Error: *OptionsError.
func (p *Program) CampaignOf(ctx context.Context, s Story) (*Campaign, error) {
	if src, ok := carried(s.Campaign); ok {
		return p.load(ctx, src)
	}
	if s.Campaign == "" {
		return nil, &OptionsError{"Campaign", fmt.Sprintf("no story was begun in the save %q; say which it is to be", s.Name)}
	}
	return nil, &OptionsError{"Campaign", fmt.Sprintf("the save %q is of the campaign %q, which the program does not carry; say where it is", s.Name, s.Campaign)}
}

func personaOf(c *Campaign, o GameOptions) (campaign.Persona, error) {
	if o.Persona != nil {
		return *o.Persona, nil
	}
	persona, err := c.Player.Persona(o.Answers)
	if err != nil {
		return persona, &OptionsError{"Answers", err.Error()}
	}
	return persona, nil
}

// Ready looks for skills, and refuses to go on with one that the user has configured
// wrongly: a story would be told without it, and nobody would know why. One whose own
// author did is left out, with a word to Options.Warn.
func (p *Program) Ready() error {
	p.mutex.Lock()
	closed := p.closed
	p.mutex.Unlock()
	if closed {
		return ErrClosed
	}
	if err := p.discovered(); err != nil {
		return err
	}
	return p.checked()
}

func (p *Program) checkSkills() error {
	registry := p.registry.Load()
	for _, l := range registry.Listings() {
		if l.Status != skills.Misconfigured {
			continue
		}
		if inDirectory(p.dirs.Config, l.Problems) {
			return &MisconfiguredError{l.Name, l.Problems}
		}
		p.warn("%s", l.LeftOut())
	}
	for _, skill := range registry.Dev() {
		p.warn("%s", Trusted(skill))
	}
	return nil
}

// Trusted says, for people, what it means that a skill is one of Options.Dev.
func Trusted(skill *skills.Skill) string {
	return fmt.Sprintf("%s is trusted with --dev: whatever lies in %s runs, with all it asks for.", skill.Name, skill.Dir)
}

// A MisconfiguredError names the skill that the user has configured wrongly.
type MisconfiguredError struct {
	Skill    plan.SkillName
	Problems contracts.Problems
}

func (e *MisconfiguredError) Error() string {
	return fmt.Sprintf("%s\nMend that, or play without the skill: narratoria skills disable %s", e.Problems.Error(), e.Skill)
}

// inDirectory reports whether an error among problems is of a file in a directory.
func inDirectory(dir string, problems contracts.Problems) bool {
	return slices.ContainsFunc(problems, func(p contracts.Problem) bool {
		return !p.Warning && strings.HasPrefix(p.File, dir+string(filepath.Separator))
	})
}

// An UnkeptError says that stories cannot be kept. One that nobody asked to keep by name
// can be played with GameOptions.Unkept.
type UnkeptError struct {
	Dir string
	Err error
}

func (e *UnkeptError) Error() string {
	return fmt.Sprintf("the story cannot be saved in %s: %v", e.Dir, e.Err)
}
func (e *UnkeptError) Unwrap() error { return e.Err }

// create makes the save of a new story.
func (g *Game) create(ctx context.Context, o GameOptions) (err error) {
	p := g.program
	root := rng.New()
	if o.Seed != "" {
		root = rng.FromString(o.Seed)
	}
	id := event.PlaythroughID(root.Derive("playthrough", g.campaign.ID).UUID().String())
	if !g.kept {
		g.name, g.store = "play", persistence.New(mem.New(), p.remembering())
	}
	asked := g.name != ""
	if asked {
		g.save, err = g.store.Create(ctx, g.name, id)
	} else {
		err = g.createNamed(ctx, id)
	}
	if errors.Is(err, persistence.ErrExists) && p.empty(ctx, g.name) {
		if err = g.store.Delete(ctx, g.name); err == nil { // not while somebody begins it
			g.save, err = g.store.Create(ctx, g.name, id)
		}
	}
	switch refused, isPath := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, persistence.ErrFull):
		return &StoryError{Story: g.name, Message: "the disk is full, and there is no room for a save; the story was not begun", Err: err}
	case err != nil && !asked:
		return g.unkept(err)
	case isPath:
		return &StoryError{Story: g.name, Message: fmt.Sprintf("the save %q cannot be made in %s: %v", g.name, p.StoriesAt(), refused), Err: err}
	}
	return storyError(ctx, g.store, g.name, err)
}

// createNamed makes it under the first name that nobody has, however many look for one at
// the same time.
func (g *Game) createNamed(ctx context.Context, id event.PlaythroughID) (err error) {
	g.program.naming.Lock() // our own need not race
	defer g.program.naming.Unlock()
	const tries = 100
	for range tries {
		if g.name, err = freeName(ctx, g.store, g.campaign.ID); err != nil {
			return err
		}
		g.save, err = g.store.Create(ctx, g.name, id)
		if !errors.Is(err, persistence.ErrExists) && !errors.Is(err, persistence.ErrLocked) {
			break
		}
	}
	return err
}

func (g *Game) unkept(err error) error {
	if refused, ok := errors.AsType[*fs.PathError](err); ok {
		err = refused
	}
	return &UnkeptError{g.program.StoriesAt(), err}
}

// empty reports whether the save of that name was made and its story never begun, as when
// the program was ended at the first question. It is no story to be mistaken for another.
func (p *Program) empty(ctx context.Context, name string) bool {
	save, err := p.store.Open(ctx, name, persistence.Reading)
	if err != nil {
		return false
	}
	defer save.Close()
	tip, _, err := save.Tip(ctx, event.Trunk)
	if err != nil || tip != 0 {
		return false
	}
	tree, err := save.Tree(ctx) // it may hold what characters know, and no story
	return err == nil && len(tree.Branches()) == 1 && len(tree.Everywhere()) == 0
}

// open begins the first session of the game, and the goroutine that owns it.
func (g *Game) open(ctx context.Context, o GameOptions, persona campaign.Persona) (err error) {
	p := g.program
	g.history = newHistory(o.Listen)
	g.orders, g.gone = make(chan order), make(chan struct{})
	g.resting = &resting{}
	g.life, g.stop = context.WithCancel(g.resting.in(context.Background()))
	g.seeded = o.Seed != ""
	if err = p.run(); err == nil {
		p.unmeaning()
		g.enrich(ctx, o.Impatient)
		err = g.session(ctx, o, persona)
	}
	if err == nil {
		g.seeded = g.engine.Seeded() // of one that was begun before, too
	}
	if err == nil {
		err = p.enter(g)
	}
	if err != nil {
		ctx = context.WithoutCancel(ctx)
		g.stop()
		if g.engine != nil {
			err = errors.Join(err, g.engine.Close(ctx, event.Quit))
		}
		return errors.Join(g.explain(ctx, err), g.leave(ctx))
	}
	g.campaign.library.scribe.enter()
	g.embed()
	g.readLore()
	go g.own() // ends with Close
	return nil
}

// enter counts a game in, and begins to watch for skills with the first.
func (p *Program) enter(g *Game) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.closed {
		return ErrClosed
	}
	p.games[g] = struct{}{}
	p.meaning.enter()
	p.watched()
	return nil
}

// session begins a session of the story: the first, and after Restart the next.
func (g *Game) session(ctx context.Context, o GameOptions, persona campaign.Persona) error {
	p := g.program
	if g.home.runner == nil {
		g.home = p.homeOf(g.name, g.kept)
	}
	for _, l := range p.registry.Load().Changed() {
		p.warn("%s", l.LeftOut())
	}
	health := skills.NewHealthTable()
	opts := p.executorOptions(g.home, health, func(skill plan.SkillName, now skills.HealthState) {
		g.history.add(Event{Kind: Health, Text: fmt.Sprintf("The skill %q is %s.", skill, now)})
	})
	if o.Jobs > 0 {
		opts.Concurrency = o.Jobs
	}
	library, err := p.library(ctx, g.campaign, func(stage string) { g.history.add(Event{Kind: Stage, Text: stage}) })
	if err != nil {
		return err
	}
	game, err := engine.Open(ctx, engine.Options{
		Campaign: g.campaign.Campaign, CampaignID: g.campaign.ID, Digest: g.campaign.digest, World: g.campaign.world(), Lore: library, LoreByWords: g.loreByWords(),
		Assets: g.home.assets.Path(), Save: g.save, Persona: persona, Program: p.opts.Version,
		Seed: o.Seed, NoEndings: o.NoEndings,
		Registry: p.registry.Load, Executor: opts, Planner: g.planner(o.Planner), Health: health,
		Limits: replan.Limits{Execution: p.planTimeout(), Turn: p.settings.Timeouts.Turn}, Log: p.log, Retention: p.Retention(),
		Writer:    p.writer(),
		Without:   g.resting.without,
		Before:    g.before,
		Progress:  func(stage string) { g.history.add(Event{Kind: Stage, Text: stage}) },
		Narrative: func(of *engine.Record, text string) { g.history.add(Event{Kind: Narrative, Text: text, Of: of}) },
	})
	if err != nil {
		return err
	}
	g.engine, g.edited = game, game.OtherCampaign()
	g.seen(ctx)
	record, err := game.Last(ctx)
	if err != nil {
		return err
	}
	g.last = record
	g.history.add(Event{Kind: Opened, Text: g.name, Record: record})
	g.tellLeaving()
	g.renew = func(ctx context.Context) error {
		o.Persona = nil
		usual, err := g.campaign.Player.Persona(nil) // the story has its own
		if err != nil {
			return err
		}
		return g.session(ctx, o, usual)
	}
	return nil
}

// What is kept of the snapshots of a story when it is left: of each branch the latest two, and
// none of a branch that the story has not been told along for a month.
const (
	snapshotsKept   = 2
	snapshotsUnused = 30 * 24 * time.Hour
)

// leave gives back what a game had open.
func (g *Game) leave(ctx context.Context) (err error) {
	if g.copies.busy != nil {
		<-g.copies.busy
	}
	if g.save != nil {
		if g.kept {
			_, _ = g.save.PruneSnapshots(ctx, snapshotsKept, time.Now().Add(-snapshotsUnused)) // nothing of the story hangs on it
		}
		err = storyError(ctx, g.store, g.name, g.save.Close())
	}
	if g.fresh && g.last == nil && g.kept && g.save != nil { // not even the opening was told
		err = errors.Join(err, g.program.DeleteStory(ctx, g.name))
	}
	if g.home.runner != nil { // what cannot be removed goes with the program
		_ = scratch.RemoveAll(g.home.assets)
		if !g.kept {
			_ = scratch.RemoveAll(plainfile.Below(g.home.data))
		}
	}
	return err
}
