package grammar_test

import (
	"testing"

	"github.com/narratoria/narratoria/prose/grammar"
)

// What was last done or told of is what a pronoun means that could mean it among others, and where
// one came from is where one goes back to. Neither makes it mean anything else.
func TestAfter(t *testing.T) {
	f := readFixture(t, "weighing")
	reader := grammar.NewReader(f.Possible, f.Names)
	asked := []string{"the debt", "Pietro", "Ask Pietro about the debt"}
	for _, c := range []struct {
		from   string
		called []string
		typed  string
		wanted string
	}{
		{"", nil, "ask him about it", "?"},
		{"", asked, "ask him about it", "opening/asked-pietro-thread-4"},
		{"", asked, "ask the nun about it", "opening/asked-sister-marguerite-vail-before-0-thread-4"},
		{"", []string{"Pietro"}, "ask the nun about it", "- / ?"},
		{"", asked, "look into it", "pursue:thread-4"},
		{"", asked, "look into that", "pursue:thread-4"},
		{"", asked, "tell me more", "opening/asked-pietro-thread-4"},
		{"", asked, "what else?", "opening/asked-pietro-thread-4"},
		{"", asked, "ask the nun about him", "opening/asked-sister-marguerite-vail-seen-5"},
		{"", asked, "ask pietro about her", "- / ?"},
		{"", asked, "go back", "-"},
		{"", asked, "take it", "-"},
		{"", []string{"Read the Black Ledger"}, "read it again", "opening/do-step-2-3"},
		{"", []string{"Look closely at Saint Orla", "the Mule Bell"}, "ask pietro about it", "ask:pietro#saint-orla / opening/asked-pietro-thread-1"},
		{"", nil, "tell me more", "-"},
		{"", nil, "go back there", "-"},
		{"the Foundry", nil, "go back", "go:foundry"},
		{"the Foundry", nil, "go back there", "go:foundry"},
		{"the Foundry", nil, "I head back the way I came", "-"},
		{"the Foundry", []string{"the Last House"}, "go there", "go:last-house"},
		{"the Foundry", []string{"the Last House"}, "return", "go:foundry"},
		{"the Foundry", nil, "go back to the mule yard", "go:mule-yard"},
		{"the Moon", nil, "go back", "-"},
	} {
		reading := reader.After(c.from, c.called...).Read(c.typed)
		if said, among := verdict(reading); !right(c.wanted, said, among) {
			t.Errorf("after %q: %q: wanted %s, read %s %v %s", c.called, c.typed, c.wanted, said, among, reading.Refusal)
		}
	}
	if said, _ := verdict(reader.Read("ask him about it")); said != "?" {
		t.Errorf("the reader itself has changed: %s", said)
	}
}
