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

// maxParts is how many schemas and enum values a configuration schema may unfold
// to: an upper bound of the work for each value checked against it.
const maxParts = 2000

// maxPattern is how many instructions a pattern may compile to: an upper bound of
// the work for each character matched against it.
const maxPattern = 1000

// examine looks for what the meta-schema cannot see.
func examine(file string, raw strictjson.Object) Problems {
	x := examination{file: file, root: raw, sizes: map[string]int{}}
	x.patterns(part{schema: raw})
	if x.size(part{schema: raw}) > maxParts && len(x.problems) == 0 {
		x.report(nil, Limit, "the schema unfolds to too many parts", atMost(maxParts))
	}
	return x.problems
}

type examination struct {
	file     string
	root     strictjson.Object
	sizes    map[string]int // by reference; unfinished while it is being measured
	problems Problems
}

const unfinished = -1

func (x *examination) report(path []string, kind Kind, message, expected string) *Problem {
	x.problems = append(x.problems, Problem{File: x.file, Pointer: pointer(path), Kind: kind, Message: message, Expected: expected})
	return &x.problems[len(x.problems)-1]
}

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
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		x.report(path, BadValue, fmt.Sprintf("%s is no regular expression: %v", show(text), err), "one of the RE2 kind")
		return
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(program.Inst) > maxPattern {
		x.report(path, Limit, "the pattern "+show(text)+" is too large", "fewer or smaller repetitions")
	}
}

// size is how many parts a schema unfolds to, counted no further than is needed
// to know that they are too many.
func (x *examination) size(p part) int {
	values, _ := p.schema["enum"].([]any)
	size := 1 + len(values)
	if ref, ok := p.schema["$ref"].(string); ok {
		size += x.sizeOfReference(append(slices.Clone(p.path), "$ref"), ref)
	}
	for _, inner := range p.parts() {
		if !isDefinition(p, inner) {
			size += x.size(inner)
		}
	}
	return min(size, maxParts+1)
}

// isDefinition tells parts that apply only where they are referred to.
func isDefinition(outer, inner part) bool {
	keyword := inner.path[len(outer.path)]
	return keyword == "$defs" || keyword == "definitions"
}

func (x *examination) sizeOfReference(path []string, ref string) int {
	size, known := x.sizes[ref]
	switch {
	case size == unfinished:
		x.report(path, Cycle, fmt.Sprintf("the reference %q leads back to itself", ref), "")
		return 0
	case known:
		return size
	}
	target, ok := x.target(path, ref)
	if !ok {
		return 0
	}
	x.sizes[ref] = unfinished
	x.sizes[ref] = x.size(target)
	return x.sizes[ref]
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
