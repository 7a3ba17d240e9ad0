package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// The keys the engine adds to the player's view: $scene for planners and scripts,
// $telling for scripts alone.
const (
	sceneKey   = "$scene"
	tellingKey = "$telling"
)

// Events for the interface that the engine itself understands.
const (
	uiChoices = "narrative_choice" // the engine shows choices itself
	uiDice    = "dice_roll"
)

// main plans the turn and carries the plan out; what was accepted becomes events.
func (t *turn) main(ctx context.Context) {
	view, teller := t.view(), t.teller()
	scene := teller.Material()
	planned := view.Object()
	planned[sceneKey] = teller.Scene()
	base := strictjson.Object{tellingKey: tree(scene)}
	for key, value := range planned {
		base[key] = value
	}
	options := t.executor(string(event.MainPart))
	outcome := replan.Run(ctx, replan.Turn{
		Input: teller.Input(), State: planned, Seed: t.Seed.Derive("plan"), Seeded: t.state().Seed != "",
	}, replan.Options{
		Planner:   t.g.planner,
		Catalogue: t.g.catalogue,
		Execute: func(ctx context.Context, p *plan.Plan) *plan.Result {
			return t.g.perform(p, func() *plan.Result { return executor.Run(ctx, p, base, options) })
		},
		Limits: t.planLimits(), Health: t.g.health, Log: t.g.opts.Log,
	})
	t.stageDone("plan and play")
	for _, sentence := range outcome.Degraded {
		t.degrade(sentence)
	}
	t.accept(outcome.Result)
	t.narrate(outcome, scene)
	t.settled(outcome)
	t.stageDone("tell")
}

// tree is a Go value as a JSON tree.
func tree(v any) any {
	data, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	parsed, err := strictjson.Parse(data)
	if err != nil {
		return nil
	}
	return parsed
}

// accept takes what a successful plan brought about into the story: patches,
// what its scripts asked the host to write, pictures and words for the interface.
func (t *turn) accept(result *plan.Result) {
	if result == nil {
		return
	}
	t.foreign(func() {
		for i := range result.Tools {
			if tool := &result.Tools[i]; tool.State == plan.Success {
				t.patches(tool)
			}
		}
		t.write(result.Effects)
		t.takeAssets(result.Assets, scripts(result))
		t.takeUI(result)
	})
}

// write stages what scripts asked the host to write.
func (t *turn) write(effects []plan.Effect) {
	events, err := host.Events(effects, t.state())
	if err != nil {
		t.trouble(err)
	}
	for _, e := range events {
		t.stage(e)
	}
}

// scripts are who did each step.
func scripts(result *plan.Result) map[plan.ToolID]plan.ScriptRef {
	by := map[plan.ToolID]plan.ScriptRef{}
	for i := range result.Tools {
		by[result.Tools[i].ToolID] = result.Tools[i].Script
	}
	return by
}

func (t *turn) patches(tool *plan.ToolResult) {
	var patches []protocol.Object
	for _, e := range tool.Events {
		if patch, ok := e.(*protocol.StatePatch); ok {
			patches = append(patches, patch.Patch)
		}
	}
	// One by one they would cost what they are merged into, each.
	patches = protocol.Fold(patches)
	// Each of the skill's steps had room for its own, but it may be that all have not.
	if t.state().Keeping()(string(tool.Script.Skill), patches) > protocol.MostKept {
		t.degrade(leftOut(tool.Script))
		return
	}
	for _, patch := range patches {
		t.stage(event.Event{Kind: event.StatePatched, Actor: event.Actor(tool.Script.Skill), Data: event.Data{
			"patch": patch, "skill": string(tool.Script.Skill), "tool": string(tool.ToolID),
		}})
	}
}

// takeUI keeps what a skill wants shown, but for prose, choices and the campaign's
// pictures, which the engine shows itself.
func (t *turn) takeUI(result *plan.Result) {
	senders := senders(result)
	for _, e := range result.UI {
		if e.Event == protocol.UINarration || e.Event == uiChoices || e.Event == uiCampaignAsset {
			continue
		}
		payload := e.Payload
		if payload == nil {
			payload = protocol.Object{}
		}
		sent := event.Data{"event": e.Event, "payload": payload}
		strictjson.Put(sent, "skill", senders[e])
		if !t.hasRoom(sent) {
			continue
		}
		t.add(event.UISent, sent)
		if e.Event == uiDice {
			t.dice(senders[e], payload)
		}
	}
}

