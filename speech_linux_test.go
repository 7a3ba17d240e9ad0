package narratoria_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/skills/config"
)

// The same picks come to the same by the bundled composer, and by a model of random weights on this device that words what people say,
// how places look and what is offered.
func TestTheSamePicksByRandomWeights(t *testing.T) {
	turns := 8
	if soak.Whole() {
		turns = 60
	}
	file, town := randomModel(t), silentTown(t)
	var told [2][]string
	for i, tasks := range []string{`{"speech": [], "prose": [], "choices": []}`, `{"choices": ["here"]}`} {
		data := t.TempDir()
		must(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
		settings := fmt.Sprintf(`{"models": {"threads": 1, "providers": {"here": {"kind": "llama", "model": "tiny", "template": "phi3", "context": 2048}}, "text": ["here"], "tasks": %s}}`, tasks)
		must(t, os.WriteFile(filepath.Join(data, "config", "config.json"), []byte(settings), 0o600))
		_, err := inventory.In(filepath.Join(data, "models")).Import(t.Context(), "tiny", file, nil)
		must(t, err)
		p := open(t, narratoria.Options{Data: data, BundledSkills: config.InProcess})
		g := start(t, p, narratoria.GameOptions{Campaign: town, Story: "played", Seed: "5", NoEndings: true})
		picks(t, g, 1, turns)
		if workers := meaningWorkers(t); len(workers) != i {
			t.Errorf("with the tasks %s there are the workers %v", tasks, workers)
		}
		must(t, g.Close(t.Context()))
		told[i], _ = came(t, p, "played")
	}
	if diff := cmp.Diff(told[0], told[1]); diff != "" {
		t.Errorf("by random weights something else comes (-without +with):\n%.3000s", diff)
	}
}
