package campaign_test

import (
	"os"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/contracts"
)

// TestDocs loads what docs/campaigns.md shows: its blocks of rules and
// constraints, and its documents.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/campaigns.md")
	if err != nil {
		t.Fatal(err)
	}
	c := load(t, map[string]string{
		"world/rules.md":                    fenced(t, string(text), "rules"),
		"world/constraints.md":              fenced(t, string(text), "constraint"),
		"characters/npcs/ines/profile.json": `{"name": "Ines", "role": "net mender", "personality": {}}`,
	})
	if own, usual := c.Rules.String(), campaign.DefaultRules(); own != usual.String() || !c.Rules.Authored {
		t.Errorf("the documented rules are %s, and without any they are %s", own, usual.String())
	}
	if checks := c.Constraints.Checks; len(checks) != 1 || len(checks[0].Never) != 2 || checks[0].Hold == nil {
		t.Errorf("the documented constraint is %v", checks)
	}
	for start, contract := range map[string]contracts.Contract{`{"places"`: contracts.Places, `{"factions"`: contracts.Factions, `{"items"`: contracts.Items} {
		_, rest, found := strings.Cut(string(text), "```json\n"+start)
		document, _, closed := strings.Cut(rest, "```")
		if !found || !closed {
			t.Fatalf("there is no example of %s", contract)
		}
		if _, problems := contracts.Validate(contract, "docs/campaigns.md", []byte(start+document)); len(problems) > 0 {
			t.Error(problems)
		}
	}
}

func fenced(t *testing.T, text, kind string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, "```"+kind+"\n")
	block, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatalf("there is no block of %s", kind)
	}
	return "```" + kind + "\n" + block + "```\n"
}
