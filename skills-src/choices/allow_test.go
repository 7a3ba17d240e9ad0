package choices

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/rules"
)

// kinds lists those that are allowed of one move of each kind.
func (in input) kinds() (kinds []string) {
	for _, m := range in.scene(1).allowed() {
		kinds = append(kinds, m.Kind)
	}
	slices.Sort(kinds)
	return kinds
}

func meeting(opinion float64) input {
	in := input{People: []person{{ID: "tam", Name: "Tam", Pronouns: "he", Faction: "thieves-guild", Opinion: opinion}}, Place: named{"yard", "the yard"}}
	for _, kind := range []string{"talk", "ask-help", "befriend", "press", "give"} {
		in.Moves = append(in.Moves, move{ID: kind, Kind: kind, Say: "Do it", Person: "tam", Item: named{"coin", "a coin"}})
	}
	return in
}

// "Positive perception (>30) enables cooperation options; negative perception
// (<-30) hides friendly options".
func TestPerceptionThresholds(t *testing.T) {
	hidden, neutral, open := []string{"press", "talk"}, []string{"befriend", "give", "press", "talk"}, []string{"ask-help", "befriend", "give", "press", "talk"}
	for opinion, want := range map[float64][]string{
		0: neutral, 30: neutral, 30.001: open, 31: open, 100: open, -30: neutral, -30.001: hidden, -31: hidden, -100: hidden,
	} {
		if got := meeting(opinion).kinds(); !slices.Equal(got, want) {
			t.Errorf("opinion %v: %q, want %q", opinion, got, want)
		}
	}
}

// The standing with a faction and the opinion of its member both count (SC-021), and
// who betrayed somebody or theirs does not ask them for aid.
func TestReputationThresholds(t *testing.T) {
	tests := []struct {
		opinion, standing float64
		betrayed, asks    bool
	}{
		{31, 0, false, true}, {31, -30, false, true}, {31, -30.001, false, false}, {31, 100, false, true}, {30, 100, false, false}, {100, -31, false, false}, {-31, 100, false, false},
		{100, 100, true, false},
	}
	right := 0
	for _, test := range tests {
		in := meeting(test.opinion)
		in.People[0].Standing, in.People[0].Betrayed = test.standing, test.betrayed
		if got := slices.Contains(in.kinds(), "ask-help"); got == test.asks {
			right++
		} else {
			t.Errorf("%+v: asks %v", test, got)
		}
	}
	criteria.Measured(t, "SC-021", "aid is asked, or not, as both have it for %d of %d pairs of an opinion and a reputation at the boundaries of both", right, len(tests))
}

// What a kind speaks of must be there, and a kind that nobody words is not offered.
func TestIncompleteMoves(t *testing.T) {
	in := meeting(60)
	for name, m := range map[string]move{
		"of nobody":       {Kind: "ask", Topic: of("the oil")},
		"of a stranger":   {Kind: "ask", Person: "ann", Topic: of("the oil")},
		"of nothing":      {Kind: "give", Person: "tam"},
		"to nowhere":      {Kind: "go"},
		"of no thing":     {Kind: "take", Item: named{Name: "a coin"}},
		"of another kind": {Kind: "custom", Person: "tam"},
		"of no kind":      {},
	} {
		m.ID, m.Say = "x", "Do something"
		in.Moves = []move{m}
		if got := in.scene(1).made(); len(got) != 0 {
			t.Errorf("a move %s: %v", name, got)
		}
	}
}

