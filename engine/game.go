package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/engine/portraits"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Options of a game. Campaign, Save, Registry and Executor.Runner are required.
type Options struct {
	Campaign   *campaign.Campaign
	CampaignID string       // how a save recognises its campaign: the directory's name
	World      *world.World // of Campaign, where it was compiled before; nil has Open do it
	Lore       *lore.Index  // of Documents(Campaign), open for as long as the game; nil has Open index it in memory
	// LoreByWords has lore be found by its words alone, whatever vectors Lore has or comes to have.
	LoreByWords bool
	Digest      string // of the campaign's files; a save of another digest goes on, with a word about it

	// Assets is a directory of the game's own, for pictures and sounds that scripts made and
	// the save does not have yet; nothing is left there by a turn that is over. It need not be
	// there. "" leaves them where the Executor's Runner takes them.
	Assets string

	Save    *persistence.Save // opened for writing; the game does not close it
	Persona campaign.Persona  // who the player is; counts when the story begins
	Program string            // version of the program, for the record of the session

	// Seed makes everything repeat: the same seed and choices give the same
	// records. "" is a seed nobody can guess. A story that was begun keeps its own;
	// Open refuses another one.
	Seed      string
	NoEndings bool // the story runs on

	Registry func() *skills.Registry // asked before each plan, because skills come and go
	// Executor holds Runner, Config, Limits, Log and what else is the program's; the
	// game sets the rest, Host among it. Its Report, if it has one, observes into Health itself.
	Executor executor.Options
	Planner  plan.Planner        // nil: narrator.Rules
	Health   *skills.HealthTable // nil: a new one
	Limits   replan.Limits
	Log      *runlog.Log

	drama *drama.Plot // of a story without a plot of its author's

	// Writer writes the texts that skills ask for by generate; nil: nobody does, and it is no feature.
	Writer model.Generator
	// Without gives what the player has to do without of these texts, a sentence each, and each once; nil: nobody says.
	Without func() []string

	// Before are what models were asked for before the story's first turn, from the player's view: it is kept with that turn.
	Before []generation.Generation

	// Retention says which memories are still searched after the session.
	Retention story.Retention

	// Progress is told what the turn is doing, for whoever waits: "planning",
	// "narrate", ... It may be called from any goroutine; nil tells nobody.
	Progress func(stage string)

	// Narrative is told with what the turn begins, so that it can be shown while the turn is told: the narrative of a plan
	// that has one, before anything ran; and where a script has a model write, which may take long, what scripts have told
	// until then, and then more of it, each text beginning with the one before. "" takes back
	// what was shown, when an attempt or the plan has failed. of is what is known of the turn by then and stands before its text:
	// its number, the choice, the scene, the check and what skills rolled. It must not be changed. It may be
	// called from any goroutine, but by one at a time; nil tells nobody.
	Narrative func(of *Record, text string)
}

// A Game is a playthrough being played. It belongs to one goroutine.
type Game struct {
	Look
	opts    Options
	story   *story.Playthrough
	planner plan.Planner
	health  *skills.HealthTable
	lore    *library
	world   *world.World
	studio  *portraits.Studio

	plot    *campaign.Watch
	dear    bool             // that a condition takes too much is known
	late    bool             // that all together do is
	changed []plan.SkillName // skills that are not what the user agreed to, and the player knows
	without []string         // what there is to do without for longer than a turn, of which the player was told
	left    *LeftScene       // by the last turn that was played; nil for none
	played  []record         // the events of that turn
	awaited time.Time        // since when the next turn is; zero: since it begins
}

