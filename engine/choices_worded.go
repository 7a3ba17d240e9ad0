package engine

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

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
func (t *closing) made(result *plan.Result, want int, sent []world.Offer) []Choice {
	if result == nil {
		return nil
	}
	byID, taken, names := map[string]world.Offer{}, map[string]bool{}, t.sight().Names(sent)
	for _, o := range sent {
		byID[o.ID()] = o
	}
	var all []Choice
	for _, o := range choiceObjects(result) {
		id := strictjson.AsString(o["id"])
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
		if result.Tools[i].State != plan.Success {
			continue
		}
		for _, item := range strictjson.AsList(result.Tools[i].Output["choices"]) {
			all = append(all, strictjson.AsObject(item))
		}
	}
	return all
}

// madeChoice is an offer in a skill's words.
func (t *closing) madeChoice(of world.Offer, o strictjson.Object, names *world.Names) Choice {
	text := strictjson.AsString(o["text"])
	if cleaned := prose.CleanLine(text, world.LongestChoice); len(text) <= longestWords && usable(cleaned) {
		text = cleaned
	} else {
		t.trouble(fmt.Errorf("the words for the choice %q cannot be used; the plain ones are shown", of.ID()))
		text = names.Say(of.Action)
	}
	return Choice{
		ID: of.ID(), Action: of.Action, Text: text, Source: event.Made, Kind: event.ChoiceKind(of.Kind),
		Difficulty: prose.CleanLine(strictjson.AsString(o["difficulty"]), 60), Hint: prose.CleanLine(strictjson.AsString(o["hint"]), 160),
		Because: grounds(t.view(), strictjson.AsStrings[string](o["because"])),
	}
}

// longestWords is how many bytes of words are looked at before they count as none.
const longestWords = 4 << 10

// usable reports whether a line has a letter in it, and more than one word: one word
// alone may be a command of the prompt or an id, and tells nobody what it will do.
func usable(line string) bool {
	return strings.ContainsFunc(line, unicode.IsLetter) && strings.Contains(line, " ")
}

// genericChoices are what there is to choose from when no skill made choices: of offers, the
// best first, one of each kind, and then others.
func (n naming) genericChoices(open []world.Offer) []Choice {
	var choices, others []Choice
	kinds := map[action.Kind]bool{}
	for _, o := range open {
		if kinds[o.Kind] {
			others = append(others, n.generic(o))
			continue
		}
		kinds[o.Kind] = true
		choices = append(choices, n.generic(o))
	}
	return append(choices, others...)
}

// generic is an offer in plain words.
func (n naming) generic(o world.Offer) Choice {
	return Choice{ID: o.ID(), Action: o.Action, Text: n.Say(o.Action), Source: event.Generic, Kind: event.ChoiceKind(o.Kind)}
}
