package hostile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// harbour is where all stories here play.
var harbour = map[string]string{
	"manifest.json": `{"title": "Harbour", "version": "1.0.0", "opening": {"place": "quay", "time": "1887-10-30T09:00", "weather": "fog"}}`,
	"world/places.json": `{"places": [
		{"id": "quay", "name": "the Long Quay", "description": "A granite quay.", "exits": ["inn"]},
		{"id": "inn", "name": "the Anchor", "description": "A low room.", "exits": ["quay"]}]}`,
	"characters/npcs/ines/profile.json": `{"name": "Ines Vane", "role": "net maker", "personality": {"traits": ["patient"], "flaws": ["proud"], "virtues": ["kind"]}, "pronouns": "she", "place": "quay"}`,
	"plot/premise.md":                   "# Premise\n\nThe lamp has gone dark, and you were sent for.\n",
	"lore/lamp.md":                      "# The lamp\n\nThe lamp of the quay burns whale oil, and the keepers trim it at dusk.\n",
}

// loaded is the harbour as a campaign.
func loaded(t testing.TB) *campaign.Campaign {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range harbour {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, problems := campaign.Load(fsys, campaign.Options{})
	check(t, problems.Err())
	c, err := campaign.Complete(c, nil)
	check(t, err)
	return c
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A table is where one story is played with scripts on a runner.
type table struct {
	t     testing.TB
	game  *engine.Game
	save  *persistence.Save
	saves string // the directory of its save
	files string // where what scripts made lies until the save has it
	run   *watched
	steps []plan.ScriptRef // of the next turn's plan
	async bool             // they need not wait for each other
	last  *engine.Record
}

// A watched runner keeps what came of each script in this turn.
type watched struct {
	executor.Runner
	data skills.DataRoot

	mu   sync.Mutex
	seen map[plan.ScriptRef]ended
}

type ended struct {
	skills.Outcome
	took time.Duration
}

func (w *watched) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	inv.DataRoot = w.data
	began := time.Now()
	out := w.Runner.Run(ctx, inv)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen[inv.Script.Ref] = ended{out, time.Since(began)}
	return out
}

// forget begins a turn.
func (w *watched) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.seen)
}

func (w *watched) of(ref plan.ScriptRef) (ended, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	e, ran := w.seen[ref]
	return e, ran
}

// sit begins a story over a new save on disk.
func sit(t testing.TB, c *campaign.Campaign, registry *skills.Registry, runner executor.Runner, limits protocol.Limits) *table {
	t.Helper()
	return sitSeeded(t, c, registry, runner, limits, "7")
}

// sitSeeded is sit for a story of some seed.
func sitSeeded(t testing.TB, c *campaign.Campaign, registry *skills.Registry, runner executor.Runner, limits protocol.Limits, seed string) *table {
	t.Helper()
	return sitAs(t, c, registry, runner, seed, executor.Options{Concurrency: 2, OptionalBudget: longest, Limits: limits})
}

// sitAs is sit with options for its plans.
func sitAs(t testing.TB, c *campaign.Campaign, registry *skills.Registry, runner executor.Runner, seed string, opts executor.Options) *table {
	t.Helper()
	saves := t.TempDir()
	save, err := persistence.New(sqlite.New(saves), nil).Create(t.Context(), "test", "p-1")
	check(t, err)
	persona, err := c.Player.Persona(nil)
	check(t, err)
	b := &table{t: t, save: save, saves: saves, files: t.TempDir(), run: &watched{Runner: runner, data: skills.DataRoot{Base: t.TempDir()}, seen: map[plan.ScriptRef]ended{}}}
	opts.Runner = b.run
	opts.Report = func(plan.SkillName, skills.Observation) {} // every skill stays well, or nothing more would be tried of it
	b.game, err = engine.Open(t.Context(), engine.Options{
		Campaign: c, CampaignID: "test", Digest: "d1", Save: save, Persona: persona, Program: "test", Seed: seed,
		Registry: func() *skills.Registry { return registry },
		Executor: opts, Assets: b.files,
		Planner: plan.PlannerFunc(b.plan),
	})
	check(t, err)
	t.Cleanup(func() { b.leave() })
	return b
}

