package plan_test

import (
	"fmt"

	"github.com/narratoria/narratoria/plan"
)

func Example() {
	catalogue := plan.NewCatalogue([]plan.Script{
		{Ref: plan.ScriptRef{Skill: "dice-roller", Script: "roll-dice"}},
		{Ref: plan.ScriptRef{Skill: "storyteller", Script: "narrate"}, File: "scripts/narrate.py"},
	})
	data := []byte(`{
  "requestId": "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11",
  "tools": [
    {"toolId": "tell", "toolPath": "skills/storyteller/narrate.py", "dependencies": ["roll"]},
    {"toolId": "roll", "toolPath": "dice-roller/roll-dice", "input": {"dice": "2d6+3"}}
  ]
}`)
	checked, problems := plan.Check("plan.json", data, catalogue, plan.Options{})
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range checked.Steps() {
		fmt.Println(step.ID, "runs", step.Script, "after", step.Dependencies)
	}
	// Output:
	// roll runs dice-roller/roll-dice after []
	// tell runs storyteller/narrate after [roll]
}

// A refused plan says what to mend, and becomes an execution result too.
func ExampleRefused() {
	catalogue := plan.NewCatalogue([]plan.Script{{Ref: plan.ScriptRef{Skill: "dice-roller", Script: "roll-dice"}}})
	data := plan.Document{
		ID:    "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11",
		Tools: []plan.Tool{{ID: "a", Path: "dice-roller/rol-dice"}, {ID: "b", Path: "/bin/sh"}},
	}.JSON()
	_, problems := plan.Check("plan.json", data, catalogue, plan.Options{})
	for _, problem := range problems {
		fmt.Println(problem.Kind, problem.Message)
	}
	result := plan.Refused(plan.DocumentID(data), problems, plan.DocumentAttempt(data))
	fmt.Println(result.Success, result.CanReplan, len(result.Problems))
	// Output:
	// unknown_name no registered script is named "dice-roller/rol-dice"
	// forbidden toolPath "/bin/sh" is a path or a command, and those are never run
	// false true 2
}
