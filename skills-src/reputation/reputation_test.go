package reputation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/narratoria/narratoria/skills-src/opinion/opiniontest"
	"github.com/narratoria/narratoria/skills-src/reputation"
	"github.com/narratoria/narratoria/skills/kit"
)

// Every boundary of the tiers, and what it is shown as on three scales.
func TestTiersAndScales(t *testing.T) {
	for _, test := range []struct {
		score        kit.Thousandths
		tier         string
		usual, stars string // -100 to 100; 0 to 5
	}{
		{-100_000, "hated", "-100", "0"},
		{-55_001, "hated", "-55.001", "1.125"},
		{-55_000, "hated", "-55", "1.125"},
		{-54_999, "disliked", "-54.999", "1.125"},
		{-30_001, "disliked", "-30.001", "1.75"},
		{-30_000, "neutral", "-30", "1.75"},
		{-29_999, "neutral", "-29.999", "1.75"},
		{0, "neutral", "0", "2.5"},
		{29_999, "neutral", "29.999", "3.25"},
		{30_000, "neutral", "30", "3.25"},
		{30_001, "liked", "30.001", "3.25"},
		{54_999, "liked", "54.999", "3.875"},
		{55_000, "honoured", "55", "3.875"},
		{99_980, "honoured", "99.98", "5"}, // 4.9995: a half goes away from zero
		{99_979, "honoured", "99.979", "4.999"},
		{100_000, "honoured", "100", "5"},
	} {
		for shown, config := range map[string]Object{
			test.usual: nil,
			test.stars: {"reputationScale": Object{"min": 0, "max": 5}},
		} {
			got := Play(t, reputation.Query, Object{"faction": "lamp"}, config, Relation("lamp", test.score, true))
			want := fmt.Sprintf(`{"reputations":[{"faction":"lamp","points":%s,"score":%s,"tier":%q}]}`, test.score, shown, test.tier)
			if got.Output != want {
				t.Errorf("%s\nwant %s", got.Output, want)
			}
		}
	}
}

func TestScaleBelowZero(t *testing.T) {
	config := Object{"reputationScale": Object{"min": -3, "max": -2}}
	got := Play(t, reputation.Query, Object{"faction": "lamp"}, config, Relation("lamp", -100, true))
	if !strings.Contains(got.Output, `"score":-2.5,`) { // -2.5005 rounds up into the scale
		t.Error(got.Output)
	}
}

func TestUpdate(t *testing.T) {
	const read, change = `relation.read {"who":"lamp"}`, `relation.write {"by":-25,"reason":"put out the light","significance":"medium","who":"lamp"}`
	deed := Object{"faction": "lamp", "significance": "medium", "direction": "negative", "reason": "put out the light"}
	for _, test := range []struct {
		name    string
		config  Object
		replies []any
		calls   []string
	}{
		{"begun", nil, []any{Relation("lamp", 10_000, true), Score(-15_000)}, []string{read, change}},
		{"not begun", nil, []any{Relation("lamp", 10_000, false), Score(10_000), Score(-15_000)},
			[]string{read, `relation.write {"keep":900,"score":10,"unit_minutes":10080,"who":"lamp"}`, change}},
		{"begun meanwhile", nil, []any{Relation("lamp", 10_000, false), Refused("exists"), Score(-15_000)},
			[]string{read, `relation.write {"keep":900,"score":10,"unit_minutes":10080,"who":"lamp"}`, change}},
		{"fading a quarter a day", Object{"decayRate": 0.25, "timeUnitMinutes": 1440, "storageBackend": "objectbox"},
			[]any{Relation("lamp", 10_000, false), Score(10_000), Score(-15_000)},
			[]string{read, `relation.write {"keep":750,"score":10,"unit_minutes":1440,"who":"lamp"}`, change}},
		{"never fading", Object{"decayRate": 0}, []any{Relation("lamp", 10_000, false), Score(10_000), Score(-15_000)},
			[]string{read, `relation.write {"score":10,"who":"lamp"}`, change}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Play(t, reputation.Update, deed, test.config, test.replies...)
			if diff := cmp.Diff(test.calls, got.Calls); diff != "" {
				t.Error(diff)
			}
			if want := `{"faction":"lamp","points":-15,"score":-15,"tier":"neutral"}`; got.Output != want || got.Summary != "lamp: from 10 to -15, neutral" {
				t.Errorf("%s\n%s", got.Output, got.Summary)
			}
		})
	}
}

func TestNothingMoved(t *testing.T) {
	got := Play(t, reputation.Update, Object{"faction": "lamp", "by": 0}, nil, Relation("lamp", 60_000, false))
	if got.Output != `{"faction":"lamp","points":60,"score":60,"tier":"honoured"}` {
		t.Error(got)
	}
}

