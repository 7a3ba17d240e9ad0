package narratoria_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/story/event"
)

// What a model says for speech, for prose, for choices or for a plan that is empty, goes in a circle or is of no form is asked for once more in the same turn,
// and the turn is told with what comes then, or without.
func TestBadAnswersAreAskedForOnceMore(t *testing.T) {
	for name, bad := range map[string]string{"empty": "", "looping": strings.Repeat("la ", 400), "unformed": `{"1": 7}`} {
		for _, once := range []bool{true, false} {
			first, seen := sync.Map{}, 0
			s := &writer{}
			s.answers(func(w http.ResponseWriter, _ *http.Request) {
				all := s.requests()
				asked := string(strictjson.Encode(all[len(all)-1]["messages"]))
				if _, again := first.LoadOrStore(asked, true); again && once {
					say(w, aPlan) // which is a plan, and no text of a skill
					return
				}
				say(w, bad)
			})
			data := t.TempDir()
			must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
			settings := strings.Replace(s.settings(t), `"text":`, `"plan": "here", "tasks": {"choices": ["here"]}, "text":`, 1)
			must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(settings), 0o600))
			g := start(t, open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess}), narratoria.GameOptions{Campaign: silentTown(t), Story: "played", Seed: "5", NoEndings: true})
			tasks := map[string]int{}
			for _, r := range picks(t, g, 1, 8) {
				if r.Prose == "" || len(r.Choices) < 3 {
					t.Errorf("%s: turn %d is told %q", name, r.Turn, r.Prose)
				}
				state, err := g.Shown(t.Context(), event.Where{}, 0)
				must(t, err)
				for who := range state.People {
					kept, err := g.Prompts(t.Context(), event.Where{}, r.Turn, who, false)
					must(t, err)
					calls := map[string]generation.Generation{}
					for _, c := range kept.Generations {
						calls[c.Task+c.Part] = c
					}
					for _, c := range kept.Generations {
						if c.End != generation.Failed || c.Why != name || strings.HasSuffix(c.Part, "again") {
							continue
						}
						part := strings.TrimPrefix(c.Part+"-again", "-")
						again, is := calls[c.Task+part]
						if !is || !once && again.Why != name || len(again.Sections) != len(c.Sections) || again.Sampling.Seed == c.Sampling.Seed && again.Sampling.Heat == c.Sampling.Heat {
							t.Errorf("%s: turn %d, %s %s ended as %s, and asked again as %q (%s)", name, r.Turn, c.Task, c.Part, c.Why, again.End, again.Why)
						}
						tasks[c.Task]++
						seen++
					}
				}
			}
			must(t, g.Close(t.Context()))
			t.Logf("%s, once %v: %v", name, once, tasks)
			if seen == 0 || name != "unformed" && (tasks["speech"] == 0 || tasks["choices"] == 0 || tasks["prose"] == 0) {
				t.Errorf("%s: asked again were %v", name, tasks)
			}
		}
	}
}
