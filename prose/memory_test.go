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

// What is remembered is told to somebody who thinks back, by its topic, and a deed of a sitting
// before this one whatever is done; but never where an author wants quiet.
func TestHowMemoriesAreTold(t *testing.T) {
	pebble := func(topic string, before bool) *prose.Memory {
		return &prose.Memory{Summary: "You straightened a pebble.", Topic: topic, Before: before}
	}
	const said = "Nobody on the quay said anything to that."
	for name, test := range map[string]struct {
		scene    prose.Scene
		has, not string
	}{
		"thinking back":         {prose.Scene{Deed: did(action.Recall), Memory: pebble("the ninth grave", false)}, "the ninth grave", "pebble"},
		"unasked":               {prose.Scene{Deed: did(action.Wait), Memory: pebble("the ninth grave", false)}, "", "grave"},
		"of a sitting before":   {prose.Scene{Deed: did(action.Wait), Memory: pebble("the ninth grave", true)}, "you straightened a pebble", ""},
		"before an author":      {prose.Scene{Authored: []string{said}, Memory: pebble("", true)}, "you straightened a pebble", ""},
		"before a quiet author": {prose.Scene{Authored: []string{said}, Quiet: true, Memory: pebble("", true)}, "", "pebble"},
	} {
		for seed := range 20 {
			scene := test.scene
			scene.Seed = int64(seed)
			told := prose.Compose(scene)
			if text := told.Text(); !strings.Contains(strings.ToLower(text), strings.ToLower(test.has)) || test.not != "" && strings.Contains(text, test.not) {
				t.Fatalf("%s, seed %d: want %q and not %q:\n%s", name, seed, test.has, test.not, text)
			}
			if reminded := told.History.Reminded(); reminded != (name == "of a sitting before" || name == "before an author") {
				t.Fatalf("%s: reminded %v", name, reminded)
			}
		}
	}
}
