package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/narratoria/narratoria/action"
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

// What is planned: how the plan went by which the turn is told, and of what it was made.
type planned struct {
	outcome replan.Outcome
	scene   prose.Scene
}

// planAndPlay plans the turn and carries the plan out.
func planAndPlay(ctx context.Context, t *performer, came resolved) planned {
	view, teller := t.view(), t.teller(came.Turn)
	scene := teller.Material()
	given := view.Object()
	given[sceneKey] = teller.Scene()
	base := strictjson.Object{tellingKey: tree(scene)}
	for key, value := range given {
		base[key] = value
	}
	shown := newShowing(t.showing(), came.Authored, t.awaited.Add(firstSentence))
	options := t.executor(string(event.MainPart), shown.writer(t.g.opts.Writer))
	if t.g.opts.Writer != nil {
		options.Listen, options.Runner = shown.listen, shown.runner(options.Runner)
	}
	outcome := replan.Run(ctx, replan.Turn{
		Input: teller.Input(), State: given, Seed: t.seed.Derive("plan"), Seeded: t.state().Seed != "",
	}, replan.Options{
		Planner:   t.planner(),
		Catalogue: t.g.catalogue,
		Execute: func(ctx context.Context, p *plan.Plan) *plan.Result {
			t.dropAssets() // of a plan that failed
			t.g.progress("playing")
			shown.begin(p)
			result := executor.Run(ctx, p, base, options)
			shown.end(result != nil && result.Success)
			return result
		},
		Limits: t.planLimits(), Health: t.g.health, Log: t.g.opts.Log,
	})
	t.stageDone("plan and play")
	t.shown = shown.begun()
	if late := shown.waitedFor(); late != "" {
		t.degrade(late)
	}
	return planned{outcome, scene}
}

// firstSentence is when, since the turn is waited for, a model may no longer be waited for while nothing of the turn is told yet, be it for
// the plan or for what a script has it write: "the first sentence of prose within 3 s". What is left of them is for scripts.
const firstSentence = 2800 * time.Millisecond

// planner is the game's. One that may ask a model has until then to do so; rules plan at any time.
func (t *turn) planner() plan.Planner {
	if drafter, is := t.g.planner.(plan.Drafter); is {
		return soon{drafter, t.awaited.Add(firstSentence)}
	}
	return t.g.planner
}

// soon is a planner that is not waited for beyond a time.
type soon struct {
	plan.Drafter
	until time.Time
}

func (s soon) Draft(ctx context.Context, request plan.Request) (plan.Draft, error) {
	ctx, cancel := context.WithDeadline(ctx, s.until)
	defer cancel()
	return s.Drafter.Draft(ctx, request)
}

// tell takes what the plan brought about into the story, and tells the turn.
func tell(p *performer, came resolved, by planned) {
	for _, sentence := range by.outcome.Degraded {
		p.degrade(sentence)
	}
	p.accept(by.outcome.Result)
	t := &narrating{p, came}
	t.narrate(by.outcome, by.scene)
	p.planSettled(by.outcome)
	p.stageDone("tell")
}

