package grammar_test

import (
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
)

func ExampleEcho() {
	mara := grammar.Voice{Name: "Mara", Pronouns: "she", Person: english.Third, Tense: english.Past}
	fmt.Println(grammar.Echo("Show Tobias your key and leave.", mara))
	_, certain := grammar.Echo("Towards the quay", mara)
	fmt.Println(certain)
	// Output:
	// Mara showed Tobias her key and left. true
	// false
}

func TestEcho(t *testing.T) {
	you := grammar.Voice{}
	pastI := grammar.Voice{Person: english.First, Tense: english.Past}
	mara := grammar.Voice{Name: "Mara", Pronouns: "she", Person: english.Third}
	pastMara := grammar.Voice{Name: "Mara", Pronouns: "she", Person: english.Third, Tense: english.Past}
	for _, c := range []struct {
		choice string
		p      grammar.Voice
		want   string // "" where a doubt is right
	}{
		{"Ask Ines who paid for the oil.", you, "You ask Ines who paid for the oil."},
		{"Ask Ines who paid for the oil.", pastI, "I asked Ines who paid for the oil."},
		{"Ask Ines who paid for the oil?", mara, "Mara asks Ines who paid for the oil."},
		{"Climb the dark stair to the lamp room (Nerve)", mara, "Mara climbs the dark stair to the lamp room."},
		{"Show Tobias your key and leave", pastMara, "Mara showed Tobias her key and left."},
		{"Tell her what you saw", mara, "Mara tells her what she saw."},
		{"Beg Tobias to help you", pastI, "I begged Tobias to help me."},
		{"Take the rope and lamp", you, "You take the rope and lamp."},
		{"Take bread and water", pastI, ""},
		{"Take the rope and lamp", pastMara, ""},
		{"Take the rope and the lamp", pastMara, "Mara took the rope and the lamp."},
		{"Do not open the door", pastI, "I did not open the door."},
		{"Don't open the door", mara, "Mara does not open the door."},
		{"Quietly open the door", mara, "Mara quietly opens the door."},
		{"Ask where the key is", pastI, "I asked where the key was."},
		{"Ask what Ines sells", pastI, ""},
		{"Ask what to do", pastI, "I asked what to do."},
		{"Be patient", you, "You are patient."},
		{"Be patient", mara, "Mara is patient."},
		{"Towards the quay", you, ""},
		{"The quay", you, ""},
		{"", you, ""},
		{`"I never saw the oil."`, you, `"I never saw the oil," you say.`},
		{`"Who are you?"`, mara, `"Who are you?" Mara says.`},
		{"Take the key. Leave the letter.", you, "You take the key. You leave the letter."},
		{"Take the key. Leave the letter.", pastMara, "Mara took the key. She left the letter."},
		{"Go down to the cellar, then light the lamp", pastI, "I went down to the cellar, then lit the lamp."},
		{"Offer to stay and help", pastI, ""},
		{"Wait", pastMara, "Mara waited."},
		{"Lie to Ines about the coin", pastI, ""},
	} {
		got, certain := grammar.Echo(c.choice, c.p)
		if certain != (c.want != "") || got != c.want {
			t.Errorf("%q: %q, %v; want %q", c.choice, got, certain, c.want)
		}
	}
}
