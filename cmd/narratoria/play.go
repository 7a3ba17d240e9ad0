package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/userdirs"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
)

// playFlags are those of `play`.
type playFlags struct {
	programFlags
	input     string
	auto      int
	seed      string
	save      string
	resume    bool
	older     bool
	asJSON    bool
	noEndings bool
	timings   bool
	jobs      int
	answers   []string
}

func playCommand(s streams) *cobra.Command {
	var flags playFlags
	cmd := &cobra.Command{
		Use:   "play [CAMPAIGN]",
		Short: "Play a story",
		Long: `Play a story.

CAMPAIGN is a directory, or the name of a campaign that the program carries:
` + strings.Join(narratoria.Carried(), ", ") + `. Without one, the campaigns to play are offered.

A story that a person plays is saved after every turn. One that is played by
--auto, --input or --json is kept when --save gives it a name.`,
		Args: atMostOne,
		RunE: action(func(ctx context.Context, args []string) error {
			return play(ctx, s, &flags, args)
		}),
	}
	f := cmd.Flags()
	flags.register(cmd)
	f.StringVar(&flags.input, "input", "", "file with a choice a line, by number, id or text, or in words what you do; - is stdin; kept with --save alone")
	f.IntVar(&flags.auto, "auto", 0, "play so many turns by picks that follow from the seed; the opening is one; nothing of it is kept without --save")
	f.StringVar(&flags.seed, "seed", "", "text that all randomness derives from; the same seed and choices tell the same story")
	f.StringVar(&flags.save, "save", "", "name of the save (default: the campaign's and a number)")
	f.BoolVar(&flags.resume, "continue", false, "go on with the save of --save, or with the latest")
	f.BoolVar(&flags.older, "older", false, "go on with a save also where it is an older copy, of which turns are missing")
	f.BoolVar(&flags.asJSON, "json", false, "print a turn record a line, as JSON; kept with --save alone")
	f.BoolVar(&flags.noEndings, "no-endings", false, "let the story run on")
	f.BoolVar(&flags.timings, "timings", false, "print how long the parts of a turn took, though no two runs share that")
	f.IntVarP(&flags.jobs, "jobs", "j", 0, "scripts that run at once (default: the settings', else the number of cores)")
	f.StringArrayVar(&flags.answers, "answer", nil, "who you are, as QUESTION=ANSWER, such as name=Jo (may be given more than once)")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return flags.check(cmd) }
	return cmd
}

func atMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s does not know what to do with %q", spoken(cmd), args[1])
	}
	return nil
}

// check refuses flags that make no sense, alone or together.
func (f *playFlags) check(cmd *cobra.Command) error {
	if err := atLeastZero(cmd, "auto", "jobs"); err != nil {
		return err
	}
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	switch {
	case given("auto") && given("input"):
		return errors.New("--auto and --input both choose; give one of them")
	case f.older && !f.resume:
		return errors.New("--older is of a save to go on with; give --continue too")
	case given("auto") && f.auto == 0:
		return errors.New("--auto wants a number of turns from 1 on")
	case given("save"):
		if err := persistence.CheckName(f.save); err != nil {
			return fmt.Errorf("--save wants a name for the story: %w", err)
		}
	}
	for _, answer := range f.answers {
		if id, _, ok := strings.Cut(answer, "="); !ok || id == "" {
			return fmt.Errorf("--answer wants QUESTION=ANSWER, such as name=Jo, and is %q", answer)
		}
	}
	return nil
}

// person reports whether somebody plays, and no file or program does.
func (f *playFlags) person() bool { return f.input == "" && f.auto == 0 && !f.asJSON }

// keeps reports whether the story outlives the program.
func (f *playFlags) keeps() bool { return f.person() || f.save != "" || f.resume }

// A player is one run of `play`: what was asked for, and what is open.
type player struct {
	streams
	flags      *playFlags
	session    *terminal.Session
	interrupts chan<- os.Signal // of the session
	planner    plan.Planner     // nil: the rules
	program    *narratoria.Program

	begun    *narratoria.Story // that is to go on; nil for a new one
	campaign *narratoria.Campaign
	input    *os.File // that choices are read from as they come; nil for none
	game     *narratoria.Game
	seat     seat
	memory   thrift
}

// A seat is a game and what the player sees of it.
type seat struct {
	*narratoria.Game
	engine.Look
}

var _ terminal.Game = seat{}

