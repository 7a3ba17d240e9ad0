package grammar_test

import (
	"maps"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose/grammar"
)

// What was learnt is asked about, told and pressed for in its own words: where they are known of one topic alone
// that is meant, where of two or only some of them it is asked back, and what nothing is known of is refused.
func TestLearntWords(t *testing.T) {
	bell, bolt, debt := action.TopicRef("bell"), action.TopicRef("bolt"), action.TopicRef("debt")
	learnt := maps.Clone(names)
	learnt["topic:bell"] = grammar.Noun{Text: "Saint Orla", Learnt: []string{"She should hold twelve bars.", "She was poured in a single night."}}
	learnt["topic:bolt"] = grammar.Noun{Text: "the trap", Learnt: []string{"It was Pell who sawed the bolt of the trap.", "Pell is her brother, and is buried in the salt yard."}}
	learnt["topic:debt"] = grammar.Noun{Text: "the debt", Learnt: []string{"Tobias took silver from the salt yard."}}
	learnt["topic:hasek"] = grammar.Noun{Text: "Tomas Hasek", Pronouns: "he/him"}
	var all []action.Action
	for _, topic := range []action.Ref{bell, bolt, debt} {
		all = append(all, about(topic, by(action.Ask, ines)), about(topic, by(action.Tell, ines)), about(topic, by(action.Press, ines)), about(topic, by(action.Ask, tobias)))
	}
	all = append(all, about(action.TopicRef("hasek"), by(action.Ask, tobias)))
	reader := grammar.NewReader(all, learnt).After("", "the trap", "Ines Vane")
	for line, want := range map[string]string{
		"ask ines about the twelfth bar":              "found ask:ines#bell",
		"ask her who sawed the bolt":                  "found ask:ines#bolt",
		"ask ines what she knows of the sawed bolt":   "found ask:ines#bolt",
		"talk to tobias about silver":                 "found ask:tobias#debt",
		"tell ines that pell sawed the bolt":          "found tell:ines#bolt",
		"tell ines he is my brother":                  "found tell:ines#bolt",
		"tell ines who sawed the bolt":                "found tell:ines#bolt",
		"confront ines about the silver":              "found press:ines#debt",
		"ask ines about the salt yard":                "ask:ines#bolt ask:ines#debt",
		"ask ines about the golden bar":               "ask:ines#bell",
		"tell ines that nobody sawed the bolt":        "tell:ines#bolt",
		"ask where he is buried":                      "ask:ines#bolt ask:tobias#bolt",
		"ask ines why he did it":                      "ask:ines#bolt",
		"ask tomas hasek about the silver":            "Tomas Hasek is not here.",
		"ask ines about the harvest of the poor farm": `"ask ines about" is understood, but not "harvest of the poor farm".`,
		"ask ines to saw the bolt":                    `There is nothing to be had here about "to saw the bolt".`,
	} {
		r := reader.Read(line)
		got := r.Refusal
		if r.Found {
			got = "found " + r.Action.ID()
		} else if len(r.Among) > 0 {
			got = shown(r)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}
