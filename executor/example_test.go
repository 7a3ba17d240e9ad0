package executor_test

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// A runner may be anything that takes an invocation to its outcome; the program's
// are the transports below package skills.
func ExampleRun() {
	torch := plan.ScriptRef{Skill: "torch", Script: "light"}
	document := plan.Document{
		ID:    plan.ID(rng.FromString("example").UUID().String()),
		Tools: []plan.Tool{{ID: "t1", Path: "torch/light", Input: protocol.Object{"oil": 3}}},
	}
	checked, problems := plan.Check("plan.json", document.JSON(), plan.NewCatalogue([]plan.Script{{Ref: torch}}), plan.Options{})
	if checked == nil {
		fmt.Println(problems)
		return
	}
	result := executor.Run(context.Background(), checked, protocol.Object{"dark": true}, executor.Options{
		Lookup: func(ref plan.ScriptRef) (*skills.Script, bool) { return &skills.Script{Ref: ref}, true },
		Runner: executor.RunnerFunc(func(_ context.Context, inv skills.Invocation) skills.Outcome {
			lit := protocol.Object{"dark": nil, "oil": inv.Request.Input["oil"]}
			return skills.Outcome{Done: &protocol.Done{OK: true}, Patches: []protocol.Object{lit}}
		}),
	})
	fmt.Println(result.Success, result.State)
	// Output: true map[oil:3]
}
