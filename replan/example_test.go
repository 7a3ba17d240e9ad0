package replan_test

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/replan"
)

// The first plan needs a portrait, and the painter fails. The second, made
// without it, succeeds.
func ExampleRun() {
	planner := plan.PlannerFunc(func(_ context.Context, request plan.Request) ([]byte, error) {
		first := request.Catalogue.Scripts()[0]
		fmt.Printf("plan %d uses %s\n", request.Attempt, first.Ref)
		return plan.Document{ID: request.ID, Tools: []plan.Tool{{ID: "only", Path: first.Ref.String()}}}.JSON(), nil
	})
	execute := func(_ context.Context, p *plan.Plan) *plan.Result {
		if p.Steps()[0].Script.Skill == "portrait" {
			return &plan.Result{Disabled: []plan.SkillName{"portrait"}}
		}
		told := &protocol.UIEvent{Event: protocol.UINarration, Payload: protocol.Object{"text": "The door creaks."}}
		return &plan.Result{Success: true, UI: []*protocol.UIEvent{told}}
	}
	outcome := replan.Run(context.Background(), replan.Turn{Input: "I open the door", Seed: rng.New()}, replan.Options{
		Planner: planner,
		Execute: execute,
		Catalogue: func() *plan.Catalogue {
			return plan.NewCatalogue([]plan.Script{
				{Ref: plan.ScriptRef{Skill: "portrait", Script: "paint"}, Priority: 1},
				{Ref: plan.ScriptRef{Skill: "storyteller", Script: "narrate"}},
			})
		},
	})
	fmt.Println(outcome.Text)
	fmt.Println(outcome.Degraded[0])
	// Output:
	// plan 1 uses portrait/paint
	// plan 2 uses storyteller/narrate
	// The door creaks.
	// The skill "portrait" failed and is left out of this turn.
}

// Without a planner that works the player is answered all the same.
func ExampleRun_fallback() {
	outcome := replan.Run(context.Background(), replan.Turn{Input: "I open the <door>", Seed: rng.FromString("1")}, replan.Options{
		Planner: plan.PlannerFunc(func(context.Context, plan.Request) ([]byte, error) {
			return []byte("I'm sorry, but I can't do that."), nil
		}),
		Catalogue: func() *plan.Catalogue { return plan.NewCatalogue(nil) },
		Execute:   func(context.Context, *plan.Plan) *plan.Result { panic("there is no plan") },
	})
	fmt.Println(outcome.Text)
	fmt.Println(len(outcome.Attempts), "plans:", outcome.Attempts[4].Problems)
	// Output:
	// The narrator pauses, considering your words: 'I open the ‹door›'
	// 5 plans: plan:1:1: the text begins with "I", not with JSON
}
