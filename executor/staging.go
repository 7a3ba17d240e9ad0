package executor

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// withStaging lets nothing of an attempt through that did not end well: no patch,
// no effect, no asset. Its events stay, for the trace. Files are the transport's:
// it takes over those of attempts that end well alone.
//
// An attempt that ended well fails after all where it speaks for a character and changes something, and where its skill would keep too much; keeps, which says so, may be nil.
func withStaging(next Runner, keeps func(plan.SkillName, []protocol.Object) int) Runner {
	return RunnerFunc(func(ctx context.Context, inv skills.Invocation) skills.Outcome {
		out := next.Run(ctx, inv)
		if out.Err == nil && inv.Script.NPCView && len(out.Patches)+len(out.Assets) > 0 {
			out.Err = &plan.ToolError{
				Code: CodeOnlySpeaks, Category: plan.ProcessError,
				Message: fmt.Sprintf("%s ran as %q, and under a character's view nothing is changed and no picture or sound made", inv.Script.Ref, inv.Scope.As),
			}
		}
		if out.Err == nil && len(out.Patches) > 0 && keeps != nil {
			out.Err = tooMuchKept(inv, keeps(inv.Scope.Script.Skill, protocol.Fold(out.Patches)))
		}
		if out.Err != nil {
			out.Patches, out.Assets, out.Effects = nil, nil, nil
		}
		return out
	})
}

func tooMuchKept(inv skills.Invocation, bytes int) *plan.ToolError {
	if bytes <= protocol.MostKept {
		return nil
	}
	return &plan.ToolError{
		Code: string(protocol.TooMuchState), Category: plan.ProcessError,
		Message: fmt.Sprintf("%s: with these patches the skill %q would keep %d bytes, at most %d; remove some, by null, or make them shorter",
			inv.Script.Ref, inv.Scope.Script.Skill, bytes, protocol.MostKept),
	}
}
