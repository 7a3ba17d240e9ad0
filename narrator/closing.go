package narrator

import (
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// ClosingInput is what the plan at a turn's end is about.
type ClosingInput struct {
	ID      plan.ID         // "" makes one from the rest, the same each time
	Choices protocol.Object // the whole input of generate-choices, with all that bears on them; nil makes none
}

// Closing is the fixed plan at the end of a turn:
//
//	choose  player-choices/generate-choices
//
// It has no step where the catalogue has nothing that makes choices.
func Closing(catalogue *plan.Catalogue, in ClosingInput) plan.Document {
	d := newDraft(plan.Request{ID: in.ID, Catalogue: catalogue})
	if in.Choices != nil {
		d.require("choose", makeChoices, in.Choices)
	}
	return identified(d.Document)
}
