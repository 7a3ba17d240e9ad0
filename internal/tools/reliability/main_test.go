package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/tools/mutation"
)

// TestCheck holds the check against each thing that can be wrong with a row.
func TestCheck(t *testing.T) {
	root := t.TempDir()
	source := "package x\nimport \"testing\"\ntype s struct{}\nfunc TestGood(t *testing.T) {}\nfunc (s) TestMethod() {}\n"
	write(t, filepath.Join(root, "x", "x_test.go"), source)
	write(t, filepath.Join(root, "root_test.go"), strings.ReplaceAll(source, "TestGood", "TestRoot"))
	var nine []mutation.Mutation
	for number := range 9 {
		nine = append(nine, mutation.Mutation{Number: number + 1})
	}
	for line, want := range map[string]string{
		"| B1 | It ends | `x` TestGood | 100 | `x` TestGood takes it out |":                   "",
		"| B1 | It ends | `narratoria` TestRoot | 100 | by hand |":                            "",
		"| B1 | It ends | not yet: waits for y | | |":                                         "",
		"| B1 | It ends | not yet: shown by `x` TestGood in part | | |":                       "",
		"| B1 | It ends | not yet: | | |":                                                     "what it waits for",
		"| B1 | It ends | soon | | |":                                                         "names no test",
		"| B1 | It ends | `x` TestGone | 100 | by hand |":                                     "`x` TestGone is not there",
		"| B1 | It ends | `x` TestMethod | 100 | by hand |":                                   "`x` TestMethod is not there",
		"| B1 | It ends | `y` TestGood | 100 | by hand |":                                     "without tests",
		"| B1 | It ends | `x` TestGood | 100 | `x` TestGone takes it out |":                   "`x` TestGone is not there",
		"| B1 | It ends | not yet: shown by `x` TestGone in part | | |":                       "`x` TestGone is not there",
		"| B1 | It ends | `x` TestGood | 100 | mutations 1 to 3, 7 and 9; mutation 2 |":       "",
		"| B1 | It ends | `x` TestGood | 100 | with no end, which is mutation 10, it fails |": "no mutation 10",
		"| B1 | It ends | `x` TestGood | 100 | mutations 3 and 12 |":                          "no mutation 12",
		"| B1 | It ends | `x` TestGood | 100 | mutations 1, 7 to 10 |":                        "no mutation 7 to 10",
		"| B1 | It ends | `x` TestGood | 100 | mutations 5 to 3 |":                            "no mutation 5 to 3",
		"| B1 | It ends | `x` TestGood | as mutation 0 shows | by hand |":                     "no mutation 0",
		"| B1 | It ends | not yet: mutation 11 waits | | |":                                   "no mutation 11",
		"| B1 | It ends | `x` TestGood | 100 | |":                                             "negative control is missing",
		"| B1 | It ends | `x` TestGood | | by hand |":                                         "whole count",
		"| B1 | | `x` TestGood | 100 | by hand |":                                             "promises nothing",
		"| Z1 | It ends | `x` TestGood | 100 | by hand |":                                     "no id",
		"| B1 | It ends | `x` TestGood | 100 |":                                               "4 cells",
		"| B1 | a | not yet: w | | |\n| B1 | b | not yet: w | | |":                            "stands twice",
		"| id | promise | shown by |\n| --- | --- |\n| B1 | a | not yet: w | | |":             "",
	} {
		got := strings.Join(check(root, read(line), nine), "\n")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestEveryItemHasARow: one that has none is an error, and so is a row of no item.
func TestEveryItemHasARow(t *testing.T) {
	var all []row
	for _, g := range groups {
		for n := range g.items {
			all = append(all, row{id: fmt.Sprint(g.letter, n+1)})
		}
	}
	if len(all) != 91 {
		t.Errorf("there are %d items, want 91", len(all))
	}
	if faults := missing(all); len(faults) > 0 {
		t.Error(faults)
	}
	for i := range all {
		rest := append(slices.Clone(all[:i]), all[i+1:]...)
		if faults := missing(rest); len(faults) != 1 || faults[0] != all[i].id+": it has no row" {
			t.Errorf("without %s: %q", all[i].id, faults)
		}
	}
	if faults := missing(append(all, row{id: "C12"})); len(faults) != 1 || faults[0] != "C12: there is no such item" {
		t.Errorf("with a row more: %q", faults)
	}
}

// TestPage: the page as it is names tests that are there; one that is gone is an error.
func TestPage(t *testing.T) {
	if err := run("../../.."); err != nil {
		t.Error(err)
	}
	root := t.TempDir()
	list, err := os.ReadFile("../../../" + mutation.Page)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, mutation.Page), string(list))
	write(t, filepath.Join(root, page), "# Reliability\n")
	if err := run(root); err == nil || !strings.Contains(err.Error(), "no rows") {
		t.Errorf("a page without rows: %v", err)
	}
	write(t, filepath.Join(root, page), "| B1 | It ends | `x` TestGone | 100 | by hand |\n")
	if err := run(root); err == nil || !strings.Contains(err.Error(), "TestGone") {
		t.Errorf("a row whose test is gone: %v", err)
	}
	write(t, filepath.Join(root, page), "| B1 | It ends | `x` TestGone | 100 | mutation 100000 |\n")
	if err := run(root); err == nil || !strings.Contains(err.Error(), "no mutation 100000") {
		t.Errorf("a row whose mutation is gone: %v", err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
