package plan

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// Check reads a plan document. The plan is nil exactly when the problems hold
// more than warnings; a document that is accepted is safe to carry out whoever
// wrote it.
//
// A document over its limits is refused for that alone. Next come syntax and
// schema, all that is wrong at once; then, again all at once, what a schema
// cannot say: ids that stand twice, dependencies on nothing or in a circle, and
// names that no registered script has. The file is only named in problems. Check
// keeps nothing of data.
func Check(file string, data []byte, catalogue *Catalogue, opts Options) (*Plan, Problems) {
	opts = opts.withDefaults()
	if problems := overLimit(file, data, opts); problems != nil {
		return nil, problems
	}
	data = withID(data, opts.NewID)
	tree, problems := contracts.Validate(contracts.PlanJSON, file, data)
	if problems.Err() != nil {
		return nil, problems
	}
	c := newChecker(tree.(protocol.Object), catalogue)
	c.checkIDs()
	c.checkDependencies()
	c.checkCycles()
	c.checkScripts()
	if len(c.problems) > 0 {
		return nil, append(problems, c.located(file, data)...)
	}
	return c.plan(), problems
}

// withID adds a requestId to a document without one. It stands at the end, where
// it moves nothing that a problem may point to.
func withID(data []byte, newID func() ID) []byte {
	if newID == nil {
		return data
	}
	object, err := strictjson.ParseObject(data)
	if _, has := object["requestId"]; err != nil || has {
		return data
	}
	member := strictjson.Append([]byte(`"requestId":`), newID())
	if len(object) > 0 {
		member = append([]byte(","), member...)
	}
	end := bytes.LastIndexByte(data, '}')
	return slices.Concat(data[:end], member, data[end:])
}

// checker holds a document that satisfies the schema while the rest of it is
// checked.
type checker struct {
	document  protocol.Object
	catalogue *Catalogue
	disabled  []SkillName
	drafts    []draft
	first     map[ToolID]int // where an id stands first in the document
	needs     needs
	problems  Problems
}

// draft is a tool that has not been checked.
type draft struct {
	Step
	toolPath string
	retry    protocol.Object // retryPolicy as it stands, or nil
	known    Script
}

func newChecker(document protocol.Object, catalogue *Catalogue) *checker {
	c := &checker{document: document, first: map[ToolID]int{}}
	c.disabled = strictjson.AsStrings[SkillName](document["disabledSkills"])
	c.catalogue = catalogue.Without(c.disabled)
	tools, _ := document["tools"].([]any)
	for _, tool := range tools {
		c.drafts = append(c.drafts, readDraft(tool.(protocol.Object)))
	}
	c.needs = make(needs, len(c.drafts))
	return c
}

func readDraft(tool protocol.Object) draft {
	d := draft{toolPath: strictjson.AsString(tool["toolPath"])}
	d.ID = ToolID(strictjson.AsString(tool["toolId"]))
	d.Input, _ = tool["input"].(protocol.Object)
	if d.Input == nil {
		d.Input = protocol.Object{}
	}
	d.Dependencies = strictjson.AsStrings[ToolID](tool["dependencies"])
	d.Required = strictjson.AsBool(tool["required"], true)
	d.Async = strictjson.AsBool(tool["async"], false)
	d.retry, _ = tool["retryPolicy"].(protocol.Object)
	return d
}

func (c *checker) checkIDs() {
	for i, d := range c.drafts {
		at, taken := c.first[d.ID]
		if !taken {
			c.first[d.ID] = i
			continue
		}
		c.report(toolPointer(i, "toolId"), contracts.Problem{
			Kind:     contracts.Duplicate,
			Message:  fmt.Sprintf("toolId %s is taken by /tools/%d", quote(d.ID), at),
			Expected: "an id of its own for each tool",
		})
	}
}

func (c *checker) checkDependencies() {
	for i, d := range c.drafts {
		for j, on := range d.Dependencies {
			if problem := c.dependency(d.ID, on); problem != nil {
				c.report(dependencyPointer(i, j), *problem)
			} else {
				c.needs[i] = append(c.needs[i], c.first[on])
			}
		}
	}
}

