package narrator

import (
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// Portrait is the plan of one step that draws somebody, between turns: anew where
// the description has changed, else as before. It has no step where nothing in the
// catalogue draws.
func Portrait(catalogue *plan.Catalogue, character, name, description string) plan.Document {
	d := newDraft(plan.Request{Catalogue: catalogue})
	ref := updatePortrait
	if !d.can(ref) {
		ref = drawPortrait
	}
	input := protocol.Object{"character": character}
	strictjson.Put(input, "name", name)
	strictjson.Put(input, "description", description)
	d.require("portrait", ref, input)
	return identified(d.Document)
}
