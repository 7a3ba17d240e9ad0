package executor_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// A script that speaks for one character is given what that one may use, and neither the step's input
// nor the state, what was staged or what steps before it said; it changes nothing, and its seed is that
// of what it is given.
func TestScriptsOfOneCharacter(t *testing.T) {
	speak := &skills.Script{Ref: plan.ScriptRef{Skill: "teller", Script: "speak"}, NPCView: true}
	other := &skills.Script{Ref: plan.ScriptRef{Skill: "teller", Script: "tell"}}
	catalogue := plan.NewCatalogue([]plan.Script{{Ref: speak.Ref}, {Ref: other.Ref}})
	run := func(npc any, feels int, patches ...protocol.Object) (*plan.Result, map[plan.ToolID]skills.Invocation) {
		t.Helper()
		d := plan.Document{ID: "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11", Tools: []plan.Tool{
			{ID: "a", Path: "teller/tell", Input: protocol.Object{"x": "of the player"}},
			{ID: "b", Path: "teller/speak", Input: protocol.Object{"npc": npc, "secret": "of the player"}, Dependencies: []plan.ToolID{"a"}},
		}}
		checked, problems := plan.Check("plan", d.JSON(), catalogue, plan.Options{})
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		seen := map[plan.ToolID]skills.Invocation{}
		result := executor.Run(t.Context(), checked, protocol.Object{"player": "sees this"}, executor.Options{
			Lookup: func(ref plan.ScriptRef) (*skills.Script, bool) {
				if ref == speak.Ref {
					return speak, true
				}
				return other, true
			},
			Runner: executor.RunnerFunc(func(_ context.Context, inv skills.Invocation) skills.Outcome {
				seen[inv.Scope.Tool] = inv
				out := skills.Outcome{Done: &protocol.Done{OK: true, Output: protocol.Object{"text": "said"}}}
				if inv.Script.NPCView {
					out.Patches = patches
				}
				return out
			}),
			Voice: func(npc string) (protocol.Object, bool) {
				return protocol.Object{"npc": npc, "feeling": feels}, npc == "ines"
			},
		})
		return result, seen
	}
	result, seen := run("ines", 5)
	inv := seen["b"]
	if got := fmt.Sprint(inv.Request.Input, inv.Request.Results, inv.Scope.As, inv.Scope.State(), len(inv.Scope.Effects())); !result.Success || got != "map[feeling:5 npc:ines] map[]inesmap[] 0" {
		t.Errorf("%v: %s", result.Success, got)
	}
	if got := seen["a"]; got.Scope.As != "" || fmt.Sprint(got.Request.Input) != "map[x:of the player]" {
		t.Errorf("the player's own: %v as %q", got.Request.Input, got.Scope.As)
	}
	for name, test := range map[string]struct {
		npc     any
		patches []protocol.Object
		code    string
	}{
		"nobody":            {"ada", nil, executor.CodeNobody},
		"no name":           {nil, nil, executor.CodeNobody},
		"a name that is no": {[]any{"ines"}, nil, executor.CodeNobody},
		"who changes":       {"ines", []protocol.Object{{"a": true}}, executor.CodeOnlySpeaks},
	} {
		result, seen := run(test.npc, 5, test.patches...)
		_, ran := seen["b"]
		if tool := result.Tools[1]; tool.State != plan.Failed || tool.Error == nil || tool.Error.Code != test.code || ran != (test.code == executor.CodeOnlySpeaks) || result.State["a"] != nil {
			t.Errorf("%s: %+v, ran %v", name, tool, ran)
		}
	}
}
