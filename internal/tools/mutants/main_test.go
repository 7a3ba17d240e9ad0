package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Every change of the list still finds its lines, once, and leaves a file of Go.
func TestTheListFitsTheCode(t *testing.T) {
	const root = "../../.."
	written, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	all, err := readList(string(written))
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int{}
	for _, m := range all {
		if _, err := m.applied(root); err != nil {
			t.Errorf("mutant %d: %v", m.number, err)
		}
		if strings.HasSuffix(m.file, "_test.go") {
			t.Errorf("mutant %d: %s is a test, not the code", m.number, m.file)
		}
		for _, tests := range m.tests {
			if found, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(tests), "*_test.go")); len(found) == 0 {
				t.Errorf("mutant %d: %s has no tests", m.number, tests)
			}
		}
		of[strings.TrimPrefix(strings.SplitN(m.tests[0], "/", 3)[1], "./")]++
	}
	for _, room := range []string{"engine", "story", "prose"} {
		if of[room] < 12 {
			t.Errorf("%d mutants are judged by the tests of %s, at least 12 are wanted", of[room], room)
		}
	}
}

const one = "# Mistakes\n\nWords for people.\n\n## A group\n\n### 1. Sums are wrong.\n\n`sum.go`, tests of `./`\n\n```diff\n func sum(a, b int) int {\n-\treturn a + b\n+\treturn a - b\n```\n"

func TestReadList(t *testing.T) {
	all, err := readList(one)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	m := all[0]
	if m.number != 1 || m.breaks != "Sums are wrong." || m.file != "sum.go" || len(m.tests) != 1 || m.tests[0] != "./" {
		t.Errorf("%+v", m)
	}
	if m.old != "func sum(a, b int) int {\n\treturn a + b\n" || m.new != "func sum(a, b int) int {\n\treturn a - b\n" {
		t.Errorf("%q becomes %q", m.old, m.new)
	}
}

func TestWhatIsNoList(t *testing.T) {
	for what, page := range map[string]string{
		"there is no mutant on the list": "# Mistakes\n",
		"its number should be 1":         strings.Replace(one, "### 1.", "### 2.", 1),
		"tests of `package`":             strings.Replace(one, "tests of", "by", 1),
		"should begin the change":        strings.Replace(one, "```diff", "```go", 1),
		"it changes nothing":             strings.Replace(one, "a - b", "a + b", 1),
		"does not end":                   strings.TrimSuffix(one, "```\n"),
		"neither -, + nor a space":       strings.Replace(one, "+\treturn", "\treturn", 1),
		"should be a heading":            one + "And so on.\n",
	} {
		if _, err := readList(page); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%q: %v", what, err)
		}
	}
}

// A small tree shows each fate: a mutant that a test kills, one that lives, and two that
// are no mutants.
func TestFates(t *testing.T) {
	root := tree(t, map[string]string{
		"go.mod":      "module sums\n\ngo 1.24\n",
		"sum.go":      "package sums\n\nfunc sum(a, b int) int {\n\treturn a + b\n}\n\nfunc half(a int) int {\n\treturn a / 2\n}\n",
		"sum_test.go": "package sums\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif sum(2, 3) != 5 || half(4) != 2 {\n\t\tt.Error()\n\t}\n}\n",
	})
	var said strings.Builder
	r := &runner{root: root, scratch: t.TempDir(), limit: time.Minute, stderr: &said}
	if err := r.sound("."); err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) mutant {
		return mutant{number: 1, file: "sum.go", tests: []string{"."}, old: "\t" + old + "\n", new: "\t" + new + "\n"}
	}
	if v, err := r.judge(change("return a + b", "return a - b")); err != nil || v.killer != "TestSum" {
		t.Errorf("%+v, %v, %s", v, err, said.String())
	}
	if v, err := r.judge(change("return a / 2", "return a >> 1")); err != nil || v.killer != "" {
		t.Errorf("%+v, %v", v, err)
	}
	for what, m := range map[string]mutant{
		"does not compile": change("return a + b", `return "a"`),
		"0 times":          change("return b + a", "return a"),
		"expected":         change("return a + b", "return a +"),
	} {
		if _, err := r.judge(m); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%q: %v", what, err)
		}
	}
	if err := r.judgeAll([]mutant{change("return a / 2", "return a >> 1")}, &said); err == nil || !strings.Contains(said.String(), "1 mutants: 0 killed, 1 live, 0 not judged") {
		t.Errorf("%v, %s", err, said.String())
	}
}

// Quick tests are run before the others, and the others where they notice nothing.
func TestQuickTestsFirst(t *testing.T) {
	root := tree(t, map[string]string{
		"go.mod":      "module sums\n\ngo 1.24\n",
		"sum.go":      "package sums\n\nfunc sum(a, b int) int {\n\treturn a + b\n}\n\nfunc half(a int) int {\n\treturn a / 2\n}\n",
		"sum_test.go": "package sums\n\nimport \"testing\"\n\nfunc TestAll(t *testing.T) {\n\tif sum(2, 3) != 5 || half(4) != 2 {\n\t\tt.Error()\n\t}\n}\n\nfunc TestSum(t *testing.T) {\n\tif sum(2, 3) != 5 {\n\t\tt.Error()\n\t}\n}\n",
	})
	r := &runner{root: root, scratch: t.TempDir(), limit: time.Minute, stderr: &strings.Builder{}, quick: map[string]string{".": "^(TestSum)$"}}
	change := func(old, new string) mutant {
		return mutant{number: 1, file: "sum.go", tests: []string{"."}, old: "\t" + old + "\n", new: "\t" + new + "\n"}
	}
	for killer, m := range map[string]mutant{"TestSum": change("return a + b", "return a - b"), "TestAll": change("return a / 2", "return a"), "": change("return a / 2", "return a >> 1")} {
		if v, err := r.judge(m); err != nil || v.killer != killer {
			t.Errorf("%q: %+v, %v", killer, v, err)
		}
	}
}

func TestQuickest(t *testing.T) {
	if got := quickest(map[string]float64{"TestA": 0, "TestB": 1, "TestC": 0.5, "TestLong": 20}); got != "^(TestA|TestC|TestB)$" {
		t.Error(got)
	}
	for _, took := range []map[string]float64{{"TestA": 0.1, "TestB": 0.9}, {"TestA": 20, "TestB": 20}, {}} {
		if got := quickest(took); got != "" {
			t.Errorf("%v: %s", took, got)
		}
	}
}

// Tests that fail as the tree stands judge nothing.
func TestTestsThatFailAnyway(t *testing.T) {
	root := tree(t, map[string]string{
		"go.mod":    "module sums\n\ngo 1.24\n",
		"a_test.go": "package sums\n\nimport \"testing\"\n\nfunc TestNothing(t *testing.T) { t.Error() }\n",
	})
	r := &runner{root: root, scratch: t.TempDir(), limit: time.Minute, stderr: &strings.Builder{}}
	if err := r.sound("."); !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "TestNothing") {
		t.Error(err)
	}
}

func tree(t *testing.T, files map[string]string) string {
	root := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
