package narrator

import (
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// ClosingInput is what the plan at a turn's end is about. What is missing in it is
// missing in the plan.
type ClosingInput struct {
	ID plan.ID // "" makes one from the rest, the same each time

	Memory   Memory
	Present  []string        // the people there
	Factions []string        // whose standing matters
	Query    string          // what memories are sought by, its first words counting most; "" seeks only what is never forgotten
	Choices  protocol.Object // the whole input of generate-choices; nil makes none
}

// Memory is what a turn leaves behind. One without a summary is not kept.
type Memory struct {
	Summary      string
	Characters   []string
	Location     string
	Significance string // low, medium, high
	Tags         []string
	Topic        string // what it leaves to talk and think about, or ""
	Episodic     string // triumph, failure or ""
}

// How many memories choices are made from.
const (
	groundsByScene = 5
	groundsByFeat  = 8
)

// Closing is the fixed plan at the end of a turn:
//
//	keep      memory/store-memory
//	perceive  npc-perception/query-perception  --+
//	standing  reputation/query-reputation        +--> choose  player-choices/generate-choices
//	recall    memory/recall-memory               |
//	feats     the same, triumphs and failures ---+
//
// All but choose are optional, and keep stands for itself: that a memory is not kept
// costs no choice, nor the reverse. Scripts that the catalogue does not have are left
// out, and what serves the choices with them, so the plan may have no step at all.
func Closing(catalogue *plan.Catalogue, in ClosingInput) plan.Document {
	d := newDraft(plan.Request{ID: in.ID, Catalogue: catalogue})
	choosing := in.Choices != nil && d.can(makeChoices)
	var grounds []plan.ToolID
	if choosing {
		grounds = d.grounds(in)
	}
	// Steps start in the plan's order: what the choices wait for comes first, and the
	// memory is kept beside them.
	if in.Memory.Summary != "" {
		d.try("keep", storeMemory, in.Memory.object())
	}
	if choosing {
		d.require("choose", makeChoices, in.Choices, grounds...)
	}
	return identified(d.Document)
}

// grounds are the steps that choices rest on.
func (d *draft) grounds(in ClosingInput) (all []plan.ToolID) {
	if len(in.Present) > 0 {
		all = append(all, d.try("perceive", queryOpinion, protocol.Object{"npcs": anyOf(in.Present)}))
	}
	if len(in.Factions) > 0 {
		all = append(all, d.try("standing", queryStanding, protocol.Object{"factions": anyOf(in.Factions)}))
	}
	// A long query finds less, see about.
	if query := joined(addName(nil, in.Query), recallWords); query != "" {
		all = append(all, d.try("recall", recallMemory, protocol.Object{"query": query, "limit": groundsByScene}))
	}
	// What is never forgotten is offered without a query: which of it matters here the
	// choices decide.
	return append(all, d.try("feats", recallMemory, protocol.Object{"limit": groundsByFeat, "filters": protocol.Object{"episodic": true}}))
}

func (m Memory) object() protocol.Object {
	o := protocol.Object{"summary": m.Summary}
	setText(o, "location", m.Location)
	setText(o, "significance", m.Significance)
	setText(o, "topic", m.Topic)
	setText(o, "episodic", m.Episodic)
	setList(o, "characters", anyOf(m.Characters))
	setList(o, "tags", anyOf(m.Tags))
	return o
}

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
	setText(input, "name", name)
	setText(input, "description", description)
	d.require("portrait", ref, input)
	return identified(d.Document)
}

// identified gives a document without an id one that follows from what it says.
func identified(d plan.Document) plan.Document {
	if d.ID == "" {
		d.ID = plan.ID(rng.FromString("narrator").Derive(string(d.JSON())).UUID().String())
	}
	return d
}
