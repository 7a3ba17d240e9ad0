package llama

import (
	"slices"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
)

// A Template is how a model was taught to tell the messages of a conversation apart.
type Template string

// The templates. The list is closed.
const (
	Plain  Template = "plain"  // the texts, with an empty line between them: a prompt as it is, of one message
	Phi3   Template = "phi3"   // Phi-3 and Phi-3.5
	ChatML Template = "chatml" // Qwen, and many others
	Llama3 Template = "llama3"
	Gemma  Template = "gemma" // has no system: what that says is the beginning of what the user says
)

// Templates are all there are.
var Templates = []Template{Plain, Phi3, ChatML, Llama3, Gemma}

func (t Template) known() bool { return slices.Contains(Templates, t) }

// prompt is what a model reads that is to write the next message of the assistant.
func (t Template) prompt(messages []model.Message) []wire.Part {
	p := &prompt{}
	for i, m := range messages {
		role := string(m.Role)
		switch t {
		case Plain:
			if i > 0 {
				p.text("\n\n")
			}
			p.text(m.Text)
		case Phi3:
			p.special("<|" + role + "|>").text("\n" + m.Text).special("<|end|>").text("\n")
		case ChatML:
			p.special("<|im_start|>").text(role + "\n" + m.Text).special("<|im_end|>").text("\n")
		case Llama3:
			p.special("<|start_header_id|>").text(role).special("<|end_header_id|>").text("\n\n" + m.Text).special("<|eot_id|>")
		case Gemma:
			p.gemma(messages, i)
		}
	}
	switch t {
	case Phi3:
		p.special("<|assistant|>").text("\n")
	case ChatML:
		p.special("<|im_start|>").text("assistant\n")
	case Llama3:
		p.special("<|start_header_id|>").text("assistant").special("<|end_header_id|>").text("\n\n")
	case Gemma:
		p.special("<start_of_turn>").text("model\n")
	}
	return p.parts
}

// gemma adds one message of a model that knows the user and itself alone.
func (p *prompt) gemma(messages []model.Message, i int) {
	m := messages[i]
	role := "user"
	if m.Role == model.Assistant {
		role = "model"
	}
	follows := i > 0 && messages[i-1].Role == model.System && m.Role != model.Assistant
	if follows {
		p.text("\n\n" + m.Text)
	} else {
		p.special("<start_of_turn>").text(role + "\n" + m.Text)
	}
	if m.Role != model.System || i == len(messages)-1 || messages[i+1].Role == model.Assistant {
		p.special("<end_of_turn>").text("\n")
	}
}

// A prompt is put together of parts. Texts that follow each other are one, since a model's
// tokens may go over where they meet.
type prompt struct{ parts []wire.Part }

func (p *prompt) special(name string) *prompt {
	p.parts = append(p.parts, wire.Part{Text: name, Special: true})
	return p
}

func (p *prompt) text(text string) *prompt {
	if last := len(p.parts) - 1; last >= 0 && !p.parts[last].Special {
		p.parts[last].Text += text
	} else {
		p.parts = append(p.parts, wire.Part{Text: text})
	}
	return p
}
