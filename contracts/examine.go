package contracts

import (
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"strconv"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A part is one schema inside another, and the way to it.
type part struct {
	path   []string
	schema strictjson.Object
}

// parts lists the schemas directly inside one, in a fixed order.
func (p part) parts() []part {
	var all []part
	add := func(v any, tokens ...string) {
		if schema, ok := v.(strictjson.Object); ok {
			all = append(all, part{append(slices.Clone(p.path), tokens...), schema})
		}
	}
	for _, keyword := range mapsOfSchemas {
		object, _ := p.schema[keyword].(strictjson.Object)
		for _, name := range slices.Sorted(maps.Keys(object)) {
			add(object[name], keyword, name)
		}
	}
	for _, keyword := range listsOfSchemas {
		list, _ := p.schema[keyword].([]any)
		for i, v := range list {
			add(v, keyword, strconv.Itoa(i))
		}
	}
	for _, keyword := range soleSchemas {
		add(p.schema[keyword], keyword)
	}
	return all
}

// A schema of a stranger's is measured before anything is held to it.
const (
	// maxParts is how many schemas and enum values it may unfold to: an upper bound of the
	// work for each value checked against it.
	maxParts = 2000
	// maxPattern is how many instructions a pattern may compile to, and maxPatterns how many
	// all of them together.
	maxPattern, maxPatterns = 1000, 100_000
)

// An extent is how much of a schema there may be to hold something to.
type extent struct {
	parts        int // that it unfolds to, no further than is needed to know that they are too many
	instructions int // of patterns that one character of a text or a name may meet at the most
}

// examine looks for what the meta-schema cannot see, and measures the schema.
func examine(file string, raw strictjson.Object) (extent, Problems) {
	x := examination{file: file, root: raw, extents: map[string]extent{}, open: map[string]bool{}}
	x.patterns(part{schema: raw})
	all := x.extent(part{schema: raw})
	switch {
	case len(x.problems) > 0:
	case all.parts > maxParts:
		x.report(nil, Limit, "the schema unfolds to too many parts", atMost(maxParts))
	case x.instructions > maxPatterns:
		x.report(nil, Limit, "the patterns of the schema are too large together", "fewer of them, or smaller repetitions")
	}
	return all, x.problems
}

type examination struct {
	file         string
	root         strictjson.Object
	extents      map[string]extent // by reference
	open         map[string]bool   // the references that are being measured
	instructions int               // of all patterns as they stand there, each once
	problems     Problems
}

func (x *examination) report(path []string, kind Kind, message, expected string) *Problem {
	x.problems = append(x.problems, Problem{File: x.file, Pointer: pointer(path), Kind: kind, Message: message, Expected: expected})
	return &x.problems[len(x.problems)-1]
}

// full reports whether more is wrong than is listed: to find the name that is nearest to one
// takes time too.
func (x *examination) full() bool { return len(x.problems) >= MaxProblems }

// patterns checks the regular expressions of a schema and of all inside it,
// including those that stand as field names.
func (x *examination) patterns(p part) {
	if text, ok := p.schema["pattern"].(string); ok {
		x.pattern(append(slices.Clone(p.path), "pattern"), text)
	}
	fields, _ := p.schema["patternProperties"].(strictjson.Object)
	for _, text := range slices.Sorted(maps.Keys(fields)) {
		x.pattern(append(slices.Clone(p.path), "patternProperties", text), text)
	}
	for _, inner := range p.parts() {
		x.patterns(inner)
	}
}

func (x *examination) pattern(path []string, text string) {
	if x.full() {
		return
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		x.report(path, BadValue, fmt.Sprintf("%s is no regular expression: %v", show(text), err), "one of the RE2 kind")
		return
	}
	size := instructions(parsed)
	if size > maxPattern {
		x.report(path, Limit, "the pattern "+show(text)+" is too large", "fewer or smaller repetitions")
	}
	x.instructions = min(x.instructions+size, maxPatterns+1)
}

// extent measures a schema with all that it refers to. What stands in one of an object's
// settings meets the patterns of that one, and not those of the others.
func (x *examination) extent(p part) extent {
	values, _ := p.schema["enum"].([]any)
	parts := 1 + len(values)
	var text, name, here, setting, named, rest int
	if pattern, ok := p.schema["pattern"].(string); ok {
		text = instructionsOf(pattern)
	}
	if ref, ok := p.schema["$ref"].(string); ok {
		target := x.ofReference(append(slices.Clone(p.path), "$ref"), ref)
		parts, here = parts+target.parts, target.instructions
	}
	for _, inner := range p.parts() {
		if isDefinition(p, inner) {
			continue
		}
		e := x.extent(inner)
		parts = min(parts+e.parts, maxParts+1)
		switch way := inner.path[len(p.path):]; way[0] {
		case "properties":
			setting = max(setting, e.instructions)
		case "patternProperties":
			named, name = named+e.instructions, name+instructionsOf(way[1])
		case "additionalProperties", "items":
			rest = max(rest, e.instructions)
		default:
			here += e.instructions
		}
	}
	return extent{min(parts, maxParts+1), max(text, name, setting+named+rest) + here}
}

// isDefinition tells parts that apply only where they are referred to.
func isDefinition(outer, inner part) bool {
	keyword := inner.path[len(outer.path)]
	return keyword == "$defs" || keyword == "definitions"
}

func (x *examination) ofReference(path []string, ref string) extent {
	if x.full() {
		return extent{}
	}
	if x.open[ref] {
		x.report(path, Cycle, fmt.Sprintf("the reference %q leads back to itself", ref), "")
		return extent{}
	}
	if known, ok := x.extents[ref]; ok {
		return known
	}
	target, ok := x.target(path, ref)
	if !ok {
		return extent{}
	}
	x.open[ref] = true
	x.extents[ref] = x.extent(target)
	x.open[ref] = false
	return x.extents[ref]
}

// target is where a reference of the form the meta-schema allows leads:
// "#/$defs/NAME" or "#/definitions/NAME".
func (x *examination) target(path []string, ref string) (part, bool) {
	steps := pathOf(ref)
	definitions, _ := x.root[steps[0]].(strictjson.Object)
	switch target := definitions[steps[1]].(type) {
	case strictjson.Object:
		return part{steps, target}, true
	case bool:
		return part{steps, nil}, true
	}
	p := x.report(path, UnknownName, fmt.Sprintf("the reference %q leads nowhere", ref), "")
	if name := nearest.Name(steps[1], slices.Sorted(maps.Keys(definitions))); name != "" {
		p.Nearest = "#/" + steps[0] + "/" + name
	}
	return part{}, false
}
