package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/engine/world/worldtest"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
	rooms "github.com/narratoria/narratoria/story/world"
)

// The campaigns of tests.
var (
	harbour = worldtest.Harbour
	but     = worldtest.But
	written = worldtest.Written
	loaded  = worldtest.Loaded
)

func sample(t testing.TB, name string) *campaign.Campaign {
	t.Helper()
	return worldtest.Sample(t, os.DirFS("../campaigns/"+name))
}

// undramatic is the sample of three files as a story plays it that began when no plot was
// made for such.
func undramatic(t testing.TB) *campaign.Campaign {
	t.Helper()
	c := *sample(t, "minimal")
	c.Reading = nil
	return &c
}

// Sampled is a sample as it is played, and who plays it as is usual: for the tests of both
// packages here.
func Sampled(t testing.TB, sample campaigns.Sample) (*campaign.Campaign, campaign.Persona) {
	t.Helper()
	c := worldtest.Sample(t, sample.Files)
	persona, err := c.Player.Persona(nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, persona
}

// Stands is how things stand in a game, for the tests of both packages here.
func (g *Game) Stands() world.Situation { return g.world.At(g.story.State()) }

// A crew answers for skills as bundled ones would: what it has no answer for ends
// well and gives nothing.
type crew struct {
	does map[string]func(a *act) error            // by "skill/script"
	as   func(ref, who string) func(a *act) error // of those that run as somebody else than the player; nil for the same
}

// An act is one invocation.
type act struct {
	ctx     context.Context
	input   protocol.Object
	state   protocol.Object
	session skills.Session
	listen  func(protocol.Event)

	output  protocol.Object
	events  []protocol.Event
	patches []protocol.Object
	taken   string // where its assets are taken over
	assets  []plan.Asset
}

// give gives a picture, as a transport takes it over.
func (a *act) give(name string, data []byte) error {
	sum := event.HashOf(data).String()
	path := filepath.Join(a.taken, sum)
	a.assets = append(a.assets, plan.Asset{AssetID: name, Kind: "image", MediaType: "image/png", Path: path, SHA256: sum, Size: int64(len(data))})
	return errors.Join(os.MkdirAll(a.taken, 0o700), os.WriteFile(path, data, 0o600))
}

func (a *act) call(method string, params protocol.Object) (protocol.Object, error) {
	result, refused := a.session.Call(a.ctx, method, params)
	if refused != nil {
		return nil, refused
	}
	return result, nil
}

func (a *act) patch(patch protocol.Object) {
	a.patches = append(a.patches, patch)
	a.events = append(a.events, &protocol.StatePatch{Patch: patch})
}

func (a *act) ui(name string, payload protocol.Object) {
	a.say(&protocol.UIEvent{Event: name, Payload: payload})
}

func (a *act) say(e protocol.Event) {
	a.events = append(a.events, e)
	if a.listen != nil {
		a.listen(e)
	}
}

// Run implements executor.Runner.
func (c *crew) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	fails := func(err error) skills.Outcome {
		return skills.Outcome{Err: &plan.ToolError{Code: "broken", Category: plan.ProcessError, Message: err.Error()}}
	}
	does := c.does[inv.Script.Ref.String()]
	if inv.Scope.As != "" && c.as != nil {
		does = c.as(inv.Script.Ref.String(), inv.Scope.As)
	}
	if does == nil {
		does = func(*act) error { return nil }
	}
	a := &act{
		ctx: ctx, input: inv.Request.Input, state: inv.Scope.State(),
		session: inv.Host.Open(inv.Scope), listen: inv.Listen, output: protocol.Object{}, taken: inv.Assets,
	}
	err := does(a)
	if ctx.Err() != nil {
		return skills.Outcome{Err: &plan.ToolError{Code: "timeout", Category: plan.TimedOut, Message: "it took too long"}}
	}
	if err != nil {
		return fails(err)
	}
	done := &protocol.Done{OK: true, Output: a.output}
	for i := range a.assets {
		a.assets[i].Tool = inv.Scope.Tool
	}
	return skills.Outcome{Events: append(a.events, done), Done: done, Patches: a.patches, Assets: a.assets, Effects: a.session.Effects()}
}

// A table is where a game is played: what outlives the game, and how it is opened.
type table struct {
	t    testing.TB
	save *persistence.Save
	opts Options
}

// lone is a registry without any skill.
func lone() *skills.Registry { return skills.Discover(skills.DiscoverOptions{Bundled: fstest.MapFS{}}) }

// only is a registry of some of the bundled skills.
func only(names ...string) *skills.Registry {
	fsys := fstest.MapFS{}
	for _, name := range names {
		for _, file := range []string{"skill.json", "prompt.md", "config-schema.json"} {
			if data, err := skillFile(name + "/" + file); err == nil {
				fsys[name+"/"+file] = &fstest.MapFile{Data: data}
			}
		}
	}
	return skills.Discover(skills.DiscoverOptions{Bundled: fsys, Features: host.New().Features()})
}

