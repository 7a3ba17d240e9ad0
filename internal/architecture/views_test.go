package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// states are the names of what is so in a story, whoever perceived it.
var states = []string{"State", "Situation", "Playthrough"}

// What is told is made of views: no file of engine/telling names a state.
func TestWhatIsToldIsMadeOfViews(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "engine", "telling", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources (%v)", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range statesNamed(parsed) {
			t.Errorf("%s: what is so is asked for here, and what is told would tell of it; ask the player's view", set.Position(at))
		}
	}
}

// statesNamed is where a file names a state or a situation.
func statesNamed(file *ast.File) (places []token.Pos) {
	ast.Inspect(file, func(n ast.Node) bool {
		if named, is := n.(*ast.SelectorExpr); is && slices.Contains(states, named.Sel.Name) {
			places = append(places, named.Pos())
		}
		return true
	})
	return places
}

// The rule can fail, for types and for fields.
func TestStatesNamed(t *testing.T) {
	for source, want := range map[string]int{
		"func f(s *story.State) {}":                      1,
		"func f(s world.Situation) {}":                   1,
		"func f(t Teller) { _ = t.w.At(t.s).State }":     1,
		"func f(v *story.View, s world.Sight) { _ = v }": 0,
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "a.go", "package a\n"+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := statesNamed(parsed); len(got) != want {
			t.Errorf("%s: %d", source, len(got))
		}
	}
}
