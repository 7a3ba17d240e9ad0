package narrator_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// faultOf holds a plan to all that is promised of every plan, and says what is
// broken, or "".
func faultOf(request plan.Request, data []byte) string {
	catalogue := request.Catalogue.Without(request.Disabled)
	checked, problems := plan.Check("plan.json", data, catalogue, plan.Options{})
	if checked == nil {
		return "the plan is refused: " + problems.Error()
	}
	for _, step := range checked.Steps() {
		switch _, registered := catalogue.Script(step.Script); {
		case !registered:
			return step.Script.String() + " is not in the catalogue"
		case step.Required && step.Script.String() != "storyteller/narrate" && step.Script.String() != "dice-roller/roll-dice":
			return fmt.Sprintf("the helper %s is required", step.ID)
		case slices.ContainsFunc(request.Failures, func(f plan.Failure) bool { return f.Script == step.Script }):
			return step.Script.String() + " failed, and is chosen again"
		}
	}
	tells := slices.ContainsFunc(checked.Steps(), func(s plan.Step) bool { return s.Script.String() == "storyteller/narrate" })
	if !tells && canTell(request, catalogue) {
		return "nobody tells the turn"
	}
	if checked.ID() != request.ID || checked.Parent() != request.Parent || checked.Attempt() != max(request.Attempt, 1) || !slices.Equal(checked.Disabled(), request.Disabled) {
		return "the plan is not that of the request"
	}
	return ""
}

func canTell(request plan.Request, catalogue *plan.Catalogue) bool {
	narrate := script("storyteller/narrate").Ref
	_, has := catalogue.Script(narrate)
	return has && !slices.ContainsFunc(request.Failures, func(f plan.Failure) bool { return f.Script == narrate })
}

// Whatever is asked, the answer is a plan: of registered scripts that neither are
// disabled nor failed, the same for the same request.
func TestAnyRequestGivesAPlan(t *testing.T) {
	inputs := make([]string, 0, 200)
	for _, w := range readTable(t) {
		inputs = append(inputs, w.input)
	}
	steps := 0
	for i := range soak.Count(20_000) {
		draw := rng.FromString("any request").Derive(fmt.Sprint(i)).Stream()
		request := anyRequest(draw, inputs)
		before := strictjson.Append(nil, request.State)
		data, err := narrator.Rules{}.Plan(context.Background(), request)
		if err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
		if fault := faultOf(request, data); fault != "" {
			t.Fatalf("request %d, %q: %s\n%s\n%s", i, request.Input, fault, before, data)
		}
		if again, _ := (narrator.Rules{}).Plan(context.Background(), request); !bytes.Equal(data, again) {
			t.Fatalf("request %d gives\n%s\nand\n%s", i, data, again)
		}
		if after := strictjson.Append(nil, request.State); !bytes.Equal(before, after) {
			t.Fatalf("request %d: planning changed the state", i)
		}
		steps += bytes.Count(data, []byte(`"toolId"`))
	}
	if steps < soak.Count(20_000)*2 {
		t.Errorf("only %d steps in all: the requests asked for too little", steps)
	}
}

// The judge of plans finds what it is there to find.
func TestFaultsAreFound(t *testing.T) {
	request := requestIn(t, "ines", "Talk to Ines", bundled())
	data, _ := narrator.Rules{}.Plan(context.Background(), request)
	if fault := faultOf(request, data); fault != "" {
		t.Fatal(fault)
	}
	for name, broken := range map[string]func(*plan.Request) []byte{
		"disabled": func(r *plan.Request) []byte { r.Disabled = []plan.SkillName{"memory"}; return data },
		"failed": func(r *plan.Request) []byte {
			r.Failures = []plan.Failure{{Script: script("memory/recall-memory").Ref}}
			return data
		},
		"missing": func(r *plan.Request) []byte { r.Catalogue = catalogueOf("storyteller/narrate"); return data },
		"foreign": func(r *plan.Request) []byte { r.Parent = "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b10"; return data },
		"untold":  func(*plan.Request) []byte { return plan.Document{ID: requestID}.JSON() },
		"required": func(*plan.Request) []byte {
			return bytes.ReplaceAll(data, []byte(`"required":false`), []byte(`"required":true`))
		},
		"cycle": func(*plan.Request) []byte {
			return plan.Document{ID: requestID, Tools: []plan.Tool{{ID: "a", Path: "storyteller/narrate", Dependencies: []plan.ToolID{"a"}}}}.JSON()
		},
	} {
		changed := request
		if document := broken(&changed); faultOf(changed, document) == "" {
			t.Errorf("%s: no fault was found", name)
		}
	}
}

func anyRequest(draw *rand.Rand, inputs []string) plan.Request {
	refs := slices.DeleteFunc(slices.Clone(everything), func(string) bool { return draw.IntN(6) == 0 })
	var scripts []plan.Script
	for _, ref := range append(refs, "shanty/sing", "opera/sing") {
		s := script(ref)
		s.Priority, s.Degraded = draw.IntN(100), draw.IntN(5) == 0
		if draw.IntN(4) == 0 {
			s.Triggers = []string{pick(draw, "the", "ask", "", "  ", "いいえ", "Ines' lamp", "*")}
		}
		scripts = append(scripts, s)
	}
	request := plan.Request{
		ID: requestID, Input: anyInput(draw, inputs), State: anyState(draw), Catalogue: plan.NewCatalogue(scripts), Attempt: 1 + draw.IntN(2) + draw.IntN(2)*draw.IntN(4)/3*3,
	}
	if request.Attempt > 1 {
		request.Parent = "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b10"
	}
	for range draw.IntN(3) {
		request.Disabled = append(request.Disabled, script(everything[draw.IntN(len(everything))]).Ref.Skill)
		request.Failures = append(request.Failures, plan.Failure{Script: script(everything[draw.IntN(len(everything))]).Ref})
	}
	return request
}

