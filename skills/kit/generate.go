package kit

import (
	"context"
	"encoding/json"

	"github.com/narratoria/narratoria/protocol"
)

// Prompt is what a model is told, for [Invocation.Generate]. It is told nothing else: who the
// player is, where the story stands and who speaks, a script has to say itself, from what it was given and has read.
type Prompt struct {
	// Task is what the text is for, in small letters and hyphens: by it users name who writes such texts. "" for any.
	Task   string
	System string // what it is and how it writes, where that is to be said
	Text   string // what it is asked
	// Messages are what it is told instead, where one question is not all.
	Messages []Message

	MaxTokens int          // of the text, 1 to 2048; 0 for 256
	Stop      []string     // ends the text where one of them would begin
	Schema    any          // a JSON Schema of an object, which the answer is then; nil for a text
	Heat      *Thousandths // how far from the likeliest word it may go, 0 to 2; nil for 0.7
}

// Message is one of a conversation.
type Message struct {
	Role string `json:"role"` // system, user or assistant
	Text string `json:"text"`
}

// Generated is what a model wrote. It is a stranger's: it may say anything.
type Generated struct {
	Text   string          `json:"text"`  // "" with a schema
	Value  json.RawMessage `json:"value"` // nil without one
	End    string          `json:"end"`   // stop, or length where it has as many tokens as it may have
	By     string          `json:"by"`    // which model, for people
	Tokens struct {
		Prompt int `json:"prompt"`
		Text   int `json:"text"`
	} `json:"tokens"` // 0 where nobody counted
}

func (p Prompt) params() protocol.Object {
	params := protocol.Object{}
	messages := p.Messages
	if len(messages) == 0 {
		messages = []Message{{"user", p.Text}}
	}
	if p.System != "" {
		messages = append([]Message{{"system", p.System}}, messages...)
	}
	params["messages"] = messages
	put(params, "task", p.Task)
	put(params, "maxTokens", p.MaxTokens)
	putList(params, "stop", p.Stop)
	if p.Schema != nil {
		params["schema"] = p.Schema
	}
	if p.Heat != nil {
		params["heat"] = *p.Heat
	}
	return params
}

// Generate has a model write a text. It needs the permission generate, and fails with
// [CodeUnavailable] where there is no model, or it wrote nothing that could be used: a script that
// has something else to say says that then. [Invocation.Has] tells beforehand whether there is a model. Ending
// ctx ends no call; the host ends one in time for the script to go on.
func (inv *Invocation) Generate(ctx context.Context, p Prompt) (written Generated, err error) {
	err = inv.callInto(ctx, "generate", p.params(), &written)
	return written, err
}