func play(ctx context.Context, s streams, flags *playFlags, args []string) (err error) {
	interrupts := make(chan os.Signal, 2)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(interrupts)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// A signal ends what is waited for, by the session; the turn that is being
	// written down goes on.
	ctx = context.WithoutCancel(ctx)

	program, err := openForPlay(s, flags)
	if err != nil {
		return err
	}
	p := &player{streams: s, program: program, flags: flags, session: newSession(s, flags, interrupts), interrupts: interrupts, memory: frugal()}
	defer p.memory.end()
	defer func() { p.session.Lines.Close() }()
	defer func() {
		if ended := p.end(ctx, err); err == nil || ended != nil && ended.Error() != err.Error() {
			err = errors.Join(err, ended)
		}
	}()
	if err := p.offerModels(ctx); err != nil {
		return left(worded(ctx, s, program, err))
	}
	if err := p.prepare(ctx, args); err != nil {
		return left(worded(ctx, s, program, err))
	}
	return worded(ctx, s, program, p.run(ctx))
}

// openForPlay opens the program. For a play of which nothing is kept it needs no
// directories of the user's: where none are known, it makes some for as long as it lasts.
func openForPlay(s streams, flags *playFlags) (*narratoria.Program, error) {
	opts := flags.options(s)
	if _, err := userdirs.Find(); err != nil && !flags.keeps() {
		fmt.Fprintf(s.err, "narratoria: %v; nothing of this play is kept, and settings and skills of yours are not looked for\n", err)
		opts.Temporary = true
	}
	return narratoria.Open(opts)
}

// left takes a person's leaving before the story begins for what it is.
func left(err error) error {
	if isLeaving(err) {
		return nil
	}
	return err
}

// openingStory is what is done before the first turn.
const openingStory = "opening the story"

// asking is between a question's begin and its answer, when nobody waits for the program.
func (p *player) asking() (answered func()) {
	p.session.Progress.End()
	return func() { p.session.Progress.Begin(openingStory) }
}

// prepare finds or chooses everything a game needs, and opens it.
func (p *player) prepare(ctx context.Context, args []string) error {
	p.session.Progress.Begin(openingStory)
	defer p.session.Progress.End()
	if err := p.chooseSave(ctx, args); err != nil {
		return err
	}
	if err := p.program.Ready(); err != nil {
		return err
	}
	if p.campaign == nil {
		if err := p.chooseCampaign(ctx, args); err != nil {
			return err
		}
	}
	p.memory.read()
	defer p.memory.opened()
	persona, err := p.persona()
	if err != nil {
		return err
	}
	return p.open(ctx, persona)
}

// chooseSave finds the story to go on with, and its campaign.
func (p *player) chooseSave(ctx context.Context, args []string) error {
	if !p.flags.resume {
		return p.refuseExisting(ctx)
	}
	wanted := ""
	if len(args) == 1 {
		var err error
		if p.campaign, err = p.program.Campaign(ctx, args[0]); err != nil {
			return err
		}
		wanted = p.campaign.ID
	}
	var story narratoria.Story
	var err error
	if p.flags.save == "" {
		story, err = p.program.Latest(ctx, wanted)
	} else {
		story, err = p.program.Story(ctx, p.flags.save)
	}
	p.begun = &story
	return err
}

// refuseExisting keeps a new story from being mistaken for an old one, and not for one that
// was made and never begun.
func (p *player) refuseExisting(ctx context.Context) error {
	if p.flags.save == "" {
		return nil
	}
	story, err := p.program.Story(ctx, p.flags.save)
	if err == nil && !story.Begun || errors.Is(err, persistence.ErrNotFound) {
		return nil
	}
	if errors.Is(err, persistence.ErrUnreachable) {
		return err // nobody knows whether there is one
	}
	return &narratoria.StoryError{Story: p.flags.save, Err: persistence.ErrExists}
}

// chooseCampaign takes the one that was given, that of the save, or lets a person
// choose.
func (p *player) chooseCampaign(ctx context.Context, args []string) (err error) {
	switch {
	case len(args) == 1:
		p.campaign, err = p.program.Campaign(ctx, args[0])
	case p.begun != nil && p.begun.Campaign != "":
		if p.campaign, err = p.program.CampaignOf(ctx, *p.begun); err != nil {
			err = fmt.Errorf("the save %q is of the campaign %q, which the program does not carry; say where it is: %s", p.begun.Name, p.begun.Campaign, continueCommand(p.streams, "DIRECTORY", p.begun.Name))
		}
	case p.flags.person() && p.session.Prompt:
		p.campaign, err = p.offer(ctx)
	case p.begun != nil: // the program was ended before it came to that
		err = fmt.Errorf("no story was begun in the save %q; say which it is to be: %s", p.begun.Name, continueCommand(p.streams, "CAMPAIGN", p.begun.Name))
	default:
		p.campaign, err = p.program.Campaign(ctx, "")
	}
	return err
}