func anyInput(draw *rand.Rand, inputs []string) string {
	text := pick(draw, inputs...)
	switch draw.IntN(8) {
	case 0:
		return text + pick(draw, " \x00", "\xff\xfe", strings.Repeat(" and go", 3000), "’s", strings.Repeat("é", 5000), " 99999d99999", " d%")
	case 1:
		return text + " and " + pick(draw, inputs...)
	case 2:
		return strings.ToUpper(text)
	}
	return text
}

// anyState is one of the scenes, of which parts are something else.
func anyState(draw *rand.Rand) protocol.Object {
	names := make([]string, 0, len(scenes))
	for name := range scenes {
		names = append(names, name)
	}
	slices.Sort(names)
	state, _ := strictjson.ParseObject([]byte(`{"$scene": ` + scenes[pick(draw, names...)] + `, ` + people + `}`))
	if draw.IntN(2) == 0 {
		spoil(draw, state, 0)
	}
	return state
}

// spoil replaces some members of a tree.
func spoil(draw *rand.Rand, tree protocol.Object, depth int) {
	keys := make([]string, 0, len(tree))
	for key := range tree {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if inner, ok := tree[key].(protocol.Object); ok && draw.IntN(3) > 0 {
			spoil(draw, inner, depth+1)
		}
		if many, ok := tree[key].([]any); ok && len(many) > 0 && draw.IntN(4) == 0 {
			for range 200 {
				tree[key] = append(tree[key].([]any), copied(draw, many[0]))
			}
		}
		if draw.IntN(8) == 0 {
			tree[key] = []any{
				nil, true, "", "player", strictjson.Number("1e99"), strings.Repeat("x", 300), []any{}, []any{"a", nil, []any{}},
				protocol.Object{}, protocol.Object{"id": "x", "name": "The", "new": true}, "\xff", "Ines",
			}[draw.IntN(12)]
		}
	}
}

// copied is a member of a list under another id.
func copied(draw *rand.Rand, v any) any {
	o, ok := strictjson.Clone(v).(protocol.Object)
	if !ok {
		return v
	}
	for _, key := range []string{"id", "who"} {
		if _, has := o[key]; has {
			o[key] = fmt.Sprint("id", draw.IntN(50))
		}
	}
	o["new"] = draw.IntN(2) == 0
	return o
}

func pick(draw *rand.Rand, from ...string) string { return from[draw.IntN(len(from))] }

// After a plan that was refused, and from the third on, only what must be is planned.
func TestLaterPlansAreBare(t *testing.T) {
	request := requestIn(t, "ines", "Roll 1d20 and ask Ines about the lamp", bundled())
	want := map[int]int{1: 5, 2: 5, 3: 2, 4: 2, 5: 2}
	for attempt, n := range want {
		request.Attempt = attempt
		if got := (narrator.Rules{}).Document(request); len(got.Tools) != n {
			t.Errorf("plan %d has %d steps, want %d", attempt, len(got.Tools), n)
		}
	}
	request.Attempt, request.Problems = 2, plan.Problems{{Message: "refused"}}
	if got := (narrator.Rules{}).Document(request); len(got.Tools) != 2 {
		t.Errorf("the plan after a refused one has %d steps, want 2", len(got.Tools))
	}
}

// A request that leaves everything open is answered too.
func TestEmptyRequest(t *testing.T) {
	data, err := narrator.Rules{}.Plan(context.Background(), plan.Request{ID: requestID})
	if err != nil {
		t.Fatal(err)
	}
	if checked, problems := plan.Check("plan.json", data, plan.NewCatalogue(nil), plan.Options{}); checked == nil || len(checked.Steps()) != 0 {
		t.Error(problems)
	}
}

// FuzzRules: no words and no state break a plan.
func FuzzRules(f *testing.F) {
	for name, scene := range scenes {
		f.Add("Ask Ines about "+name, []byte(`{"$scene": `+scene+`, `+people+`}`))
	}
	f.Add("roll 99d999+99 dice", []byte(`{"$scene": {"present": [{"id": "", "new": true}], "choice": {"kind": "ask", "person": 7, "topic": {"words": []}}}}`))
	catalogue := catalogueOf(everything...)
	f.Fuzz(func(t *testing.T, input string, data []byte) {
		state, err := strictjson.ParseObject(data)
		if err != nil {
			t.Skip()
		}
		request := plan.Request{ID: requestID, Input: input, State: state, Catalogue: catalogue, Attempt: 1}
		document, err := narrator.Rules{}.Plan(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		if fault := faultOf(request, document); fault != "" {
			t.Errorf("%s\n%s", fault, document)
		}
	})
}

func BenchmarkRules(b *testing.B) {
	request := requestIn(b, "meeting", "Go with Honor Strake to the hall and ask her who put out the lamp", bundled())
	for b.Loop() {
		_, _ = narrator.Rules{}.Plan(b.Context(), request)
	}
}