// A narrating puts a turn into words. What came of the turn it reads.
type narrating struct {
	*performer
	came resolved
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

// narrate keeps the turn's prose: the plan's narrative and what skills told, else what
// the composer makes of the same scene.
func (t *narrating) narrate(outcome replan.Outcome, scene prose.Scene) {
	told, text := narration(outcome.Result, t.came.Authored)
	if first := strings.TrimSpace(plansNarrative(outcome)); first != "" {
		told, text = nil, strings.TrimSpace(first+"\n\n"+text)
	}
	said, composed := text != "", []prose.Piece(nil)
	text = telling.AsTold(text)
	authored := t.came.Authored
	if t.w.Dramatic && text != "" { // its words are ours, around sentences that an author wrote once
		text, authored = unrepeated(text, authored, scene.History)
		scene.Authored, scene.Quiet = authored, scene.Quiet && text != ""
	}
	if text == "" {
		telling := prose.Compose(scene)
		text, told, composed = telling.Text(), tree(telling.History.Last()), telling.Pieces
		switch {
		case len(authored) < len(t.came.Authored): // what there was to tell was told
		case said:
			t.degrade(talker(outcome.Result) + " said nothing that can be told, so the scene is told plainly.")
		case !outcome.Fallback:
			t.degrade("No storyteller answered, so the scene is told plainly.")
		}
	}
	text = t.shortened(text, talker(outcome.Result))
	t.checkConstraints(text)
	if told == nil {
		told = tree(prose.Remember(scene.History, text).Last())
	}
	t.add(event.Narrated, event.Data{
		"text": text, "told": told, "scene": strictjson.Object{"type": string(t.teller(t.came.Turn).Type())},
		"passages": passages(text, authored, outcome.Result, composed),
	})
	if show, whole := t.g.opts.Narrative, prose.Clean(text); show != nil && t.g.opts.Writer != nil && whole != t.shown { // what a model writes after may take long
		show(t.sofar(), whole)
	}
}

// unrepeated is a turn's prose, and what its author wrote of it, without what of this was told
// lately.
func unrepeated(text string, authored []string, before prose.History) (told string, left []string) {
	var paragraphs []string
	for p := range strings.SplitSeq(text, "\n\n") {
		if slices.ContainsFunc(authored, func(a string) bool { return slices.Contains(strings.Split(prose.Clean(a), "\n\n"), p) }) {
			if p = before.Unsaid(p); p != "" {
				left = append(left, p)
			}
		}
		if p != "" {
			paragraphs = append(paragraphs, p)
		}
	}
	return strings.Join(paragraphs, "\n\n"), left
}

// passages are what the paragraphs of a turn are made of: an author's are those that are
// just what they wrote; of others counts what the composer says, in whichever skill it sits.
func passages(text string, authored []string, result *plan.Result, composed []prose.Piece) []string {
	source := map[string]action.Passage{}
	note := func(paragraphs string, of action.Passage) {
		for p := range strings.SplitSeq(prose.Clean(paragraphs), "\n\n") {
			source[p] = of
		}
	}
	for _, piece := range composed {
		note(piece.Text, piece.Source)
	}
	for _, piece := range narrations(result) {
		if slices.Contains(action.Passages(), piece.source) && piece.source != action.ByAuthor {
			note(piece.text(), piece.source)
		}
	}
	for _, paragraph := range authored {
		note(paragraph, action.ByAuthor)
	}
	var all []string
	for p := range strings.SplitSeq(text, "\n\n") {
		of, known := source[p]
		if !known {
			of = action.ByTeller
		}
		all = append(all, string(of))
	}
	return all
}

// longestProse is how many characters a turn may be told in beside what its author wrote.
const longestProse = 20_000

// talker is who told the most of a turn, to begin a sentence with: a trigger's script tells,
// too, and what is wrong with its prose is not the storyteller's.
func talker(result *plan.Result) string {
	who, most := plan.SkillName(""), 0
	if result != nil {
		said := map[plan.SkillName]int{}
		for i := range result.Tools {
			tool := &result.Tools[i]
			for _, e := range tool.Events {
				ui, ok := e.(*protocol.UIEvent)
				if !ok || ui.Event != protocol.UINarration || tool.State != plan.Success {
					continue
				}
				said[tool.Script.Skill] += len(strictjson.AsString(ui.Payload["text"]))
				if n := said[tool.Script.Skill]; n > most {
					who, most = tool.Script.Skill, n
				}
			}
		}
	}
	switch who {
	case "":
		return "The plan"
	case "storyteller":
		return "The storyteller"
	}
	return fmt.Sprintf("The skill %q", who)
}

// shortened is a turn's prose, cut after a word where it is too long to be read.
func (t *narrating) shortened(text, talker string) string {
	most := longestProse
	for _, paragraph := range t.came.Authored {
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
	t.degrade(talker + " told the turn at too great a length, and the rest of it is left out.")
	cut := text[:end]
	if end := strings.LastIndexAny(cut, " \n"); end > len(cut)/2 {
		cut = cut[:end]
	}
	return strings.TrimRight(cut, " \n,;:") + " …"
}

// narration is the prose that skills told, in plan order, and what the composer wants to
// remember of it. What an author wrote is the last of it, whoever else tells of the turn.
func narration(result *plan.Result, authored []string) (told any, text string) {
	if result == nil {
		return nil, ""
	}
	written := map[string]bool{}
	for _, paragraph := range authored {
		written[prose.Clean(paragraph)] = true
	}
	var pieces, last []string
	for _, piece := range narrations(result) {
		if text := piece.text(); written[prose.Clean(text)] {
			last = append(last, text)
		} else {
			pieces = append(pieces, text)
		}
	}
	pieces = append(pieces, last...)
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

// A paragraph is one that a script told.
type paragraph struct {
	texts  []string // each goes on with the one before
	source action.Passage
	of     string // the attempt
}

func (p paragraph) text() string { return strings.Join(p.texts, " ") }

// narrations are those of a plan, in its order.
func narrations(result *plan.Result) (all []paragraph) {
	if result == nil {
		return nil
	}
	for _, e := range result.UI {
		if e.Event == protocol.UINarration {
			all = withNarration(all, e)
		}
	}
	return all
}

// withNarration adds to what was told one thing more: a paragraph, or what goes on with the one that the same attempt told before.
func withNarration(told []paragraph, e *protocol.UIEvent) []paragraph {
	text, last := strings.TrimSpace(strictjson.AsString(e.Payload["text"])), len(told)-1
	switch {
	case text == "":
		return told
	case e.Payload["continues"] == true && last >= 0 && told[last].of == e.RequestID:
		told[last].texts = append(told[last].texts, text)
		return told
	}
	return append(told, paragraph{[]string{text}, action.Passage(strictjson.AsString(e.Payload["source"])), e.RequestID})
}

// wellToldObject reports whether a script's "told" is what the composer writes: it
// goes into the log and comes back as history.
func wellToldObject(v any) bool {
	var told prose.Told
	object, ok := v.(strictjson.Object)
	return ok && json.Unmarshal(strictjson.Encode(object), &told) == nil
}

func plansNarrative(outcome replan.Outcome) string {
	if outcome.Plan == nil {
		return ""
	}
	return outcome.Plan.Narrative()
}

// checkConstraints holds prose and state against what a campaign forbids. What an
// author wrote is shown all the same: the breach is noted for them.
func (t *narrating) checkConstraints(text string) {
	facts := t.now().Progress()
	for _, breach := range append(t.w.Constraints.CheckText(text), t.w.Constraints.CheckFacts(&facts.Facts)...) {
		t.g.opts.Log.Write(constraintEntry(breach.Constraint.String(), breach.Words))
	}
}

// settled records how the main plan went.
func (t *turn) planSettled(outcome replan.Outcome) {
	data := event.Data{"part": string(event.MainPart), "attempts": max(len(outcome.Attempts), 1), "fallback": outcome.Fallback}
	if outcome.By != "" {
		data["by"] = string(outcome.By)
	}
	t.settledPlan(data, outcome.Plan, outcome.Result)
}

// settledPlan records a plan, with the documents beside the log; without one that is nil.
func (t *turn) settledPlan(data event.Data, checked *plan.Plan, result *plan.Result) {
	documents := strictjson.Object{}
	if checked != nil {
		documents["plan"] = documentTree(checked)
	}
	if result != nil {
		documents["result"] = resultTree(result)
	}
	if len(documents) > 0 {
		data["documents"] = t.story.Document(strictjson.AsString(data["part"]), documents).String()
	}
	t.add(event.PlanSettled, data)
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

// closingTime is how long the closing plan may take: it is over in some milliseconds, but where
// the machine is busy a script may take seconds to start.
const closingTime = 10 * time.Second

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
