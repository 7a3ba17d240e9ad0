package memory_test

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/model/minilm/minilmtest"
)

// TestCraftspeopleInPlay is the example of the specification as it is asked in play: what has words of the query, or the beginnings of some, and is of
// something else, is left out.
func TestCraftspeopleInPlay(t *testing.T) {
	network := minilmtest.Device(t)
	others := []string{
		"The priest interacted with the crowd.", "The craft sank in the bay.", "You crafted a letter to the duke.", "Your interaction with the judge was brief.",
		"Somebody told a joke about goats.", "The villagers gathered by the well.", "A farmer and his labourers brought in the hay.",
	}
	for _, three := range [][]string{
		{"Player helped blacksmith repair anvil", "The weaponsmith sharpened your sword.", "You asked the armorsmith to mend your helmet."},
		{"The blacksmith refused to serve you.", "The weaponsmith lied to you about the murder.", "The armorsmith wept at the funeral."},
	} {
		for _, right := range [][]string{three, three[:1], three[1:2], three[2:], nil} {
			got := recallByMeaning(t, network, "interactions with craftspeople", slices.Concat(right, others)...)
			if want := slices.Sorted(slices.Values(right)); !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}

// What has all words of a query is found whatever the network makes of it, as of names.
func TestNamesInPlay(t *testing.T) {
	network := minilmtest.Device(t)
	for query, right := range map[string]string{
		"Vossk Undrel":                      "Vossk came to the feast with Undrel, and everybody danced until the lamps were out and the musicians had gone home.",
		"what did Tobias say about the oil": "Tobias told you that the oil was stolen.",
		"past betrayals":                    "You betrayed Ines to the Company.",
	} {
		got := recallByMeaning(t, network, query, right, "The priest interacted with the crowd.", "Somebody told a joke about goats.")
		if !slices.Equal(got, []string{right}) {
			t.Errorf("%q finds %q", query, got)
		}
	}
}
