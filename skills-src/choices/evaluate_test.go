package choices

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/skills/kit/rules"
)

// evaluated is what evaluate-choice gives.
type evaluated struct {
	Stat       string
	Modifiers  []rules.Modifier
	Chance     map[string]int64
	Difficulty string
}

func evaluate(t *testing.T, input, results string) (e evaluated) {
	t.Helper()
	request := fmt.Sprintf(`{"operation":"evaluate-choice","input":%s,"results":%s}`+"\n", input, results)
	var out bytes.Buffer
	if code := kit.Serve(t.Context(), strings.NewReader(request), &out, t.Output(), Evaluate); code != 0 {
		t.Fatalf("exit %d\n%s", code, &out)
	}
	var done struct {
		OK     bool
		Output evaluated
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &done); err != nil || !done.OK {
		t.Fatalf("%v\n%s", err, &out)
	}
	return done.Output
}

func (e evaluated) sum() (total int64) {
	for _, m := range e.Modifiers {
		total += m.Value
	}
	return total
}

const hero = `"player":{"stats":[{"id":"nerve","name":"Nerve","value":14,"words":["cross","dare"]},{"id":"hands","name":"Hands","value":15,"words":["mend","climb"]}],` +
	`"traits":[{"id":"good-listener","name":"Good listener","words":["ask","listen"]}]},"people":[{"id":"ines","name":"Ines Vane","pronouns":"she","faction":"lamp"}]`

// Each modifier counts at its boundary and not before, and each counts once.
func TestModifiers(t *testing.T) {
	for _, test := range []struct {
		choice, results string
		stat            string
		sum             int64
		difficulty      string
	}{
		{`{"text":"Cross the Drove"}`, `{}`, "nerve", 0, rules.Even},
		{`{"text":"Mend the net"}`, `{}`, "hands", 1, rules.Likely},
		{`{"text":"Cross the Drove","stat":"hands"}`, `{}`, "hands", 1, rules.Likely},
		{`{"text":"Sing"}`, `{}`, "", 0, rules.Even},
		{`{"text":"Ask for bread"}`, `{}`, "", 1, rules.Likely},
		{`{"text":"Ask Ines for bread"}`, `{"p":{"perceptions":[{"npc":"ines","score":30}]}}`, "", 1, rules.Likely},
		{`{"text":"Ask Ines for bread"}`, `{"p":{"perceptions":[{"npc":"ines","score":30.001}]}}`, "", 2, rules.Likely},
		{`{"text":"Thank her","person":"ines"}`, `{"p":{"perceptions":[{"npc":"ines","score":-30}]}}`, "", 0, rules.Even},
		{`{"text":"Thank her","person":"ines"}`, `{"p":{"perceptions":[{"npc":"ines","score":-30.5}]}}`, "", -1, rules.Risky},
		{`{"text":"Thank her","person":"ines"}`, `{"p":{"perceptions":[{"npc":"ines","score":100,"modifier":3}]}}`, "", 1, rules.Likely},
		{`{"text":"Thank her","person":"ines"}`, `{"p":{"perceptions":[{"npc":"ines","sentiment":-0.31}]}}`, "", -1, rules.Risky},
		{`{"text":"Cross the Drove"}`, `{"m":{"memories":[{"id":"m1","summary":"You crossed the Drove in a gale.","episodic":"triumph","tags":["nerve"]}]}}`, "nerve", 1, rules.Likely},
		{`{"text":"Cross the Drove"}`, `{"m":{"memories":[{"id":"m1","summary":"You crossed the Drove in a gale.","tags":["nerve"]}]}}`, "nerve", 0, rules.Even},
		{`{"text":"Cross the Drove"}`, `{"m":{"memories":[{"id":"m1","summary":"You burnt the bread.","episodic":"failure"}]}}`, "nerve", 0, rules.Even},
		{`{"text":"Cross the Drove"}`, `{"m":null,"n":{"memories":7},"o":{"memories":[8,{"id":9}]},"p":[]}`, "nerve", 0, rules.Even},
	} {
		got := evaluate(t, `{"choice":`+test.choice+`,`+hero+`}`, test.results)
		if got.Stat != test.stat || got.sum() != test.sum || got.Difficulty != test.difficulty {
			t.Errorf("%s with %s: %+v", test.choice, test.results, got)
		}
		total := int64(0)
		for _, share := range got.Chance {
			total += share
		}
		if total != 1000 || len(got.Chance) != 3 {
			t.Errorf("%s: chance %v", test.choice, got.Chance)
		}
	}
}

