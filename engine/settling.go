package engine

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// settle lets follow what follows by rule, whatever the plan was that told the turn:
// first impressions, what the deed does to opinions, the memory. It is a fixed plan of
// the skills whose work that is; where one does not do it the engine does.
func (t *turn) settle(ctx context.Context) {
	kept := t.memory()
	t.firstImpressions(ctx)
	changes := t.impressions
	result := t.runSettling(ctx, kept, changes)
	for i, change := range changes {
		if !done(result, plan.ToolID("deed-"+strconv.Itoa(i+1))) {
			t.impress(change)
		}
	}
	t.keep(kept, result)
	t.stageDone("settle")
}

// firstImpressions lets those met for the first time begin to think something of the player. What
// decides it they know of themselves, and the player does not: so each is a plan of its own,
// answered from that person's view, of which what they come to think is kept and nothing
// else, and no input is written into the log.
func (t *turn) firstImpressions(ctx context.Context) {
	catalogue := t.g.selectable()
	until := time.Now().Add(t.closingLeft())
	for _, b := range t.begins() {
		if time.Now().After(until) { // a skill hangs, and the choices are still to be made
			return
		}
		document := narrator.Settling(catalogue, narrator.SettlingInput{Begins: []narrator.Begins{b}})
		result, _ := t.runFixed(ctx, event.SettlingPart, b.NPC, document, catalogue)
		if result == nil {
			continue
		}
		t.leaveOut(result)
		t.write(result.Effects)
		t.add(event.PlanSettled, fixedPlan(event.SettlingPart, result))
	}
}

// begins are those met for the first time who see the player and think nothing of them yet,
// with what decides their first impression: themselves, and what of the player shows.
func (t *turn) begins() []narrator.Begins {
	var all []narrator.Begins
	s, v := t.state(), t.view()
	for _, id := range v.Present() {
		p, ok := t.w.Someone(id)
		met, _ := v.Person(id)
		seen, _ := s.As(event.CharacterID(id)).Person(string(event.Player))
		if !ok || !seen.Here || met.Met != 0 && met.Met != s.Turn.Number || s.Feels(id, string(event.Player)) {
			continue
		}
		all = append(all, narrator.Begins{
			NPC: id, Faction: p.Faction, Traits: t.visibleTraits(), Equipment: t.sight().ItemNames(world.Carried(v)),
			Likes: world.Likes(p), Dislikes: world.Dislikes(p),
		})
	}
	return all
}

func (t *turn) runSettling(ctx context.Context, kept memory, changes []world.Impression) *plan.Result {
	in := t.settlingInput(kept, changes)
	catalogue := t.g.selectable()
	result, checked := t.runFixed(ctx, event.SettlingPart, "", narrator.Settling(catalogue, in), catalogue)
	if result != nil {
		t.acceptFixed(event.SettlingPart, checked, result)
	}
	return result
}

// settlingInput is what follows from the deed, as skills are told it.
func (t *turn) settlingInput(kept memory, changes []world.Impression) (in narrator.SettlingInput) {
	if !kept.trivial() {
		in.Memory = narrator.Memory{
			Summary: kept.summary(t), Characters: kept.Characters, Location: kept.Place, Significance: string(kept.Significance),
			Tags: kept.Tags, Topic: kept.Topic.Words, Episodic: string(kept.Episodic),
		}
	}
	for _, change := range changes {
		_, faction := t.w.Faction(change.Who)
		in.Deeds = append(in.Deeds, narrator.Deed{
			Who: change.Who, Faction: faction, By: change.By, Significance: string(change.Significance),
		})
	}
	return in
}

