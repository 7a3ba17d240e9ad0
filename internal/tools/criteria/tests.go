package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/tools/mutation"
)

// unshown says of each criterion what is missing: a test, or a reason for having
// none; a test that is not in the source; one that measures nothing of it.
func unshown(root string, table []criteria.Row) (missing []string) {
	for _, row := range table {
		if len(row.Tests) == 0 && row.NotYet == "" {
			missing = append(missing, row.ID+" ("+row.Metric+") has neither a test nor a reason for having none")
		}
		for _, test := range row.Tests {
			if why := look(root, test, row.ID); why != "" {
				missing = append(missing, fmt.Sprintf("%s: %s.%s %s", row.ID, test.Package, test.Name, why))
			}
		}
	}
	return missing
}

// unplanted says which criteria are measured by tests that no planted fault has been seen to
// fail.
func unplanted(table []criteria.Row, faults []mutation.Mutation) (missing []string) {
	for _, row := range table {
		if len(row.Tests) > 0 && planted(row, faults) == "" {
			missing = append(missing, row.ID+" ("+row.Metric+") has no planted fault in "+mutation.Page+" by which its tests fail")
		}
	}
	return missing
}

// look finds a test in the source and whether it measures a criterion. A benchmark
// may show one too.
func look(root string, test criteria.Test, id string) string {
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(test.Package), "*_test.go"))
	if err != nil || len(files) == 0 {
		return "is in a package without tests"
	}
	for _, file := range files {
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, declaration := range parsed.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if !ok || f.Name.Name != test.Name || f.Recv != nil {
				continue
			}
			if !measures(f, id) {
				return "does not call criteria.Measured for it"
			}
			return ""
		}
	}
	return "is not there"
}

// measures reports whether a function calls criteria.Measured with an id.
func measures(f *ast.FuncDecl, id string) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) < 2 {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || selector.Sel.Name != "Measured" {
			return true
		}
		literal, ok := call.Args[1].(*ast.BasicLit)
		found = found || ok && strings.Trim(literal.Value, `"`) == id
		return true
	})
	return found
}

// measure runs the tests of the table, package by package, and gives what they
// measured, by criterion. No packages are all.
func measure(table []criteria.Row, of []string) (map[string][]string, error) {
	byPackage := map[string][]string{}
	for _, row := range table {
		for _, test := range row.Tests {
			if (len(of) == 0 || slices.Contains(of, test.Package)) && !slices.Contains(byPackage[test.Package], test.Name) {
				byPackage[test.Package] = append(byPackage[test.Package], test.Name)
			}
		}
	}
	var packages []string
	for name := range byPackage {
		packages = append(packages, name)
	}
	sort.Strings(packages)
	values := map[string][]string{}
	for _, name := range packages {
		if err := runTests(name, byPackage[name], values); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func runTests(name string, tests []string, values map[string][]string) error {
	fmt.Fprintln(os.Stderr, "criteria:", name)
	pattern := "^(" + strings.Join(tests, "|") + ")$"
	cmd := exec.Command("go", "test", "-json", "-count=1", "-timeout", "2h", "-run", pattern, "-bench", pattern, "-benchtime", "20x", "./"+name)
	cmd.Env = append(os.Environ(), "NARRATORIA_SOAK=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var failed []string
	said := map[string]string{} // by each test
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var event struct{ Action, Test, Output string }
		if json.Unmarshal(lines.Bytes(), &event) != nil {
			continue
		}
		said[event.Test] += event.Output
		if event.Action == "fail" && event.Test != "" {
			failed = append(failed, event.Test)
			fmt.Fprint(os.Stderr, said[event.Test])
		}
		if _, text, ok := strings.Cut(event.Output, criteria.Mark+"SC-"); ok {
			id, value, _ := strings.Cut("SC-"+strings.TrimSpace(text), ": ")
			if !slices.Contains(values[id], value) {
				values[id] = append(values[id], value)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("the tests of %s fail: %v", name, failed)
	}
	return nil
}
