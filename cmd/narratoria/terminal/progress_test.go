package terminal

import (
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/narratoria/narratoria/skills"
)

// Whatever a bundled script does is put into words while somebody waits for it.
func TestEveryBundledScriptHasWords(t *testing.T) {
	manifests, err := fs.Glob(skills.Bundled(), "*/skill.json")
	if err != nil || len(manifests) == 0 {
		t.Fatalf("no manifests (%v)", err)
	}
	for _, name := range manifests {
		var manifest struct{ Scripts []struct{ Name string } }
		data, err := fs.ReadFile(skills.Bundled(), name)
		if err == nil {
			err = json.Unmarshal(data, &manifest)
		}
		if err != nil || len(manifest.Scripts) == 0 {
			t.Errorf("%s: %d scripts, %v", name, len(manifest.Scripts), err)
		}
		for _, script := range manifest.Scripts {
			if spokenStage(script.Name) == script.Name {
				t.Errorf("%s: nothing is said while %q runs", name, script.Name)
			}
		}
	}
}