// dependency is what is wrong with one entry of a tool's dependencies, or nil.
func (c *checker) dependency(id, on ToolID) *contracts.Problem {
	_, known := c.first[on]
	switch {
	case on == id:
		return &contracts.Problem{
			Kind:    contracts.Cycle,
			Message: fmt.Sprintf("tool %s needs itself: %s", quote(on), circle([]ToolID{on})),
		}
	case !known:
		return &contracts.Problem{
			Kind:     contracts.UnknownName,
			Message:  fmt.Sprintf("tool %s needs %s, and no tool of this plan has that toolId", quote(id), quote(on)),
			Expected: "the toolId of another tool",
			Nearest:  nearest.Name(string(on), c.otherIDs(id)),
		}
	}
	return nil
}

func (c *checker) otherIDs(id ToolID) []string {
	var others []string
	for _, d := range c.drafts {
		if d.ID != id {
			others = append(others, string(d.ID))
		}
	}
	return others
}

func (c *checker) checkCycles() {
	for _, cycle := range c.needs.cycles() {
		ids := make([]ToolID, len(cycle))
		for i, step := range cycle {
			ids[i] = c.drafts[step].ID
		}
		closing := slices.Index(c.drafts[cycle[0]].Dependencies, ids[1])
		c.report(dependencyPointer(cycle[0], closing), contracts.Problem{
			Kind:    contracts.Cycle,
			Message: "dependencies close a circle, each tool needing the next: " + circle(ids),
		})
	}
}

// circle is the path of a cycle from its first tool back to it.
func circle(ids []ToolID) string {
	var b strings.Builder
	for _, id := range ids {
		b.WriteString(string(id) + " -> ")
	}
	return b.String() + string(ids[0])
}

func (c *checker) checkScripts() {
	for i := range c.drafts {
		script, problem := c.catalogue.Resolve(c.drafts[i].toolPath)
		if problem != nil {
			c.report(toolPointer(i, "toolPath"), *problem)
			continue
		}
		c.drafts[i].known, c.drafts[i].Script = script, script.Ref
	}
}

func (c *checker) report(pointer string, problem contracts.Problem) {
	problem.Pointer = pointer
	c.problems = append(c.problems, problem)
}

// located are the problems with file, line and column, in the document's order.
func (c *checker) located(file string, data []byte) Problems {
	for i := range c.problems {
		c.problems[i].File = file
	}
	c.problems.Locate(data)
	return c.problems
}

// plan freezes what has passed every check.
func (c *checker) plan() *Plan {
	c.countOccurrences()
	metadata, _ := c.document["metadata"].(protocol.Object)
	p := &Plan{
		id:        ID(strictjson.AsString(c.document["requestId"])),
		narrative: strictjson.AsString(c.document["narrative"]),
		parallel:  strictjson.AsBool(c.document["parallel"], false),
		disabled:  c.disabled,
		attempt:   int(strictjson.AsIntegerOr(metadata["generationAttempt"], 1)),
		parent:    ID(strictjson.AsString(metadata["parentPlanId"])),
		steps:     make([]Step, len(c.drafts)),
		position:  make(map[ToolID]int, len(c.drafts)),
	}
	for position, at := range c.needs.order() {
		step := c.drafts[at].Step
		step.Retry = retryOf(c.drafts[at].retry, c.drafts[at].known.Retry)
		p.steps[position], p.position[step.ID] = step, position
	}
	return p
}

func (c *checker) countOccurrences() {
	steps := map[ScriptRef]int{}
	for i := range c.drafts {
		steps[c.drafts[i].Script]++
	}
	seen := map[string]int{}
	for i := range c.drafts {
		d := &c.drafts[i]
		if steps[d.Script] == 1 {
			continue // whatever its input is
		}
		same := string(strictjson.Append([]byte(d.Script.String()+" "), d.Input))
		d.Occurrence = seen[same]
		seen[same]++
	}
}

// retryOf fills what a plan's retryPolicy leaves open from the manifest's, and
// what both leave open from the default.
func retryOf(given protocol.Object, manifest *RetryPolicy) RetryPolicy {
	retry := DefaultRetry
	if manifest != nil {
		retry = *manifest
	}
	retry.MaxRetries = int(strictjson.AsIntegerOr(given["maxRetries"], int64(retry.MaxRetries)))
	wait := strictjson.AsIntegerOr(given["backoffMs"], retry.Backoff.Milliseconds())
	retry.Backoff = time.Duration(min(wait, MaxBackoff.Milliseconds())) * time.Millisecond
	return retry
}

func toolPointer(tool int, field string) string { return fmt.Sprintf("/tools/%d/%s", tool, field) }

func dependencyPointer(tool, dependency int) string {
	return fmt.Sprintf("/tools/%d/dependencies/%d", tool, dependency)
}
