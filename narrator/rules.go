package narrator

import (
	"context"
	"slices"

	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// Rules plans by a table of patterns, without a model. The zero value is ready.
type Rules struct{}

var _ plan.Planner = Rules{}

// Plan makes the plan of a request. It never fails, needs no time worth waiting
// for, and pays no heed to its context.
func (Rules) Plan(_ context.Context, request plan.Request) ([]byte, error) {
	return Rules{}.Document(request).JSON(), nil
}

// Document is the plan before it is written.
func (Rules) Document(request plan.Request) plan.Document {
	s := sceneOf(request)
	d := newDraft(request)
	if request.Attempt > lastWithHelpers || len(request.Problems) > 0 {
		d.bare = true
	}
	fit, needs := fitting(s)
	d.plan(s, fit, needs)
	return d.Document
}

// lastWithHelpers is the last attempt that plans optional steps. Something went
// wrong twice by then, and what the player waits for is the narration.
const lastWithHelpers = 2

// The scripts that are planned by name.
var (
	narrate        = plan.ScriptRef{Skill: "storyteller", Script: "narrate"}
	rollDice       = plan.ScriptRef{Skill: "dice-roller", Script: "roll-dice"}
	storeMemory    = plan.ScriptRef{Skill: "memory", Script: "store-memory"}
	recallMemory   = plan.ScriptRef{Skill: "memory", Script: "recall-memory"}
	recallLore     = plan.ScriptRef{Skill: "memory", Script: "recall-lore"}
	updateStanding = plan.ScriptRef{Skill: "reputation", Script: "update-reputation"}
	queryStanding  = plan.ScriptRef{Skill: "reputation", Script: "query-reputation"}
	beginOpinion   = plan.ScriptRef{Skill: "npc-perception", Script: "initialize-perception"}
	updateOpinion  = plan.ScriptRef{Skill: "npc-perception", Script: "update-perception"}
	queryOpinion   = plan.ScriptRef{Skill: "npc-perception", Script: "query-perception"}
	makeChoices    = plan.ScriptRef{Skill: "player-choices", Script: "generate-choices"}
	evaluateChoice = plan.ScriptRef{Skill: "player-choices", Script: "evaluate-choice"}
	lookupPortrait = plan.ScriptRef{Skill: "character-portraits", Script: "lookup-portrait"}
	drawPortrait   = plan.ScriptRef{Skill: "character-portraits", Script: "generate-portrait"}
	updatePortrait = plan.ScriptRef{Skill: "character-portraits", Script: "update-portrait"}
)

// A draft is a plan in the making. A step whose script cannot be had is left out,
// and with it the dependencies on it.
type draft struct {
	plan.Document
	catalogue *plan.Catalogue
	failed    map[plan.ScriptRef]bool
	bare      bool // no optional steps
}

func newDraft(request plan.Request) *draft {
	disabled := slices.DeleteFunc(slices.Clone(request.Disabled), func(s plan.SkillName) bool { return s == "" })
	catalogue := request.Catalogue
	if catalogue == nil {
		catalogue = plan.NewCatalogue(nil)
	}
	return &draft{
		Document: plan.Document{
			ID: request.ID, Parallel: true, Disabled: disabled, Parent: request.Parent,
			Attempt: min(max(request.Attempt, 1), plan.MaxAttempts),
		},
		catalogue: catalogue.Without(disabled),
		failed:    failedScripts(request.Failures),
	}
}

// failedScripts are the scripts that failures are of.
func failedScripts(failures []plan.Failure) map[plan.ScriptRef]bool {
	failed := map[plan.ScriptRef]bool{}
	for _, f := range failures {
		failed[f.Script] = true
	}
	return failed
}

// identified gives a document without an id one that follows from what it says.
func identified(d plan.Document) plan.Document {
	if d.ID == "" {
		d.ID = plan.ID(rng.FromString("narrator").Derive(string(d.JSON())).UUID().String())
	}
	return d
}

func (d *draft) can(ref plan.ScriptRef) bool {
	_, registered := d.catalogue.Script(ref)
	return registered && !d.failed[ref]
}

// require adds a step that the plan fails with.
func (d *draft) require(id plan.ToolID, ref plan.ScriptRef, input protocol.Object, after ...plan.ToolID) plan.ToolID {
	return d.add(plan.Tool{ID: id, Path: ref.String(), Input: input, Dependencies: after, Async: true}, ref)
}

// try adds a step that the plan succeeds without.
func (d *draft) try(id plan.ToolID, ref plan.ScriptRef, input protocol.Object, after ...plan.ToolID) plan.ToolID {
	if d.bare {
		return ""
	}
	return d.add(plan.Tool{ID: id, Path: ref.String(), Input: input, Dependencies: after, Optional: true, Async: true}, ref)
}

// add gives the step's id, or "" where its script cannot be had.
func (d *draft) add(tool plan.Tool, ref plan.ScriptRef) plan.ToolID {
	if !d.can(ref) {
		return ""
	}
	tool.Dependencies = present(tool.Dependencies)
	d.Tools = append(d.Tools, tool)
	return tool.ID
}

// present are the ids of steps that were not left out, once each.
func present(ids []plan.ToolID) (all []plan.ToolID) {
	for _, id := range ids {
		if id != "" && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}
