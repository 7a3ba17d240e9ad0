package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// close ends a turn: the choices that follow are made.
func (t *turn) close(ctx context.Context) {
	open := t.w.offers(t.state())
	if t.ended() {
		t.offerEvent(nil)
	} else {
		written := t.authoredChoices(slices.ContainsFunc(open, func(o offer) bool { return o.Answered }))
		want, sent := t.toMake(len(written), open)
		written = t.foretold(written)
		result := t.runClosing(ctx, written, want, sent)
		t.offerEvent(t.fill(written, open, t.made(result, want, sent), choicesMade(result)))
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
		if beat, ok := t.c.Beat(beatID); ok && written[i].Kind == event.Checked {
			if choice, ok := beat.Choice(id); ok {
				written[i].Difficulty = t.odds(beat, choice)
			}
		}
	}
	return written
}

// ended reports whether the story ends with this turn.
func (t *turn) ended() bool { return t.ending != "" }

// runClosing has choices made over the settled state; nil when there are none to make or
// it could not be.
func (t *turn) runClosing(ctx context.Context, written []Choice, want int, from []offer) *plan.Result {
	t.g.progress("choosing")
	if want <= 0 {
		return nil
	}
	catalogue := t.g.selectable()
	in := narrator.ClosingInput{Choices: t.choicesInput(choiceTexts(written), want, from)}
	result, checked := t.runFixed(ctx, event.ClosingPart, "", narrator.Closing(catalogue, in), catalogue)
	if result != nil {
		t.acceptFixed(event.ClosingPart, checked, result)
	}
	return result
}

// toMake is how many choices are to be made beside those that were written, and of which
// of the offers there are. Where these are enough, one is made only if an author wrote what
// comes of it: else it would lead away from a moment for nothing.
func (t *turn) toMake(written int, open []offer) (want int, from []offer) {
	want = t.set.most - written
	if written < t.set.fewest {
		return want, worthMost(open)
	}
	from = slices.DeleteFunc(slices.Clone(open), func(o offer) bool { return !o.Answered })
	return min(want, 1, len(from)), worthMost(from)
}

// fill is the choices to offer: those that were written, those that were made, and
// generic ones where there are too few. Which they are, no skill's words decide.
func (t *turn) fill(written []Choice, open []offer, made []Choice, answered bool) []Choice {
	all, names := slices.Clone(written), newNamer(t.w, t.view(), open)
	for _, c := range made {
		if len(all) < t.set.most && names.unlike(c, all) {
			all = append(all, c)
		}
	}
	if len(all) < t.set.fewest {
		if !answered {
			t.degrade("No choices could be made to measure, so general ones are offered.")
		}
		all = names.filled(all, names.genericChoices(open, int(t.state().Turn.Number), all), t.set.fewest)
	}
	return names.toldApart(all)
}

// filled are choices with as many generic ones as are needed.
func (n *namer) filled(all, general []Choice, fewest int) []Choice {
	for _, c := range general {
		if len(all) < fewest && n.unlike(c, all) {
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

// made are the choices of player-choices: of those that it was given, as many as were
// wanted, each once. A choice means what its id says: words that cannot be used become the
// plain ones.
func (t *turn) made(result *plan.Result, want int, sent []offer) []Choice {
	if result == nil {
		return nil
	}
	byID, taken, names := map[string]offer{}, map[string]bool{}, newNamer(t.w, t.view(), sent)
	for _, o := range sent {
		byID[o.ID()] = o
	}
	var all []Choice
	for _, o := range choiceObjects(result) {
		id := textOf(o["id"])
		of, possible := byID[id]
		switch {
		case !possible:
			t.degrade("A skill made choices that were not among those possible; they are left out.")
		case taken[id]:
			t.trouble(fmt.Errorf("the choice %q was made twice; it is offered once", id))
		case len(all) < want:
			taken[id] = true
			all = append(all, t.madeChoice(of, o, names))
		}
	}
	return all
}

// choiceObjects are the choices that steps made, as they gave them; an empty object for
// what is none.
func choiceObjects(result *plan.Result) []strictjson.Object {
	var all []strictjson.Object
	for i := range result.Tools {
		list, _ := result.Tools[i].Output["choices"].([]any)
		if result.Tools[i].State != plan.Success {
			continue
		}
		for _, item := range list {
			o, _ := item.(strictjson.Object)
			all = append(all, o)
		}
	}
	return all
}

// longestChoice is how many characters a choice has at most.
const longestChoice = 240

// madeChoice is an offer in a skill's words.
func (t *turn) madeChoice(of offer, o strictjson.Object, names *namer) Choice {
	text := textOf(o["text"])
	if cleaned := prose.CleanLine(text, longestChoice); len(text) <= longestWords && usable(cleaned) {
		text = cleaned
	} else {
		t.trouble(fmt.Errorf("the words for the choice %q cannot be used; the plain ones are shown", of.ID()))
		text = names.say(of.Action)
	}
	return Choice{
		ID: of.ID(), Action: of.Action, Text: text, Source: event.Made, Kind: event.ChoiceKind(of.Kind),
		Difficulty: prose.CleanLine(textOf(o["difficulty"]), 60), Hint: prose.CleanLine(textOf(o["hint"]), 160),
		Because: grounds(t.view(), texts(o["because"])),
	}
}

// longestWords is how many bytes of words are looked at before they count as none.
const longestWords = 4 << 10

// usable reports whether a line has a letter in it, and more than one word: one word
// alone may be a command of the prompt or an id, and tells nobody what it will do.
func usable(line string) bool {
	return strings.ContainsFunc(line, unicode.IsLetter) && strings.Contains(line, " ")
}
