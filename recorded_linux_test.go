package narratoria_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/story/event"
)

// The same comes of the recorded picks by a model of random weights on this device, that plans, tells, speaks, words what is offered and sums up scenes,
// as by rules. For each of these it is asked, and writes something, so that there is something to come of it: where no grammar forces it to a form, that is bytes of which hardly any are a text.
func TestTheRecordedPicksByRandomWeights(t *testing.T) {
	file := randomModel(t)
	all, wrote := map[string]int{}, map[string]int{}
	for _, r := range recordings {
		t.Run(r.name, func(t *testing.T) {
			turns := r.turns
			if !soak.Whole() {
				turns /= 5
			}
			_, without, _ := r.play(t, r.open(t, ""), nil, turns)
			warn := func(text string) { // a machine that is busy may leave no time for what is made afterwards
				if !strings.Contains(text, "(summary)") {
					t.Error(text)
				}
			}
			data := t.TempDir()
			_, err := inventory.In(filepath.Join(data, "models")).Import(t.Context(), "tiny", file, nil)
			must(t, err)
			p := r.openIn(t, narratoria.Options{Data: data, Warn: warn}, `{"kind": "llama", "model": "tiny", "template": "phi3", "context": 4096}`)
			_, events, asked := r.play(t, p, nil, turns)
			if diff := cmp.Diff(without, events); diff != "" {
				t.Errorf("by random weights something else comes (-without +with):\n%.3000s", diff)
			}
			g, err := p.Continue(t.Context(), narratoria.GameOptions{Story: "played"})
			must(t, err)
			for turn := range turns { // what was asked when they were over
				kept, err := g.Prompts(t.Context(), event.Where{}, int64(turn+1), event.Player, false)
				must(t, err)
				for _, g := range kept.Generations {
					if g.Task == narrator.SummaryTask {
						asked = append(asked, g)
					}
				}
			}
			must(t, g.Close(t.Context()))
			whys := map[string]int{}
			for _, g := range asked {
				all[g.Task]++
				if silent := []string{string(model.Timeout), string(model.Unavailable), string(model.Cancelled), string(model.Unsupported)}; g.End == generation.Unfinished || slices.Contains(silent, g.Why) {
					whys[g.Task+": "+g.Why]++
				} else {
					wrote[g.Task]++
				}
			}
			t.Logf("in %d turns it did not write: %v", turns, whys)
		})
	}
	t.Logf("it is asked %v times, and writes %v", all, wrote)
	for _, task := range []string{"plan", "choices"} { // with these picks nothing else is asked for surely
		if all[task] == 0 {
			t.Errorf("of the task %s it is not asked", task)
		}
	}
	for task, n := range all {
		if wrote[task] == 0 && (task != narrator.SummaryTask || soak.Whole()) { // of fewer turns few scenes are left
			t.Errorf("of the task %s it is asked %d times, and writes nothing", task, n)
		}
	}
}
