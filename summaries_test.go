package narratoria_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// summedUp plays a story whose scenes a model sums up, and gives what came of it but for words, its summaries by their scenes,
// and what the model was asked.
func summedUp(t *testing.T, seed string, says func(asked string, n int) string) (all []string, summaries map[string]string, asked []string) {
	t.Helper()
	s := &writer{}
	s.answers(func(w http.ResponseWriter, _ *http.Request) {
		requests := s.requests()
		messages := strictjson.AsList(requests[len(requests)-1]["messages"])
		prompt := strictjson.AsString(strictjson.AsObject(messages[len(messages)-1])["content"])
		asked = append(asked, prompt)
		say(w, says(prompt, len(requests)))
	})
	data := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
	settings := strings.Replace(s.settings(t), `"text": ["here"]`, `"tasks": {"summary": ["here"], "speech": [], "prose": []}, "text": ["here"]`, 1)
	must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(settings), 0o600))
	p := open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess})
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Story: "played", Seed: seed, NoEndings: true})
	picks(t, g, 3, 16)
	must(t, g.Close(context.Background()))
	all, _ = came(t, p, "played")
	summaries = map[string]string{}
	scenes, _ := closedScenes(t, p, "played")
	for _, scene := range scenes {
		if scene.Summary != "" {
			summaries[scene.ID] = scene.Summary
		}
	}
	must(t, p.ReadStory(t.Context(), "played", func(told *story.Playthrough) error {
		for r, err := range told.Events(t.Context(), 0) {
			must(t, err)
			if r.Event.Kind != event.SceneSummed {
				continue
			}
			cause, err := told.Event(t.Context(), r.Event.Cause)
			must(t, err)
			if cause.Event.Kind != event.SceneClosed || cause.Event.Text("scene") != r.Event.Text("scene") {
				t.Errorf("the summary of %s names %s of %s as its cause", r.Event.Text("scene"), cause.Event.Kind, cause.Event.Text("scene"))
			}
			if summaries[r.Event.Text("scene")] != r.Event.Text("words") || r.Event.Text("by") == "" {
				t.Errorf("of %s is kept %q, and shown %q", r.Event.Text("scene"), r.Event.Text("words"), summaries[r.Event.Text("scene")])
			}
		}
		return nil
	}))
	return all, summaries, asked
}

// retold is what a model says that sums up by the first sentence that it was told.
func retold(asked string, _ int) string {
	for _, found := range regexp.MustCompile(`(?m)^told: "([A-Z][a-z ,']{20,200}\.)`).FindAllStringSubmatch(asked, -1) {
		return found[1]
	}
	return "You went to the place."
}

// Each scene that was left has a summary by the next turn, one more than once asked for where the first answer is of no use; with
// a seed every one of them, and the same story comes of it as without.
func TestScenesAreSummedUp(t *testing.T) {
	nobody, none, _ := summedUp(t, "5", func(string, int) string { return "" })
	if len(none) > 0 {
		t.Errorf("of nothing is made %v", none)
	}
	once, first, asked := summedUp(t, "5", retold)
	twice, second, askedTwice := summedUp(t, "5", func(asked string, n int) string {
		if n%2 == 1 {
			return `{"summary": "You won."}`
		}
		return retold(asked, n)
	})
	if len(first) < 2 || len(askedTwice) != 2*len(asked) {
		t.Errorf("%d scenes are summed up, and it is asked %d and %d times", len(first), len(asked), len(askedTwice))
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("asked twice there are other summaries: %s", diff)
	}
	for what, all := range map[string][]string{"summaries": once, "such a model": twice} {
		if diff := cmp.Diff(nobody, all); diff != "" {
			t.Errorf("with %s something else comes (-without +with):\n%.2000s", what, diff)
		}
	}
	for _, prompt := range asked {
		if len(prompt) > 6000 || !strings.HasPrefix(prompt, `the player is called: "`) || !strings.HasSuffix(prompt, "The summary:") {
			t.Errorf("it is asked:\n%s", prompt)
		}
	}
}

// Whatever else a model says, no scene is summed up by it.
func TestNoSummaryIsMadeOfAnythingElse(t *testing.T) {
	_, summaries, asked := summedUp(t, "5", func(_ string, n int) string { return hostile[n%len(hostile)] })
	if len(asked) == 0 || len(summaries) > 0 {
		t.Errorf("it is asked %d times, and there are %q", len(asked), summaries)
	}
}
