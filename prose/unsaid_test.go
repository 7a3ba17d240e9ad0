package prose_test

import (
	"testing"

	"github.com/narratoria/narratoria/prose"
)

// What was told is left out, with what leans on it; speech stays whole, and so does what is new.
func TestUnsaid(t *testing.T) {
	before := prose.Remember(prose.History{}, "Saint Orla is too light. Ines leaves for the inn. You have the key.")
	for paragraph, want := range map[string]string{
		"Saint Orla is too light. Nobody has been at the pit but you.": "Nobody has been at the pit but you.",
		"Ines leaves for the inn. It is the silver that takes her.":    "",
		`Saint Orla is too light. "Saint Orla is too light," he says.`: `"Saint Orla is too light," he says.`,
		`"Listen. You have the key. Use it," she says.`:                `"Listen. You have the key. Use it," she says.`,
		"Saint Orla is light.": "Saint Orla is light.",
		"":                     "",
	} {
		if got := before.Unsaid(paragraph); got != want {
			t.Errorf("of %q is left %q, want %q", paragraph, got, want)
		}
	}
	later := before
	for range prose.Window {
		later = prose.Remember(later, "It rains.")
	}
	if got := later.Unsaid("Saint Orla is too light."); got == "" {
		t.Error("what was told long ago is left out")
	}
}
