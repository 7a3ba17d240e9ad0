package prose_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/prose"
)

// What can be told by itself is whole, in the third person, and leans on nothing.
func TestTellable(t *testing.T) {
	for sentence, fit := range map[string]bool{
		"The light was put out at one in the morning.":        true,
		"Ines says that he was seen upon the ladder.":         false, // who?
		"The rope was cut, and Tobias says that he saw it.":   true,
		"The light went out.":                                 true,
		"Light went out.":                                     false, // too short
		"There was a light upon the head.":                    true,
		"There they put it out.":                              false,
		"They'd have been other men.":                         false,
		"The keeper, T. Vane, was lost that night.":           true,
		"The same was found in the gully.":                    false,
		"He was lost upon the causeway that night.":           false,
		"It is reached by a causeway of six hundred yards.":   false,
		"This was seen by nobody but the keeper.":             false,
		"We were told to keep the light and say nothing.":     false,
		"Your boat was sold to pay for the oil.":              false,
		"Fixed white, of two hundred prisms, four wicks.":     false, // no verb
		"the light was put out at one in the morning.":        false,
		"The light was put out at one in the morning":         false,
		"The curate wrote \"lost\" and was asked about it.":   false,
		"Ines waits, and so does he.":                         false,
		"First exhibited 14 February in the tower.":           false,
		"Brother Ines waits, and so does he.":                 true,
		"Nobody in Varn saw the mules come up.":               true,
		"Nobody saw the mules come up again.":                 false,
		"Sister Vail keeps the accounts of both houses.":      true,
		"Silver makes the bells of the abbey sweeter.":        true,
		strings.Repeat("The light was out and ", 10) + "out.": false,
	} {
		if prose.Tellable(sentence) != fit {
			t.Errorf("%q: told %t", sentence, !fit)
		}
	}
}
