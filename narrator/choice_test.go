package narrator_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// fitsOfKinds are the patterns that a choice of each kind fits, beside somebody, by
// its kind alone, whatever its topic is called. Kinds of which nothing but words says what they are fit none.
var fitsOfKinds = map[action.Kind]string{
	action.Talk: "talk ponder", action.Ask: "talk lore", action.Tell: "talk", action.Show: "talk", action.AskHelp: "talk help",
	action.Befriend: "help", action.Give: "help", action.Press: "press",
	action.Take: "search", action.Use: "search", action.Examine: "search ponder", action.Search: "search ponder",
	action.Go: "travel", action.Wait: "ponder rest", action.Skip: "rest", action.Pursue: "ponder thread", action.Recall: "remember ponder",
	action.Train:    "practise",
	action.Authored: "", action.Say: "", action.Custom: "",
}

func choosing(state protocol.Object, choice protocol.Object) protocol.Object {
	state["$scene"].(protocol.Object)["choice"] = choice
	return state
}

func TestKindsFit(t *testing.T) {
	for _, kind := range action.Kinds() {
		want, listed := fitsOfKinds[kind]
		if !listed {
			t.Errorf("nobody says what fits the kind %q", kind)
			continue
		}
		request := requestIn(t, "ines", "xyzzy", bundled())
		choosing(request.State, protocol.Object{"kind": string(kind), "topic": protocol.Object{"id": "t", "words": "a map, and a portrait of the rebels"}})
		if got := strings.Join(narrator.Fitting(request), " "); got != want {
			t.Errorf("%s fits %q, want %q", kind, got, want)
		}
	}
}

// ofKind are the kinds that data say in full, or the others.
func ofKind(worded bool) []action.Kind {
	return slices.DeleteFunc(action.Kinds(), func(kind action.Kind) bool { return (fitsOfKinds[kind] == "") != worded })
}

func anyChoice(t *rapid.T, kind action.Kind) protocol.Object {
	choice := protocol.Object{"id": "c", "text": "Whatever", "kind": string(kind)}
	for name, values := range map[string][]any{
		"person": {"ines", "honor", "peder", "nobody", nil}, "place": {"quay", "chapel", nil}, "thread": {"lamp", "wreck", nil},
		"item":  {"brass-key", protocol.Object{"id": "k", "name": "the brass key"}, nil},
		"topic": {protocol.Object{"id": "the-lamp", "words": "the lamp"}, protocol.Object{"id": "peder", "words": "Peder Holm's song"}, nil},
	} {
		if value := rapid.SampledFrom(values).Draw(t, name); value != nil {
			choice[name] = value
		}
	}
	return choice
}

// Two wordings of one action give one plan: where the scene says by data what is done,
// no word for it is looked at, but by triggers, which this catalogue has none of. Only
// a check is weighed with the words as they are.
func TestWordsOfAnActionChangeNothing(t *testing.T) {
	var names, inputs []string
	for name := range scenes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, w := range readTable(t) {
		inputs = append(inputs, w.input)
	}
	inputs = append(inputs, "Roll 3d6", "Draw Ines's face in the mirror", "Go to the wreck and ask about the oil, and it went wrong")
	catalogue := catalogueOf(everything...)
	planned := func(t *rapid.T, scene string, choice protocol.Object, input string) []byte {
		state, err := strictjson.ParseObject([]byte(`{"$scene": ` + scenes[scene] + `, ` + people + `}`))
		if err != nil {
			t.Fatal(err)
		}
		request := plan.Request{ID: requestID, Input: input, State: choosing(state, choice), Catalogue: catalogue, Attempt: 1}
		document, _ := narrator.Rules{}.Plan(t.Context(), request)
		return bytes.ReplaceAll(document, fmt.Appendf(nil, `"text":%s`, strictjson.Append(nil, input)), []byte(`"text":"..."`))
	}
	rapid.Check(t, func(t *rapid.T) {
		scene, choice := rapid.SampledFrom(names).Draw(t, "scene"), anyChoice(t, rapid.SampledFrom(ofKind(false)).Draw(t, "kind"))
		wording := rapid.OneOf(rapid.SampledFrom(inputs), rapid.StringN(1, 60, 200))
		one, other := wording.Draw(t, "one"), wording.Draw(t, "other")
		first, second := planned(t, scene, choice, one), planned(t, scene, choice, other)
		if !bytes.Equal(first, second) {
			t.Errorf("%q gives\n%s\n%q gives\n%s", one, first, other, second)
		}
	})
}

// The words of what an author or the player wrote are looked at: the test above could
// fail.
func TestWordsOfTheOthersCount(t *testing.T) {
	for _, kind := range append(ofKind(true), "", "no-such-kind") {
		plans := map[string]bool{}
		for _, input := range []string{"Go to the chapel", "Roll 3d6", "Threaten Ines with the law"} {
			request := requestIn(t, "ines", input, bundled())
			choosing(request.State, protocol.Object{"kind": string(kind)})
			plans[strings.Join(narrator.Fitting(request), " ")] = true
		}
		if len(plans) != 3 {
			t.Errorf("of the kind %q three wordings fit %v", kind, plans)
		}
	}
}

// A script is called by the words of any choice.
func TestTriggersHearTheWords(t *testing.T) {
	catalogue := plan.NewCatalogue([]plan.Script{script("storyteller/narrate"), furtherScript(t, "shanty/sing 20 about the lamp")})
	request := requestIn(t, "ines", "Ask Ines about the lamp", catalogue)
	choosing(request.State, protocol.Object{"kind": "ask", "person": "ines"})
	if got := len((narrator.Rules{}).Document(request).Tools); got != 2 {
		t.Errorf("%d steps, want the trigger's and the narration", got)
	}
}