// mostSent is how many bytes of a turn's story may be what skills want shown: events for
// the interface, and what they say of their assets.
const mostSent = 1 << 20

// hasRoom takes what is to be kept into account, or says that there is no room for it.
func (t *turn) hasRoom(data event.Data) bool {
	size := len(strictjson.Append(nil, data))
	if t.sent+size > mostSent {
		t.degrade(fmt.Sprintf("Skills want more shown in this turn than %d KiB, and the rest of it is left out.", mostSent>>10))
		return false
	}
	t.sent += size
	return true
}

// senders are the skills that events for the interface came from.
func senders(result *plan.Result) map[*protocol.UIEvent]string {
	by := map[*protocol.UIEvent]string{}
	for i := range result.Tools {
		for _, e := range result.Tools[i].Events {
			if ui, ok := e.(*protocol.UIEvent); ok {
				by[ui] = string(result.Tools[i].Script.Skill)
			}
		}
	}
	return by
}

// dice records a roll that a skill made, beside the words for it.
func (t *turn) dice(skill string, payload strictjson.Object) {
	rolls, _ := payload["rolls"].([]any)
	if rolls == nil {
		rolls = []any{}
	}
	rolled := event.Data{"formula": strictjson.AsString(payload["formula"]), "rolls": rolls, "total": strictjson.AsInteger(payload["total"])}
	strictjson.Put(rolled, "skill", skill)
	t.add(event.DiceRolled, rolled)
}

// narrate keeps the turn's prose: the plan's narrative and what skills told, else what
// the composer makes of the same scene.
func (t *turn) narrate(outcome replan.Outcome, scene prose.Scene) {
	told, text := t.narration(outcome.Result)
	if first := strings.TrimSpace(plansNarrative(outcome)); first != "" {
		told, text = nil, strings.TrimSpace(first+"\n\n"+text)
	}
	said := text != ""
	if text = telling.AsTold(text); text == "" {
		telling := prose.Compose(scene)
		text, told = telling.Text(), tree(telling.History.Last())
		switch {
		case said:
			t.degrade("The storyteller said nothing that can be told, so the scene is told plainly.")
		case !outcome.Fallback:
			t.degrade("No storyteller answered, so the scene is told plainly.")
		}
	}
	text = t.shortened(text)
	t.checkConstraints(text)
	if told == nil {
		told = tree(prose.Remember(scene.History, text).Last())
	}
	t.add(event.Narrated, event.Data{"text": text, "told": told, "scene": strictjson.Object{"type": string(t.teller().Type())}})
}

// longestProse is how many characters a turn may be told in beside what its author wrote.
const longestProse = 20_000

// shortened is a turn's prose, cut after a word where it is too long to be read.
func (t *turn) shortened(text string) string {
	most := longestProse
	for _, paragraph := range t.Authored {
		most += utf8.RuneCountInString(paragraph)
	}
	end := len(text)
	for at := range text { // of each character
		if most--; most < 0 {
			end = at
			break
		}
	}
	if end == len(text) {
		return text
	}
	t.degrade("The turn was told at too great a length, and the rest of it is left out.")
	cut := text[:end]
	if end := strings.LastIndexAny(cut, " \n"); end > len(cut)/2 {
		cut = cut[:end]
	}
	return strings.TrimRight(cut, " \n,;:") + " …"
}

// narration is the prose that skills told, in plan order, and what the composer
// wants to remember of it.
func (t *turn) narration(result *plan.Result) (told any, text string) {
	if result == nil {
		return nil, ""
	}
	var pieces []string
	for _, e := range result.UI {
		if e.Event == protocol.UINarration {
			if piece := strings.TrimSpace(strictjson.AsString(e.Payload["text"])); piece != "" {
				pieces = append(pieces, piece)
			}
		}
	}
	tellers := 0
	for i := range result.Tools {
		if remembered, ok := result.Tools[i].Output["told"]; ok && result.Tools[i].State == plan.Success {
			told = remembered
			tellers++
		}
	}
	if tellers != 1 || !wellToldObject(told) {
		told = nil
	}
	return told, strings.Join(pieces, "\n\n")
}

// wellToldObject reports whether a script's "told" is what the composer writes: it
// goes into the log and comes back as history.
func wellToldObject(v any) bool {
	var told prose.Told
	object, ok := v.(strictjson.Object)
	return ok && json.Unmarshal(strictjson.Append(nil, object), &told) == nil
}

