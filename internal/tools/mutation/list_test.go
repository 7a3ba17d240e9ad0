package mutation

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const one = "# Mistakes\n\nWords for people.\n\n## A group\n\n### 1. Sums are wrong.\n\n`sum.go`, tests of `./`\n\n```diff\n func sum(a, b int) int {\n-\treturn a + b\n+\treturn a - b\n```\n"

func TestReadList(t *testing.T) {
	all, err := ReadList(one)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	m := all[0]
	if m.Number != 1 || m.Breaks != "Sums are wrong." || m.File != "sum.go" || len(m.Tests) != 1 || m.Tests[0] != "./" {
		t.Errorf("%+v", m)
	}
	if m.Old != "func sum(a, b int) int {\n\treturn a + b\n" || m.New != "func sum(a, b int) int {\n\treturn a - b\n" {
		t.Errorf("%q becomes %q", m.Old, m.New)
	}
}

func TestWhatIsNoList(t *testing.T) {
	for what, page := range map[string]string{
		"there is no mutation on the list": "# Mistakes\n",
		"its number should be above 1":     one + strings.TrimPrefix(one, "# Mistakes\n\nWords for people.\n"),
		"tests of `package`":               strings.Replace(one, "tests of", "by", 1),
		"should begin the change":          strings.Replace(one, "```diff", "```go", 1),
		"it changes nothing":               strings.Replace(one, "a - b", "a + b", 1),
		"does not end":                     strings.TrimSuffix(one, "```\n"),
		"neither -, + nor a space":         strings.Replace(one, "+\treturn", "\treturn", 1),
		"should be a heading":              one + "And so on.\n",
	} {
		if _, err := ReadList(page); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%q: %v", what, err)
		}
	}
}

// The tests of a criterion may be the judges.
func TestReadListOfCriteria(t *testing.T) {
	all, err := ReadList(strings.Replace(one, "tests of `./`", "tests of criteria `SC-001`, `SC-002`", 1))
	if err != nil || len(all) != 1 || len(all[0].Tests) > 0 || !slices.Equal(all[0].Criteria, []string{"SC-001", "SC-002"}) {
		t.Errorf("%+v, %v", all, err)
	}
}

// The list goes on in pages of its own, each number on one of them.
func TestRead(t *testing.T) {
	root := t.TempDir()
	write := func(name, page string) {
		t.Helper()
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("docs/mutations.md", one)
	write("docs/mutations/b.md", strings.Replace(one, "### 1.", "### 5.", 1))
	write("docs/mutations/a.md", strings.Replace(one, "### 1.", "### 9.", 1))
	all, err := Read(root)
	if err != nil || len(all) != 3 || all[1].Number != 5 || all[2].Number != 9 {
		t.Errorf("%v, %v", all, err)
	}
	if m, found := Find(all, 5); !found || m.Number != 5 {
		t.Errorf("5: %v, %v", m, found)
	}
	if _, found := Find(all, 4); found {
		t.Error("there is a 4")
	}
	write("docs/mutations/c.md", strings.Replace(one, "### 1.", "### 9.", 1))
	if _, err := Read(root); err == nil || !strings.Contains(err.Error(), "mutation 9 stands on two pages") {
		t.Errorf("9 twice: %v", err)
	}
	write("docs/mutations/c.md", "nothing\n")
	if _, err := Read(root); err == nil || !strings.Contains(err.Error(), "c.md") {
		t.Errorf("an empty page: %v", err)
	}
}
