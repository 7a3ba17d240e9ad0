package engine

import (
	"context"
	"slices"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// close ends a turn: its memory is kept, the choices that follow are made.
func (t *turn) close(ctx context.Context) {
	kept := t.memory()
	if !kept.trivial() {
		t.add(event.Happened, t.happened(kept))
	}
	var written []Choice
	open := moves(t.c, t.state())
	if !t.ended() {
		written = t.authoredChoices(slices.ContainsFunc(open, move.answered))
	}
	result := t.runClosing(ctx, kept, written, open)
	t.keep(kept, result)
	if t.ended() {
		t.offerEvent(nil)
	} else {
		t.offerEvent(t.fill(t.foretold(written), result))
	}
	for _, sentence := range t.degraded {
		t.add(event.Degraded, event.Data{"what": sentence})
	}
	t.stageDone("close")
}

// foretold are authored choices with what the turn's memory makes of their odds: it
// may be a triumph or failure that they bring to mind.
func (t *turn) foretold(written []Choice) []Choice {
	t.kept = true
	for i := range written {
		beatID, id, _ := authorsID(written[i].ID)
		if beat, ok := t.c.Beat(beatID); ok && written[i].Kind == "check" {
			if choice, ok := beat.Choice(id); ok {
				written[i].Difficulty = t.odds(beat, choice)
			}
		}
	}
	return written
}

// ended reports whether the story ends with this turn.
func (t *turn) ended() bool { return t.ending != "" }

// runClosing carries out the closing plan over the settled state; nil when there
// is none or it could not be.
func (t *turn) runClosing(ctx context.Context, kept memory, written []Choice, open []move) *plan.Result {
	t.g.progress("choosing")
	t.view = t.state().Player()
	base := t.view.Object()
	base[sceneKey] = t.sceneObject()
	t.show()
	catalogue := t.g.catalogue().Without(t.g.health.Unselectable())
	in := t.closingInput(kept)
	if want, from := t.toMake(len(written), open); want > 0 && !t.ended() {
		in.Choices = choicesInput(t.c, t.state(), choiceTexts(written), t.recent(), want, from)
	}
	document := narrator.Closing(catalogue, in)
	if len(document.Tools) == 0 {
		return nil
	}
	checked, problems := plan.Check("the closing plan", document.JSON(), catalogue, plan.Options{})
	if problems.Err() != nil {
		t.trouble(problems.Err())
		return nil
	}
	if ctx.Err() != nil { // somebody ended what came before, and still wants to choose
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, t.closingLeft())
	defer cancel()
	opts := t.g.executor(t.seed.Derive("closing"))
	// What is cut off with the plan has failed, if it had most of the plan's time: else
	// a skill that hangs would be waited for turn by turn.
	opts.ScriptTimeout = closingTime * 3 / 4
	result := executor.Run(ctx, checked, base, opts)
	t.acceptClosing(checked, result)
	return result
}

// toMake is how many choices are to be made beside those that were written, and of which
// of the moves there are. Where these are enough, one is made only if an author wrote what
// comes of it: else it would lead away from a moment for nothing.
func (t *turn) toMake(written int, open []move) (want int, from []move) {
	want = t.set.most - written
	if written < t.set.fewest {
		return want, open
	}
	from = slices.DeleteFunc(open, func(m move) bool { return !m.answered() })
	return min(want, 1, len(from)), from
}

// acceptClosing keeps what the steps of the closing plan wrote. They stand each for
// itself: that no choices could be made does not unmake the memory.
func (t *turn) acceptClosing(checked *plan.Plan, result *plan.Result) {
	for _, tool := range result.Tools {
		if tool.State != plan.Success {
			t.degrade(leftOut(tool.Script))
		}
	}
	t.accept(result)
	t.add(event.PlanSettled, event.Data{
		"part": "closing", "attempts": 1, "fallback": false, "plan": documentTree(checked), "result": resultTree(result),
	})
}

// leftOut says for the player what a failed step of the closing plan means.
func leftOut(script plan.ScriptRef) string {
	return "The skill \"" + string(script.Skill) + "\" failed and is left out of this turn."
}

// keep keeps the turn's memory where no skill did.
func (t *turn) keep(kept memory, result *plan.Result) {
	if kept.trivial() || stored(result) {
		return
	}
	t.degrade("No memory skill answered, so the turn's summary is kept as it is.")
	data := event.Data{
		"memory": t.newID("memory"), "knower": string(event.Player), "summary": kept.Summary,
		"significance": kept.Significance, "characters": kept.Characters, "tags": kept.Tags, "source": "narrative",
	}
	setText(data, "place", kept.Place)
	setText(data, "topic", kept.Topic)
	setText(data, "episodic", kept.Episodic)
	t.add(event.MemoryKept, data)
}

// stored reports whether a step kept the memory.
func stored(result *plan.Result) bool {
	return result != nil && slices.ContainsFunc(result.Effects, func(e plan.Effect) bool { return e.Method == "memory.write" })
}

// fill is the choices to offer: those that were written, those that were made, and
// generic ones where there are too few.
func (t *turn) fill(written []Choice, result *plan.Result) []Choice {
	all := slices.Clone(written)
	for _, c := range t.madeChoices(result) {
		if len(all) < t.set.most && distinct(c, all) {
			all = append(all, c)
		}
	}
	if len(all) >= t.set.fewest {
		return all
	}
	if !choicesMade(result) {
		t.degrade("No choices could be made to measure, so general ones are offered.")
	}
	return filled(all, t.genericChoices(all), t.set.fewest)
}

// filled are choices with as many generic ones as are needed.
func filled(all, general []Choice, fewest int) []Choice {
	for _, c := range general {
		c.Text = prose.CleanLine(c.Text, longestChoice) // it has an author's names in it
		if len(all) < fewest && !unfit(c) && distinct(c, all) {
			all = append(all, c)
		}
	}
	return all
}

// choicesMade reports whether a skill could make choices, however few.
func choicesMade(result *plan.Result) bool {
	return result != nil && slices.ContainsFunc(result.Tools, func(tool plan.ToolResult) bool {
		_, made := tool.Output["choices"].([]any)
		return made && tool.State == plan.Success
	})
}

// madeChoices are those of player-choices, as far as they can be offered.
func (t *turn) madeChoices(result *plan.Result) []Choice {
	if result == nil {
		return nil
	}
	var all []Choice
	for i := range result.Tools {
		tool := &result.Tools[i]
		if tool.State != plan.Success {
			continue
		}
		list, _ := tool.Output["choices"].([]any)
		for _, item := range list {
			if o, ok := item.(strictjson.Object); ok {
				all = append(all, t.madeChoice(o))
			}
		}
	}
	return slices.DeleteFunc(all, unfit)
}

// unfit reports whether a choice that nobody wrote cannot be offered: it has no
// words, or no id that the story could keep, or it passes for one of an author's.
func unfit(c Choice) bool {
	_, _, authors := authorsID(c.ID)
	return event.CheckID(c.ID) != nil || c.Text == "" || authors
}

// longestChoice is how many characters a choice has at most.
const longestChoice = 240

func (t *turn) madeChoice(o strictjson.Object) Choice {
	return Choice{
		ID: prose.CleanLine(textOf(o["id"]), 128), Text: prose.CleanLine(textOf(o["text"]), longestChoice), Source: made,
		Kind: prose.CleanLine(textOf(o["kind"]), 32), Difficulty: prose.CleanLine(textOf(o["difficulty"]), 60),
		Hint: prose.CleanLine(textOf(o["hint"]), 160), Because: t.grounds(texts(o["because"])),
	}
}
