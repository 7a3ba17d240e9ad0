package rules_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/rules"
)

func TestFits(t *testing.T) {
	for _, pair := range []string{
		"dare|Dare it", "dare|she dares", "dare|DARING!", "dare|You dared", "daring|dare it",
		"climb|climbing", "climb|climbs", "stop|stopping", "stop|stopped", "tell|telling", "press|pressed", "press|presses",
		"try|tries", "try|tried", "try|trying", "lie|lying", "lie|lies", "hide|hiding", "hope|hoping", "hop|hopping",
		"listen|listening", "decide|decided", "go|goes", "watch|watches", "search|Search the loft", "fix|fixing", "row|rowing",
		"carry|carrying", "persuade|persuading", "sea-legs|your sea legs", "sea_leg|sea legs", "sea legs|Sea-legs", "Ines|Ines's door",
		"don't|I don't", "stärke|STÄRKE", "2d6|roll 2d6", "free|freed", "see|seeing", "agree|agreed", "rush|rushing|x", "charm|charm|x",
		"dance|dancing", "bus|buses", "echo|echoes", "steal|stealing", "run|running", "box|boxes",
	} {
		word, text, _ := strings.Cut(pair, "|")
		if !rules.Fits([]string{"xyzzy", word}, text) {
			t.Errorf("%q does not fit %q", word, text)
		}
	}
	for _, pair := range []string{
		"dare|darn it", "car|caring", "hop|hoping", "hope|hopping", "king|kin", "ring|r", "red|r", "sing|s", "bring|br",
		"cars|cares", "as|a", "his|hi", "glass|glas", "this|thi", "sea legs|sea and legs", "sea legs|legs sea", "sea legs|sea",
		"art|start", "art|artful", "|anything", " - |anything - at all", "climb|", "star|staring",
	} {
		word, text, _ := strings.Cut(pair, "|")
		if rules.Fits([]string{word}, text) {
			t.Errorf("%q fits %q", word, text)
		}
	}
	if rules.Fits(nil, "anything") {
		t.Error("nothing fits")
	}
}

// Whatever the bytes: a text fits itself where it has a word at all, in whatever
// company, and nothing panics.
func FuzzFits(f *testing.F) {
	for _, seed := range []string{"dare", "Ines's", "éed", "ing", "s", "\xff", "ies", "ying", "ßs", "aied ss", "ééing"} {
		f.Add(seed, "you dare")
	}
	f.Fuzz(func(t *testing.T, word, text string) {
		alone := rules.Fits([]string{word}, word)
		if alone != rules.Fits([]string{word}, text+" \n"+word+" "+text) && !rules.Fits([]string{word}, text) {
			t.Errorf("%q fits itself: %v, but not amid %q", word, alone, text)
		}
		if alone != rules.Fits([]string{strings.ToLower(word)}, word) {
			t.Errorf("case counts in %q", word)
		}
	})
}
