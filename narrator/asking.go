package narrator

import (
	"slices"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/prose/prompt"
)

// An Asking is what a model is asked between two turns: a task, its prompt, and the form of the answer.
type Asking struct {
	Task     string // by which the settings name who is asked
	Prompt   string // which prompt, with its version: whoever changes the words of it counts on
	Messages []model.Message
	Sections []generation.Section // what the messages are made of, and what there was no room for
	Form     model.Form
	Tokens   int // at most
	Stop     []string
}

// prompted has an asking have the messages of its orders and of the parts that there is room for.
func (a Asking) prompted(orders string, most int, parts []prompt.Part) Asking {
	a.Sections = slices.Concat(
		generation.SectionsOf(model.System, []prompt.Part{{Section: "orders", Tier: prompt.Must, Text: orders}}, []bool{true}),
		generation.SectionsOf(model.User, parts, prompt.Fits(most, parts)))
	a.Messages = generation.MessagesOf(a.Sections)
	return a
}