// Open begins the story of an empty save, or takes up one that was begun.
// It opens a session. Errors: *SaveError for a save of another campaign or seed;
// persistence's.
func Open(ctx context.Context, opts Options) (*Game, error) {
	playthrough, err := story.Open(ctx, opts.Save)
	if err != nil {
		return nil, err
	}
	g := &Game{opts: opts, story: playthrough, planner: opts.Planner, health: opts.Health, world: opts.World}
	g.stageDrama()
	if g.world == nil {
		g.world = world.Compile(opts.Campaign)
	}
	g.plot = g.world.Watch()
	if g.opts.Lore == nil {
		if g.opts.Lore, err = lore.Open(ctx, nil, Documents(opts.Campaign), lore.Options{}); err != nil {
			return nil, err
		}
	}
	g.lore = &library{index: g.opts.Lore, campaign: opts.Campaign, byWords: opts.LoreByWords}
	if g.planner == nil {
		g.planner = narrator.Rules{}
	}
	if g.health == nil {
		g.health = skills.NewHealthTable()
	}
	g.Look = Look{func() sight { return sight{g.world.At(playthrough.State()), g.health, opts.NoEndings, nil} }}
	if err := g.take(ctx); err != nil {
		return nil, err
	}
	seed := rng.New() // of what is no turn's
	if given := playthrough.State().Seed; given != "" {
		seed = rng.FromString(given)
	}
	if err := playthrough.OpenSession(ctx, opts.Program); err != nil {
		return nil, err
	}
	_, g.changed = g.leftOut()
	g.studio = portraits.Open(context.WithoutCancel(ctx), portraits.Options{Catalogue: g.selectable, Executor: g.drawing, Seed: seed})
	return g, nil
}

// take begins the story, or looks whether the one that was begun is this one.
func (g *Game) take(ctx context.Context) error {
	s := g.story.State()
	if s.Position == 0 {
		return g.start(ctx)
	}
	return g.Agrees(g.opts.CampaignID, g.opts.Seed)
}

// Seeded reports whether the story was begun with a seed.
func (g *Game) Seeded() bool { return g.story.State().Seed != "" }

// Agrees looks whether the story is of a campaign and was begun with a seed, "" for any. Errors:
// *SaveError.
func (g *Game) Agrees(campaignID, seed string) error {
	s := g.story.State()
	if s.Campaign.ID != campaignID {
		return &SaveError{fmt.Sprintf("the save is of the campaign %q, not of %q", s.Campaign.ID, campaignID)}
	}
	if seed != "" && seed != s.Seed {
		if s.Seed == "" {
			return &SaveError{"the story was begun without a seed; continue it without one"}
		}
		return &SaveError{fmt.Sprintf("the story was begun with the seed %q; continue it with that one or without any", s.Seed)}
	}
	return nil
}

// A LeftScene is a scene that a turn has closed.
type LeftScene struct {
	Scene        string // its id
	Significance action.Significance
	Turn         int64 // that closed it
	Closed       event.Position
	At           event.Where // the end of that turn
}

// Left is the scene that the last turn has closed which was played; false where it has closed none.
func (g *Game) Left() (LeftScene, bool) {
	if g.left == nil {
		return LeftScene{}, false
	}
	return *g.left, true
}

// left is the scene of the player's that a turn has closed that was written.
func (t *turn) left() *LeftScene {
	players := t.scene
	for _, r := range t.story.Events() {
		switch {
		case r.Event.Kind == event.SceneOpened && story.PlayersScene(r.Event):
			players = r.Event.Text("scene")
		case r.Event.Kind == event.SceneClosed && r.Event.Text("scene") == players:
			return &LeftScene{
				Scene: r.Event.Text("scene"), Significance: action.Significance(r.Event.Text("significance")),
				Turn: t.number(), Closed: r.Position, At: t.g.story.Where(),
			}
		}
	}
	return nil
}

// A SaveError says why a save cannot be played like this.
type SaveError struct{ Message string }

func (e *SaveError) Error() string { return e.Message }

// OtherCampaign reports whether the campaign's files have changed since the story
// was begun. The story goes on; what was told stays as it was told.
func (g *Game) OtherCampaign() bool {
	return g.story.State().Campaign.Digest != g.opts.Digest
}

// Last is the record of the last committed turn, with Resumed set, or nil where
// there is none and Play(ctx, "") comes next.
func (g *Game) Last(ctx context.Context) (*Record, error) {
	if g.story.State().Turn.Number == 0 {
		return nil, nil
	}
	events, err := g.story.LastTurn(ctx)
	if err != nil {
		return nil, err
	}
	hidden, err := g.story.Hidden(ctx, g.story.Where().Branch)
	if err != nil {
		return nil, err
	}
	events = slices.DeleteFunc(events, func(r persistence.Record) bool {
		_, not := slices.BinarySearch(hidden, r.Position)
		return not && r.Event.Kind == event.Narrated // what else a turn is made of, play goes on from
	})
	record, err := g.record(ctx, events, g.story.State().Turn.Session)
	if err == nil {
		record.Resumed = true
	}
	return record, err
}

