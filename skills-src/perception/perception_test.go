package perception_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/narratoria/narratoria/skills-src/opinion/opiniontest"
	"github.com/narratoria/narratoria/skills-src/perception"
	"github.com/narratoria/narratoria/skills/kit"
)

// SC-018: every boundary of the modifier, on the scales 1, 1.5 and 0.
func TestQuery(t *testing.T) {
	for _, test := range []struct {
		score         kit.Thousandths
		sentiment     string
		tier          string
		by, half, off int64
	}{
		{-100_000, "-1", "hostile", -3, -5, 0},
		{-80_000, "-0.8", "hostile", -3, -5, 0},
		{-79_999, "-0.8", "resentful", -2, -3, 0},
		{-55_000, "-0.55", "resentful", -2, -3, 0},
		{-54_999, "-0.55", "wary", -1, -2, 0},
		{-30_001, "-0.3", "wary", -1, -2, 0},
		{-30_000, "-0.3", "neutral", 0, 0, 0},
		{-29_999, "-0.3", "neutral", 0, 0, 0},
		{-50, "-0.001", "neutral", 0, 0, 0},
		{-49, "0", "neutral", 0, 0, 0},
		{0, "0", "neutral", 0, 0, 0},
		{12_345, "0.123", "neutral", 0, 0, 0},
		{29_999, "0.3", "neutral", 0, 0, 0},
		{30_000, "0.3", "neutral", 0, 0, 0},
		{30_001, "0.3", "warm", 1, 2, 0},
		{54_999, "0.55", "warm", 1, 2, 0},
		{55_000, "0.55", "fond", 2, 3, 0},
		{79_999, "0.8", "fond", 2, 3, 0},
		{80_000, "0.8", "devoted", 3, 5, 0},
		{100_000, "1", "devoted", 3, 5, 0},
	} {
		for _, scaled := range []struct {
			scale any
			want  int64
		}{{1, test.by}, {1.5, test.half}, {0, test.off}} {
			got := Play(t, perception.Query, Object{"npcs": []string{"ines"}}, Object{"modifierScale": scaled.scale}, Relation("ines", test.score, true))
			want := fmt.Sprintf(`{"perceptions":[{"modifier":%d,"npc":"ines","score":%s,"sentiment":%s,"tier":%q}]}`, scaled.want, test.score, test.sentiment, test.tier)
			if got.Output != want {
				t.Errorf("scale %v: %s\nwant %s", scaled.scale, got.Output, want)
			}
		}
	}
}

func TestQueryOfSeveral(t *testing.T) {
	got := Play(t, perception.Query, Object{"npcs": []string{"ines", "nobody", "ines"}, "npc": "bram"}, nil,
		Relation("ines", 31_000, true), Refused("not_found"), Relation("bram", -90_000, false))
	if got.Summary != "ines 31, warm; bram -90, hostile" || len(got.Warned) != 1 || !strings.Contains(got.Warned[0], `"nobody"`) {
		t.Error(got)
	}
}

func TestUpdate(t *testing.T) {
	got := Play(t, perception.Update, Object{"npc": "ines", "by": 12.5, "reason": "kept her secret", "significance": "high"}, nil,
		Relation("ines", 20_000, false), Score(20_000), Score(32_500))
	want := []string{
		`relation.read {"who":"ines"}`,
		`relation.write {"keep":900,"score":20,"unit_minutes":10080,"who":"ines"}`,
		`relation.write {"by":12.5,"reason":"kept her secret","significance":"high","who":"ines"}`,
	}
	if diff := cmp.Diff(want, got.Calls); diff != "" {
		t.Error(diff)
	}
	if got.Output != `{"modifier":1,"npc":"ines","score":32.5,"sentiment":0.325,"tier":"warm"}` || got.Summary != "ines: from 20 to 32.5, warm" {
		t.Errorf("%s\n%s", got.Output, got.Summary)
	}
}

func drawn(n int64) Object { return Object{"values": []int64{n}} }

