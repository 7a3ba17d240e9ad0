package memory

import (
	"testing"

	"github.com/narratoria/narratoria/skills/kit"
)

func TestCurves(t *testing.T) {
	for _, test := range []struct {
		curve       curve
		share, want int64
	}{
		{byWeight, -1, 0}, {byWeight, 0, 0}, {byWeight, 50, 200}, {byWeight, 100, 400}, {byWeight, 249, 698}, {byWeight, 250, 700},
		{byWeight, 375, 775}, {byWeight, 500, 850}, {byWeight, 1000, 1000}, {byWeight, 2000, 1000},
		{byCount, 0, 0}, {byCount, 250, 350}, {byCount, 499, 698}, {byCount, 500, 700}, {byCount, 1000, 1000},
	} {
		if got := test.curve.at(test.share); int64(got) != test.want {
			t.Errorf("%v at %d: got %d, want %d", test.curve, test.share, got, test.want)
		}
	}
	for _, c := range []curve{byWeight, byCount} {
		for share := range int64(1000) {
			if c.at(share) > c.at(share+1) {
				t.Fatalf("%v falls at %d", c, share)
			}
		}
	}
}

// What passes the usual threshold of 0.7, by words alone: the host's weight is 0.
func TestRelevanceByWords(t *testing.T) {
	for _, test := range []struct {
		query, summary string
		passes         bool
	}{
		{"interactions with blacksmith", "Player helped blacksmith repair anvil", true},
		{"past betrayals", "You betrayed Ines to the Company.", true},
		{"what did Ines say about the oil", "You asked Ines who paid for the oil.", true},
		{"what did Ines say about the oil", "Ines laughed at your coat.", true},
		{"Ines, the oil and the burnt ledger", "Ines laughed at your coat.", false},
		{"the lamp", "You ate with Tobias.", false},
		{"who are you", "You are who you are.", false},
	} {
		m := kit.Memory{Summary: test.summary}
		if got := relevance(test.query, m); (got >= 700) != test.passes {
			t.Errorf("%q in %q: %s", test.query, test.summary, got)
		}
	}
	tagged := kit.Memory{Summary: "You went.", Tags: []string{"debt"}, Characters: []string{"blacksmith_aldric"}, Location: "long-quay"}
	for _, query := range []string{"debts", "aldric", "the quay"} {
		if got := relevance(query, tagged); got != 1000 {
			t.Errorf("%q: %s", query, got)
		}
	}
}

// A model's likeness decides, but of a memory that has all of the query's words.
func TestRelevanceByMeaning(t *testing.T) {
	for _, test := range []struct {
		memory kit.Memory
		want   kit.Thousandths
	}{
		{kit.Memory{Summary: "The craft sank."}, 0},
		{kit.Memory{Summary: "The craft sank.", Likeness: 330, Relevance: 999}, 330},
		{kit.Memory{Summary: "A smith.", Likeness: 700}, 700},
		{kit.Memory{Summary: "You interacted with craftspeople.", Likeness: 650, Relevance: 1000}, 1000},
	} {
		test.memory.ByMeaning = true
		if got := relevance("interactions with craftspeople", test.memory); got != test.want {
			t.Errorf("%+v: %d, want %d", test.memory, got, test.want)
		}
		if test.memory.ByMeaning = false; relevance("interactions with craftspeople", test.memory) < test.want {
			t.Errorf("%+v: less without a model", test.memory)
		}
	}
}

func TestKin(t *testing.T) {
	for _, test := range []struct {
		a, b string
		kin  bool
	}{{"betray", "betrayal", true}, {"betrayal", "betray", true}, {"oil", "oil", true}, {"oil", "oily", false}, {"lamp", "lantern", false}} {
		if extends(test.a, test.b) != test.kin {
			t.Errorf("%s and %s", test.a, test.b)
		}
	}
}

// A piece of lore is as near as the more of its likeness and its words makes it.
func TestLikenessOfLore(t *testing.T) {
	in := loreInput{Query: "the lamp; the oil", Limit: 3}
	for _, test := range []struct {
		snippet kit.Snippet
		want    kit.Thousandths
	}{
		{kit.Snippet{Text: "A beacon.", Likeness: 812}, 812},
		{kit.Snippet{Text: "A beacon.", Likeness: 300, Relevance: 250}, 700},
		{kit.Snippet{Text: "A beacon."}, 0},
	} {
		if got := in.nearness(test.snippet); got != test.want {
			t.Errorf("%+v: %d, want %d", test.snippet, got, test.want)
		}
	}
}
