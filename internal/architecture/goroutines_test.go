package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// startsGoroutines reports whether something in a file starts one: a go statement, or a
// function given to the Go of a group.
func startsGoroutines(file *ast.File) (starts bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			starts = true
		case *ast.CallExpr:
			called, selected := n.Fun.(*ast.SelectorExpr)
			starts = starts || selected && called.Sel.Name == "Go" && len(n.Args) == 1
		}
		return !starts
	})
	return starts
}

// looksForLeaks reports whether a file of tests looks, behind all of them, for goroutines
// that are left.
func looksForLeaks(file *ast.File) (looks bool) {
	for _, declaration := range file.Decls {
		f, is := declaration.(*ast.FuncDecl)
		if !is || f.Name.Name != "TestMain" && f.Name.Name != "Run" {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if called, is := n.(*ast.SelectorExpr); is && (called.Sel.Name == "VerifyTestMain" || called.Sel.Name == "Find") {
				from, is := called.X.(*ast.Ident)
				looks = looks || is && from.Name == "goleak"
			}
			return true
		})
	}
	return looks
}

// leaky are the directories below root with code that starts goroutines and tests that
// do not look for leaks, and those that are in order. Code that tests alone can use is left
// to the packages that use it.
func leaky(t *testing.T, root string) (loose, held []string) {
	t.Helper()
	starting, looking, forTests := map[string]bool{}, map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && path != root):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		if strings.HasSuffix(path, "_test.go") {
			looking[dir] = looking[dir] || looksForLeaks(file)
		} else {
			starting[dir] = starting[dir] || startsGoroutines(file)
			forTests[dir] = forTests[dir] || slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"testing"` })
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range slices.Sorted(maps.Keys(starting)) {
		switch {
		case !starting[dir] || forTests[dir]:
		case looking[dir]:
			held = append(held, dir)
		default:
			loose = append(loose, dir)
		}
	}
	return loose, held
}

// TestEveryGoroutineIsWaitedFor: the tests of each package that starts goroutines fail
// when one is left behind them.
func TestEveryGoroutineIsWaitedFor(t *testing.T) {
	loose, held := leaky(t, "../..")
	for _, dir := range loose {
		t.Errorf("%s starts goroutines, and its tests do not look for those that are left: give them a TestMain with goleak.VerifyTestMain", dir)
	}
	if len(held) < 9 {
		t.Errorf("only %q start goroutines", held)
	}
}

// The look finds a package whose tests do not.
func TestALooseGoroutineIsFound(t *testing.T) {
	for name, test := range map[string]struct {
		code, tests string
		loose       bool
	}{
		"a statement":       {"func f() { go f() }", "func TestX() {}", true},
		"a group":           {"func f(g group) { g.Go(func() {}) }", "", true},
		"looked for":        {"func f() { go f() }", "func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }", false},
		"looked for in one": {"func f() { go f() }", "func TestX() { goleak.VerifyNone(t) }", true},
		"none":              {"func f() { f() }", "", false},
	} {
		dir := t.TempDir()
		for file, text := range map[string]string{"x.go": test.code, "x_test.go": test.tests} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte("package x\n"+text+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if loose, _ := leaky(t, dir); len(loose) > 0 != test.loose {
			t.Errorf("%s: %q", name, loose)
		}
	}
}
