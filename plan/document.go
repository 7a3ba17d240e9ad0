package plan

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// Document is a plan before its check: what planners written in Go fill in.
// Zero fields mean the specification's defaults. [Check] takes its [Document.JSON].
type Document struct {
	ID        ID
	Narrative string
	Tools     []Tool
	Parallel  bool
	Disabled  []SkillName
	Attempt   int // 0 counts as 1
	Parent    ID
}

// Tool is one entry of a [Document]'s tools.
type Tool struct {
	ID           ToolID
	Path         string // toolPath, a [ScriptRef.String]
	Input        protocol.Object
	Dependencies []ToolID
	Optional     bool // required: false
	Async        bool
	Retry        *RetryPolicy // in whole milliseconds; nil leaves the choice to the manifest
}

// JSON writes the document on one line, every field in it. Equal documents give
// equal bytes.
func (d Document) JSON() []byte {
	tools := make([]any, len(d.Tools))
	for i, tool := range d.Tools {
		tools[i] = tool.tree()
	}
	return strictjson.Encode(protocol.Object{
		"requestId":      string(d.ID),
		"narrative":      stringOrNull(d.Narrative),
		"tools":          tools,
		"parallel":       d.Parallel,
		"disabledSkills": strictjson.FromStrings(d.Disabled),
		"metadata": protocol.Object{
			"generationAttempt": max(d.Attempt, 1),
			"parentPlanId":      stringOrNull(d.Parent),
		},
	})
}

func (t Tool) tree() protocol.Object {
	input := t.Input
	if input == nil {
		input = protocol.Object{}
	}
	tree := protocol.Object{
		"toolId":       string(t.ID),
		"toolPath":     t.Path,
		"input":        input,
		"dependencies": strictjson.FromStrings(t.Dependencies),
		"required":     !t.Optional,
		"async":        t.Async,
	}
	if t.Retry != nil {
		tree["retryPolicy"] = protocol.Object{
			"maxRetries": t.Retry.MaxRetries,
			"backoffMs":  t.Retry.Backoff.Milliseconds(),
		}
	}
	return tree
}

// Document is the checked plan as a document again, its tools in plan order,
// every default filled in, every toolPath as "skill/script". It shares nothing
// with the plan.
func (p *Plan) Document() Document {
	tools := make([]Tool, len(p.steps))
	for i, step := range p.steps {
		tools[i] = step.tool()
	}
	return Document{
		ID: p.id, Narrative: p.narrative, Tools: tools, Parallel: p.parallel,
		Disabled: slices.Clone(p.disabled), Attempt: p.attempt, Parent: p.parent,
	}
}

func (s Step) tool() Tool {
	retry := s.Retry
	return Tool{
		ID: s.ID, Path: s.Script.String(), Input: strictjson.CloneObject(s.Input),
		Dependencies: slices.Clone(s.Dependencies), Optional: !s.Required, Async: s.Async, Retry: &retry,
	}
}

// DocumentID is the requestId that a document states, for the result of a plan
// that was refused. It is "" where no UUID can be read.
func DocumentID(data []byte) ID {
	id, _ := stated(data, "requestId").(string)
	const plainForm = 36 // uuid.Validate takes others too
	if len(id) != plainForm || uuid.Validate(id) != nil {
		return ""
	}
	return ID(id)
}

// DocumentAttempt is the attempt that a document says it is, for the same result:
// the first where it does not say, and the last where it goes beyond that.
func DocumentAttempt(data []byte) int {
	metadata, _ := stated(data, "metadata").(protocol.Object)
	return int(min(max(strictjson.AsIntegerOr(metadata["generationAttempt"], 1), 1), MaxAttempts))
}

// stated is one member of a document's object, or nil. The rest does not become a
// tree: it may be what the document was refused for.
func stated(data []byte, name string) (value any) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data))
	if open, err := dec.ReadToken(); err != nil || open.Kind() != '{' {
		return nil
	}
	for dec.PeekKind() == '"' {
		key, err := dec.ReadToken()
		if err == nil && key.String() == name {
			var text jsontext.Value
			if text, err = dec.ReadValue(); err == nil {
				value, err = strictjson.Parse(text)
			}
		} else if err == nil {
			err = dec.SkipValue()
		}
		if err != nil {
			return nil
		}
	}
	if _, err := dec.ReadToken(); err != nil { // the object does not end, or a name stands in it twice
		return nil
	}
	return value
}

func stringOrNull[T ~string](s T) any {
	if s == "" {
		return nil
	}
	return string(s)
}