func skillFile(name string) ([]byte, error) {
	file, err := skills.Bundled().Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var out bytes.Buffer
	_, err = out.ReadFrom(file)
	return out.Bytes(), err
}

// at is a table with a new save in memory and no skills.
func at(t testing.TB, c *campaign.Campaign) *table {
	t.Helper()
	return atStore(t, c, persistence.New(mem.New(), nil))
}

func atStore(t testing.TB, c *campaign.Campaign, store *persistence.Store) *table {
	t.Helper()
	save, err := store.Create(t.Context(), "test", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = save.Close() })
	persona, err := c.Player.Persona(nil)
	if err != nil {
		t.Fatal(err)
	}
	registry := lone()
	return &table{t: t, save: save, opts: Options{
		Campaign: c, CampaignID: "test", Digest: "d1", Save: save, Persona: persona, Program: "test", Seed: "7",
		Registry: func() *skills.Registry { return registry },
		Executor: executor.Options{Runner: &crew{}, Concurrency: 1},
	}}
}

// with gives the table some of the bundled skills, which do as they are told.
func (b *table) with(does map[string]func(a *act) error) *table {
	var names []string
	for ref := range does {
		skill, _, _ := strings.Cut(ref, "/")
		names = append(names, skill)
	}
	registry := only(names...)
	b.opts.Registry = func() *skills.Registry { return registry }
	b.opts.Executor.Runner = &crew{does: does}
	return b
}

// open opens the game, which is closed with the test at the latest.
func (b *table) open() *Game {
	b.t.Helper()
	opts := b.opts
	opts.Health = skills.NewHealthTable()
	g, err := Open(b.t.Context(), opts)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = g.Close(context.Background(), "quit") })
	return g
}

// begun is a turn in which nothing has happened yet.
func (g *Game) begun() *resolving { return resolvingOf(g.begin()) }

// settles is the settling of the turn as it is resolved so far.
func (t *resolving) settles() *settling { return &settling{&performer{turn: t.turn}, t.resolved} }

// closes is the closing of the turn as it is resolved so far, before it is remembered.
func (t *resolving) closes() *closing {
	return &closing{&performer{turn: t.turn}, t.resolved, t.number()}
}

// standing is the first turn of a new game, in the making: the player stands at a place
// at some hour, and nobody but those there was met.
func standing(t testing.TB, c *campaign.Campaign, place string, minutes int64) *resolving {
	t.Helper()
	turn := at(t, c).open().begun()
	turn.stand(place, minutes)
	return turn
}

// stand takes the player to a place at an hour, with everybody else where they are then.
func (t *resolving) stand(place string, minutes int64) {
	const day = 24 * 60
	t.add(event.TimePassed, event.Data{"minutes": ((minutes-t.state().Minutes)%day + day) % day})
	t.routine()
	if place != "" {
		t.movePlayer(place, nil)
	}
	t.Arrived, t.From, t.Minutes = false, "", 0
}

// acquaint lets the player have met everybody, or some.
func (t *resolving) acquaint(ids ...string) *resolving {
	for i := range t.w.People {
		id := t.w.People[i].ID
		if at := t.state().People[event.CharacterID(id)].Place; len(ids) == 0 || slices.Contains(ids, id) {
			t.movePerson(id, t.place())
			if at != "" {
				t.movePerson(id, at)
			}
		}
	}
	return t
}

// later lets turns go by in which nothing happens.
func (t *resolving) later(turns int64) *resolving {
	for range turns {
		n := t.state().Turn.Number + 1
		t.add(event.TurnOpened, event.Data{"turn": fmt.Sprintf("turn-%d", n), "number": n, "seed": t.Seed.UUID().String()})
	}
	return t
}

// did lets a deed have been done in this turn that came to nothing, and be remembered.
func (t *resolving) did(a action.Action, kept memory) {
	a.By = action.Player
	t.add(event.ChoiceMade, event.Data{"choice": a.ID(), "action": a.Object()})
	t.raise(world.Subject{ID: a.Topic.ID, Words: strings.ReplaceAll(a.Topic.ID, "-", " ")}, "")
	kept.Of = t.add(event.Acted, event.Data{"action": a.Object(), "outcome": action.Outcome{}.Object(), "significance": "low"})
	kept.Significance = cmp.Or(kept.Significance, action.Low)
	t.remembers(event.Player, kept, 0)
}

// knowing lets the player have learned facts.
func (t *resolving) knowing(facts ...string) {
	for _, content := range facts {
		t.learn(world.Piece{Content: content}, "discovered")
	}
}

// opens lets a thread be open.
func (t *resolving) opens(id, title string) {
	t.add(event.ThreadOpened, event.Data{"thread": id, "title": title})
}

// offers are all that there are now.
func (t *resolving) offers() []world.Offer { return t.now().Offers() }

