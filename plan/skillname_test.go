package plan_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/plan"
)

// TestKeyOfEverySpelling disguises registered names at random.
func TestKeyOfEverySpelling(t *testing.T) {
	property(t, 5_000, func(t *rapid.T) {
		name := plan.SkillName(rapid.StringMatching(`[a-z0-9][a-z0-9-]{0,20}`).Draw(t, "name"))
		spelling := disguise(t, name)
		if spelling.Key() != name {
			t.Fatalf("%q has key %q", spelling, spelling.Key())
		}
		if other := name + "x"; other.Key() == spelling.Key() {
			t.Fatalf("%q passes for %q", spelling, other)
		}
	})
}

func disguise(t *rapid.T, name plan.SkillName) plan.SkillName {
	var b strings.Builder
	b.WriteString(rapid.SampledFrom([]string{"", "skills/", "./skills/", `skills\`, "/", " "}).Draw(t, "before"))
	for _, r := range string(name) {
		switch rapid.IntRange(0, 3).Draw(t, "how") {
		case 1:
			b.WriteRune(unicode.ToUpper(r))
		case 2:
			b.WriteRune(r - ' ' + '\uff00') // its full-width form
		case 3:
			b.WriteString(rapid.SampledFrom([]string{"\u200b", "\u00ad", "\ufeff", "\u202e", " "}).Draw(t, "unseen"))
			fallthrough
		default:
			b.WriteRune(r)
		}
	}
	b.WriteString(rapid.SampledFrom([]string{"", "/", ".", " ", "/script", `\script`, "/scripts/run.py"}).Draw(t, "after"))
	return plan.SkillName(b.String())
}
