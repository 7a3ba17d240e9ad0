package prose_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose"
)

// The words of a memory are quoted, and nothing else hangs on them: whatever they say,
// the turn is told alike.
func TestAMemoryIsQuotedAndNotRead(t *testing.T) {
	const plain, misleading = "You straightened a pebble on the path.", "Ines lied, and then it went wrong."
	quoted := 0
	for seed := range soak.Count(2000) {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 8))}
		scene := g.scene(prose.Persona{}, prose.Vivid)
		scene.Memory = &prose.Memory{ID: "m1", Topic: pick(g, "", "the ninth grave"), Before: g.maybe()}
		var texts [2]string
		for i, summary := range []string{plain, misleading} {
			scene.Memory.Summary = summary
			told := prose.Compose(scene)
			texts[i] = told.Text()
			if !told.History.HasMemory(*scene.Memory) && told.Remembered || told.History.HasMemory(prose.Memory{ID: "m2"}) {
				t.Fatalf("seed %d: the history is wrong about what was told", seed)
			}
		}
		if strings.Contains(texts[0], plain[4:]) {
			quoted++
		}
		if again := strings.ReplaceAll(texts[1], misleading, "you"+plain[3:]); again != texts[0] {
			t.Fatalf("seed %d: other words of the memory changed more than themselves:\n%s\n\n%s", seed, texts[0], texts[1])
		}
	}
	if quoted == 0 {
		t.Error("it is never quoted")
	}
}

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
		"to nobody's face":      {prose.Scene{People: ines, Memory: &prose.Memory{Summary: "You straightened a pebble.", Topic: "what Ines knew"}}, "", "Ines knew"},
		"an author's turn":      {prose.Scene{Authored: []string{long}, Memory: &prose.Memory{Summary: "You straightened a pebble.", Topic: "the ninth grave"}}, "", "grave"},
		"of a sitting before":   {prose.Scene{Authored: []string{long}, Memory: &prose.Memory{Summary: "You straightened a pebble.", Topic: "the ninth grave", Before: true}}, "you straightened a pebble", ""},
		"what is spoken of now": {prose.Scene{Deed: did(action.Examine, "place=the ninth grave"), Memory: &prose.Memory{Summary: "You straightened a pebble.", Topic: "the ninth grave"}}, "", "pebble"},
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
