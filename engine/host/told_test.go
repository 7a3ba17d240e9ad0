package host_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// noted has a session's calls be noted in a ledger.
type noted struct {
	skills.Session
	ledger *generation.Ledger
}

func (n noted) calls(t *testing.T, method, params string) string {
	t.Helper()
	given, err := strictjson.ParseObject([]byte(params))
	if err != nil {
		t.Fatal(err)
	}
	result, refused := n.Call(n.ledger.In(t.Context()), method, protocol.Object(given))
	if refused != nil {
		return "! " + refused.Code + ": " + refused.Message
	}
	return string(strictjson.Encode(result))
}

// What is kept of the sections of a prompt is what the model was told, to the letter, and what it was not.
func TestAPromptIsMadeOfItsSections(t *testing.T) {
	m := scripted.New("m", scripted.Say("It gutters."))
	n := noted{host.NewWith(m).Open(scope("dice")), generation.NewLedger(nil)}
	if got := n.calls(t, "generate", `{"sections":[
		{"name":"orders","role":"system","tier":"must","text":"Tell.\n"},
		{"name":"lamp","role":"user","tier":"should","text":"The lamp.\n"},
		{"name":"fog","role":"user","tier":"nice","text":"The fog.\n","dropped":"no room"},
		{"name":"bell-2","role":"user","text":"The bell."},
		{"name":"so-far","role":"assistant","text":"It rings."},
		{"name":"asked","role":"user","text":"Go on."}]}`); !strings.Contains(got, "gutters") {
		t.Fatal(got)
	}
	want := []model.Message{{Role: model.System, Text: "Tell.\n"}, {Role: model.User, Text: "The lamp.\nThe bell."}, {Role: model.Assistant, Text: "It rings."}, {Role: model.User, Text: "Go on."}}
	if diff := cmp.Diff(want, m.Requests()[0].Messages); diff != "" {
		t.Error("it is told (-want +got):\n", diff)
	}
	var kept []string
	for _, s := range n.ledger.Close()[0].Generations[0].Sections {
		kept = append(kept, fmt.Sprintf("%s %s %s %q %s", s.Name, s.Role, s.Tier, s.Text, s.Dropped))
	}
	if diff := cmp.Diff([]string{
		`orders system must "Tell.\n" `, `lamp user should "The lamp.\n" `, `fog user nice "The fog.\n" no room`, `bell-2 user  "The bell." `,
		`so-far assistant  "It rings." `, `asked user  "Go on." `,
	}, kept); diff != "" {
		t.Error("kept is (-want +got):\n", diff)
	}
}

// A counting model has a token in each letter o.
type counting struct{ *scripted.Model }

func (counting) Count(_ context.Context, _ model.Place, texts []string) (all []int, err error) {
	for _, text := range texts {
		all = append(all, strings.Count(text, "o"))
	}
	return all, nil
}

