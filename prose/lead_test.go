package prose_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

// What the player did comes before an author's words, shortly; then these, as they are.
func TestADeedComesBeforeAnAuthorsWords(t *testing.T) {
	scene := prose.Scene{
		Seed: 1, Place: prose.Place{Name: "the Long Quay"},
		People:   []prose.Person{{Name: "Ines", Pronouns: "she"}, {Name: "Tobias", Pronouns: "he"}},
		Deed:     &prose.Deed{Action: action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}, Topic: action.TopicRef("oil")}, Names: grammar.Table{"person:ines": {Text: "Ines", Pronouns: "she"}, "topic:oil": {Text: "the oil"}}},
		Authored: []string{"\"It was sold,\" says Ines."},
	}
	told := prose.Compose(scene).Pieces
	if len(told) < 2 || told[1].Text != scene.Authored[0] || !strings.Contains(told[0].Text, "Ines") || strings.Contains(told[0].Text, "Tobias") {
		t.Errorf("%+v", told)
	}
}

func TestFirstSpoken(t *testing.T) {
	for text, want := range map[string]string{
		`"I sleep badly. It is the sums." Honor looks away. Rain falls.`: `"I sleep badly. It is the sums."`,
		`Honor looks away. "No."`: "Honor looks away.",
		"":                        "",
	} {
		if got := prose.FirstSpoken(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