// offer lets a person choose among the campaigns that the program carries.
func (p *player) offer(ctx context.Context) (*narratoria.Campaign, error) {
	all, err := p.program.Campaigns(ctx)
	if err != nil {
		return nil, err
	}
	var offers []terminal.Offer
	for _, c := range all {
		offers = append(offers, terminal.Offer{Title: c.Manifest.Title, Text: c.Manifest.Description})
	}
	defer p.asking()()
	picked, err := p.session.Pick("What do you want to play?", offers)
	if err != nil {
		return nil, err
	}
	return all[picked], nil
}

// persona decides who the player of a new story is: by --answer, by asking a person at a
// terminal, else as is usual. nil for a story that has begun.
func (p *player) persona() (*campaign.Persona, error) {
	if p.begun != nil && p.begun.Begun {
		if len(p.flags.answers) > 0 {
			return nil, fmt.Errorf("who you are in the save %q was decided when it began; leave out --answer", p.begun.Name)
		}
		return nil, nil
	}
	if len(p.flags.answers) == 0 && p.flags.person() && p.session.Prompt {
		defer p.asking()()
		persona, err := p.session.Persona(&p.campaign.Player)
		return &persona, err
	}
	answers := campaign.Answers{}
	for _, answer := range p.flags.answers {
		id, text, _ := strings.Cut(answer, "=")
		answers[id] = text
	}
	persona, err := p.campaign.Player.Persona(answers)
	if err != nil {
		return nil, fmt.Errorf("--answer: %w", err)
	}
	return &persona, nil
}

// open opens the game. One that nobody asked to keep by name is played where it cannot be
// kept, too.
func (p *player) open(ctx context.Context, persona *campaign.Persona) (err error) {
	o := narratoria.GameOptions{
		Loaded: p.campaign, Story: p.flags.save, Unkept: !p.flags.keeps(), Persona: persona,
		Seed: p.flags.seed, NoEndings: p.flags.noEndings, Jobs: p.flags.jobs, Planner: p.planner,
		Listen: p.listen, Impatient: p.impatient,
	}
	if p.begun != nil {
		o.Story = p.begun.Name
		p.game, err = p.resume(ctx, o)
	} else {
		p.game, err = p.program.Start(ctx, o)
	}
	if why, unkept := errors.AsType[*narratoria.UnkeptError](err); unkept {
		p.session.Progress.Aside(func() {
			fmt.Fprintf(p.err, "narratoria: %v\nYou can play it, and nothing of it is kept when you leave.\n", why)
		})
		o.Unkept = true
		p.game, err = p.program.Start(ctx, o)
	}
	if err != nil {
		return err
	}
	look, err := p.game.Look()
	p.seat = seat{p.game, look}
	p.session.Game = p.seat
	return err
}

// resume goes on with a story, and asks before it does so with an older copy of it.
func (p *player) resume(ctx context.Context, o narratoria.GameOptions) (*narratoria.Game, error) {
	game, err := p.program.Continue(ctx, o)
	if !errors.Is(err, persistence.ErrOlder) {
		return game, err
	}
	if !p.flags.older {
		defer p.asking()()
		if !p.flags.person() || !confirmed(p.streams, prose.SentenceCase(err.Error())+". Go on with it as it is?") {
			return nil, err
		}
	}
	if err := p.program.TakeOlder(ctx, o.Story); err != nil {
		return nil, err
	}
	return p.program.Continue(ctx, o)
}

// impatient waits until the user will not wait any longer for what is done before the story begins, by Ctrl-C. Any other signal ends the play,
// by whoever looks at signals next.
func (p *player) impatient(ctx context.Context) {
	p.session.Progress.Stage("a model reads the setting and the premise, this once; Ctrl-C goes on without it")
	select {
	case signal := <-p.session.Interrupt:
		if signal != os.Interrupt {
			p.interrupts <- signal // there is room for the one that was taken
		}
	case <-ctx.Done():
	}
}

// listen shows what a turn does, and how it begins, and tidies up after it.
func (p *player) listen(e narratoria.Event) {
	switch {
	case e.Kind == narratoria.Stage:
		p.session.Progress.Stage(e.Text)
	case e.Kind == narratoria.Narrative && !p.flags.asJSON:
		p.session.Narrative(e.Of, e.Text)
	case e.Kind == narratoria.Leaving:
		p.session.Progress.Aside(func() { fmt.Fprintln(p.err, printable(e.Text)) })
	case e.Kind == narratoria.Turn:
		p.memory.played()
	}
}