// A first impression is the sum of its parts, each to the thousandth.
func TestInitialize(t *testing.T) {
	seen := Object{"npc": "ines", "faction": "lamp", "traits": []string{"honest", "sea-legs"}, "equipment": []string{"A drowned man's lantern"},
		"likes": []string{"lanterns", "honest", "the sea"}, "dislikes": []string{"swords"}}
	with := func(changes Object) Object {
		input := Object{}
		for key, value := range seen {
			input[key] = value
		}
		for key, value := range changes {
			input[key] = value
		}
		return input
	}
	for _, test := range []struct {
		name     string
		input    Object
		config   Object
		faction  kit.Thousandths
		random   int64
		deeds    kit.Thousandths
		parts    string
		score    string
		unfading bool
	}{
		{name: "all", input: seen, faction: 33_333, random: 37, parts: `{"deeds":0,"faction":16.667,"random":7.4,"traits":30}`, score: "54.067"},
		{name: "mirrored", input: with(Object{"dislikes": seen["likes"], "likes": []string{}}), faction: -33_333, random: -37,
			parts: `{"deeds":0,"faction":-16.667,"random":-7.4,"traits":-30}`, score: "-54.067"},
		{name: "tastes that cancel", input: with(Object{"dislikes": []string{"lantern"}, "likes": []string{"honest"}}), faction: 0, random: 0,
			parts: `{"deeds":0,"faction":0,"random":0,"traits":0}`, score: "0"},
		{name: "one taste, met twice", input: with(Object{"likes": []string{"sea"}, "equipment": []string{"sea boots"}}), faction: 0, random: 1,
			parts: `{"deeds":0,"faction":0,"random":0.2,"traits":15}`, score: "15.2"},
		{name: "the faction alone counts", input: seen, config: Object{"factionInfluenceWeight": 1}, faction: 90_000, random: 100,
			parts: `{"deeds":0,"faction":90,"random":20,"traits":30}`, score: "100"},
		{name: "the faction counts for nothing", input: seen, config: Object{"factionInfluenceWeight": 0}, faction: -90_000, random: -100,
			parts: `{"deeds":0,"faction":0,"random":-20,"traits":30}`, score: "10"},
		{name: "after deeds", input: seen, faction: 0, random: 0, deeds: -75_500, parts: `{"deeds":-75.5,"faction":0,"random":0,"traits":30}`, score: "-45.5"},
		{name: "worst", input: with(Object{"dislikes": seen["likes"], "likes": nil}), faction: -100_000, random: -100, deeds: -50_000,
			parts: `{"deeds":-50,"faction":-50,"random":-20,"traits":-30}`, score: "-100"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Play(t, perception.Initialize, test.input, test.config,
				Relation("ines", test.deeds, false), Relation("lamp", test.faction, true), drawn(test.random), Object{"score": jsonNumber(test.score)})
			if len(got.Calls) != 4 || got.Calls[2] != `random {"count":1,"max":100,"min":-100,"source":"pseudo"}` ||
				!strings.Contains(got.Calls[3], `"score":`+test.score+`,"unit_minutes":10080,"who":"ines"}`) ||
				!strings.HasPrefix(got.Calls[3], `relation.write {"keep":900,"parts":{`) {
				t.Errorf("%q", got.Calls)
			}
			if !strings.Contains(got.Output, `"existing":false`) || !strings.Contains(got.Output, `"parts":`+test.parts+`,"score":`+test.score+`,`) {
				t.Errorf("%s\nwant %s %s", got.Output, test.parts, test.score)
			}
		})
	}
}

type jsonNumber string

func (n jsonNumber) MarshalJSON() ([]byte, error) { return []byte(n), nil }

func TestInitializeWithoutFaction(t *testing.T) {
	got := Play(t, perception.Initialize, Object{"npc": "ines"}, nil, Relation("ines", 0, false), drawn(-4), jsonScore("-0.8"))
	if !strings.Contains(got.Calls[2], `"parts":{"deeds":0,"faction":0,"random":-1,"traits":0},"score":-0.8,`) {
		t.Error(got)
	}
}

func jsonScore(digits string) Object { return Object{"score": jsonNumber(digits)} }

func TestInitializedAlready(t *testing.T) {
	const want = `{"existing":true,"modifier":1,"npc":"ines","score":40,"sentiment":0.4,"tier":"warm"}`
	got := Play(t, perception.Initialize, Object{"npc": "ines", "faction": "lamp"}, nil, Relation("ines", 40_000, true))
	if got.Output != want || got.Summary != "ines 40, warm, as before" {
		t.Error(got)
	}
	got = Play(t, perception.Initialize, Object{"npc": "ines"}, nil,
		Relation("ines", 0, false), drawn(1), Refused("exists"), Relation("ines", 40_000, true))
	if got.Output != want {
		t.Error(got)
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		script        kit.Script
		input, config Object
		replies       []any
		code, message string
	}{
		{perception.Initialize, Object{}, nil, nil, "bad_input", "input.npc is missing"},
		{perception.Update, Object{"by": 1}, nil, nil, "bad_input", "input.npc is missing"},
		{perception.Update, Object{"npc": "ines"}, nil, nil, "bad_input", "input.by is missing"},
		{perception.Query, Object{}, nil, nil, "bad_input", "input.npcs is missing"},
		{perception.Query, Object{"npcs": []string{"ines", " "}}, nil, []any{Relation("ines", 0, true)}, "bad_input", "input.npcs[1] is empty"},
		{perception.Query, Object{"npcs": "ines"}, nil, nil, "bad_input", "input.npcs must be an array"},
		{perception.Initialize, Object{"npc": "ines", "likes": "lamps"}, nil, nil, "bad_input", "input.likes must be an array"},
		{perception.Initialize, Object{"npc": "ines"}, Object{"factionInfluenceWeight": 1.001}, nil, "bad_config", "factionInfluenceWeight is 1.001"},
		{perception.Initialize, Object{"npc": "ines"}, Object{"factionInfluenceWeight": -0.001}, nil, "bad_config", "factionInfluenceWeight is -0.001"},
		{perception.Query, Object{"npcs": []string{"a"}}, Object{"modifierScale": 100.001}, nil, "bad_config", "modifierScale is 100.001"},
		{perception.Query, Object{"npcs": []string{"a"}}, Object{"modifierScale": -1}, nil, "bad_config", "modifierScale is -1"},
		{perception.Query, Object{"npcs": []string{"a"}}, Object{"decayRate": 2}, nil, "bad_config", "decayRate is 2"},
		{perception.Initialize, Object{"npc": "ines"}, nil, []any{Refused("not_found")}, "not_found", "relation.read"},
		{perception.Initialize, Object{"npc": "ines", "faction": "x"}, nil, []any{Relation("ines", 0, false), Refused("not_found")}, "not_found", "relation.read"},
		{perception.Initialize, Object{"npc": "ines"}, nil, []any{Relation("ines", 0, false), drawn(0), Refused("too_large")}, "too_large", "relation.write"},
		{perception.Initialize, Object{"npc": "ines"}, nil, []any{Relation("ines", 0, false), Refused("internal")}, "internal", "random"},
	} {
		got := Play(t, test.script, test.input, test.config, test.replies...)
		if got.Code != test.code || !strings.Contains(got.Message, test.message) {
			t.Errorf("%v %v: %s %s, want %s %s", test.input, test.config, got.Code, got.Message, test.code, test.message)
		}
	}
}
