package kit

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/narratoria/narratoria/protocol"
)

// Prompt is what a model is told, for [Invocation.Generate]. It is told nothing else: who the
// player is, where the story stands and who speaks, a script has to say itself, from what it was given and has read.
type Prompt struct {
	// Task is what the text is for, in small letters and hyphens: by it users name who writes such texts. "" for any.
	Task string
	// Version is for people which prompt of the script's it is, in small letters, digits, hyphens and slashes, such as "speech/1": whoever changes its words
	// counts on. "" where it does not say.
	Version string
	System  string // what it is and how it writes, where that is to be said
	Text    string // what it is asked
	// Messages are what it is told instead, where one question is not all.
	Messages []Message
	// Sections are what it is told instead, part by part, so that people can see of which parts the prompt is made, and
	// what there was no room for. System stands before them as the section "orders".
	Sections []Section

	// PromptTokens is of how many tokens the Sections may be, as the model counts them, 0 for any: the host leaves out those that are needed least by
	// their tiers, and says so to people. It counts three bytes a token where the model does not count.
	PromptTokens int

	// Considered is what was looked at for it, for people: the model is told nothing of that.
	Considered []Candidate

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

// Section is a part of a prompt. Parts of one role that stand together are one message.
type Section struct {
	Name    string `json:"name"`           // which part, in small letters, digits and hyphens
	Role    string `json:"role"`           // as a message's
	Tier    string `json:"tier,omitempty"` // must, should or nice; "" where there are none
	Text    string `json:"text"`
	Dropped string `json:"dropped,omitempty"` // why the model is not told it; "" where it is
}

// Candidate is something that was looked at for a prompt, such as a memory.
type Candidate struct {
	Kind    string                 `json:"kind"` // in small letters, digits and hyphens
	Text    string                 `json:"text"`
	Scores  map[string]Thousandths `json:"scores,omitempty"`  // by their names, at most 8, from -1000 to 1000
	Dropped string                 `json:"dropped,omitempty"` // why it is not in the prompt; "" where it is
	Section int                    `json:"section,omitempty"` // which of the sections holds it, from 1: it is left out where that is; 0 for none
}

// Generated is what a model wrote. It is a stranger's: it may say anything.
type Generated struct {
	Text   string          `json:"text"`  // "" with a schema
	Value  json.RawMessage `json:"value"` // nil without one
	Call   int64           `json:"call"`  // which call it was, for [Invocation.Made]
	End    string          `json:"end"`   // stop, or length where it has as many tokens as it may have
	By     string          `json:"by"`    // which model, for people
	Tokens struct {
		Prompt int `json:"prompt"`
		Text   int `json:"text"`
	} `json:"tokens"` // 0 where nobody counted
}

func (p Prompt) params() protocol.Object {
	params := protocol.Object{}
	switch messages := p.Messages; {
	case len(p.Sections) > 0 && p.System != "":
		params["sections"] = append([]Section{{Name: "orders", Role: "system", Tier: "must", Text: p.System}}, p.Sections...)
		p.Considered = behind(p.Considered)
	case len(p.Sections) > 0:
		params["sections"] = p.Sections
	default:
		if len(messages) == 0 {
			messages = []Message{{"user", p.Text}}
		}
		if p.System != "" {
			messages = append([]Message{{"system", p.System}}, messages...)
		}
		params["messages"] = messages
	}
	if len(p.Considered) > 0 {
		params["considered"] = p.Considered
	}
	put(params, "promptTokens", p.PromptTokens)
	put(params, "task", p.Task)
	put(params, "version", p.Version)
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

// behind are candidates whose sections stand behind one more.
func behind(considered []Candidate) []Candidate {
	considered = slices.Clone(considered)
	for i := range considered {
		if considered[i].Section > 0 {
			considered[i].Section++
		}
	}
	return considered
}

// Generate has a model write a text. It needs the permission generate, and fails with
// [CodeUnavailable] where there is no model, or it wrote nothing that could be used: a script that
// has something else to say says that then. [Invocation.Has] tells beforehand whether there is a model. Ending
// ctx ends no call; the host ends one in time for the script to go on.
func (inv *Invocation) Generate(ctx context.Context, p Prompt) (written Generated, err error) {
	err = inv.callInto(ctx, "generate", p.params(), &written)
	return written, err
}

// Made is what a script made of a text that it was given.
type Made string

// What there is.
const (
	Used    Made = "used"    // all of it
	Mended  Made = "mended"  // a part of it
	Refused Made = "refused" // nothing
)

// Made says for people what came of a text that Generate gave, why, and what was left out of it, a phrase each; of a text
// that was used neither is said. It may be said again: the last counts. Nothing follows from it, so a script need not look at
// the error. It needs the permission generate.
func (inv *Invocation) Made(ctx context.Context, of Generated, as Made, why string, left ...string) error {
	params := protocol.Object{"call": of.Call, "as": string(as)}
	put(params, "why", why)
	putList(params, "left", left)
	_, err := inv.Call(ctx, "generate.made", params)
	return err
}