// leave ends the play, once, and lets go of all that it has in memory: a fuzzer sits down at
// table after table.
func (b *table) leave() (err error) {
	if b.game != nil {
		err = errors.Join(b.game.Close(context.Background(), "quit"), b.save.Close())
		b.game, b.save, b.last, b.run = nil, nil, nil, nil
	}
	return err
}

// plan is one of the steps that the turn is to have.
func (b *table) plan(_ context.Context, request plan.Request) ([]byte, error) {
	doc := plan.Document{ID: request.ID, Parallel: b.async}
	for i, ref := range b.steps {
		doc.Tools = append(doc.Tools, plan.Tool{
			ID: plan.ToolID(fmt.Sprint("t", i)), Path: ref.String(), Optional: true, Async: b.async, Retry: &plan.RetryPolicy{},
			Input: protocol.Object{"turn": fmt.Sprint(request.ID)},
		})
	}
	return doc.JSON(), nil
}

// turn plays one turn, whose plan has these steps, and says how long it took.
func (b *table) turn(steps ...plan.ScriptRef) (*engine.Record, time.Duration, error) {
	b.steps = steps
	b.run.forget()
	choice := ""
	if b.last != nil {
		choice = b.last.Choices[0].ID
	}
	began := time.Now()
	record, err := b.game.Play(b.t.Context(), choice)
	if err == nil {
		b.last = record
	}
	return record, time.Since(began), err
}

// close ends the story, and says how many bytes its save has on disk.
func (b *table) close() (size int) {
	check(b.t, b.leave())
	return b.size()
}

// size is how many bytes the save has on disk, with what waits beside it.
func (b *table) size() (size int) {
	_ = filepath.WalkDir(b.saves, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if info, err := entry.Info(); err == nil {
			size += int(info.Size())
		}
		return nil
	})
	return size
}

// A skillDir is a directory with skills from outside, each with one script, run.
type skillDir struct{ dir string }

// add puts a skill there, whose script is a line of shell.
func (d skillDir) add(name, line string, timeout time.Duration, may []skills.Permission) {
	scripts := filepath.Join(d.dir, name, "scripts")
	must(os.MkdirAll(scripts, 0o755))
	var permissions []string
	for _, p := range may {
		permissions = append(permissions, fmt.Sprintf("%q", p))
	}
	must(os.WriteFile(filepath.Join(d.dir, name, "skill.json"), fmt.Appendf(nil, `{"name": %q, "version": "1.0.0", "description": "Means harm.",
		"scripts": [{"name": "run", "path": "scripts/run.sh", "description": "Does it.", "timeout": %d, "permissions": [%s]}]}`,
		name, timeout.Milliseconds(), strings.Join(permissions, ",")), 0o644))
	must(os.WriteFile(filepath.Join(scripts, "run.sh"), []byte("#!/bin/sh\n"+line+"\n"), 0o755))
}

// discover finds them, and those bundled, with consent to all they ask for.
func (d skillDir) discover(t testing.TB, bundled fstest.MapFS) *skills.Registry {
	t.Helper()
	opts := skills.DiscoverOptions{Sources: []skills.Source{{Dir: d.dir, Origin: skills.FromSettings}}, Bundled: bundled, Features: host.New().Features()}
	consent, err := skills.LoadConsent(t.TempDir())
	check(t, err)
	opts.Consent = consent
	for _, listing := range skills.Discover(opts).Listings() {
		if listing.Skill == nil {
			t.Fatalf("%+v", listing)
		}
		if listing.Skill.Bundled {
			continue
		}
		_, err := consent.Enable(listing.Skill, skills.EnableOptions{})
		check(t, err)
	}
	return skills.Discover(opts)
}

func refOf(skill string) plan.ScriptRef {
	return plan.ScriptRef{Skill: plan.SkillName(skill), Script: "run"}
}
