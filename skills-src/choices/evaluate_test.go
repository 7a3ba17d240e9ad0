package choices

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/rules"
	"github.com/narratoria/narratoria/skills/kit"
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
		{`{"text":"Cross the Drove"}`, `{"m":{"memories":[{"id":"m1","summary":"x","episodic":"triumph","tags":["nerve"]}]}}`, "nerve", 1, rules.Likely},
		{`{"text":"Cross the Drove"}`, `{"m":{"memories":[{"id":"m1","summary":"x","tags":["nerve"]}]}}`, "nerve", 0, rules.Even},
		{`{"text":"Cross the Drove"}`, `{"m":{"memories":[{"id":"m1","summary":"You crossed the Drove.","episodic":"failure"}]}}`, "nerve", 0, rules.Even},
		{`{"text":"Cross the Drove"}`, `{"m":null,"n":{"memories":7},"o":{"memories":[8,{"id":9,"summary":7}]},"p":[]}`, "nerve", 0, rules.Even},
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
	fond := `{"p":{"perceptions":[{"npc":"ines","score":90,"modifier":3}]},"m":{"memories":[{"summary":"x","characters":["ines"],"episodic":"triumph"}]}}`
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

// In fifty scenes of fifty a triumph or failure is called to mind by what it is typed
// with, adds one, and is named; what shares nothing typed adds nothing, whatever the
// summary says.
func TestEpisodicMemories(t *testing.T) {
	surfaced := 0
	deeds := []struct{ memory, again, other string }{
		{`"characters":["player","tam"]`, `"person":"tam"`, `"person":"ann"`},
		{`"topic":{"id":"the-oil","words":"the oil"}`, `"topic":"the-oil"`, `"topic":"the-lamp"`},
		{`"topic":"the oil"`, `"id":"go:inn#the-oil"`, `"id":"go:inn"`},
		{`"tags":["nerve"]`, `"stat":"nerve"`, `"stat":"hands"`},
		{`"location":"quay","characters":["player"]`, `"id":"x"`, `"person":"ann"`},
	}
	for i := range 50 {
		deed, kind := deeds[i%len(deeds)], []string{"triumph", "failure"}[i/5%2]
		results := fmt.Sprintf(`{"recall":{"memories":[{"id":"m1","summary":"Sing!","relevance":0.9},{"id":"m2","summary":"Sing, scene %d","episodic":"%s",%s}]}}`, i, kind, deed.memory)
		about := func(choice string) evaluated {
			return evaluate(t, fmt.Sprintf(`{"choice":{"text":"Sing",%s},"place":{"id":"quay"},"people":[{"id":"tam","name":"Tam"},{"id":"ann","name":"Ann"}]}`, choice), results)
		}
		got := about(deed.again)
		if len(got.Modifiers) != 1 || got.Modifiers[0].Value != 1 || got.Modifiers[0].Because != fmt.Sprintf("Sing, scene %d", i) {
			t.Errorf("scene %d: %+v", i, got)
		} else {
			surfaced++
		}
		if got := about(deed.other); len(got.Modifiers) != 0 {
			t.Errorf("scene %d, another deed: %+v", i, got)
		}
	}
	t.Logf("%d of 50 scenes foretold by a choice", surfaced)
}

// What came of a choice weighs nothing when it is weighed afterwards; what it is about
// and what its author adds do.
func TestWeighedAfterwards(t *testing.T) {
	const results = `{"recall":{"memories":[{"id":"m1","summary":"x","tags":["nerve"],"episodic":"triumph","turns_ago":%s}]}}`
	for turns, want := range map[string]int64{"0": -2, "1": -1} {
		got := evaluate(t, `{"choice":{"text":"Go up","about":"climbing the mast in a gale","stat":"nerve","modifier":-2}}`, fmt.Sprintf(results, turns))
		if got.sum() != want {
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
		if got.sum() != want {
			t.Errorf("%s: %+v", scale, got.Modifiers)
		}
	}
}