// On other dice than two of six sides the modifier of the perception skill counts,
// and the campaign's rules say how much anything adds.
func TestOtherRules(t *testing.T) {
	d20 := `"rules":{"dice":"1d20","bands":[{"name":"failure","min":1,"max":10},{"name":"success","min":11,"max":20}],"trait":2,"sentiment":1,"memory":3}`
	fond := `{"p":{"perceptions":[{"npc":"ines","score":90,"modifier":3}]},"m":{"memories":[{"summary":"You asked Ines for bread.","episodic":"triumph"}]}}`
	got := evaluate(t, `{"choice":{"text":"Ask Ines for bread"},`+hero+`,`+d20+`}`, fond)
	if got.sum() != 8 || got.Chance["success"] != 900 {
		t.Errorf("%+v", got)
	}
	broken := `"rules":{"dice":"1d20+","bands":[],"trait":1}`
	if got := evaluate(t, `{"choice":{"text":"Sing"},`+hero+`,`+broken+`}`, `{}`); got.Chance["failure"] != 417 {
		t.Errorf("%+v", got)
	}
	exploding := `"rules":{"dice":"2d6!","bands":[{"name":"failure","min":2,"max":6},{"name":"success","min":7,"max":12}]}`
	if got := evaluate(t, `{"choice":{"text":"Sing"},`+hero+`,`+exploding+`}`, `{}`); got.Difficulty != "" || len(got.Chance) != 0 {
		t.Errorf("%+v", got)
	}
}

// In fifty scenes of fifty a triumph or failure is called to mind by what is like
// it, adds one, and is named; what is not like it adds nothing.
func TestEpisodicMemories(t *testing.T) {
	surfaced := 0
	deeds := []struct{ did, again, other string }{
		{"You crossed the flooded causeway at night", "Cross the flooded causeway", "Sing for supper"},
		{"You persuaded the harbour master to wait", "Persuade the harbour master once more", "Dig in the garden"},
		{"You lost the rope over the cliff", "Lower the rope over the cliff", "Bake a loaf"},
		{"You forced the vestry drawer", "Force the vestry drawer", "Count the gulls"},
		{"You calmed the frightened horse", "Calm the frightened horse", "Paint a board"},
	}
	for i := range 50 {
		deed, kind := deeds[i%len(deeds)], []string{"triumph", "failure"}[i/5%2]
		results := fmt.Sprintf(`{"recall":{"memories":[{"id":"m1","summary":"You bought bread.","relevance":0.9},{"id":"m2","summary":"%s, scene %d.","episodic":"%s","relevance":0.5}]}}`, deed.did, i, kind)
		got := evaluate(t, fmt.Sprintf(`{"choice":{"text":%q}}`, deed.again), results)
		if len(got.Modifiers) != 1 || got.Modifiers[0].Value != 1 || !strings.HasPrefix(got.Modifiers[0].Because, deed.did) {
			t.Errorf("scene %d: %+v", i, got)
		} else {
			surfaced++
		}
		if got := evaluate(t, fmt.Sprintf(`{"choice":{"text":%q}}`, deed.other), results); len(got.Modifiers) != 0 {
			t.Errorf("scene %d, another deed: %+v", i, got)
		}
	}
	criteria.Measured(t, "SC-038", "%d of 50 scenes foretold by a choice", surfaced)
}

