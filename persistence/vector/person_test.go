package vector

import (
	"slices"
	"testing"
)

func TestPersonsInAQuery(t *testing.T) {
	for query, want := range map[string][]string{
		"interactions with craftspeople": {"craftspeople"}, "Traders, and traders!": {"traders"}, "craftsmen at work": {"craftsmen"},
		"members of the clergy": nil, "makers of swords and traders": {"traders"}, "traders of": nil,
		"a quarrel between fishwives and sailors": {"fishwives", "sailors"},
		"the blacksmith": nil, "bad weather": nil, "encounters with animals": nil, "religious places": nil, "people": nil, "": nil, "\xff": nil,
	} {
		if got := personsIn(query); !slices.Equal(got, want) {
			t.Errorf("%q names %q, want %q", query, got, want)
		}
	}
}

func TestPersons(t *testing.T) {
	for word, want := range map[string]bool{
		"blacksmith": true, "weaponsmith": true, "armorsmith": true, "carpenters": true, "craftspeople": true, "widow": true,
		"silk": false, "tapestry": false, "hammer": false, "handwritings": false, "xyzzy": false, "": false,
	} {
		if got := isPerson(word); got != want {
			t.Errorf("%q is a person: %v", word, got)
		}
	}
}
