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
		for _, at := range named(t, file, nil, states...) {
			t.Errorf("%s: what is so is asked for here, and what is told would tell of it; ask the player's view", at)
		}
	}
}

// named is where a file, or a text in its place, has one of some names behind a point: of
// a type, a field or a method.
func named(t *testing.T, file string, text any, names ...string) (places []token.Position) {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if named, is := n.(*ast.SelectorExpr); is && slices.Contains(names, named.Sel.Name) {
			places = append(places, set.Position(named.Pos()))
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
		if got := named(t, "a.go", "package a\n"+source, states...); len(got) != want {
			t.Errorf("%s: %d", source, len(got))
		}
	}
}