func TestWhoIsAsked(t *testing.T) {
	lamp, tide := Relation("lamp", 1_000, true), Relation("tide", -2_000, false)
	listed := Object{"factionList": []string{"tide", "lamp"}}
	for _, test := range []struct {
		name          string
		input, config Object
		replies       []any
		want          string // the factions told of
	}{
		{"several", Object{"factions": []string{"lamp", "tide", "lamp"}}, nil, []any{lamp, tide}, "lamp 1, neutral; tide -2, neutral"},
		{"one more", Object{"factions": []string{"lamp"}, "faction": "tide"}, nil, []any{lamp, tide}, "lamp 1, neutral; tide -2, neutral"},
		{"none", Object{"factions": []string{}}, listed, nil, ""},
		{"none of the list", Object{"factions": []string{"guild"}}, listed, nil, ""},
		{"one of the list", Object{"factions": []string{"guild", "lamp"}, "faction": "church"}, listed, []any{lamp}, "lamp 1, neutral"},
		{"those of the list", Object{}, listed, []any{tide, lamp}, "tide -2, neutral; lamp 1, neutral"},
		{"those of the scene", Object{}, nil, []any{Object{"found": true, "value": []string{"lamp"}}, lamp}, "lamp 1, neutral"},
		{"no scene", Object{}, nil, []any{Object{"found": false}}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Play(t, reputation.Query, test.input, test.config, test.replies...)
			if got.Summary != test.want || !strings.HasPrefix(got.Output, `{"reputations":[`) {
				t.Error(got)
			}
		})
	}
}

func TestStrangersAreLeftOut(t *testing.T) {
	got := Play(t, reputation.Query, Object{"factions": []string{"lmap", "lamp"}}, nil, Refused("not_found"), Relation("lamp", 0, true))
	if got.Summary != "lamp 0, neutral" || len(got.Warned) != 1 || !strings.Contains(got.Warned[0], `"lmap"`) {
		t.Error(got)
	}
}

// A faction that the configuration leaves out has no reputation to move. That fails
// nothing: the skill is needed for the others.
func TestUnlistedIsLeftAlone(t *testing.T) {
	got := Play(t, reputation.Update, Object{"faction": "lamb", "by": 1}, Object{"factionList": []string{"lamp"}})
	if got.Code != "" || len(got.Calls) > 0 || got.Output != `{"faction":"lamb","unlisted":true}` || len(got.Warned) != 1 || !strings.Contains(got.Warned[0], "factionList has lamp") {
		t.Error(got)
	}
}

func TestRefused(t *testing.T) {
	many := make([]string, 101)
	for i := range many {
		many[i] = fmt.Sprint("f", i)
	}
	for _, test := range []struct {
		script        kit.Script
		input, config Object
		replies       []any
		code, message string
	}{
		{reputation.Update, Object{"by": 1}, nil, nil, "bad_input", "input.faction is missing"},
		{reputation.Update, Object{"faction": " ", "by": 1}, nil, nil, "bad_input", "input.faction is missing"},
		{reputation.Update, Object{"faction": 7, "by": 1}, nil, nil, "bad_input", "input.faction must be a string"},
		{reputation.Update, Object{"faction": "lamp"}, nil, nil, "bad_input", "input.by is missing"},
		{reputation.Update, Object{"faction": "lamp", "by": "much"}, nil, nil, "bad_input", "input.by must be a number"},
		{reputation.Update, Object{"faction": "lamp", "by": 1}, nil, []any{Refused("not_found")}, "not_found", "relation.read"},
		{reputation.Update, Object{"faction": "lamp", "by": 1}, nil, []any{Relation("lamp", 0, false), Refused("too_large")}, "too_large", "relation.write"},
		{reputation.Update, Object{"faction": "lamp", "by": 1}, Object{"decayRate": 0.95}, nil, "bad_config", "config.decayRate is 0.95"},
		{reputation.Update, Object{"faction": "lamp", "by": 1}, Object{"decayRate": 0.12345}, nil, "bad_config", "three decimals"},
		{reputation.Update, Object{"faction": "lamp", "by": 1}, Object{"timeUnitMinutes": 0}, nil, "bad_config", "config.timeUnitMinutes is 0"},
		{reputation.Query, Object{"factions": "lamp"}, nil, nil, "bad_input", "input.factions must be an array"},
		{reputation.Query, Object{"factions": []string{""}}, nil, nil, "bad_input", "input.factions[0] is empty"},
		{reputation.Query, Object{"factions": []string{" "}}, Object{"factionList": []string{"lamp"}}, nil, "bad_input", "input.factions[0] is empty"},
		{reputation.Query, Object{"factions": many}, nil, nil, "bad_input", "input.factions holds 101; expected at most 100"},
		{reputation.Query, Object{"faction": "lamp"}, nil, []any{Refused("internal")}, "internal", "relation.read"},
		{reputation.Query, Object{"faction": "lamp"}, Object{"reputationScale": Object{"min": 5, "max": 5}}, nil, "bad_config", "expected min below max"},
		{reputation.Query, Object{"faction": "lamp"}, Object{"reputationScale": Object{"max": 1_000_001}}, nil, "bad_config", "config.reputationScale"},
	} {
		got := Play(t, test.script, test.input, test.config, test.replies...)
		if got.Code != test.code || !strings.Contains(got.Message, test.message) {
			t.Errorf("%v %v: %s %s, want %s %s", test.input, test.config, got.Code, got.Message, test.code, test.message)
		}
	}
}
