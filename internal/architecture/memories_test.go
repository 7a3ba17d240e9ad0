package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
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
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range lookedThrough(parsed) {
			if filepath.Base(file) == listing {
				listed++
			} else {
				t.Errorf("%s: memories are gone through here; use View.Recall, or ask what happened of what the view knows", set.Position(at))
			}
		}
	}
	if listed == 0 {
		t.Error("memories are listed nowhere, so this test looks for the wrong thing")
	}
}

// lookedThrough is where a file names the memories of a view or of a state.
func lookedThrough(file *ast.File) (places []token.Pos) {
	ast.Inspect(file, func(n ast.Node) bool {
		if named, is := n.(*ast.SelectorExpr); is && named.Sel.Name == "Memories" {
			places = append(places, named.Pos())
		}
		return true
	})
	return places
}

// The rule can fail, for a view and for a state.
func TestLookedThrough(t *testing.T) {
	for source, want := range map[string]int{
		"for _, m := range v.Memories() { _ = m }":    1,
		"all := t.state().Memories; _ = all":          1,
		"found, _ := v.Recall(ctx, query); _ = found": 0,
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "a.go", "package a\nfunc f() {"+source+"}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := lookedThrough(parsed); len(got) != want {
			t.Errorf("%s: %d", source, len(got))
		}
	}
}