// Of a prompt that may have so many tokens those parts are left out that are needed least, as the model counts, and what they hold is said to be.
func TestAPromptHasTheTokensThatItMay(t *testing.T) {
	const sections = `"sections":[
		{"name":"orders","role":"system","tier":"must","text":"ooooo"},
		{"name":"a","role":"user","tier":"nice","text":"oo, a long text of no use."},
		{"name":"b","role":"user","tier":"should","text":"ooo"},
		{"name":"c","role":"user","tier":"nice","text":"o"},
		{"name":"d","role":"user","text":"ooo"}], "considered":[{"kind":"memory","text":"A","section":2},{"kind":"memory","text":"C","section":4}]`
	for room, want := range map[string]string{"99": "abcd A C", "17": "abcd A C", "16": "abd A -", "15": "bcd - C", "12": "bcd - C", "11": "bd - -", "10": "cd - C", "9": "cd - C", "8": "d - -", "1": "d - -"} {
		m := scripted.New("m", scripted.Say("Yes."))
		n := noted{host.NewWith(counting{m}).Open(scope("dice")), generation.NewLedger(nil)}
		if got := n.calls(t, "generate", `{"promptTokens":`+room+`,`+sections+`}`); !strings.Contains(got, "Yes") {
			t.Fatal(got)
		}
		kept, got, told := n.ledger.Close()[0].Generations[0], "", ""
		for _, s := range kept.Sections[1:] {
			if s.Dropped == "" {
				got += s.Name
				told += s.Text
			}
		}
		for _, c := range kept.Considered {
			if c.Dropped != "" {
				c.Text = "-"
			}
			got += " " + c.Text
		}
		if got != want || m.Requests()[0].Messages[1].Text != told {
			t.Errorf("of %s tokens are told %s, want %s: %q", room, got, want, m.Requests()[0].Messages)
		}
	}
	n := noted{host.NewWith(scripted.New("m", scripted.Say("Yes."))).Open(scope("dice")), generation.NewLedger(nil)}
	for params, want := range map[string]string{
		`{"promptTokens":5,"prompt":"a"}`: "it is for params.sections, of which there are none", `{"promptTokens":0,` + sections + `}`: "an integer from 1 to 65536",
		`{"promptTokens":1,"sections":[{"name":"a","role":"user","tier":"nice","text":"much of it"}]}`:                 "none of params.sections is of 1 tokens or fewer",
		`{"sections":[{"name":"a","role":"user","text":"b"}],"considered":[{"kind":"memory","text":"A","section":2}]}`: "params.considered[0]: it names the section 2 of 1",
	} {
		if got := n.calls(t, "generate", params); !strings.Contains(got, want) {
			t.Errorf("%s: %s", params, got)
		}
	}
}

func TestWhichSectionsMayBe(t *testing.T) {
	long := strings.Repeat("a", 40_000)
	part := func(fields string) string {
		return `{"sections":[{"name":"a","role":"user","text":"b"},` + fields + `]}`
	}
	for params, want := range map[string]string{
		`{"sections":[]}`: "params.sections is []; expected a list of 1 to 256 sections",
		`{"sections":[` + strings.Repeat(`{"name":"a","role":"user","text":"b"},`, 256) + `{"name":"a","role":"user","text":"b"}]}`: "expected a list of 1 to 256 sections",
		`{"sections":"a"}`: `params.sections is "a"; expected`,
		part(`"b"`):        `params.sections[1] is "b"; expected an object`,
		`{"prompt":"a","sections":[{"name":"a","role":"user","text":"b"}]}`:                                                                   "expected nothing beside params.messages and params.prompt",
		`{"messages":[{"role":"user","text":"a"}],"sections":[{"name":"a","role":"user","text":"b"}]}`:                                        "expected nothing beside params.messages and params.prompt",
		part(`{"name":"The murderer is Tobias","role":"user","text":"b"}`):                                                                    "params.sections[1]: params.name is ",
		part(`{"name":"a","role":"tool","text":"b"}`):                                                                                         "params.sections[1]: params.role is ",
		part(`{"name":"a","role":"user","text":""}`):                                                                                          "params.sections[1]: params.text is ",
		part(`{"name":"a","role":"user","text":"b\u0000"}`):                                                                                   "params.sections[1]: params.text is ",
		part(`{"name":"a","role":"user","text":"b","tier":"most"}`):                                                                           `params.sections[1]: params.tier is "most"; expected "must", "should" or "nice"`,
		part(`{"name":"a","role":"user","text":"b","dropped":""}`):                                                                            "params.sections[1]: params.dropped is ",
		part(`{"name":"a","role":"user","text":"b","dropped":"` + long + `"}`):                                                                "params.sections[1]: params.dropped is ",
		part(`{"name":"a","role":"user","text":"b","tokens":7}`):                                                                              "params.sections[1]: there is no params.tokens; expected name, role, tier, text, dropped",
		`{"sections":[{"name":"a","role":"user","text":"b","dropped":"c"}]}`:                                                                  "expected one at least that is not dropped",
		part(`{"name":"a","role":"user","text":"` + long + `"},{"name":"a","role":"user","text":"` + long + `"}`):                             "expected texts of at most 65536 bytes together",
		part(`{"name":"a","role":"user","text":"` + long + `","dropped":"c"},{"name":"a","role":"user","text":"` + long + `","dropped":"c"}`): "expected texts that are dropped of at most 65536 bytes together",
	} {
		m := scripted.New("m")
		n := noted{host.NewWith(m).Open(scope("dice")), generation.NewLedger(nil)}
		if got := n.calls(t, "generate", params); !strings.HasPrefix(got, "! bad_params: generate: ") || !strings.Contains(got, want) || len(m.Requests()) > 0 {
			t.Errorf("%.80s\ngot  %.300s\nwant %s", params, got, want)
		}
	}
}

