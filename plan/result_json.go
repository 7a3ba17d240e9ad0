package plan

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// JSON is the execution result as the specification's section 2.2.4 lays it
// down, on one line and with sorted keys. Without timings every duration prints
// as 0 and events lose their timestamps, so that two runs of one seed can be
// compared byte for byte.
func (r *Result) JSON(timings bool) []byte {
	var text bytes.Buffer
	_ = r.WriteJSON(&text, timings) // a buffer takes everything
	return text.Bytes()
}

// WriteJSON writes what [Result.JSON] gives, piece by piece: as one text it may have many
// times the memory of what it tells.
func (r *Result) WriteJSON(w io.Writer, timings bool) error {
	p := printer{timings: timings}
	tree := protocol.Object{
		"planId":          stringOrNull(r.PlanID),
		"success":         r.Success,
		"canReplan":       r.CanReplan,
		"failedTools":     strictjson.FromStrings(r.Failed),
		"disabledSkills":  strictjson.FromStrings(r.Disabled),
		"executionTimeMs": p.milliseconds(r.Duration),
		"attemptNumber":   max(r.Attempt, 1),
	}
	strictjson.PutList(tree, "problems", trees(r.Problems, problemTree))
	strictjson.PutList(tree, "conflicts", strictjson.FromStrings(r.Conflicts))

	// Keys are sorted: these are the first two, and the tools the last.
	out := &pieces{to: w}
	out.text(`{"aggregatedAssets":[`)
	for i := range r.Assets {
		out.item(i, assetTree(r.Assets[i]))
	}
	out.text(`],"aggregatedState":{`)
	for i, key := range slices.Sorted(maps.Keys(r.State)) {
		out.item(i, key)
		out.text(":")
		out.value(r.State[key])
	}
	out.text("},")
	rest := strictjson.Encode(tree)
	out.text(string(rest[1 : len(rest)-1]))
	out.text(`,"toolResults":[`)
	for i := range r.Tools {
		out.item(i, p.tool(r.Tools[i]))
	}
	out.text("]}")
	return out.flush(0)
}

// pieces writes a text when some of it has come together.
type pieces struct {
	to   io.Writer
	made []byte
	err  error
}

const pieceSize = 32 << 10

func (p *pieces) text(text string) { p.made = append(p.made, text...) }

func (p *pieces) value(tree any) {
	p.made = strictjson.Append(p.made, tree)
	_ = p.flush(pieceSize) // an error stays
}

// item is the i-th value of a list.
func (p *pieces) item(i int, tree any) {
	if i > 0 {
		p.text(",")
	}
	p.value(tree)
}

// flush writes what has come together if it is more than so many bytes.
func (p *pieces) flush(most int) error {
	if len(p.made) > most && p.err == nil {
		_, p.err = p.to.Write(p.made)
	}
	if len(p.made) > most {
		p.made = p.made[:0]
	}
	return p.err
}

type printer struct{ timings bool }

func (p printer) milliseconds(d time.Duration) int64 {
	if !p.timings {
		return 0
	}
	return d.Milliseconds()
}

func (p printer) tool(r ToolResult) any {
	tree := protocol.Object{
		"toolId":          string(r.ToolID),
		"script":          r.Script.String(),
		"state":           string(r.State),
		"output":          nil,
		"events":          trees(r.Events, p.event),
		"executionTimeMs": p.milliseconds(r.Duration),
		"retryCount":      r.Retries,
	}
	if r.Output != nil {
		tree["output"] = r.Output
	}
	if r.Error != nil {
		tree["error"] = errorTree(r.Error)
	}
	strictjson.PutList(tree, "warnings", strictjson.FromStrings(r.Warnings))
	return tree
}

func (p printer) event(e protocol.Event) any {
	tree, err := eventTree(e)
	if err != nil { // an event of our own making that no reader would take
		return protocol.Object{"version": protocol.Version, "type": string(e.Type()), "unprintable": err.Error()}
	}
	if !p.timings {
		delete(tree, "timestamp")
	}
	return tree
}

func eventTree(e protocol.Event) (protocol.Object, error) {
	var line bytes.Buffer
	if err := protocol.NewWriter(&line).Write(e); err != nil {
		return nil, err
	}
	return strictjson.ParseObject(line.Bytes())
}

func errorTree(e *ToolError) protocol.Object {
	tree := protocol.Object{
		"code":     e.Code,
		"message":  e.Message,
		"category": string(e.Category),
	}
	if e.Details != nil {
		tree["details"] = e.Details
	}
	strictjson.Put(tree, "rootCause", string(e.RootCause))
	return tree
}

func assetTree(a Asset) any {
	tree := protocol.Object{
		"assetId":   a.AssetID,
		"kind":      a.Kind,
		"mediaType": a.MediaType,
		"path":      a.Path,
		"size":      a.Size,
		"toolId":    string(a.Tool),
	}
	strictjson.Put(tree, "sha256", a.SHA256)
	if a.Metadata != nil {
		tree["metadata"] = a.Metadata
	}
	if a.Placeholder {
		tree["placeholder"] = true
	}
	return tree
}

// ProblemsJSON is what a planner repairs its plan from, an array in the form of
// an execution result's problems.
func ProblemsJSON(problems Problems) []byte {
	return strictjson.Encode(trees(problems, problemTree))
}

// problemTree has the fields of a [contracts.Problem], less those that say
// nothing.
func problemTree(p contracts.Problem) any {
	tree := protocol.Object{"kind": string(p.Kind), "message": p.Message, "pointer": p.Pointer}
	strictjson.Put(tree, "file", p.File)
	strictjson.Put(tree, "expected", p.Expected)
	strictjson.Put(tree, "nearest", p.Nearest)
	if p.Line > 0 {
		tree["line"], tree["column"] = p.Line, p.Column
	}
	if p.Warning {
		tree["warning"] = true
	}
	if p.Kind == contracts.Cycle {
		tree["category"] = string(CircularDependency) // the one category that no tool can have
	}
	strictjson.PutList(tree, "causes", trees(p.Causes, problemTree))
	return tree
}

func trees[T any](list []T, tree func(T) any) []any {
	all := make([]any, len(list))
	for i, item := range list {
		all[i] = tree(item)
	}
	return all
}
