package engine

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// evaluate-choice is asked about a choice that had a check, with what the dice were
// thrown by, and about no other. What it says is not told.
func TestChecksAreWeighed(t *testing.T) {
	var asked []protocol.Object
	b := at(t, written(t, but(check(`"difficulty": "hard",`, "characters/player/template.json", stats(5, `"sea-legs"`)["characters/player/template.json"]),
		"world/rules.md", "# Rules\n\n```rules\nmodifiers:\n  weak: 2\n```\n"))).with(map[string]func(a *act) error{
		"player-choices/evaluate-choice": func(a *act) error {
			asked = append(asked, a.input)
			a.output = protocol.Object{"difficulty": "a word that nobody tells"}
			return nil
		},
	})
	g := b.open()
	must(t, g, "")
	if len(asked) != 0 {
		t.Errorf("the opening is weighed: %v", asked)
	}
	r := must(t, g, "start/try")
	if len(asked) != 1 {
		t.Fatalf("asked %d times", len(asked))
	}
	in := string(strictjson.Append(nil, asked[0]))
	for _, want := range []string{
		`"modifier":-1`, `"stat":"nerve"`, `"text":"Dare the stair"`, `"value":5`, `"weak":2`, `"scale":1000`, `"dice":"2d6"`, `"id":"sea-legs"`, `"id":"quay"`, `"about":"the stair"`,
	} {
		if !strings.Contains(in, want) {
			t.Errorf("%s is not in %s", want, in)
		}
	}
	if valueOf(r.Check.Modifiers, action.Difficulty) != -1 || valueOf(r.Check.Modifiers, action.Weakness) != -2 {
		t.Errorf("%+v", r.Check)
	}
	if strings.Contains(r.Prose, "nobody tells") {
		t.Errorf("it is told: %q", r.Prose)
	}
	last, err := g.Last(t.Context())
	shows(t, "read back", last, err, r)
	if r = must(t, g, r.Choices[len(r.Choices)-1].ID); r.Check == nil && len(asked) != 1 {
		t.Errorf("a choice without a check is weighed: %v", asked)
	}
}