// What a script looked at is kept as it says, bounded; the model is told nothing of it.
func TestWhatAScriptLookedAt(t *testing.T) {
	m := scripted.New("m", scripted.Say("It gutters."))
	n := noted{host.NewWith(m).Open(scope("dice")), generation.NewLedger(nil)}
	for params, want := range map[string]string{
		`"a"`:                            `params.considered is "a"; expected a list of at most 64`,
		`["a"]`:                          `params.considered[0] is "a"; expected an object`,
		`[{"kind":"A fact","text":"b"}]`: "params.considered[0]: params.kind is ",
		`[{"kind":"a","text":"b","scores":{"worth":1001}}]`:                               "params.considered[0]: params.scores: params.worth is 1001; expected a number from -1000 to 1000",
		`[{"kind":"a","text":"b","scores":{"Ines did it":1}}]`:                            "params.considered[0]: params.scores is ",
		`[{"kind":"a","text":"b","who":"ines"}]`:                                          "params.considered[0]: there is no params.who",
		`[{"kind":"a","text":"` + strings.Repeat("b", 5000) + `"}]`:                       "params.considered[0]: params.text is ",
		`[` + strings.Repeat(`{"kind":"a","text":"b"},`, 64) + `{"kind":"a","text":"b"}]`: "expected a list of at most 64",
	} {
		if got := n.calls(t, "generate", `{"prompt":"Go on.","considered":`+params+`}`); !strings.HasPrefix(got, "! bad_params: generate: ") || !strings.Contains(got, want) {
			t.Errorf("%.80s\ngot  %.300s\nwant %s", params, got, want)
		}
	}
	n.calls(t, "generate", `{"prompt":"Go on.","considered":[{"kind":"memory","text":"A bell rang.","scores":{"worth":0.25,"recency":1},"dropped":"five are worth more"}]}`)
	want := []generation.Candidate{{Kind: "memory", Text: "A bell rang.", Scores: []generation.Score{{Name: "recency", Value: 1000}, {Name: "worth", Value: 250}}, Dropped: "five are worth more"}}
	if diff := cmp.Diff(want, n.ledger.Close()[0].Generations[0].Considered); diff != "" || len(m.Requests()) != 1 || len(m.Requests()[0].Messages) != 1 {
		t.Error(diff, m.Requests())
	}
}

