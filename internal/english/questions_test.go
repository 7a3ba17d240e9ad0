package english

import (
	"slices"
	"strings"
	"testing"
)

func TestIndirect(t *testing.T) {
	for asked, want := range map[string]string{
		"Why is the Tooth dark": "why the Tooth is dark", "Who is the man at the door": "who the man at the door is", "Who oiled the lock": "who oiled the lock",
		"Where did the oil go": "where the oil went", "What does Ines want": "what Ines wants", "Who can light the lamp": "who can light the lamp", "Who has the key": "who has the key",
		"How can the boat sail": "how the boat can sail", "Why are you and I here": "", "Is it so": "", "Why": "", "": "", "How has it come": "",
	} {
		if got := Indirect(strings.Fields(asked)); got != want {
			t.Errorf("%q: %q, want %q", asked, got, want)
		}
	}
}

func TestDirect(t *testing.T) {
	for reported, want := range map[string]string{
		"why the tooth is dark": "why is the tooth dark", "where the oil went": "where did the oil go", "how the fire started": "how did the fire start",
	} {
		all := Direct(strings.Fields(reported))
		if !slices.ContainsFunc(all, func(words []string) bool { return strings.Join(words, " ") == want }) {
			t.Errorf("%q: %q, want %q", reported, all, want)
		}
	}
	if all := Direct([]string{"the", "ninth", "grave"}); all != nil {
		t.Errorf("what is no question is asked as %q", all)
	}
}

func TestFold(t *testing.T) {
	var b strings.Builder
	for _, r := range "Zoë ÆRØ e\u0301 Straße ЖУК 說" {
		b.WriteString(Fold(r))
	}
	if got := b.String(); got != "zoe aero e strasse жук 說" {
		t.Errorf("%q", got)
	}
}
