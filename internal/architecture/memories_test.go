package architecture

import (
	"path/filepath"
	"strings"
	"testing"
)

// listing is the one file of the engine that goes through memories: it lists them for the
// journal. What the engine asks of them otherwise it recalls, since "memories are found in
// one way: a search of the save's rows".
const listing = "look.go"

// The engine recalls memories and does not go through them.
func TestMemoriesAreRecalled(t *testing.T) {
	var files []string
	for _, folder := range []string{"engine", "engine/world", "engine/telling", "engine/host"} {
		found, err := filepath.Glob(filepath.Join("..", "..", folder, "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no sources (%v)", folder, err)
		}
		files = append(files, found...)
	}
	listed := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, at := range named(t, file, nil, lookedThrough) {
			if filepath.Base(file) == listing {
				listed++
			} else {
				t.Errorf("%s: memories are gone through here; use View.Recall, or ask what happened of what the view knows", at)
			}
		}
	}
	if listed == 0 {
		t.Error("memories are listed nowhere, so this test looks for the wrong thing")
	}
}

// lookedThrough is the name of the memories of a view and of a state.
const lookedThrough = "Memories"

// The rule can fail, for a view and for a state.
func TestLookedThrough(t *testing.T) {
	for source, want := range map[string]int{
		"for _, m := range v.Memories() { _ = m }":    1,
		"all := t.state().Memories; _ = all":          1,
		"found, _ := v.Recall(ctx, query); _ = found": 0,
	} {
		if got := named(t, "a.go", "package a\nfunc f() {"+source+"}", lookedThrough); len(got) != want {
			t.Errorf("%s: %d", source, len(got))
		}
	}
}