// runFixed carries out a plan that is the same whoever plans, over the story as it is
// staged now and as a character sees it, the player for ""; nil where it has no step or
// could not be.
func (t *turn) runFixed(ctx context.Context, part event.Part, as string, document plan.Document, catalogue *plan.Catalogue) (*plan.Result, *plan.Plan) {
	if len(document.Tools) == 0 {
		return nil, nil
	}
	checked, problems := plan.Check("the "+string(part)+" plan", document.JSON(), catalogue, plan.Options{MaxTools: max(len(document.Tools), 32), MaxEdges: max(len(document.Tools), 64)})
	if problems.Err() != nil {
		t.trouble(problems.Err())
		return nil, nil
	}
	base := strictjson.Object{} // under a character's view the host knows what there is
	if as == "" {
		base = t.view().Object()
		base[sceneKey] = t.teller().Scene()
	}
	if ctx.Err() != nil { // somebody ended what came before, and still wants to choose
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, t.closingLeft())
	defer cancel()
	opts := t.executor(string(part))
	opts.As = as
	// What is cut off with the plan has failed, if it had most of the plan's time: else
	// a skill that hangs would be waited for turn by turn.
	opts.ScriptTimeout = closingTime * 3 / 4
	return executor.Run(ctx, checked, base, opts), checked
}

// acceptFixed keeps what the steps of such a plan wrote. They stand each for itself:
// that no choices could be made does not unmake the memory.
func (t *turn) acceptFixed(part event.Part, checked *plan.Plan, result *plan.Result) {
	t.leaveOut(result)
	t.accept(result)
	settled := fixedPlan(part, result)
	settled["plan"] = documentTree(checked)
	t.add(event.PlanSettled, settled)
}

// fixedPlan is what the log keeps of a plan that is the same whoever plans.
func fixedPlan(part event.Part, result *plan.Result) event.Data {
	return event.Data{"part": string(part), "attempts": 1, "fallback": false, "result": resultTree(result)}
}

// leaveOut tells the player which steps failed.
func (t *turn) leaveOut(result *plan.Result) {
	for _, tool := range result.Tools {
		if tool.State != plan.Success {
			t.degrade(leftOut(tool.Script))
		}
	}
}

// leftOut says for the player what a failed step of a fixed plan means.
func leftOut(script plan.ScriptRef) string {
	return "The skill \"" + string(script.Skill) + "\" failed and is left out of this turn."
}

func done(result *plan.Result, tool plan.ToolID) bool {
	return result != nil && slices.ContainsFunc(result.Tools, func(r plan.ToolResult) bool { return r.ToolID == tool && r.State == plan.Success })
}

// impress is what a deed does to an opinion where no skill did it.
func (t *turn) impress(i world.Impression) {
	t.stage(event.Event{Kind: event.RelationChanged, Actor: event.EngineSelf, Cause: t.acted, Data: event.Data{
		"who": i.Who, "whom": string(event.Player), "by": i.By * 1000, "significance": string(i.Significance),
	}})
}

// keep keeps the turn's memory where no skill did.
func (t *turn) keep(kept memory, result *plan.Result) {
	if kept.trivial() || stored(result) {
		return
	}
	t.degrade("No memory skill answered, so the turn is remembered without it.")
	t.remembers(kept)
}

// remembers keeps a memory as it is.
func (t *turn) remembers(kept memory) {
	data := event.Data{
		"memory": t.newID("memory"), "knower": string(event.Player), "significance": string(kept.Significance),
		"characters": kept.Characters, "tags": kept.Tags, "source": string(event.Narrative),
	}
	if kept.Of > 0 {
		data["of"] = int64(kept.Of)
	}
	strictjson.Put(data, "words", kept.Words)
	strictjson.Put(data, "place", kept.Place)
	strictjson.Put(data, "topic", kept.Topic.ID)
	strictjson.Put(data, "episodic", string(kept.Episodic))
	t.stage(event.Event{Kind: event.MemoryKept, Actor: event.EngineSelf, Cause: t.acted, Data: data})
}

// stored reports whether a step kept the memory.
func stored(result *plan.Result) bool {
	return result != nil && slices.ContainsFunc(result.Effects, func(e plan.Effect) bool { return e.Method == "memory.write" })
}

// visibleTraits is what strangers see of the player, in words: their traits, with what
// these help with.
func (t *turn) visibleTraits() []string {
	var traits []string
	for _, trait := range t.checks().Traits() {
		traits = append(traits, prose.CleanLine(trait.Name+": "+strings.Join(trait.Words, ", "), longestName))
	}
	return traits
}