// offered is the offer with an id.
func offered(t testing.TB, of *resolving, id string) world.Offer {
	t.Helper()
	all := of.offers()
	i := slices.IndexFunc(all, func(o world.Offer) bool { return o.ID() == id })
	if i < 0 {
		t.Fatalf("no offer %s among %v", id, idsOf(all))
	}
	return all[i]
}

func idsOf(all []world.Offer) (ids []string) {
	for _, o := range all {
		ids = append(ids, o.ID())
	}
	return ids
}

// must plays a turn that has to succeed.
func must(t testing.TB, g *Game, choice string) *Record {
	t.Helper()
	r, err := g.Play(t.Context(), choice)
	if err != nil {
		t.Fatalf("after turn %d, %q: %v", g.story.State().Turn.Number, choice, err)
	}
	return r
}

// pickAny is one of the choices offered.
func pickAny(r *Record, draw *rand.Rand) string { return r.Choices[draw.IntN(len(r.Choices))].ID }

// log is all that was written along the head.
func (g *Game) log(t testing.TB) (all []persistence.Record) {
	t.Helper()
	for r, err := range g.story.Events(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// replayed compares the state with that of the log read again.
func replayed(t testing.TB, g *Game) {
	t.Helper()
	again, err := story.Open(t.Context(), g.opts.Save)
	if err != nil {
		t.Fatal(err)
	}
	if diff := differ(g.story.State(), again.State()); diff != "" {
		t.Errorf("the log says something else than the state (-state +log):\n%s", diff)
	}
}

// differ says how two states differ: in what they hold, but for some fields, and in what
// the player's view of them shows.
func differ(a, b *story.State, but ...string) string {
	same := []gocmp.Option{
		gocmp.Transformer("All", func(s story.Series[story.Memory]) []story.Memory { return s.All() }),
		gocmp.Transformer("All", func(s story.Series[story.Taken]) []story.Taken { return s.All() }),
		gocmp.Transformer("All", func(s story.Series[story.Entry]) []story.Entry { return s.All() }),
		cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(story.State{}, story.Entry{}, story.Knowledge{}, mind.Minds{}, rooms.World{}, rooms.Thing{}), cmpopts.IgnoreFields(story.State{}, but...),
	}
	return gocmp.Diff(a, b, same...) + gocmp.Diff(a.Player().Object(), b.Player().Object())
}

// kinds are the events of a kind in the log.
func ofEvents(records []persistence.Record, kind event.Kind) (all []event.Event) {
	for _, r := range records {
		if r.Event.Kind == kind {
			all = append(all, r.Event)
		}
	}
	return all
}

func beats(list string) []string { return []string{"plot/beats.json", `{"beats": [` + list + `]}`} }

func TestPlaysWithoutAnySkill(t *testing.T) {
	for _, name := range []string{"grey-harbour", "minimal"} {
		c := sample(t, name)
		for seed := range soak.Count(60) {
			b := at(t, c)
			b.opts.Seed = fmt.Sprint(seed)
			g, draw := b.open(), rand.New(rand.NewPCG(uint64(seed), 1))
			r := must(t, g, "")
			for turn := 1; turn < 40 && r.Ending == nil; turn++ {
				if r.Prose == "" || len(r.Choices) < 3 || len(r.Choices) > 4 || r.Turn != int64(turn) || r.Fallback {
					t.Fatalf("%s, seed %d, turn %d: %s", name, seed, turn, r.JSON())
				}
				r = must(t, g, pickAny(r, draw))
			}
			replayed(t, g)
		}
	}
}

// A fragile store fails to append while it is told to.
type fragile struct {
	persistence.Driver
	fails error // nil: it is sound
	after bool  // what was appended is there all the same
}

func (f *fragile) Create(ctx context.Context, name string, id event.PlaythroughID, fill func(persistence.File) error) (persistence.File, error) {
	file, err := f.Driver.Create(ctx, name, id, fill)
	return fragileFile{file, f}, err
}

type fragileFile struct {
	persistence.File
	of *fragile
}

func (f fragileFile) Update(ctx context.Context, write func(persistence.Writer) error) error {
	w := &witness{}
	err := f.File.Update(ctx, func(inner persistence.Writer) error {
		w.Writer = inner
		err := write(w)
		if err == nil && w.appended && !f.of.after {
			return f.of.fails
		}
		return err
	})
	if err == nil && w.appended {
		return f.of.fails
	}
	return err
}

// A witness sees whether events are written.
type witness struct {
	persistence.Writer
	appended bool
}

func (w *witness) PutEvent(e persistence.RawEvent) error {
	w.appended = true
	return w.Writer.PutEvent(e)
}

// sqliteStore keeps saves in a directory of the test's.
func sqliteStore(t testing.TB) *persistence.Store {
	t.Helper()
	return persistence.New(sqlite.New(t.TempDir()), nil)
}
