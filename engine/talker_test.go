package engine

import (
	"testing"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// What is wrong with the prose of a turn is said of the skill that told it: a trigger's
// script tells, too.
func TestWhoToldTheMost(t *testing.T) {
	said := func(skill plan.SkillName, state plan.ToolState, text string) plan.ToolResult {
		return plan.ToolResult{Script: plan.ScriptRef{Skill: skill, Script: "s"}, State: state, Events: []protocol.Event{
			&protocol.UIEvent{Event: protocol.UINarration, Payload: protocol.Object{"text": text}},
		}}
	}
	for want, tools := range map[string][]plan.ToolResult{
		"The plan":          nil,
		"The storyteller":   {said("torch", plan.Success, "Light."), said("storyteller", plan.Success, "You wait a while.")},
		`The skill "torch"`: {said("torch", plan.Success, "Light upon light."), said("storyteller", plan.Success, "You wait.")},
		`The skill "bell"`:  {said("torch", plan.Failed, "Light upon light."), said("bell", plan.Success, "It rings.")},
	} {
		if got := talker(&plan.Result{Tools: tools}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := talker(nil); got != "The plan" {
		t.Errorf("without a result it is %q", got)
	}
}
