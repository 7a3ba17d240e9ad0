package reading_test

import "testing"

// Who is elsewhere by what is said of them is known, and who only comes in such a sentence is not.
func TestAway(t *testing.T) {
	const setting = "# The Crew\n\nCaptain Ruth Vane keeps the watch. Lindgren hums when he works. Lindgren sleeps in the mess. Captain Ruth Vane knows Lindgren well.\n"
	for premise, away := range map[string]bool{
		"Lindgren has been outside for nineteen hours.": true, "Lindgren is missing.": true, "Nobody will say where Lindgren went.": true, "Lindgren was killed in the spring.": true, "Captain Vane says that Lindgren has gone to the mainland.": true,
		"Lindgren has gone grey.": false, "Lindgren's coat is missing.": false, "Lindgren says that the boat is gone.": false, "Captain Vane was outside with Lindgren.": false, "Lindgren has drowned the kittens.": true,
	} {
		for _, e := range reader().Read(setting, premise).Entities {
			if want := e.Name == "Lindgren" && away; e.Away != want {
				t.Errorf("%q: %s is away: %v", premise, e.Name, e.Away)
			}
		}
	}
}