func plansNarrative(outcome replan.Outcome) string {
	if outcome.Plan == nil {
		return ""
	}
	return outcome.Plan.Narrative()
}

// checkConstraints holds prose and state against what a campaign forbids. What an
// author wrote is shown all the same: the breach is noted for them.
func (t *turn) checkConstraints(text string) {
	facts := t.progress()
	for _, breach := range append(t.w.Constraints.CheckText(text), t.w.Constraints.CheckFacts(&facts.Facts)...) {
		t.g.opts.Log.Write(constraintEntry(breach.Constraint.String(), breach.Words))
	}
}

// settled records how the main plan went.
func (t *turn) settled(outcome replan.Outcome) {
	data := event.Data{"part": string(event.MainPart), "attempts": max(len(outcome.Attempts), 1), "fallback": outcome.Fallback}
	if outcome.Plan != nil {
		data["plan"] = documentTree(outcome.Plan)
	}
	if outcome.Result != nil {
		data["result"] = resultTree(outcome.Result)
	}
	t.add(event.PlanSettled, data)
}

func documentTree(p *plan.Plan) any {
	parsed, err := strictjson.Parse(p.Document().JSON())
	if err != nil {
		return strictjson.Object{}
	}
	return parsed
}

// mostEvents is how many bytes of the lines that a step wrote stand in the story, and of
// what all assets are called: for whoever looks later what came of it. What counts of them
// stands there by itself, its patches, what it told, its output; and they may have 8 MiB at
// every turn.
const mostEvents = 64 << 10

// resultTree is a result as the story keeps it.
func resultTree(r *plan.Result) any {
	lean := *r
	lean.Tools = slices.Clone(r.Tools)
	for i := range lean.Tools {
		keepEvents(&lean.Tools[i])
	}
	lean.State = nil // the state is in the story already
	lean.Assets = slices.Clone(r.Assets)
	size := 0
	for i := range lean.Assets { // the story has the bytes; where they lay is no part of it
		a := &lean.Assets[i]
		a.Path = filepath.Base(a.Path)
		if size += len(a.AssetID) + len(a.Kind) + len(a.MediaType) + len(strictjson.Append(nil, a.Metadata)); size > mostEvents {
			lean.Assets = lean.Assets[:i] // what skills call them is as long as they like
			break
		}
	}
	parsed, err := strictjson.Parse(lean.JSON(false))
	if err != nil {
		return strictjson.Object{}
	}
	return parsed
}

// keepEvents leaves of a step's events the first that have room.
func keepEvents(tool *plan.ToolResult) {
	var lines bytes.Buffer
	to := protocol.NewWriter(&lines)
	for i, e := range tool.Events {
		_ = to.Write(e) // one that cannot be written takes no room
		if lines.Len() > mostEvents {
			left := fmt.Sprintf("%d of its %d events are not kept: together they have more than %d KiB", len(tool.Events)-i, len(tool.Events), mostEvents>>10)
			tool.Events, tool.Warnings = tool.Events[:i], append(slices.Clip(tool.Warnings), left)
			return
		}
	}
}

// reportHealth takes an invocation's end into the health of its skill, once:
// whoever gave a Report of their own keeps the table themselves.
func (g *Game) reportHealth(skill plan.SkillName, seen skills.Observation) {
	if g.opts.Executor.Report != nil {
		g.opts.Executor.Report(skill, seen)
		return
	}
	g.health.Observe(skill, seen)
}

// closingTime is how long the closing plan may take.
const closingTime = 3 * time.Second

// turnTime is how long a turn may take in all.
func (g *Game) turnTime() time.Duration {
	if most := replan.DefaultLimits.Turn; g.opts.Limits.Turn <= 0 || g.opts.Limits.Turn > most {
		return most
	}
	return g.opts.Limits.Turn
}

// planLimits are those of the main plans: what is left of the turn, with time for the
// closing plan left free.
func (t *turn) planLimits() replan.Limits {
	limits, turn := t.g.opts.Limits, t.g.turnTime()
	limits.Turn = max(turn-time.Since(t.began)-min(closingTime, turn/8), time.Millisecond)
	return limits
}

// closingLeft is the time for the closing plan.
func (t *turn) closingLeft() time.Duration {
	return min(closingTime, time.Until(t.began.Add(t.g.turnTime())))
}
