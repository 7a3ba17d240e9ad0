package narratoria_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/hostiletext"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
)

// treeOf is what lies in a directory: names, kinds, sizes and, of small files, bytes.
func treeOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		all[path] = fmt.Sprint(info.Mode())
		if info.Mode().IsRegular() && info.Size() < 1<<10 {
			data, err := os.ReadFile(path)
			all[path] += fmt.Sprintf(" %q", data)
			return err
		}
		return nil
	}))
	return all
}

// TestHostileNames: whatever asks for something by a name is refused names that are none, and
// nothing is made, changed, deleted or read for them.
func TestHostileNames(t *testing.T) {
	ctx, above := t.Context(), t.TempDir()
	data := filepath.Join(above, "deep", "data")
	for _, file := range []string{"outside/canary", "deep/outside/canary", "deep/data/outside/canary", "deep/data/saves/outside/canary", "canary.sqlite"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(above, file)), 0o755))
		must(t, os.WriteFile(filepath.Join(above, file), []byte("canary"), 0o600))
	}
	t.Chdir(filepath.Join(above, "outside"))
	p, err := narratoria.Open(narratoria.Options{Data: data})
	must(t, err)
	defer p.Close(context.Background())
	if _, err := p.Skills(); err != nil {
		t.Fatal(err)
	}
	began := func(o narratoria.GameOptions, begin func(context.Context, narratoria.GameOptions) (*narratoria.Game, error)) error {
		g, err := begin(ctx, o)
		if err == nil {
			must(t, g.Close(ctx))
		}
		return err
	}
	asks := map[string]func(name string) error{
		"Start": func(name string) error {
			return began(narratoria.GameOptions{Campaign: "minimal", Story: name, Seed: "1"}, p.Start)
		},
		"Continue": func(name string) error { return began(narratoria.GameOptions{Story: name}, p.Continue) },
		"Campaign": func(name string) error { _, err := p.Campaign(ctx, name); return err },
		"Story":    func(name string) error { _, err := p.Story(ctx, name); return err },
		"ReadStory": func(name string) error {
			return p.ReadStory(ctx, name, func(*story.Playthrough) error { t.Errorf("%q is read", name); return nil })
		},
		"DeleteStory": func(name string) error { return p.DeleteStory(ctx, name) },
		"EnableSkill": func(name string) error {
			return p.EnableSkill(name, skills.EnableOptions{}, func(*skills.Skill) error { return nil })
		},
		"DisableSkill": func(name string) error { return p.DisableSkill(name) },
		"RunScript":    func(name string) error { _, _, err := p.RunScript(ctx, narratoria.ScriptRun{Script: name}); return err },
		"RunScript of": func(name string) error {
			_, _, err := p.RunScript(ctx, narratoria.ScriptRun{Script: name + "/narrate"})
			return err
		},
	}
	names := append(hostiletext.Names(), "con", "nul", "com1", "lpt9", "-a")
	if err := asks["RunScript"]("nobody/nothing"); err == nil { // and now there is a log
		t.Fatal("a script of nobody's runs")
	}
	before := treeOf(t, above)
	for what, ask := range asks {
		for _, name := range names {
			if name == "" && slices.Contains([]string{"Start", "Continue", "Campaign", "RunScript"}, what) {
				continue // there it is the usual one
			}
			if err := ask(name); err == nil {
				t.Errorf("%s takes %.80q", what, name)
			}
		}
	}
	after := treeOf(t, above)
	for path, now := range after {
		if was, there := before[path]; was != now {
			t.Errorf("%s became %s; it was there before: %t", path, now, there)
		}
	}
	for path := range before {
		if _, there := after[path]; !there {
			t.Errorf("%s is gone", path)
		}
	}
	if len(names) < 120 || len(before) < 10 {
		t.Errorf("%d names, %d files", len(names), len(before))
	}
}

// TestCampaignsInDirectoriesOfAnyName: a campaign is played, gone on with and told of whatever
// its directory is called, as far as the system can have such a one.
func TestCampaignsInDirectoriesOfAnyName(t *testing.T) {
	ctx, above := t.Context(), t.TempDir()
	p, err := narratoria.Open(narratoria.Options{Data: filepath.Join(t.TempDir(), "data"), NoProcesses: true})
	must(t, err)
	defer p.Close(context.Background())
	names := append(hostiletext.Names(), strings.Repeat("n", 255), strings.Repeat("\xff", 255), strings.Repeat("é", 127), "a\nb\x1b[31m\xff")
	played := 0
	for _, name := range names {
		dir := filepath.Join(above, "in", name)
		if filepath.Dir(dir) != filepath.Join(above, "in") || os.MkdirAll(dir, 0o700) != nil {
			continue // a path, or no name here
		}
		must(t, os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"title": "T", "version": "1.0.0"}`), 0o600))
		story := fmt.Sprint("story-", played)
		for turn, begin := range []func(context.Context, narratoria.GameOptions) (*narratoria.Game, error){p.Start, p.Continue} {
			g, err := begin(ctx, narratoria.GameOptions{Campaign: dir, Story: story, Seed: "1"})
			if err != nil {
				t.Fatalf("%q: %v", name, err)
			}
			if turn == 0 {
				_, err = g.Play(ctx, "")
			} else {
				_, err = g.Last(ctx)
			}
			if err != nil {
				t.Errorf("%q: %v", name, err)
			}
			must(t, g.Close(ctx))
		}
		must(t, p.DeleteStory(ctx, story))
		must(t, os.RemoveAll(dir))
		played++
	}
	if played < 60 {
		t.Errorf("%d names of %d were played", played, len(names))
	}
}
