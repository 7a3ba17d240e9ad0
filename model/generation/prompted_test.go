package generation_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/prose/prompt"
)

// Of a prompt that is counted in tokens fits a third as many of them as it may have bytes, and each section says how many it has; where
// nobody counts it is of bytes.
func TestAPromptIsOfBytesOrOfTokens(t *testing.T) {
	parts := []prompt.Part{
		{Section: "asked", Tier: prompt.Must, Text: strings.Repeat("a", 20)},
		{Section: "told", Tier: prompt.Should, Text: strings.Repeat("b", 40)},
		{Section: "besides", Tier: prompt.Nice, Text: strings.Repeat("c", 30)},
	}
	bytes := func(texts []string) (all []int) {
		for _, text := range texts {
			all = append(all, len(text))
		}
		return all
	}
	words := func(texts []string) (all []int) {
		for range texts {
			all = append(all, 5)
		}
		return all
	}
	for _, c := range []struct {
		what  string
		count func([]string) []int
		sent  string
	}{
		{"nobody counts", nil, "asked told besides"},
		{"it is not counted in time", func([]string) []int { return nil }, "asked told besides"},
		{"a token a byte", bytes, "asked"},
		{"five tokens a text", words, "asked told besides"},
	} {
		var sent []string
		for i, s := range generation.Prompted("Say one thing.", 90, parts, c.count) {
			if s.Dropped == "" && s.Role == "user" {
				sent = append(sent, s.Name)
			}
			if (s.Tokens != 0) != (c.count != nil && c.count([]string{""}) != nil) {
				t.Errorf("%s: section %d has %d tokens", c.what, i, s.Tokens)
			}
		}
		if got := strings.Join(sent, " "); got != c.sent {
			t.Errorf("%s: %q, want %q", c.what, got, c.sent)
		}
	}
}
