package narratoria_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

// withScenes opens a program whose settings have scenes written into a folder.
func withScenes(t *testing.T, settings string) *narratoria.Program {
	t.Helper()
	data := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
	must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(`{"scenes": `+settings+`}`), 0o600))
	return open(t, narratoria.Options{Data: data, NoProcesses: true})
}

// filesOf are the files of a folder by their names, with what is in them.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		must(t, err)
		all[e.Name()] = string(data)
	}
	return all
}

// told are the scenes of a story that were closed, as they are among all that was told.
func closedScenes(t *testing.T, p *narratoria.Program, name string) (all []transcript.Scene, title string) {
	t.Helper()
	must(t, p.ReadStory(t.Context(), name, func(told *story.Playthrough) error {
		of, err := p.Transcript(t.Context(), told, event.Where{}, narratoria.TranscriptOptions{})
		if err != nil {
			return err
		}
		title = of.Title
		for _, scene := range of.Scenes {
			if scene.Closed {
				scene.Number = 0
				all = append(all, scene)
			}
		}
		return nil
	}))
	return all, title
}

// Every scene that weighs enough is a file when it is left, and has in it what was told of it;
// lighter ones are not. One that is told again is another file.
func TestScenesAreKept(t *testing.T) {
	for _, least := range action.Significances() {
		out := t.TempDir()
		p := withScenes(t, `{"directory": "`+filepath.ToSlash(out)+`", "significance": "`+string(least)+`"}`)
		g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Story: "sea"})
		_, err := plays(t.Context(), g, 1, 14)
		must(t, err)
		must(t, g.Close(context.Background()))
		files, heavy := filesOf(t, filepath.Join(out, "sea")), 0
		scenes, title := closedScenes(t, p, "sea")
		for _, scene := range scenes {
			if scene.Significance.Rank() < least.Rank() {
				continue
			}
			heavy++
			var want bytes.Buffer
			must(t, (&transcript.Transcript{Title: title, Scenes: []transcript.Scene{scene}}).Markdown(&want))
			if !slices.Contains(slices.Collect(mapValues(files)), want.String()) {
				t.Errorf("of weight %s: the scene of turn %d is in none of %d files", least, scene.Turns[0].Number, len(files))
			}
		}
		if len(files) != heavy || least == action.Low && heavy < 2 {
			t.Errorf("of weight %s: of %d scenes %d were heavy enough, and files are %v", least, len(scenes), heavy, names(files))
		}
		if least == action.Low {
			toldAgain(t, p, out)
		}
	}
}

// toldAgain plays on after a rollback: files that were there stay as they are.
func toldAgain(t *testing.T, p *narratoria.Program, out string) {
	before := filesOf(t, filepath.Join(out, "sea"))
	g, err := p.Continue(t.Context(), narratoria.GameOptions{Story: "sea"})
	must(t, err)
	record, err := g.Rollback(t.Context(), 2)
	must(t, err)
	for range 12 {
		record, err = g.Play(t.Context(), record.Choices[0].ID)
		must(t, err)
	}
	must(t, g.Close(context.Background()))
	after, again := filesOf(t, filepath.Join(out, "sea")), 0
	for name, was := range before {
		if after[name] != was {
			t.Errorf("%s is another than it was", name)
		}
	}
	for name := range after {
		if strings.HasSuffix(name, "-2.md") {
			again++
		}
	}
	if again == 0 {
		t.Errorf("no scene was told again: %v", names(after))
	}
}

// A folder that cannot be written to is warned of, and the story goes on.
func TestScenesThatCannotBeKept(t *testing.T) {
	out := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(out, nil, 0o600))
	data := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
	must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(`{"scenes": {"directory": "`+filepath.ToSlash(out)+`", "significance": "low", "format": "html"}}`), 0o600))
	warned := make(chan string, 100)
	p, err := narratoria.Open(narratoria.Options{Data: data, NoProcesses: true, Warn: func(text string) { warned <- text }})
	must(t, err)
	defer p.Close(context.Background())
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Story: "sea"})
	_, err = plays(t.Context(), g, 1, 14)
	must(t, err)
	must(t, g.Close(context.Background()))
	close(warned)
	n := 0
	for text := range warned {
		if n++; !strings.Contains(text, `of "sea" is not in the folder for scenes: `) {
			t.Errorf("warned is of %q", text)
		}
	}
	if n == 0 {
		t.Error("nothing was warned of")
	}
}

func mapValues(files map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, text := range files {
			if !yield(text) {
				return
			}
		}
	}
}

func names(files map[string]string) (all []string) {
	for name := range files {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}
