package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/tools/mutation"
)

// Every change of the list still finds its lines, once, and leaves a file of Go.
func TestTheListFitsTheCode(t *testing.T) {
	const root = "../../.."
	all, err := mutation.Read(root)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int{}
	for _, m := range all {
		if _, err := m.Applied(root); err != nil {
			t.Errorf("mutant %d: %v", m.Number, err)
		}
		if strings.HasSuffix(m.File, "_test.go") {
			t.Errorf("mutant %d: %s is a test, not the code", m.Number, m.File)
		}
		judged, err := judges(m)
		if err != nil {
			t.Errorf("mutant %d: %v", m.Number, err)
			continue
		}
		for _, j := range judged {
			tests := j.tests
			if found, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(tests), "*_test.go")); len(found) == 0 {
				t.Errorf("mutant %d: %s has no tests", m.Number, tests)
			}
		}
		room, _, _ := strings.Cut(strings.TrimPrefix(judged[0].tests, "./"), "/")
		of[room]++
	}
	for _, room := range []string{"engine", "story", "prose"} {
		if of[room] < 12 {
			t.Errorf("%d mutants are judged by the tests of %s, at least 12 are wanted", of[room], room)
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
	if err := r.sound(judge{tests: "."}); err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) mutation.Mutation {
		return mutation.Mutation{Number: 1, File: "sum.go", Tests: []string{"."}, Old: "\t" + old + "\n", New: "\t" + new + "\n"}
	}
	if v, err := r.judge(change("return a + b", "return a - b")); err != nil || v.killer != "TestSum" {
		t.Errorf("%+v, %v, %s", v, err, said.String())
	}
	if v, err := r.judge(change("return a / 2", "return a >> 1")); err != nil || v.killer != "" {
		t.Errorf("%+v, %v", v, err)
	}
	for what, m := range map[string]mutation.Mutation{
		"does not compile": change("return a + b", `return "a"`),
		"0 times":          change("return b + a", "return a"),
		"expected":         change("return a + b", "return a +"),
	} {
		if _, err := r.judge(m); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%q: %v", what, err)
		}
	}
	if err := r.judgeAll([]mutation.Mutation{change("return a / 2", "return a >> 1")}, &said); err == nil || !strings.Contains(said.String(), "1 mutants: 0 killed, 1 live, 0 not judged") {
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
	r := &runner{root: root, scratch: t.TempDir(), limit: time.Minute, stderr: &strings.Builder{}, quick: map[judge]string{{tests: "."}: "^(TestSum)$"}}
	change := func(old, new string) mutation.Mutation {
		return mutation.Mutation{Number: 1, File: "sum.go", Tests: []string{"."}, Old: "\t" + old + "\n", New: "\t" + new + "\n"}
	}
	for killer, m := range map[string]mutation.Mutation{"TestSum": change("return a + b", "return a - b"), "TestAll": change("return a / 2", "return a"), "": change("return a / 2", "return a >> 1")} {
		if v, err := r.judge(m); err != nil || v.killer != killer {
			t.Errorf("%q: %+v, %v", killer, v, err)
		}
	}
}

// What is looked for behind all tests notices a mistake as they do, and fails a tree without one.
func TestNoticedAfterAllTests(t *testing.T) {
	root := tree(t, map[string]string{
		"go.mod":      "module sums\n\ngo 1.24\n",
		"sum.go":      "package sums\n\nfunc sum(a, b int) int {\n\treturn a + b\n}\n",
		"sum_test.go": "package sums\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(sum(2, 3) - 5)\n}\n\nfunc TestAll(t *testing.T) {}\n",
	})
	r := &runner{root: root, scratch: t.TempDir(), limit: time.Minute, stderr: &strings.Builder{}}
	if err := r.sound(judge{tests: "."}); err != nil {
		t.Fatal(err)
	}
	m := mutation.Mutation{Number: 1, File: "sum.go", Tests: []string{"."}, Old: "\treturn a + b\n", New: "\treturn a * b\n"}
	if v, err := r.judge(m); err != nil || v.killer != afterAll {
		t.Errorf("%+v, %v", v, err)
	}
	if err := os.WriteFile(filepath.Join(root, "sum.go"), []byte("package sums\n\nfunc sum(a, b int) int {\n\treturn a * b\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.sound(judge{tests: "."}); !errors.Is(err, errBroken) {
		t.Error(err)
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
	if err := r.sound(judge{tests: "."}); !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "TestNothing") {
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
