package narrator_test

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// The bundled skills, and a scene with one person in it.
func ExampleRules() {
	catalogue := skills.Discover(skills.DiscoverOptions{}).Catalogue(nil)
	request := plan.Request{
		ID: "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b11", Input: "Ask her about the storm", Catalogue: catalogue, Attempt: 1,
		State: protocol.Object{"$scene": protocol.Object{
			"place":   protocol.Object{"id": "loft", "name": "the net loft"},
			"present": []any{protocol.Object{"id": "ines", "name": "Ines Vane"}},
		}},
	}
	document, _ := narrator.Rules{}.Plan(context.Background(), request)
	checked, problems := plan.Check("plan", document, catalogue, plan.Options{})
	if checked == nil {
		fmt.Println(problems)
		return
	}
	fmt.Println("fits:", narrator.Fitting(request))
	for _, step := range checked.Steps() {
		fmt.Println(step.Script, step.Input, step.Dependencies)
	}
	// Output:
	// fits: [talk lore]
	// npc-perception/query-perception map[npcs:[ines]] []
	// memory/recall-memory map[limit:6 query:storm Ines net loft] []
	// memory/recall-lore map[limit:5 query:storm; net loft] []
	// storyteller/narrate map[focus:storm kind:dialogue] [perceive recall lore]
}
