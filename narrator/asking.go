package narrator

import (
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

	orders string
	most   int // bytes of the parts
	parts  []prompt.Part
}

// prompted has an asking have the messages of its orders and of the parts that there is room for.
func (a Asking) prompted(orders string, most int, parts []prompt.Part) Asking {
	a.orders, a.most, a.parts = orders, most, parts
	return a.Counted(nil)
}

// Counted is an asking whose prompt has a third as many tokens as it may have bytes, as count counts them for whoever is asked; where
// nobody counts, or not in time, so that count is nil or gives nil, it is of bytes.
func (a Asking) Counted(count func(texts []string) []int) Asking {
	a.Sections = generation.Prompted(a.orders, a.most, a.parts, count)
	a.Messages = generation.MessagesOf(a.Sections)
	return a
}