// Retry takes the last turn back and plays the same choice again, with other dice.
// Where that cannot be played (persistence.ErrFull, ...) the last turn stands, as Last
// gives it.
func (g *Game) Retry(ctx context.Context) (*Record, error) {
	s := g.story.State()
	if s.Turn.Number <= 1 || s.Taken.Len() == 0 {
		return nil, story.ErrNoTurn
	}
	words, err := g.lastTyped(ctx)
	if err != nil {
		return nil, err
	}
	choice := s.Taken.At(s.Taken.Len() - 1).ID
	var record *Record
	err = g.story.Again(ctx, func() (err error) {
		record, err = g.PlayTyped(ctx, choice, words)
		return err
	})
	if err != nil {
		return nil, err
	}
	return record, nil
}

// Close writes that the session ends, [event.Quit] or [event.Ended], retires what is not to be
// searched any more, and waits for what still runs.
func (g *Game) Close(ctx context.Context, reason event.Closure) error {
	g.studio.Close()
	if err := g.story.CloseSession(ctx, reason); err != nil {
		return err
	}
	_, err := g.story.Retire(ctx, g.opts.Retention)
	return err
}

func (g *Game) progress(stage string) {
	if g.opts.Progress != nil {
		g.opts.Progress(stage)
	}
}

// catalogue is what a planner may choose from now.
func (g *Game) catalogue() *plan.Catalogue { return g.opts.Registry().Catalogue(g.health) }

// selectable is the catalogue of what a plan of ours may choose: without skills that are
// not well.
func (g *Game) selectable() *plan.Catalogue { return g.catalogue().Without(g.health.Unselectable()) }

// leftOut are the skills that the user agreed to and that have changed since: a sentence for
// each that the player has not heard of, and the names of all. Those of when the session was
// opened are for whoever opened it to tell.
func (g *Game) leftOut() (sentences []string, changed []plan.SkillName) {
	for _, l := range g.opts.Registry().Changed() {
		changed = append(changed, l.Name)
		if !slices.Contains(g.changed, l.Name) {
			sentences = append(sentences, l.LeftOut())
		}
	}
	return sentences, changed
}

// executor are the options of one execution.
func (g *Game) executor(seed rng.Seed) executor.Options {
	registry := g.opts.Registry()
	opts := g.opts.Executor
	opts.Lookup, opts.Seed, opts.Report = registry.Script, seed, g.reportHealth
	opts.Degraded = func(skill plan.SkillName) bool { return g.health.State(skill) == skills.Degraded }
	return opts
}

// drawing are the options of drawing somebody, beside a turn.
func (g *Game) drawing(seed rng.Seed) executor.Options {
	opts := g.executor(seed)
	opts.Assets = g.assetsIn(ofDrawing)
	return opts
}

// Surroundings is a place as the player sees it.
type Surroundings struct {
	Place, Name, Description string
	Time, Weather            string // "day 2, 14:05, afternoon"; "fog"
	Picture, Music           string // asset paths of the campaign, or ""
	Exits                    []Thing
	Present                  []string // names
	Things                   []Thing  // that an occasion has brought, and that the player sees
}

// Acquaintance is somebody the player knows.
type Acquaintance struct {
	ID, Name, Role string
	Present        bool
	Feeling        string // how they regard the player, in words: "warm", "wary", ...
	LastSeen       string // the name of the place
	Turn           int64  // when last
}

// A Character is who the player is.
type Character struct {
	Name, Pronouns, Class, Race string
	Appearance, Background      string
	Stats                       []CharacterStat
	Traits                      []CharacterTrait
}

// A CharacterStat is how good the player is at something, and what that gives them now.
type CharacterStat struct {
	Name            string
	Value, Min, Max int
	Gives           []string // sentences of the campaign's author
}

// A CharacterTrait is what the player brings, and which choice of theirs it came with: the
// name of a race or class; "" for a trait of their own.
type CharacterTrait struct{ Name, Description, From string }

// A MapPlace is a place where the player was, with what can be gone to from there.
type MapPlace struct {
	Thing
	Here  bool
	Exits []Thing
}

// Thing is something with a name.
type Thing struct{ ID, Name, Description string }

// Journal is what the player may look up.
type Journal struct {
	Threads  []Thread
	Facts    []string
	Memories []string // those of weight, oldest first
	Recent   []string // what happened lately, oldest first
}

// Thread is a line of the plot.
type Thread struct {
	Title, Outcome string
	Open           bool
}
