package bundled_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills-src/bundled"
)

// Every script has an entry in a manifest, and the other way round.
func TestManifestsNameTheScripts(t *testing.T) {
	manifests, err := filepath.Glob("../../skills/*/skill.json")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, file := range manifests {
		named = append(named, builtins(t, file)...)
	}
	slices.Sort(named)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(bundled.Scripts())), named); diff != "" {
		t.Errorf("(-scripts +manifests):\n%s", diff)
	}
}

func builtins(t *testing.T, file string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := strictjson.ParseObject(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	scripts, _ := manifest["scripts"].([]any)
	for _, script := range scripts {
		builtin, _ := script.(strictjson.Object)["builtin"].(string)
		names = append(names, filepath.Base(filepath.Dir(file))+"/"+builtin)
	}
	return names
}
