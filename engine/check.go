package engine

import (
	"context"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// roll throws the dice of an authored choice and gives the outcome.
func (t *resolving) roll(beat *campaign.Beat, written *campaign.Choice) *campaign.Outcome {
	check := written.Check
	t.throw(t.now().AuthoredCheck(beat, written))
	switch t.grade() {
	case action.Success:
		return &check.Success
	case action.Partial:
		if !check.Partial.Empty() {
			return &check.Partial
		}
		return &check.Success
	}
	return &check.Failure
}

// throw throws the dice of a check and records the check.
func (t *resolving) throw(spec world.CheckSpec) {
	formula, checks := t.w.Formula(spec), t.checks(t.number())
	modifiers := checks.Modifiers(spec, formula)
	stream := t.Seed.Derive("check", t.Choice).Stream()
	result, err := formula.Roll(dice.FromRand(stream), checks.Stats())
	if err != nil { // a formula with a name nobody has: the campaign's own dice then
		t.trouble(err)
		formula = campaign.DefaultRules().Dice
		result, _ = formula.Roll(dice.FromRand(stream), nil)
	}
	check := &world.Check{Stat: spec.Stat, Formula: formula.String(), About: spec.About, Total: result.Total, Modifiers: modifiers}
	for _, die := range result.Dice() {
		if die.Kept() {
			check.Rolls = append(check.Rolls, die.Value)
		}
	}
	for _, m := range modifiers {
		check.Total += m.Value
	}
	check.Band = string(t.w.Rules.Result(check.Total))
	t.Check, t.Rolled, t.OpinionBefore = check, spec, t.view().Regard(spec.Person)
	t.recordCheck(spec)
}

func (t *resolving) recordCheck(spec world.CheckSpec) {
	rolls := make([]any, len(t.Check.Rolls))
	for i, n := range t.Check.Rolls {
		rolls[i] = n
	}
	modifiers := make([]any, len(t.Check.Modifiers))
	for i, m := range t.Check.Modifiers {
		modifiers[i] = m.Object()
	}
	data := event.Data{
		"who": string(event.Player), "formula": t.Check.Formula, "rolls": rolls, "total": t.Check.Total, "band": t.Check.Band,
	}
	if len(modifiers) > 0 {
		data["modifiers"] = modifiers
	}
	strictjson.Put(data, "stat", spec.Stat)
	strictjson.Put(data, "about", spec.About)
	strictjson.Put(data, "person", spec.Person)
	t.add(event.CheckRolled, data)
}

// checks are those of the player in a turn: they bring to mind what is remembered of those before it.
func (t *turn) checks(before int64) *world.Checks {
	v := t.view()
	return t.w.Seen(v).Checks(before, func() []story.Recalled {
		return t.episodes(v, story.Query{Episodic: true, Before: before})
	})
}

// An episodic is what was asked for last of triumphs and failures: all checks of offers ask
// the same of the same story.
type episodic struct {
	at     event.Position
	before int64
	found  []story.Recalled
}

// episodes are the triumphs and failures of earlier turns, the latest first.
func (t *turn) episodes(v *story.View, q story.Query) []story.Recalled {
	if at := t.state().Position; t.asked.at != at || t.asked.before != q.Before {
		t.asked = episodic{at, q.Before, t.recall(v, q)}
	}
	return t.asked.found
}

// recall is what a view remembers of something; nothing where the store cannot say.
func (t *turn) recall(v *story.View, q story.Query) []story.Recalled {
	found, err := v.Recall(context.Background(), q)
	if err != nil {
		t.trouble(err)
		t.degrade("What you remember could not be looked up, so nothing was brought to mind.")
	}
	return found
}
