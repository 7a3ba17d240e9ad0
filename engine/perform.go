package engine

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/replan"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A performer carries out plans over the story as it is staged, and takes into it what they
// brought about. It is given to the stages that have plans; resolving has none.
type performer struct {
	*turn
	sent int // bytes of what skills want shown
}

// Eyes are as whom a plan is carried out, and what its scripts are given.
type eyes struct {
	who  string // "" for the player
	sees func() strictjson.Object
}

// player is the player, who sees what came of the turn.
func (t *performer) player(came resolved) eyes {
	return eyes{"", func() strictjson.Object {
		sees := t.view().Object()
		sees[sceneKey] = t.teller(came.Turn).Scene()
		return sees
	}}
}

// character is somebody else: under their view the host knows what there is.
func character(who string) eyes {
	return eyes{who, func() strictjson.Object { return strictjson.Object{} }}
}

// executor is the game's, for a plan over the story as it is staged now, from which its
// host calls are answered; who writes what scripts ask for may be nil.
func (t *performer) executor(name string, writer model.Generator) executor.Options {
	opts, keeping := t.g.executor(t.seed.Derive(name)), t.state().Keeping()
	h := t.g.host(t.state(), writer)
	t.hosts, opts.Host = append(t.hosts, h), h
	opts.Assets = t.g.assetsIn(ofTurn)
	now := t.now()
	opts.Voice = func(npc string) (strictjson.Object, bool) {
		_, is := now.Someone(npc)
		if !is || !slices.Contains(now.Present(), npc) {
			return nil, false
		}
		return telling.Voice(now.Seen(now.State.As(event.CharacterID(npc)))), true
	}
	opts.Keeps = func(skill plan.SkillName, patches []protocol.Object) int { return keeping(string(skill), patches) }
	return opts
}

// host answers what scripts ask, from the story as it is.
func (g *Game) host(s *story.State, writer model.Generator) *host.Story {
	return host.Of(host.Base{State: s, Lore: g.lore, Writer: writer})
}

// runFixed carries out a plan that is the same whoever plans, over the story as it is
// staged now and as somebody sees it; nil where it has no step or could not be.
func (t *performer) runFixed(ctx context.Context, part event.Part, as eyes, document plan.Document, catalogue *plan.Catalogue) (*plan.Result, *plan.Plan) {
	if len(document.Tools) == 0 {
		return nil, nil
	}
	checked, problems := plan.Check("the "+string(part)+" plan", document.JSON(), catalogue, plan.Options{MaxTools: max(len(document.Tools), 32), MaxEdges: max(len(document.Tools), 64)})
	if problems.Err() != nil {
		t.trouble(problems.Err())
		return nil, nil
	}
	base := as.sees()
	if ctx.Err() != nil { // somebody ended what came before, and still wants to choose
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, t.closingLeft())
	defer cancel()
	opts := t.executor(string(part), t.g.writer(part))
	opts.As = as.who
	// What is cut off with the plan has failed, if it had most of the plan's time: else
	// a skill that hangs would be waited for turn by turn.
	opts.ScriptTimeout = closingTime * 3 / 4
	t.dropAssets()
	return executor.Run(ctx, checked, base, opts), checked
}

// writer is who writes what scripts of such a plan ask for. Choices are worded in every turn, so nobody is asked for that who is
// not named for it; their script is told of no model then.
func (g *Game) writer(part event.Part) model.Generator {
	if part != event.ClosingPart || g.opts.Writer == nil {
		return g.opts.Writer
	}
	if !model.Writes(g.opts.Writer, "choices") {
		return nil
	}
	return &hurried{Generator: g.opts.Writer, left: mostWording}
}

// acceptFixed keeps what the steps of such a plan wrote. They stand each for itself:
// that no choices could be made does not unmake the memory.
func (t *performer) acceptFixed(part event.Part, checked *plan.Plan, result *plan.Result) {
	t.leaveOut(result)
	t.accept(result)
	t.settledPlan(fixedPlan(part), checked, result)
}

// fixedPlan is what the log says of a plan that is the same whoever plans.
func fixedPlan(part event.Part) event.Data {
	return event.Data{"part": string(part), "attempts": 1, "fallback": false}
}

// leaveOut tells the player which steps failed.
func (t *performer) leaveOut(result *plan.Result) {
	for _, tool := range result.Tools {
		switch {
		case tool.State == plan.Success:
		case tool.Error != nil && tool.Error.Code == executor.CodeCancelled:
			t.degrade(replan.GivenUp)
		default:
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

// accept takes what a successful plan brought about into the story: patches,
// what its scripts asked the host to write, pictures and words for the interface.
func (t *performer) accept(result *plan.Result) {
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

// write stages what scripts asked the host to write, and tells the player whose writing is
// more than is taken.
func (t *turn) write(effects []plan.Effect) {
	events, leftOut, err := host.Events(effects, t.state())
	if err != nil {
		t.trouble(err)
	}
	for _, e := range events {
		t.stage(e)
	}
	for _, h := range t.hosts {
		leftOut = append(leftOut, h.Full()...)
	}
	for _, skill := range leftOut {
		t.degrade("The skill \"" + string(skill) + "\" writes more into the story than it may, and the rest of it is left out.")
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

func (t *performer) patches(tool *plan.ToolResult) {
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
func (t *performer) takeUI(result *plan.Result) {
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
func (t *performer) hasRoom(data event.Data) bool {
	size := strictjson.Size(data)
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
func (t *performer) dice(skill string, payload strictjson.Object) {
	rolls, _ := payload["rolls"].([]any)
	if rolls == nil {
		rolls = []any{}
	}
	rolled := event.Data{"formula": strictjson.AsString(payload["formula"]), "rolls": rolls, "total": strictjson.AsInteger(payload["total"])}
	strictjson.Put(rolled, "skill", skill)
	t.add(event.DiceRolled, rolled)
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

// mostHeld is how many bytes of memory they may take as trees, since a text may be one
// fifty times as large.
const mostHeld = 16 * mostEvents

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
		if size += len(a.AssetID) + len(a.Kind) + len(a.MediaType) + strictjson.Size(a.Metadata); size > mostEvents {
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
	held := 0
	for i, e := range tool.Events {
		_ = to.Write(e) // one that cannot be written takes no room
		held += protocol.Held(e)
		if lines.Len() > mostEvents || held > mostHeld {
			left := fmt.Sprintf("%d of its %d events are not kept: together they have more than %d KiB, or %d KiB in memory", len(tool.Events)-i, len(tool.Events), mostEvents>>10, mostHeld>>10)
			tool.Events, tool.Warnings = tool.Events[:i], append(slices.Clip(tool.Warnings), left)
			return
		}
	}
}
