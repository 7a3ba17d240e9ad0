package mutation

import (
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
		"its number should be 1":           strings.Replace(one, "### 1.", "### 2.", 1),
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