// A script says what it made of a text that its attempt was given, and of no other: neither of one that was refused, nor of those of
// another attempt, script or view.
func TestAScriptSaysWhatItMadeOfAnAnswer(t *testing.T) {
	m := scripted.New("m", scripted.Say("a"), scripted.Say("b"), scripted.Refuse("no"), scripted.Refuse("no"), scripted.Say("c"), scripted.Say("d"))
	h, ledger := host.NewWith(m), generation.NewLedger(nil)
	of := func(skill plan.SkillName, as string) noted {
		s := scope(skill)
		s.As = as
		return noted{h.Open(s), ledger}
	}
	mine, theirs, hers := of("dice", ""), of("other", ""), of("dice", "ines")
	for _, who := range []noted{mine, mine, mine, theirs, hers} { // the third is refused
		who.calls(t, "generate", `{"prompt":"Go on."}`)
	}
	for _, c := range []struct {
		who          noted
		params, want string
	}{
		{mine, `{"call":1,"as":"refused"}`, "{}"},
		{mine, `{"call":1,"as":"mended","why":"too long","left":["b","c","b"]}`, "{}"},
		{mine, `{"call":3,"as":"used"}`, "! not_found: generate.made: the attempt was given no text as call 3"},
		{mine, `{"call":4,"as":"used"}`, "! not_found: generate.made: the attempt was given no text as call 4"},
		{theirs, `{"call":2,"as":"refused"}`, "! not_found: generate.made: the attempt was given no text as call 2"},
		{hers, `{"call":2,"as":"refused"}`, "! not_found: generate.made: the attempt was given no text as call 2"},
		{hers, `{"call":1,"as":"used"}`, "{}"},
		{mine, `{"call":2,"as":"given"}`, `! bad_params: generate.made: params.as is "given"; expected "used", "mended" or "refused"`},
		{mine, `{"call":2,"as":"failed"}`, `! bad_params: generate.made: params.as is "failed"; expected "used", "mended" or "refused"`},
		{mine, `{"call":2,"as":"used","left":["b"]}`, "! bad_params: generate.made: params.as: of a text that was used as it is nothing was left out, for no reason"},
		{mine, `{"call":0,"as":"used"}`, "! bad_params: generate.made: params.call is 0; expected an integer from 1 to 16"},
		{mine, `{"call":17,"as":"used"}`, "! bad_params: generate.made: params.call is 17; expected an integer from 1 to 16"},
		{mine, `{"call":2,"as":"used","who":"ines"}`, "! bad_params: generate.made: there is no params.who; expected call, as, why, left"},
		{mine, `{"call":2,"as":"mended","why":"` + strings.Repeat("a", 401) + `"}`, "! bad_params: generate.made: params.why is a string of 403 bytes; expected a text of 1 to 400 bytes"},
		{mine, `{"call":2,"as":"mended","left":[` + strings.Repeat(`"a",`, 32) + `"a"]}`, "! bad_params: generate.made: params.left is a array of 133 bytes; expected a list of at most 32 texts"},
	} {
		if got := c.who.calls(t, "generate.made", c.params); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.params, got, c.want)
		}
	}
	ended := map[string][]string{}
	for _, k := range ledger.Close() {
		for _, g := range k.Generations {
			ended[k.Who+" "+g.Answer] = append([]string{string(g.End), g.Why}, g.Left...)
		}
	}
	if diff := cmp.Diff(map[string][]string{
		"player a": {"mended", "too long", "b", "c"}, "player b": {"given", ""}, "player ": {"failed", "refused"}, "player c": {"given", ""}, "ines d": {"used", ""},
	}, ended); diff != "" {
		t.Error("kept is (-want +got):\n", diff)
	}
	if got := mine.calls(t, "generate.made", `{"call":1,"as":"used"}`); got != "{}" || len(mine.Effects())+len(hers.Effects()) > 0 {
		t.Error("after the turn: ", got)
	}
}

// Which prompt a script asks with is kept where it says so. The model is told nothing of it.
func TestAScriptSaysWhichPromptItAsksWith(t *testing.T) {
	m := scripted.New("m", scripted.Say("a"), scripted.Say("b"))
	n := noted{host.NewWith(m).Open(scope("dice")), generation.NewLedger(nil)}
	n.calls(t, "generate", `{"prompt":"Go on.","version":"dice/fall-of-2"}`)
	n.calls(t, "generate", `{"prompt":"Go on."}`)
	all, asked := n.ledger.Close()[0].Generations, m.Requests()
	if len(all) != 2 || all[0].Prompt != "dice/fall-of-2" || all[1].Prompt != "" {
		t.Errorf("kept is %+v", all)
	}
	if len(asked) != 2 || !cmp.Equal(asked[0].Messages, asked[1].Messages) {
		t.Errorf("asked is %+v", asked)
	}
}
