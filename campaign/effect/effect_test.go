package effect_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
)

func everything(string, string) *contracts.Problem { return nil }

func nothing(kind, id string) *contracts.Problem {
	return &contracts.Problem{Kind: contracts.UnknownName, Message: "no " + kind + " " + id}
}

func parse(t *testing.T, text string, known effect.Known) ([]effect.Effect, contracts.Problems) {
	t.Helper()
	tree, err := strictjson.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return effect.Parse(tree, known)
}

const all = `["In words.",
	{"set": {"b": null, "a.lit": true}}, {"add": {"coins": -2}}, {"gain": "key"}, {"lose": ["oil", "rope"]},
	{"opinion": {"ines": 15.0}}, {"reputation": {"keepers": -10}}, {"npc": {"ines.mood": "afraid", "ines.place": "inn"}},
	{"world": {"weather": "storm"}}, {"move": "inn", "with": ["ines"]}, {"minutes": 40}, {"until": "06:10"}, {"learn": "A fact."},
	{"know": "tide"}, {"know": "tide", "who": ["ines", "ada"]}, {"tell": {"fact": "tide", "from": "ines", "to": "ada"}}, {"tell": {"fact": "tide", "from": "ines", "to": ["ada", "player"], "says": "It does not.", "as": "mistake", "quietly": true}},
	{"remember": "Words."}, {"remember": {"text": "More.", "significance": "low", "triumph": true, "tags": ["sea"]}},
	{"reveal": "ines/lamp"}, {"thread": {"id": "who", "title": "Who?", "state": "resolved"}}, {"ending": "relit"}]`

func TestParse(t *testing.T) {
	got, problems := parse(t, all, everything)
	want := []effect.Effect{
		effect.Consequence{Text: "In words."}, effect.Set{Path: "a.lit", Value: true}, effect.Set{Path: "b"}, effect.Add{Path: "coins", Amount: -2},
		effect.Gain{Item: "key"}, effect.Lose{Item: "oil"}, effect.Lose{Item: "rope"}, effect.Opinion{Person: "ines", By: 15}, effect.Reputation{Faction: "keepers", By: -10},
		effect.NPC{Person: "ines", Path: "mood", Value: "afraid"}, effect.NPC{Person: "ines", Path: "place", Value: "inn"}, effect.World{Path: "weather", Value: "storm"},
		effect.Move{Place: "inn", With: []string{"ines"}}, effect.Minutes{Count: 40}, effect.Until{Minute: 370}, effect.Learn{Fact: "A fact."},
		effect.Know{Fact: "tide", Who: []string{"player"}}, effect.Know{Fact: "tide", Who: []string{"ines", "ada"}},
		effect.Tell{Fact: "tide", From: "ines", To: []string{"ada"}, As: "lie"}, effect.Tell{Fact: "tide", From: "ines", To: []string{"ada", "player"}, Says: "It does not.", As: "sincere", Quietly: true},

		effect.Remember{Text: "Words.", Significance: "high"}, effect.Remember{Text: "More.", Significance: "low", Triumph: true, Tags: []string{"sea"}},
		effect.Reveal{Person: "ines", Secret: "lamp"}, effect.Thread{ID: "who", Title: "Who?", Resolved: true}, effect.Ending{ID: "relit"},
	}
	if diff := cmp.Diff(want, got); diff != "" || problems != nil {
		t.Errorf("(-want +got):\n%s%v", diff, problems)
	}
	if problems := contracts.PlotBeats.Schema().ValidateTree("beats", strictjson.Object{"beats": []any{strictjson.Object{"id": "a", "title": "A", "effects": tree(t)}}}); len(problems) > 0 {
		t.Errorf("the contract knows other effects: %v", problems)
	}
}

func tree(t *testing.T) any {
	parsed, err := strictjson.Parse([]byte(all))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// TestUnknownNamesAreLeftOut: what an effect names is looked up, each name where
// it stands, and an effect on nothing does nothing.
func TestUnknownNamesAreLeftOut(t *testing.T) {
	effects, problems := parse(t, all, nothing)
	for _, e := range effects {
		switch e.(type) {
		case effect.Gain, effect.Lose, effect.Opinion, effect.Reputation, effect.NPC, effect.Move, effect.Reveal, effect.Ending, effect.Know, effect.Tell:
			t.Errorf("%#v is kept", e)
		}
	}
	var got []string
	for _, p := range problems {
		got = append(got, p.Pointer+" "+p.Message)
	}
	want := []string{
		"/3/gain no item key", "/4/lose/0 no item oil", "/4/lose/1 no item rope", "/5/opinion/ines no person ines", "/6/reputation/keepers no faction keepers",
		"/7/npc/ines.mood no person ines", "/7/npc/ines.place no person ines", "/9/move no place inn", "/13/know no fact tide", "/14/know no fact tide", "/15/tell/to no person ada", "/15/tell/fact no fact tide",
		"/16/tell/to/0 no person ada", "/16/tell/to/1 no person player", "/16/tell/fact no fact tide", "/19/reveal no secret ines/lamp", "/21/ending no ending relit",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		`[{"set": {"$time": 1}}]`:            `"$time" begins with $, which is the game's own`,
		`[{"add": {"a..b": 1}}]`:             `"a..b" is no path`,
		`[{"npc": {"ines": 1}}]`:             `"ines" does not say what changes`,
		`[{"x-note": 1}]`:                    "the effect says nothing that is known",
		`[{"learn": "a", "minutes": 5}]`:     "the effect says 2 things at once; write one effect for each",
		`[{"world": {".weather": "storm"}}]`: `".weather" is no path`,
		`[{"world": {"weather": 5}}]`:        "the weather is called by a name",
	} {
		if _, problems := parse(t, text, everything); len(problems) != 1 || problems[0].Message != want {
			t.Errorf("%s: %v", text, problems)
		}
	}
}

// What happens again and again is kept each time, so it has a size: the first effect beyond it is
// named, and neither it nor those after it happen.
func TestEffectsTogether(t *testing.T) {
	sized := func(n int) string { return `{"set": {"a": "` + strings.Repeat("x", n) + `"}}` }
	for _, test := range []struct {
		list string
		kept int
		at   string
	}{
		{"[" + sized(effect.MaxSize-100) + `, {"gain": "key"}]`, 2, ""},
		{"[" + sized(effect.MaxSize) + `, {"gain": "key"}]`, 0, "/0"},
		{"[" + strings.Repeat(sized(effect.MaxSize/4)+",", 5) + `{"gain": "key"}]`, 3, "/3"},
	} {
		got, problems := parse(t, test.list, everything)
		if len(got) != test.kept {
			t.Errorf("%d effects were read, want %d", len(got), test.kept)
		}
		if named := len(problems) == 1 && problems[0].Pointer == test.at && problems[0].Kind == contracts.Limit && !problems[0].Warning; named != (test.at != "") {
			t.Errorf("at %q there is to be a limit: %v", test.at, problems)
		}
	}
}
