package asking_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/prose/prompt"
	"github.com/narratoria/narratoria/skills-src/asking"
	"github.com/narratoria/narratoria/skills/kit"
)

// Whether something that was looked at is sent follows from the part that holds it, whatever stands in the others.
func TestWhatIsSentIsSaidByTheParts(t *testing.T) {
	line := func(text string) string { return prompt.Line("you remember", text, asking.BytesQuoted) }
	twice, long := "A lamp fell.", strings.Repeat("The tide came in. ", 40)
	parts := []prompt.Part{
		{Section: "asked", Tier: prompt.Must, Text: line(twice)}, // pinned, and so in no list of what was looked at
		{Section: "memories", Tier: prompt.Nice, Text: line(twice), Candidate: 2},
		{Section: "memories", Tier: prompt.Should, Text: line(long), Candidate: 4},
	}
	looked := []kit.Candidate{{Kind: "memory", Text: "It rained.", Dropped: "five are worth more"}, {Kind: "memory", Text: twice}, {Kind: "memory", Text: "\u202e"}, {Kind: "memory", Text: long}, {Kind: "memory", Text: "In no part."}}
	told, considered := asking.Choose(len(parts[0].Text)+len(parts[2].Text), parts, looked)
	var got []string
	for _, c := range considered {
		got = append(got, fmt.Sprintf("%.12s|%s", c.Text, c.Dropped))
	}
	want := []string{"It rained.|five are worth more", twice + "|" + prompt.NoRoom, "The tide cam|", "In no part.|" + prompt.NoRoom}
	if diff := cmp.Diff(want, got); diff != "" || len(told) != 3 || told[1].Dropped != prompt.NoRoom || told[2].Dropped != "" {
		t.Errorf("%s\n%+v", diff, told)
	}
	if parts[1].Text != told[1].Text || looked[1].Dropped != "" {
		t.Error("what it was given is changed")
	}
}

// Of whatever parts, those that hold something are sent where that is said to be sent, and nowhere else.
func TestWhatIsSentAtRandom(t *testing.T) {
	for seed := range uint64(500) {
		draw := rand.New(rand.NewPCG(seed, 2))
		var parts []prompt.Part
		var looked []kit.Candidate
		for range draw.IntN(10) {
			p := prompt.Part{Section: "memories", Tier: prompt.Tier(draw.IntN(3)), Text: prompt.Line("x", strings.Repeat("y", 1+draw.IntN(3)), 9)}
			if draw.IntN(2) == 0 {
				looked = append(looked, kit.Candidate{Text: "z"})
				p.Candidate = len(looked)
			}
			parts = append(parts, p)
		}
		most := draw.IntN(80)
		told, considered := asking.Choose(most, parts, looked)
		text := ""
		for _, s := range told {
			if s.Dropped == "" {
				text += s.Text
			}
		}
		if text != prompt.Within(most, parts) || len(considered) != len(looked) {
			t.Fatalf("seed %d: %q is sent, and %d of %d are said", seed, text, len(considered), len(looked))
		}
		for i, fits := range prompt.Fits(most, parts) {
			if of := parts[i].Candidate; of > 0 && fits != (considered[of-1].Dropped == "") {
				t.Fatalf("seed %d: of part %d, which is sent: %t, is said %+v", seed, i, fits, considered[of-1])
			}
		}
	}
}
