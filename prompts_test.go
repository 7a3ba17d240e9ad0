package narratoria_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A noting model says the same to everything, and notes what it is asked.
type noting struct {
	mu    sync.Mutex
	asked map[model.Place]model.Request
}

func (*noting) Name() string { return "noting" }
func (n *noting) Generate(_ context.Context, r model.Request, _ func(model.Piece)) (model.Answer, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked[r.Place] = r
	return model.Answer{Text: "It is cold tonight.", End: model.Stopped, By: "noting"}, nil
}

// "Every generation of a turn can be shown exactly": of what a model is asked, for each task that there is, all is shown that the request
// had: the messages to the letter, the schema, and how the text was to be written.
func TestAPromptIsShownAsItWasAsked(t *testing.T) {
	data := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
	must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(`{"models": {"providers": {"here": {"kind": "openai", "address": "http://127.0.0.1:1/v1", "model": "m"}},
		"text": ["here"], "plan": "here", "tasks": {"choices": ["here"], "summary": ["here"], "significance": ["here"], "extract": ["here"]}}}`), 0o600))
	asked := &noting{asked: map[model.Place]model.Request{}}
	p := open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess})
	p.WrittenBy(asked)
	p.PlannedBy(asked)
	g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: silentTown(t), Story: "played", NoEndings: true}) // without a seed, so that times are kept
	must(t, err)
	for _, choice := range slices.Concat([]string{""}, faultyDeeds(), faultyDeeds()) {
		_, err := g.Play(t.Context(), choice)
		must(t, err)
	}
	must(t, g.Close(t.Context()))
	tasks, schemas := map[string]int{}, 0
	must(t, p.ReadStory(t.Context(), "played", func(played *story.Playthrough) error {
		for place, r := range asked.asked {
			shown := shownOf(t, played, place)
			if shown == nil {
				t.Errorf("%v is not shown", place)
				continue
			}
			if diff := cmp.Diff(r.Messages, generation.MessagesOf(shown.Sections)); diff != "" {
				t.Errorf("of %v other messages are shown: %s", place, diff)
			}
			want := generation.Sampling{MaxTokens: r.Tokens(), Heat: r.Heat, Seed: r.Seed, Stop: r.Stop, Within: r.Within.Milliseconds()}
			if r.Form.Schema != nil {
				want.Form, want.FormText, want.FormBytes = "schema", string(r.Form.Schema), len(r.Form.Schema)
				schemas++
			}
			if diff := cmp.Diff(want, shown.Sampling); diff != "" {
				t.Errorf("of %v it is shown to be asked otherwise: %s", place, diff)
			}
			if shown.Prompt == "" || shown.Model != "noting" || shown.Wrote != "noting" {
				t.Errorf("of %v is shown the prompt %q of %q, written by %q", place, shown.Prompt, shown.Model, shown.Wrote)
			}
			tasks[place.Task]++
		}
		return nil
	}))
	if got, want := fmt.Sprint(slices.Sorted(maps.Keys(tasks))), "[choices extract plan prose significance speech summary]"; got != want || schemas == 0 {
		t.Errorf("asked is for %s, and for %d texts of a form; want %s", got, schemas, want)
	}
}

// shownOf is what is shown of a request, whoever's view it was made from; nil where nothing is.
func shownOf(t *testing.T, played *story.Playthrough, place model.Place) *generation.Generation {
	t.Helper()
	views, err := played.Prompted(t.Context(), event.Where{}, int64(place.Turn))
	must(t, err)
	for _, who := range views {
		kept, err := played.Prompts(t.Context(), event.Where{}, int64(place.Turn), who, false)
		must(t, err)
		for _, g := range kept.Generations {
			if g.Task == place.Task && g.Part == place.Part {
				return &g
			}
		}
	}
	return nil
}