// The difficulty is shown where the chance of full success is below the threshold and
// not on it, by what counts for and against; and of a weak stat one step harder, unless
// the dice have it.
func TestDifficultyIsShown(t *testing.T) {
	triumph := []memory{{ID: "m1", Summary: "You asked Tam who had the keys.", Characters: []string{"tam"}, Episodic: "triumph"}}
	for _, test := range []struct {
		threshold, score string
		memories         []memory
		nerve            string
		weak             int64
		want             string
	}{
		{"0.5", "0", nil, "12", 0, rules.Even}, {"0.5", "-31", nil, "12", 0, rules.Risky}, {"0.084", "-31", nil, "12", 0, rules.Risky}, {"0.083", "-31", nil, "12", 0, ""},
		{"0.167", "0", nil, "12", 0, ""}, {"0.168", "0", nil, "12", 0, rules.Even}, {"1", "0", nil, "12", 0, rules.Even}, {"1", "31", nil, "12", 0, ""}, {"0", "-100", nil, "12", 0, ""},
		{"0.5", "-31", triumph, "12", 0, rules.Even},
		{"0.5", "0", nil, "6", 0, rules.Even}, {"0.5", "0", nil, "5", 0, rules.Risky}, {"0.5", "-31", nil, "5", 0, rules.Unlikely}, {"0.5", "31", nil, "5", 0, rules.Even}, {"0", "-31", nil, "5", 0, ""},
		{"0.5", "0", nil, "6", 1, rules.Even}, {"0.5", "0", nil, "5", 1, rules.Risky}, {"0.5", "31", nil, "5", 1, rules.Even}, {"0.5", "-31", nil, "5", 2, rules.Unlikely},
	} {
		in, k := meeting(test.score)
		in.Moves = []move{{ID: "p", Kind: "press", Person: "tam", Stat: "nerve"}}
		in.Player.Stats = []stat{{ID: "nerve", Name: "Nerve", Value: number(test.nerve)}}
		in.Turn = 9
		k.Memories = test.memories
		s := in.scene(k, 3)
		with := *s.rules
		with.Weak = test.weak
		s.rules = &with
		s.set.ShowDifficultyThreshold = number(test.threshold)
		made := s.made()
		if len(made) != 1 || made[0].Difficulty != test.want {
			t.Errorf("%+v: %+v", test, made)
		}
	}
}

// What came of a choice weighs nothing when it is weighed afterwards; what it is about
// and what its author adds do.
func TestWeighedAfterwards(t *testing.T) {
	const results = `{"recall":{"memories":[{"id":"m1","summary":"You climbed the mast in the gale.","episodic":"triumph","turns_ago":%s}]}}`
	for turns, want := range map[string]int64{"0": -2, "1": -1} {
		got := evaluate(t, `{"choice":{"text":"Go up","about":"climbing the mast in a gale","stat":"nerve","modifier":-2}}`, fmt.Sprintf(results, turns))
		sum := int64(0)
		for _, m := range got.Modifiers {
			sum += m.Value
		}
		if sum != want {
			t.Errorf("%s turns ago: %+v", turns, got)
		}
	}
}

// What somebody thought when the choice was made counts, not what they think of it.
func TestWeighedAsTheyFeltThen(t *testing.T) {
	got := evaluate(t, `{"choice":{"text":"Go up","person":"tam"},"people":[{"id":"tam","name":"Tam","score":31}]}`, `{"perceive":{"perceptions":[{"npc":"tam","score":-90}]}}`)
	if len(got.Modifiers) != 1 || got.Modifiers[0].Value != 1 {
		t.Errorf("%+v", got)
	}
}

// A campaign whose rules say what a step of an opinion counts is believed; where they
// do not, the perception skill is.
func TestScaleOfTheRules(t *testing.T) {
	for scale, want := range map[string]int64{`,"scale":2000`: 6, `,"scale":0`: 0, ``: 7} {
		got := evaluate(t, `{"choice":{"text":"Ask Tam for the keys","person":"tam"},"people":[{"id":"tam","name":"Tam"}],"rules":{"dice":"d20","bands":[{"name":"failure","min":1,"max":10},{"name":"success","min":11,"max":20}],"sentiment":1`+scale+`}}`,
			`{"perceive":{"perceptions":[{"npc":"tam","score":90,"modifier":7}]}}`)
		sum := int64(0)
		for _, m := range got.Modifiers {
			sum += m.Value
		}
		if sum != want {
			t.Errorf("%s: %+v", scale, got.Modifiers)
		}
	}
}

func TestHints(t *testing.T) {
	in, k := meeting("-40")
	in.Player.Stats = []stat{{ID: "nerve", Name: "Nerve", Value: "15", Gates: []gate{{AtLeast: at("15"), Text: "You can be afraid and do it"}}}}
	in.Moves = []move{{ID: "p", Kind: "press", Person: "tam", Stat: "nerve", Minutes: 30}}
	for verbosity, want := range map[string]string{
		"none": "", "brief": "You can be afraid and do it.",
		"detailed": "This will try your nerve. You can be afraid and do it. Tam thinks ill of you. It takes half an hour.",
	} {
		s := in.scene(k, 1)
		s.set.ConsequenceHints = verbosity
		if made := s.made(); len(made) != 1 || made[0].Hint != want {
			t.Errorf("%s: %+v", verbosity, made)
		}
	}
}
