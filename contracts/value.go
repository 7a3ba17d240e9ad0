package contracts

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// value reports a value that breaks one keyword.
func (e explainer) value(f fault) Problem {
	p := e.problem(f, e.kindOf(f), e.isValue(f))
	p.Expected = describe(e.schema.raw, e.schema.node(f))
	switch k := f.ErrorKind.(type) {
	case *kind.Enum:
		p.Nearest = nearestOf(k)
	case *kind.UniqueItems:
		return e.twice(f, k.Duplicates[1])
	case *kind.OneOf:
		p.Message, p.Expected = label(f.InstanceLocation)+" fits more than one form", "exactly one"
	case *kind.Not, *kind.FalseSchema:
		if p.Expected == "" {
			p.Message = label(f.InstanceLocation) + " is not allowed here"
		}
	case *kind.MinLength, *kind.MaxLength, *kind.MinItems, *kind.MaxItems, *kind.MinProperties, *kind.MaxProperties:
		p.Message, p.Expected = e.counted(f)
	default:
		if bound := bound(f); bound != "" && !e.schema.hasOwnWords(f) {
			p.Expected = bound
		}
	}
	return p
}

// twice reports an element that stands in an array of different ones again.
func (e explainer) twice(f fault, again int) Problem {
	list, _ := at(e.document, f.InstanceLocation).([]any)
	p := e.problem(f, Duplicate, fmt.Sprintf("%s holds %s twice", label(f.InstanceLocation), show(list[again])))
	p.Pointer = pointer(append(slices.Clone(f.InstanceLocation), strconv.Itoa(again)))
	return p
}

// counted words the keywords that count what a value holds.
func (e explainer) counted(f fault) (message, expected string) {
	got, noun, bound := 0, "", ""
	switch k := f.ErrorKind.(type) {
	case *kind.MinLength:
		got, noun, bound = k.Got, "character", atLeast(k.Want)
	case *kind.MaxLength:
		got, noun, bound = k.Got, "character", atMost(k.Want)
	case *kind.MinItems:
		got, noun, bound = k.Got, "element", atLeast(k.Want)
	case *kind.MaxItems:
		got, noun, bound = k.Got, "element", atMost(k.Want)
	case *kind.MinProperties:
		got, noun, bound = k.Got, "field", atLeast(k.Want)
	case *kind.MaxProperties:
		got, noun, bound = k.Got, "field", atMost(k.Want)
	}
	if got == 0 && noun == "character" {
		return label(f.InstanceLocation) + " is empty", describe(e.schema.raw, e.schema.node(f))
	}
	return fmt.Sprintf("%s has %s", label(f.InstanceLocation), count(got, noun)), bound
}

// bound words the keywords that compare numbers, or is "".
func bound(f fault) string {
	switch k := f.ErrorKind.(type) {
	case *kind.Minimum:
		return atLeast(decimal(k.Want))
	case *kind.Maximum:
		return atMost(decimal(k.Want))
	case *kind.ExclusiveMinimum:
		return "more than " + decimal(k.Want)
	case *kind.ExclusiveMaximum:
		return "less than " + decimal(k.Want)
	case *kind.MultipleOf:
		return "a multiple of " + decimal(k.Want)
	}
	return ""
}

func atLeast[T int | string](bound T) string { return fmt.Sprintf("at least %v", bound) }
func atMost[T int | string](bound T) string  { return fmt.Sprintf("at most %v", bound) }

func (s *Schema) hasOwnWords(f fault) bool {
	_, ok := s.node(f)["x-expected"]
	return ok
}

func nearestOf(k *kind.Enum) string {
	got, ok := k.Got.(string)
	if !ok {
		return ""
	}
	var names []string
	for _, want := range k.Want {
		if name, ok := want.(string); ok {
			names = append(names, name)
		}
	}
	return nearest.Name(got, names)
}

func (e explainer) isValue(f fault) string {
	return label(f.InstanceLocation) + " is " + show(at(e.document, f.InstanceLocation))
}

// kindOf sorts a fault; a schema's x-kind says what no keyword can tell.
func (e explainer) kindOf(f fault) Kind {
	switch f.ErrorKind.(type) {
	case *kind.Type:
		return WrongType
	case *kind.Const, *kind.Enum:
		return typeOrValue(e.schema.node(f), at(e.document, f.InstanceLocation))
	case *kind.Required, *kind.DependentRequired:
		return Missing
	case *kind.UniqueItems:
		return Duplicate
	case *kind.MaxItems, *kind.MaxProperties, *kind.MaxLength:
		return Limit
	case *kind.Pattern, *kind.Not, *kind.FalseSchema:
		return e.kindSaid(f)
	}
	return BadValue
}

// typeOrValue tells a value that could never be among the allowed ones from one
// that only is not.
func typeOrValue(schema strictjson.Object, got any) Kind {
	allowed, ok := schema["enum"].([]any)
	if !ok {
		allowed = []any{schema["const"]}
	}
	sameKind := func(v any) bool { return strictjson.Kind(v) == strictjson.Kind(got) }
	if slices.ContainsFunc(allowed, sameKind) {
		return BadValue
	}
	return WrongType
}

func (e explainer) kindSaid(f fault) Kind {
	for _, node := range slices.Backward(e.broken(f)) {
		if said, ok := node["x-kind"].(string); ok {
			return Kind(said)
		}
	}
	return BadValue
}

// broken is the schema a fault is about, and the "not" inside it where that is
// what the value fits.
func (e explainer) broken(f fault) []strictjson.Object {
	node := e.schema.node(f)
	rule, ok := node["not"].(strictjson.Object)
	if _, not := f.ErrorKind.(*kind.Not); not && ok {
		return []strictjson.Object{node, rule}
	}
	return []strictjson.Object{node}
}

// said is the sentence a schema has for a fault: the nearest x-message, from the
// "not" that is broken up to the document, with the x-expected beside it.
func (e explainer) said(f fault) (message, expected string, ok bool) {
	for _, node := range slices.Backward(append(e.schema.nodes(f), e.broken(f)...)) {
		if message, ok := node["x-message"].(string); ok {
			expected, _ := node["x-expected"].(string)
			return message, expected, true
		}
	}
	return "", "", false
}