// A stealth of more than 15 picks locks; what stands with a stat or a move counts
// before that.
func TestStatGates(t *testing.T) {
	lock := move{ID: "search:strongroom#the-lock", Kind: "search"}
	stealth := func(value float64, gates ...gate) stat {
		return stat{ID: "stealth", Name: "Stealth", Value: value, Gates: gates}
	}
	roof := named{"x", "the roof"}
	for name, test := range map[string]struct {
		stat stat
		move move
		open bool
	}{
		"usual, 16":        {stealth(16), lock, true},
		"usual, 15":        {stealth(15), lock, false},
		"another search":   {stealth(1), move{ID: "search:yard", Kind: "search"}, true},
		"above 15, 16":     {stealth(16, gate{Above: ptr(15.), Unlocks: "lockpicking"}), lock, true},
		"above 15, 15":     {stealth(15, gate{Above: ptr(15.), Unlocks: "lockpicking"}), lock, false},
		"at least 12, 12":  {stealth(12, gate{AtLeast: ptr(12.), Unlocks: "lockpicking"}), lock, true},
		"at least 12, 11":  {stealth(11, gate{AtLeast: ptr(12.), Unlocks: "lockpicking"}), lock, false},
		"at most 5, 5":     {stealth(5, gate{AtMost: ptr(5.), Unlocks: "search"}), lock, true},
		"at most 5, 6":     {stealth(6, gate{AtMost: ptr(5.), Unlocks: "search"}), lock, false},
		"below 5, 4":       {stealth(4, gate{Below: ptr(5.), Unlocks: "search"}), lock, true},
		"below 5, 5":       {stealth(5, gate{Below: ptr(5.), Unlocks: "search"}), lock, false},
		"of the move, 16":  {stealth(16), move{ID: "sneak", Kind: "go", Place: roof, Stat: "stealth", Above: ptr(15.)}, true},
		"of the move, 15":  {stealth(15), move{ID: "sneak", Kind: "go", Place: roof, Stat: "stealth", Above: ptr(15.)}, false},
		"of no stat known": {stealth(99), move{ID: "lift", Kind: "go", Place: roof, Stat: "strength", Above: ptr(15.)}, false},
		"of the move, 3":   {stealth(3), move{ID: "sneak", Kind: "wait", Stat: "stealth", AtLeast: ptr(3.)}, true},
	} {
		in := input{Place: named{"yard", "the yard"}, Player: player{Stats: []stat{test.stat}}, Moves: []move{test.move}}
		if got := len(in.scene(1).allowed()) == 1; got != test.open {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A charisma below 8 marks persuasion; a gate of the stat's own counts before that.
func TestMarks(t *testing.T) {
	for _, test := range []struct {
		value      float64
		kind, want string
		gates      []gate
	}{
		{7, "press", rules.Unlikely, nil}, {8, "press", "", nil}, {7, "befriend", rules.Unlikely, nil}, {7, "talk", "", nil},
		{7, "press", "a fool's errand", []gate{{Below: ptr(8.), Marks: "persuasion", As: "a fool's errand"}}},
		{8, "press", "", []gate{{Below: ptr(8.), Marks: "persuasion", As: "a fool's errand"}}},
		{5, "press", rules.Unlikely, []gate{{AtMost: ptr(5.), Marks: "press"}}},
		{6, "press", "", []gate{{AtMost: ptr(5.), Marks: "persuasion"}}},
	} {
		in := meeting(0)
		in.Player.Stats = []stat{{ID: "charisma", Name: "Charisma", Value: test.value, Gates: test.gates}}
		in.Moves = slices.DeleteFunc(in.Moves, func(m move) bool { return m.Kind != test.kind })
		made := in.scene(1).made()
		if len(made) != 1 || made[0].Difficulty != test.want {
			t.Errorf("%+v: %+v", test, made)
		}
	}
}

// The difficulty is shown where the chance of full success, which the rules have for a
// chance not to fail, is below the threshold and not on it; and of a weak stat one step
// harder, unless the dice have it.
func TestDifficultyIsShown(t *testing.T) {
	for _, test := range []struct {
		threshold float64
		odds      odds
		weak      int64
		want      string
	}{
		{0.5, odds{583, false}, 0, rules.Even}, {0.5, odds{417, false}, 0, rules.Risky}, {0.084, odds{417, false}, 0, rules.Risky}, {0.083, odds{417, false}, 0, ""},
		{0.167, odds{583, false}, 0, ""}, {0.168, odds{583, false}, 0, rules.Even}, {1, odds{583, false}, 0, rules.Even}, {1, odds{722, false}, 0, ""}, {0, odds{167, false}, 0, ""},
		{0.5, odds{583, true}, 0, rules.Risky}, {0.5, odds{417, true}, 0, rules.Unlikely}, {0.5, odds{722, true}, 0, rules.Even}, {0, odds{417, true}, 0, ""},
		{0.5, odds{417, true}, 1, rules.Risky},
		{0.5, odds{500, false}, 0, ""}, {0.6, odds{500, false}, 0, rules.Even}, // of no modifier: what does not fail is success
		{0.5, odds{-9, false}, 0, rules.Unlikely}, {0.5, odds{5000, false}, 0, ""},
	} {
		in := meeting(0)
		in.Moves = []move{{ID: "p", Kind: "press", Person: "tam", Stat: "nerve", Odds: &test.odds}}
		in.Player.Stats = []stat{{ID: "nerve", Name: "Nerve", Value: 9}}
		s := in.scene(3)
		s.rules.Weak, s.set.ShowDifficultyThreshold = test.weak, test.threshold
		if made := s.made(); len(made) != 1 || made[0].Difficulty != test.want {
			t.Errorf("%+v: %+v", test, made)
		}
	}
	in := meeting(0)
	s := in.scene(3)
	if in.Moves[0].Odds != nil || s.made()[0].Difficulty != "" {
		t.Error("where no check decides there is no difficulty")
	}
}

// No warm wording stands where there is no warmth, nor a cold one without cold.
func TestWarmthIsTrue(t *testing.T) {
	for _, test := range []struct {
		when    string
		opinion float64
		holds   bool
	}{{"warm", 30, false}, {"warm", 30.001, true}, {"cold", -30, false}, {"cold", -30.001, true}, {"warm", 0, false}, {"cold", 0, false}} {
		s := meeting(test.opinion).scene(1)
		if got := s.fits(frame{when: test.when}, &s.in.Moves[0], nil); got != test.holds {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

func TestHints(t *testing.T) {
	in := meeting(-40)
	in.Player.Stats = []stat{{ID: "nerve", Name: "Nerve", Value: 15, Gates: []gate{{AtLeast: ptr(15.), Text: "You can be afraid and do it"}}}}
	in.Moves = []move{{ID: "p", Kind: "press", Person: "tam", Stat: "nerve", Minutes: 30, Price: "It takes half an hour.", Topic: of("the oil"), Grounds: []ground{remembered("m1", "the oil", "ann", 1, 3)}}}
	in.Moves[0].Grounds[0].Summary = "Ölet, og det gik galt"
	for verbosity, want := range map[string]string{
		"none": "", "brief": "You can be afraid and do it.",
		"detailed": "This will try your nerve. You can be afraid and do it. Tam thinks ill of you. You remember: Ölet, og det gik galt. It takes half an hour.",
	} {
		s := in.scene(1)
		s.set.ConsequenceHints = verbosity
		if made := s.made(); len(made) != 1 || made[0].Hint != want {
			t.Errorf("%s: %+v", verbosity, made)
		}
	}
}
