package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/internal/userdirs"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// playFlags are those of `play`.
type playFlags struct {
	programFlags
	input     string
	auto      int
	seed      string
	save      string
	resume    bool
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
` + strings.Join(carriedNames(), ", ") + `. Without one, the campaigns to play are offered.

A story that a person plays is saved after every turn. One that is played by
--auto, --input or --json is kept when --save gives it a name.`,
		Args: atMostOne,
		RunE: action(func(ctx context.Context, args []string) error {
			return play(ctx, s, &flags, args)
		}),
	}
	f := cmd.Flags()
	flags.register(cmd)
	f.StringVar(&flags.input, "input", "", "file with a choice a line, by number, id or text, or in words what you do; - is stdin")
	f.IntVar(&flags.auto, "auto", 0, "play so many turns by picks that follow from the seed; the opening is one")
	f.StringVar(&flags.seed, "seed", "", "text that all randomness derives from; the same seed and choices tell the same story")
	f.StringVar(&flags.save, "save", "", "name of the save (default: the campaign's and a number)")
	f.BoolVar(&flags.resume, "continue", false, "go on with the save of --save, or with the latest")
	f.BoolVar(&flags.asJSON, "json", false, "print a turn record a line, as JSON")
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
	*program
	flags   *playFlags
	session *terminal.Session
	planner plan.Planner // nil: the rules
	store   *persistence.Store
	kept    bool // in a store that outlives the program
	new     bool // a save that begins now

	source loaded
	name   string // of the save
	begun  *story.State
	save   *persistence.Save
	temp   *scratch.Dir // for what is not kept; nil as long as there is none
	input  *os.File     // that choices are read from as they come; nil for none
	living *living
	game   *engine.Game
}

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

	base, temp, err := playProgram(s, flags)
	if err != nil {
		if temp != nil {
			err = errors.Join(err, temp.Close())
		}
		return err
	}
	p := &player{program: base, flags: flags, session: newSession(s, flags, interrupts), temp: temp}
	defer func() { p.session.Lines.Close() }()
	defer func() {
		p.lost = err != nil
		if ended := p.end(ctx); err == nil || ended != nil && ended.Error() != err.Error() {
			err = errors.Join(err, ended)
		}
	}()
	if err := p.prepare(ctx, args); err != nil {
		return left(err)
	}
	return p.run(ctx)
}

// temporary is how directories begin that go with the play: as those of scripts,
// so that one that a kill left behind is removed with theirs.
const temporary = "narratoria-run-play-"

// playProgram is newProgram. For a play of which nothing is kept it needs no
// directories of the user's: where none are known, it makes some for as long as it
// lasts, below temp.
func playProgram(s streams, flags *playFlags) (p *program, temp *scratch.Dir, err error) {
	dirs, err := userdirs.Find()
	if err != nil && !flags.keeps() {
		if temp, err = homeless(s, &dirs, err); err != nil {
			return nil, temp, err
		}
	}
	if err != nil {
		return nil, nil, err
	}
	p, err = programIn(s, dirs)
	return p, temp, err
}

// homeless fills in directories that go with the play, and says what that means.
func homeless(s streams, dirs *userdirs.Dirs, why error) (temp *scratch.Dir, err error) {
	if temp, err = scratch.Open(os.TempDir(), temporary); err != nil {
		return nil, errors.Join(why, err)
	}
	fmt.Fprintf(s.err, "narratoria: %v; nothing of this play is kept, and settings and skills of yours are not looked for\n", why)
	for name, dir := range map[string]*string{"data": &dirs.Data, "config": &dirs.Config, "state": &dirs.State, "cache": &dirs.Cache} {
		if *dir == "" {
			*dir = filepath.Join(temp.Path(), name)
		}
	}
	return temp, nil
}

// left takes a person's leaving before the story begins for what it is.
func left(err error) error {
	if isLeaving(err) {
		return nil
	}
	return err
}

// prepare finds or chooses everything a game needs, and opens it.
func (p *player) prepare(ctx context.Context, args []string) error {
	p.session.Progress.Begin("opening the story")
	defer p.session.Progress.End()
	if err := p.chooseSave(ctx, args); err != nil {
		return err
	}
	if err := p.findSkills(); err != nil {
		return err
	}
	if p.source.campaign == nil {
		if err := p.chooseCampaign(ctx, args); err != nil {
			return err
		}
	}
	persona, err := p.persona()
	if err != nil {
		return err
	}
	if err := p.openSave(ctx); err != nil {
		return err
	}
	if err := p.openSkills(); err != nil {
		return err
	}
	return p.openGame(ctx, persona)
}

// chooseSave finds the story to go on with, and its campaign.
func (p *player) chooseSave(ctx context.Context, args []string) error {
	p.store, p.kept = userSaves(p.dirs), true
	p.name = p.flags.save
	if !p.flags.resume {
		if !p.flags.keeps() {
			p.store, p.kept, p.name = persistence.New(mem.New(), nil), false, "play"
		}
		p.new = true
		return p.refuseExisting(ctx)
	}
	wanted := ""
	if len(args) == 1 {
		src, err := findCampaign(args[0])
		if err != nil {
			return err
		}
		if p.source, err = src.load(ctx, p.streams.err); err != nil {
			return err
		}
		wanted = src.id
	}
	if p.name == "" {
		name, err := latest(ctx, p.store, wanted)
		if err != nil {
			return err
		}
		p.name = name
	}
	return readSave(ctx, p.store, p.name, func(told *story.Playthrough) error {
		p.begun = told.State()
		return nil
	})
}

// refuseExisting keeps a new story from being mistaken for an old one.
func (p *player) refuseExisting(ctx context.Context) error {
	if p.flags.save == "" {
		return nil
	}
	names, err := saveNames(ctx, p.store)
	if err == nil && slices.Contains(names, p.name) && !p.empty(ctx) {
		return fmt.Errorf("the save %q exists already; add --continue to go on with it, give another name, or delete it with: narratoria saves delete %s", p.name, p.name)
	}
	return err
}

// empty reports whether the save of that name was made and its story never begun, as when
// the program was ended at the first question. It is no story to be mistaken for another.
func (p *player) empty(ctx context.Context) bool {
	save, err := p.store.Open(ctx, p.name, persistence.Reading)
	if err != nil {
		return false
	}
	defer save.Close()
	tip, _, err := save.Tip(ctx, event.Trunk)
	return err == nil && tip == 0
}

// chooseCampaign takes the one that was given, that of the save, or lets a person
// choose.
func (p *player) chooseCampaign(ctx context.Context, args []string) error {
	var src source
	var err error
	switch {
	case len(args) == 1:
		src, err = findCampaign(args[0])
	case p.begun != nil && p.begun.Campaign.ID != "":
		src, err = p.campaignOfSave()
	case p.flags.person() && p.session.Prompt:
		src, err = p.offer()
	case p.begun != nil: // the program was ended before it came to that
		err = fmt.Errorf("no story was begun in the save %q; say which it is to be: narratoria play CAMPAIGN --continue --save %s", p.name, p.name)
	default:
		src, _ = carried(carriedNames()[0])
	}
	if err != nil {
		return err
	}
	p.source, err = src.load(ctx, p.streams.err)
	return err
}

// campaignOfSave finds a save's campaign again, which knows no path.
func (p *player) campaignOfSave() (source, error) {
	id := p.begun.Campaign.ID
	if src, ok := carried(id); ok {
		return src, nil
	}
	return source{}, fmt.Errorf("the save %q is of the campaign %q, which the program does not carry; say where it is: narratoria play DIRECTORY --continue --save %s", p.name, id, p.name)
}

// offer lets a person choose among the campaigns that the program carries.
func (p *player) offer() (source, error) {
	var offers []terminal.Offer
	names := carriedNames()
	for _, sample := range campaigns.All() {
		c, _ := campaign.Load(sample.Files, campaign.Options{Label: sample.Name})
		if c == nil {
			continue
		}
		offers = append(offers, terminal.Offer{Title: c.Manifest.Title, Text: c.Manifest.Description})
	}
	p.session.Progress.End()
	picked, err := p.session.Pick("What do you want to play?", offers)
	if err != nil {
		return source{}, err
	}
	src, _ := carried(names[picked])
	return src, nil
}

// persona decides who the player is: by --answer, by asking a person at a
// terminal, else as is usual.
func (p *player) persona() (campaign.Persona, error) {
	template := &p.source.campaign.Player
	begun := p.begun != nil && p.begun.Position > 0
	if begun || len(p.flags.answers) > 0 || !p.flags.person() || !p.session.Prompt {
		answers := campaign.Answers{}
		for _, answer := range p.flags.answers {
			id, text, _ := strings.Cut(answer, "=")
			answers[id] = text
		}
		if begun && len(answers) > 0 {
			return campaign.Persona{}, fmt.Errorf("who you are in the save %q was decided when it began; leave out --answer", p.name)
		}
		persona, err := template.Persona(answers)
		if err != nil {
			return persona, fmt.Errorf("--answer: %w", err)
		}
		return persona, nil
	}
	p.session.Progress.End()
	return p.session.Persona(template)
}

// openSave opens the save for writing, or makes it.
func (p *player) openSave(ctx context.Context) (err error) {
	if !p.new {
		p.save, err = p.store.Open(ctx, p.name, persistence.Writing)
		return saveError(ctx, p.store, p.name, err)
	}
	if p.name == "" {
		if p.name, err = freeName(ctx, p.store, p.source.id); err != nil {
			return p.playUnkept(ctx, err)
		}
	}
	p.save, err = p.store.Create(ctx, p.name, p.playthrough())
	if err != nil && p.flags.save == "" && p.kept && !errors.Is(err, persistence.ErrExists) && !errors.Is(err, persistence.ErrFull) {
		return p.playUnkept(ctx, err)
	}
	if errors.Is(err, persistence.ErrExists) && p.empty(ctx) {
		if err = p.store.Delete(ctx, p.name); err == nil { // not while somebody begins it
			p.save, err = p.store.Create(ctx, p.name, p.playthrough())
		}
	}
	if errors.Is(err, persistence.ErrFull) {
		return errors.New("the disk is full, and there is no room for a save; the story was not begun")
	}
	if refused, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("the save %q cannot be made in %s: %w", p.name, savesDir(p.dirs), refused)
	}
	return saveError(ctx, p.store, p.name, err)
}

// playUnkept begins a story that nobody asked to keep by name, where it cannot be kept.
func (p *player) playUnkept(ctx context.Context, why error) (err error) {
	p.session.Progress.End()
	if refused, ok := errors.AsType[*fs.PathError](why); ok {
		why = refused
	}
	fmt.Fprintf(p.streams.err, "narratoria: the story cannot be saved in %s: %v\nYou can play it, and nothing of it is kept when you leave.\n", savesDir(p.dirs), why)
	p.store, p.kept, p.name = persistence.New(mem.New(), nil), false, "play"
	p.save, err = p.store.Create(ctx, p.name, p.playthrough())
	return err
}

// playthrough is the id of a new story; the seed's, where there is one.
func (p *player) playthrough() event.PlaythroughID {
	root := rng.New()
	if p.flags.seed != "" {
		root = rng.FromString(p.flags.seed)
	}
	return event.PlaythroughID(root.Derive("playthrough", p.source.id).UUID().String())
}
