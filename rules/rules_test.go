package rules_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/rules"
)

func TestDefault(t *testing.T) {
	r := rules.Default()
	if err := r.Validate(); err != nil {
		t.Error(err)
	}
	for total, want := range map[int64]string{
		math.MinInt64: "failure", 1: "failure", 2: "failure", 6: "failure",
		7: "partial", 9: "partial", 10: "success", 12: "success", 13: "success", math.MaxInt64: "success",
	} {
		if got := r.Band(total); got != want {
			t.Errorf("%d: %s, want %s", total, got, want)
		}
	}
}

func TestRulesAsJSON(t *testing.T) {
	const text = `{"dice":"2d6","bands":[{"name":"failure","min":2,"max":6},{"name":"partial","min":7,"max":9},{"name":"success","min":10,"max":12}],"trait":1,"sentiment":1,"memory":1}`
	var back rules.Rules
	written, err := json.Marshal(rules.Default())
	if err != nil || string(written) != text {
		t.Errorf("%s %v", written, err)
	}
	if err := json.Unmarshal(written, &back); err != nil || cmp.Diff(rules.Default(), back) != "" {
		t.Errorf("%v %v", back, err)
	}
}

func TestValidate(t *testing.T) {
	for text, want := range map[string]string{
		`{"dice":"","bands":[{"name":"a","min":1,"max":2}]}`:       `rules.dice ""`,
		`{"dice":"2d","bands":[{"name":"a","min":1,"max":2}]}`:     `rules.dice "2d" cannot be rolled`,
		`{"dice":"d6+str","bands":[{"name":"a","min":1,"max":2}]}`: `has the name "str"`,
		`{"dice":"d6"}`: `rules.bands is empty`,
		`{"dice":"d6","bands":[{"min":1,"max":2}]}`:                                                                              `rules.bands[0] has no name`,
		`{"dice":"d6","bands":[{"name":"a","min":2,"max":1}]}`:                                                                   `a, ends at 1, before it begins at 2`,
		`{"dice":"d6","bands":[{"name":"a","min":1,"max":2},{"name":"b","min":2,"max":3}]}`:                                      `b, begins at 2; expected 3, right after a`,
		`{"dice":"d6","bands":[{"name":"a","min":1,"max":2},{"name":"b","min":4,"max":5}]}`:                                      `b, begins at 4; expected 3, right after a`,
		`{"dice":"d6","bands":[{"name":"a","min":1,"max":9223372036854775807},{"name":"b","min":-9223372036854775808,"max":5}]}`: `b, begins at -9`,
	} {
		var r rules.Rules
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Every boundary, in thousandths of a point.
func TestSentiment(t *testing.T) {
	for _, test := range []struct{ points, tier, twoDice int64 }{
		{0, 0, 0}, {29_999, 0, 0}, {30_000, 0, 0}, {30_001, 1, 1},
		{54_999, 1, 1}, {55_000, 2, 1}, {55_001, 2, 1},
		{79_999, 2, 1}, {80_000, 3, 1}, {80_001, 3, 1}, {100_000, 3, 1},
		{math.MaxInt64, 3, 1},
	} {
		for _, sign := range []int64{1, -1} {
			points, tier, twoDice := sign*test.points, sign*test.tier, sign*test.twoDice
			if got := rules.Tier(points); got != tier {
				t.Errorf("%d: tier %d, want %d", points, got, tier)
			}
			for _, formula := range []string{"", "2d6", "2D6 + 1", "1+2d6-strength", "(2d6)-1", "2d6+(3*2)"} {
				if got := rules.Sentiment(points, formula, int64(5_000)); got != twoDice {
					t.Errorf("%d on %q: %d, want %d", points, formula, got, twoDice)
				}
			}
			for _, formula := range []string{"d20", "3d6", "2d8", "2d6kh1", "2d6!", "2d6r1", "2d6>3", "2dF", "2d6+d4", "2d6*2", "1-2d6", "-(2d6)", "7", "2d6+", "2d6+2d6"} {
				if got := rules.Sentiment(points, formula, int64(1_000)); got != tier {
					t.Errorf("%d on %q: %d, want %d", points, formula, got, tier)
				}
			}
		}
	}
	if got := rules.Tier(int64(math.MinInt64)); got != -3 {
		t.Errorf("the least integer: tier %d", got)
	}
}

func TestScaled(t *testing.T) {
	for _, test := range []struct{ tier, scale, want int64 }{
		{3, 1_000, 3}, {-3, 1_000, -3}, {1, 499, 0}, {1, 500, 1}, {-1, 500, -1}, {-1, 499, 0},
		{3, 500, 2}, {-3, 500, -2}, {2, 1_500, 3}, {0, 9_000, 0}, {3, 0, 0},
	} {
		if got := rules.Scaled(test.tier, test.scale); got != test.want {
			t.Errorf("%d times %d: %d, want %d", test.tier, test.scale, got, test.want)
		}
	}
}

func TestFeeling(t *testing.T) {
	r := rules.Default()
	r.Sentiment = 2
	if got := r.Feeling(-90_000); got != -2 {
		t.Errorf("got %d", got)
	}
	if r.Dice = "d20"; r.Feeling(-90_000) != -6 {
		t.Errorf("got %d", r.Feeling(-90_000))
	}
	for scale, want := range map[int64]int64{0: 0, 500: -4, 2_000: -12} {
		if r.Scale = &scale; r.Feeling(-90_000) != want {
			t.Errorf("scale %d: got %d, want %d", scale, r.Feeling(-90_000), want)
		}
	}
	if r.Dice = "2d6"; r.Feeling(-90_000) != -2 {
		t.Errorf("the scale counts on 2d6: %d", r.Feeling(-90_000))
	}
}

func TestWeakened(t *testing.T) {
	for _, weak := range []int64{0, 1, 2} {
		r := rules.Default()
		r.Weak = weak
		for value, want := range map[int64]bool{1: true, rules.Weakness: true, rules.Weakness + 1: false, 20: false} {
			stats := []rules.Stat{{ID: "wits", Name: "Wits", Value: 1}, {ID: "nerve", Name: "Nerve", Value: value, Words: []string{"climb"}}}
			m, fits := r.Weakened(stats, "Climb the wall")
			if fits != want || want && (m.Value != -weak || m.Name != "Nerve" || m.Because == "") {
				t.Errorf("nerve %d, weak %d: %+v %v", value, weak, m, fits)
			}
			if _, fits := r.Weakened(stats, "Sing"); fits {
				t.Errorf("nerve %d fits singing", value)
			}
		}
	}
}

// The chances of two dice are those of TestChanceOfTwoDice.
func TestMark(t *testing.T) {
	r := rules.Default()
	for _, test := range []struct {
		modifiers, threshold int64
		weak                 bool
		want                 string
	}{
		{0, 500, false, "even"}, {1, 500, false, ""}, {-1, 500, false, "risky"}, {-3, 500, false, "unlikely to succeed"}, {3, 500, false, ""},
		{0, 500, true, "risky"}, {1, 500, true, "even"}, {-1, 500, true, "unlikely to succeed"}, {-3, 500, true, "unlikely to succeed"}, {3, 500, true, ""},
		{0, 0, true, ""}, {-3, 0, false, ""}, {0, 167, false, ""}, {0, 168, false, "even"}, {0, 1000, false, "even"},
	} {
		odds, _ := r.Chance(test.modifiers)
		if got := r.Mark(odds, test.weak, test.threshold); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
	r.Weak = 1 // the odds have it already
	if odds, _ := r.Chance(-1); r.Mark(odds, true, 500) != "risky" {
		t.Errorf("a weak stat counts twice: %q", r.Mark(odds, true, 500))
	}
	if got := r.Mark(nil, true, 1000); got != "" {
		t.Errorf("no odds: %q", got)
	}
}

func TestSkilled(t *testing.T) {
	r := rules.Default()
	r.Trait = 2
	stats := func(value int64) []rules.Stat {
		return []rules.Stat{{ID: "wits", Name: "Wits", Value: 20}, {ID: "nerve", Name: "Nerve", Value: value, Words: []string{"dare", "climb"}}}
	}
	traits := []rules.Trait{{ID: "sea-legs", Name: "Sea legs", Words: []string{"climb", "rope"}}}
	for _, test := range []struct {
		value int64
		text  string
		want  rules.Modifier
	}{
		{15, "Climb the mast", rules.Modifier{Kind: action.Strength, Of: "nerve", Name: "Nerve", Value: 2, Because: "Nerve 15"}}, // and not twice with the trait
		{14, "Climb the mast", rules.Modifier{Kind: action.Trait, Of: "sea-legs", Name: "Sea legs", Value: 2, Because: "Sea legs"}},
		{14, "Find your sea legs", rules.Modifier{Kind: action.Trait, Of: "sea-legs", Name: "Sea legs", Value: 2, Because: "Sea legs"}},
		{14, "Dare it", rules.Modifier{}},
		{5, "Dare it", rules.Modifier{}}, // weakness takes nothing off
		{20, "Wait", rules.Modifier{}},
	} {
		got, ok := r.Skilled(stats(test.value), traits, test.text)
		if got != test.want || ok != (test.want != rules.Modifier{}) {
			t.Errorf("%d, %q: %v %v, want %v", test.value, test.text, got, ok, test.want)
		}
	}
}
