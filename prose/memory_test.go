package prose_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/prose"
)

// What is remembered is told by its topic, at most in one turn of five, and not where
// an author wrote the turn; a deed's own sentence stands in a thought.
func TestHowMemoriesAreTold(t *testing.T) {
	ines := []prose.Person{{Name: "Ines", Pronouns: "she"}}
	long := strings.Repeat("Nobody on the quay said anything to that, then or later. ", 5)
	for name, test := range map[string]struct {
		scene    prose.Scene
		has, not string
	}{
		"by its topic":          {prose.Scene{Memory: &prose.Memory{Summary: "You straightened a pebble.", Topic: "the ninth grave"}}, "the ninth grave", "pebble"},
		"a clause":              {prose.Scene{Memory: &prose.Memory{Summary: "You straightened a pebble.", Topic: "who oiled the lock"}}, "who oiled the lock", "pebble"},
		"without a topic":       {prose.Scene{Memory: &prose.Memory{Summary: "You gave Ines your last coin."}}, "you gave Ines your last coin", ""},
		"to nobody's face":      {prose.Scene{People: ines, Memory: &prose.Memory{Summary: "You gave Ines your last coin."}}, "", "coin"},
		"an author's turn":      {prose.Scene{Authored: []string{long}, Memory: &prose.Memory{Summary: "You straightened a pebble.", Topic: "the ninth grave"}}, "", "grave"},
		"of a sitting before":   {prose.Scene{Authored: []string{long}, Memory: &prose.Memory{Summary: "You straightened a pebble.", Topic: "the ninth grave", Before: true}}, "you straightened a pebble", ""},
		"what is spoken of now": {prose.Scene{Choice: "Look at the ninth grave", Memory: &prose.Memory{Summary: "You straightened a pebble.", Topic: "the ninth grave"}}, "", "pebble"},
	} {
		for seed := range 20 {
			scene := test.scene
			scene.Seed = int64(seed)
			told := prose.Compose(scene)
			if text := told.Text(); !strings.Contains(strings.ToLower(text), strings.ToLower(test.has)) || test.not != "" && strings.Contains(text, test.not) {
				t.Fatalf("%s, seed %d: want %q and not %q:\n%s", name, seed, test.has, test.not, text)
			}
			if reminded := told.History.Reminded(); reminded != (name == "of a sitting before") {
				t.Fatalf("%s: reminded %v", name, reminded)
			}
		}
	}
}
