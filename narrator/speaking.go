package narrator

import (
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// speakAs lets one person say something.
var speakAs = plan.ScriptRef{Skill: "storyteller", Script: "speak"}

// Speaking is the fixed plan by which one person says something: storyteller/speak, which the host
// gives what that person may use. Where the catalogue does not have it there is no step.
func Speaking(catalogue *plan.Catalogue, npc string) plan.Document {
	d := newDraft(plan.Request{Catalogue: catalogue})
	d.try("speak", speakAs, protocol.Object{"npc": npc})
	return identified(d.Document)
}
