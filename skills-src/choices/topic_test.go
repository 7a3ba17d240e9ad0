package choices

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/prose"
)

// A memory that leaves something to talk of is spoken of by that, and not by what was
// done.
func TestTopicsAreSpokenOf(t *testing.T) {
	grave := memory{ID: "m1", Summary: "You knelt and straightened a pebble on the ninth grave.", Topic: "the ninth grave", Location: "chapel"}
	for _, m := range []move{
		{ID: "x", Kind: "talk", Person: "ines"}, {ID: "x", Kind: "press", Person: "honor", Answered: []string{"the ninth grave"}},
		{ID: "x", Kind: "befriend", Person: "wren"}, {ID: "x", Kind: "go", Place: named{"inn", "the Half Moon"}}, {ID: "x", Kind: "wait"},
		{ID: "x", Kind: "search", Place: named{"quay", "the Long Quay"}, Answered: []string{"anything"}}, {ID: "x", Kind: "recall"},
	} {
		texts := kinOf(m, grave)
		if len(texts) == 0 {
			t.Errorf("%s has no words for it", m.Kind)
		}
		for _, text := range texts {
			if !strings.Contains(text, "the ninth grave") || strings.Contains(text, "pebble") || strings.Contains(text, "you ") && strings.Contains(text, "knelt") {
				t.Errorf("%s: %q", m.Kind, text)
			}
		}
	}
}

// What an author wrote an answer to is asked first, and two choices of a turn are not
// about the same.
func TestAnsweredTopicsComeFirst(t *testing.T) {
	in, k := harbour()
	k.Memories = []memory{
		{ID: "m1", Summary: "You knelt by the tide board.", Topic: "the tide board"},
		{ID: "m2", Summary: "You looked at the tide board from the gate.", Topic: "the tide board"},
		{ID: "m3", Summary: "You read the chalk on the wall.", Topic: "the chalk on the wall"},
		{ID: "m4", Summary: "You lifted the locked door of the salt house.", Topic: "the salt house"},
		{ID: "m5", Summary: "You paid for the telegram.", Topic: "the telegram"},
	}
	asked := func(answered ...string) (n int) {
		for seed := range uint64(60) {
			in := in
			in.Moves = slices.Clone(in.Moves)
			for i := range in.Moves {
				if in.Moves[i].Kind == "talk" {
					in.Moves[i].Answered = answered
				}
			}
			graves := 0
			for _, c := range in.scene(k, seed).made() {
				if strings.Contains(c.Text, "the tide board") {
					graves++
				}
				if c.Kind == "talk" && strings.Contains(c.Text, "the telegram") {
					n++
				}
			}
			if graves > 1 {
				t.Errorf("seed %d: %d choices are about the tide board", seed, graves)
			}
		}
		return n
	}
	with, without := asked("the telegram"), asked()
	if with < 30 || with < 2*without {
		t.Errorf("of 60 turns, the telegram is asked about in %d where it has an answer, in %d where not", with, without)
	}
}

// Whatever a choice leans on can be taken from it again by whoever tells what was done.
func TestLeaningIsKnownToTheComposer(t *testing.T) {
	for stat, leaning := range leaning {
		if got := prose.Unleaned("Press Ines" + leaning); got != "Press Ines" {
			t.Errorf("%s: %q", stat, got)
		}
	}
	if got := prose.Unleaned("Press Ines" + leaningOn + "steady nerve"); got != "Press Ines" {
		t.Errorf("any other: %q", got)
	}
}
