package choices

import (
	"slices"
	"testing"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/skills/kit/rules"
)

// offers lists the kinds that are allowed of one move of each kind.
func offers(in input, k known) (kinds []string) {
	for _, m := range in.scene(k, 1).allowed() {
		kinds = append(kinds, m.Kind)
	}
	slices.Sort(kinds)
	return kinds
}

func meeting(score string) (input, known) {
	in := input{People: []person{{"tam", "Tam", "he", "thieves-guild"}}, Place: named{"yard", "the yard"}}
	for _, kind := range []string{"talk", "ask-help", "befriend", "press", "give"} {
		in.Moves = append(in.Moves, move{ID: kind, Kind: kind, Person: "tam", Item: named{"coin", "a coin"}})
	}
	k := known{Perceptions: map[string]perception{}, Reputations: map[string]int64{}}
	if score != "" {
		k.Perceptions["tam"] = perception{NPC: "tam", Score: number(score)}
	}
	return in, k
}

// "Positive perception (>30) enables cooperation options; negative perception
// (<-30) hides friendly options".
func TestPerceptionThresholds(t *testing.T) {
	hidden, neutral, open := []string{"press", "talk"}, []string{"befriend", "give", "press", "talk"}, []string{"ask-help", "befriend", "give", "press", "talk"}
	for score, want := range map[string][]string{
		"": neutral, "0": neutral, "30": neutral, "30.001": open, "31": open, "100": open, "-30": neutral, "-30.001": hidden, "-31": hidden, "-100": hidden, "30e0": neutral, "3.1e1": open,
	} {
		in, k := meeting(score)
		if got := offers(in, k); !slices.Equal(got, want) {
			t.Errorf("score %q: %q, want %q", score, got, want)
		}
	}
}

// The standing with a faction and the opinion of its member both count (SC-021).
func TestReputationThresholds(t *testing.T) {
	tests := []struct {
		score string
		stand int64
		asks  bool
	}{
		{"31", 0, true}, {"31", -30_000, true}, {"31", -30_001, false}, {"31", 100_000, true}, {"30", 100_000, false}, {"100", -31_000, false}, {"-31", 100_000, false},
	}
	criteria.Measured(t, "SC-021", "%d pairs of an opinion and a reputation, at the boundaries of both", len(tests))
	for _, test := range tests {
		in, k := meeting(test.score)
		k.Reputations["thieves-guild"] = test.stand
		if got := slices.Contains(offers(in, k), "ask-help"); got != test.asks {
			t.Errorf("%+v: asks %v", test, got)
		}
	}
}

// Who betrayed a faction does not ask its people for aid; who only was there when
// something else was betrayed may.
func TestBetrayal(t *testing.T) {
	for _, test := range []struct {
		memory memory
		asks   bool
	}{
		{memory{Summary: "You betrayed the Thieves Guild to the watch."}, false},
		{memory{Summary: "You betrayed Tam to the watch."}, false},
		{memory{Summary: "You opened the gate.", Tags: []string{"betrayal", "thieves-guild"}}, false},
		{memory{Summary: "You opened the gate.", Tags: []string{"betrayed", "faction:thieves-guild"}}, false},
		{memory{Summary: "You opened the gate.", Tags: []string{"betrayal"}, Characters: []string{"player", "thieves-guild"}}, false},
		{memory{Summary: "You opened the gate.", Tags: []string{"betrayal"}, Characters: []string{"player", "tam"}}, false},
		{memory{Summary: "You opened the gate.", Tags: []string{"thieves-guild"}}, true},
		{memory{Summary: "You betrayed the Salt Guild to the watch."}, true},
		{memory{Summary: "You were betrayed by the Thieves Guild."}, true},
		{memory{Summary: "You helped the Thieves Guild."}, true},
		{memory{Summary: "You betrayed Ana to the watch.", Characters: []string{"ana", "tam"}}, true},
	} {
		in, k := meeting("60")
		k.Memories = []memory{test.memory}
		if got := slices.Contains(offers(in, k), "ask-help"); got != test.asks {
			t.Errorf("%+v: asks %v", test.memory, got)
		}
	}
}

func at(n string) *number { v := number(n); return &v }

