package skills_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/skills"
)

// The documents shown in docs/skills.md are ones the program takes without a
// word, and its list of interpreters is the program's.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/skills.md")
	if err != nil {
		t.Fatal(err)
	}
	contract := map[string]contracts.Contract{
		"skill-manifest":     contracts.SkillManifest,
		"config-schema-meta": contracts.ConfigSchemaMeta,
		"settings":           contracts.Settings,
	}
	shown := regexp.MustCompile("(?ms)^```json ([a-z-]+)\n(.*?)^```$").FindAllSubmatch(text, -1)
	if len(shown) != len(contract) {
		t.Fatalf("%d documents are shown, want %d", len(shown), len(contract))
	}
	for _, m := range shown {
		kind, known := contract[string(m[1])]
		if !known {
			t.Fatalf("no contract %s", m[1])
		}
		if _, problems := contracts.Validate(kind, string(m[1]), m[2]); len(problems) > 0 {
			t.Error(problems)
		}
	}
	if list := "`" + strings.Join(skills.Interpreters(), "`, `") + "`"; !strings.Contains(string(text), list) {
		t.Errorf("the interpreters are %s", list)
	}
}

// The table of bundled skills has every script, with what it may ask.
func TestDocumentedScripts(t *testing.T) {
	text, err := os.ReadFile("../docs/skills.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, skill := range skills.Discover(skills.DiscoverOptions{}).Skills() {
		for _, script := range skill.Scripts {
			rows++
			var asked []string
			for _, p := range script.Permissions {
				asked = append(asked, "`"+string(p)+"`")
			}
			row := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(script.Ref.String()) + "` \\|[^|]+\\|[^|]+\\| ?" + regexp.QuoteMeta(strings.Join(asked, ", ")) + " ?\\|$")
			if !row.Match(text) {
				t.Errorf("there is no row for %s, which may ask %s", script.Ref, strings.Join(asked, ", "))
			}
		}
	}
	if rows < 16 {
		t.Errorf("%d bundled scripts", rows)
	}
}

// Whoever is asked is told what a permission means, and the page says the same.
func TestWhatPermissionsMean(t *testing.T) {
	page, err := os.ReadFile("../docs/skills.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range skills.Permissions {
		if p.Means() == "" || !strings.Contains(string(page), fmt.Sprintf("\n| `%s` | %s |\n", p, p.Means())) {
			t.Errorf("docs/skills.md has no row that %s means that it %q", p, p.Means())
		}
	}
}