// A stealth of more than 15 picks locks; what stands with a stat or a move counts
// before that.
func TestStatGates(t *testing.T) {
	lock := move{ID: "pick-lock", Kind: "search", Topic: "the lock of the strongroom"}
	stealth := func(value string, gates ...gate) stat {
		return stat{ID: "stealth", Name: "Stealth", Value: number(value), Gates: gates}
	}
	for name, test := range map[string]struct {
		stat stat
		move move
		open bool
	}{
		"usual, 16":        {stealth("16"), lock, true},
		"usual, 15":        {stealth("15"), lock, false},
		"another search":   {stealth("1"), move{ID: "s", Kind: "search"}, true},
		"above 15, 16":     {stealth("16", gate{Above: at("15"), Unlocks: "lockpicking"}), lock, true},
		"above 15, 15":     {stealth("15", gate{Above: at("15"), Unlocks: "lockpicking"}), lock, false},
		"at least 12, 12":  {stealth("12", gate{AtLeast: at("12"), Unlocks: "lockpicking"}), lock, true},
		"at least 12, 11":  {stealth("11", gate{AtLeast: at("12"), Unlocks: "lockpicking"}), lock, false},
		"at most 5, 5":     {stealth("5", gate{AtMost: at("5"), Unlocks: "search"}), lock, true},
		"at most 5, 6":     {stealth("6", gate{AtMost: at("5"), Unlocks: "search"}), lock, false},
		"below 5, 4":       {stealth("4", gate{Below: at("5"), Unlocks: "search"}), lock, true},
		"below 5, 5":       {stealth("5", gate{Below: at("5"), Unlocks: "search"}), lock, false},
		"of the move, 16":  {stealth("16"), move{ID: "sneak", Kind: "go", Place: named{"x", "the roof"}, Stat: "stealth", Above: at("15")}, true},
		"of the move, 15":  {stealth("15"), move{ID: "sneak", Kind: "go", Place: named{"x", "the roof"}, Stat: "stealth", Above: at("15")}, false},
		"of no stat known": {stealth("99"), move{ID: "lift", Kind: "go", Place: named{"x", "the roof"}, Stat: "strength", Above: at("15")}, false},
		"of the move, 3":   {stealth("3"), move{ID: "sneak", Kind: "wait", Stat: "stealth", AtLeast: at("3")}, true},
	} {
		in := input{Place: named{"yard", "the yard"}, Player: player{Stats: []stat{test.stat}}, Moves: []move{test.move}}
		if got := len(in.scene(known{}, 1).allowed()) == 1; got != test.open {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A charisma below 8 marks persuasion; a gate of the stat's own counts before that.
func TestMarks(t *testing.T) {
	for _, test := range []struct {
		value, kind, want string
		gates             []gate
	}{
		{"7", "press", rules.Unlikely, nil}, {"8", "press", "", nil}, {"7", "befriend", rules.Unlikely, nil}, {"7", "talk", "", nil},
		{"7", "press", "a fool's errand", []gate{{Below: at("8"), Marks: "persuasion", As: "a fool's errand"}}},
		{"8", "press", "", []gate{{Below: at("8"), Marks: "persuasion", As: "a fool's errand"}}},
		{"5", "press", rules.Unlikely, []gate{{AtMost: at("5"), Marks: "press"}}},
		{"6", "press", "", []gate{{AtMost: at("5"), Marks: "persuasion"}}},
	} {
		in, k := meeting("0")
		in.Player.Stats = []stat{{ID: "charisma", Name: "Charisma", Value: number(test.value), Gates: test.gates}}
		in.Moves = slices.DeleteFunc(in.Moves, func(m move) bool { return m.Kind != test.kind })
		made := in.scene(k, 1).made()
		if len(made) != 1 || made[0].Difficulty != test.want {
			t.Errorf("%+v: %+v", test, made)
		}
	}
}

// No warm wording stands where there is no warmth, nor a cold one without cold.
func TestWarmthIsTrue(t *testing.T) {
	for _, test := range []struct {
		when, score string
		holds       bool
	}{{"warm", "30", false}, {"warm", "30.001", true}, {"cold", "-30", false}, {"cold", "-30.001", true}, {"warm", "", false}, {"cold", "", false}} {
		in, k := meeting(test.score)
		s := in.scene(k, 1)
		if got := s.fits(test.when, &in.Moves[0], -1, false); got != test.holds {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
