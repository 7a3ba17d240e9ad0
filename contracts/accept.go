package contracts

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// An acceptor answers whether a tree fits a schema, which nearly every document does, and
// makes nothing while it looks: what the library makes for each value it visits is most of
// the time of reading a large document. It says nothing of what is wrong; that the library
// finds out.
//
// It is made of the schema as it is written and knows the keywords that the contracts
// say most with. Where a schema has others, and where a value takes more to compare, the
// library is asked about that part of the tree.
type acceptor struct {
	schema *fragment
	asks   bool // the library, about everything

	none     bool // nothing fits
	kinds    kindSet
	enum     map[string]bool // of texts; nil where any will do
	ref      *acceptor
	required []string
	fields   map[string]*acceptor
	patterns []fieldPattern
	rest     *acceptor // of fields that neither name; nil where anything will do
	items    *acceptor
	pattern  jsonschema.Regexp

	minFields, minItems, maxItems, minLength, maxLength edge[int]
	minimum, maximum                                    edge[int64]
}

// A fieldPattern is of the fields whose names match.
type fieldPattern struct {
	name jsonschema.Regexp
	*acceptor
}

// accepts reports whether a tree fits. A nil acceptor takes anything.
func (a *acceptor) accepts(v any) bool {
	if a == nil {
		return true
	}
	if a.asks {
		return a.schema.Validate(v) == nil
	}
	if a.none || !a.ref.accepts(v) {
		return false
	}
	switch v := v.(type) {
	case nil:
		return a.kinds.has(kindNull) && a.enum == nil
	case bool:
		return a.kinds.has(kindBoolean) && a.enum == nil
	case string:
		return a.kinds.has(kindString) && (a.enum == nil || a.enum[v]) && a.text(v)
	case strictjson.Number:
		return a.number(v)
	case []any:
		return a.kinds.has(kindArray) && a.enum == nil && a.list(v)
	case strictjson.Object:
		return a.kinds.has(kindObject) && a.enum == nil && a.object(v)
	}
	return a.schema.Validate(v) == nil // of a tree that was put together
}

func (a *acceptor) text(v string) bool {
	if a.minLength.is || a.maxLength.is {
		if n := utf8.RuneCountInString(v); a.minLength.is && n < a.minLength.at || a.maxLength.is && n > a.maxLength.at {
			return false
		}
	}
	return a.pattern == nil || a.pattern.MatchString(v)
}

// number compares what is a whole number as it is written. What is written otherwise fits
// where it lies well inside the edges; nearer to them the library compares.
func (a *acceptor) number(v strictjson.Number) bool {
	if !strings.ContainsAny(string(v), ".eE") {
		if n, err := v.Int64(); err == nil {
			return a.kinds.has(kindNumber|kindInteger) && a.enum == nil &&
				(!a.minimum.is || n >= a.minimum.at) && (!a.maximum.is || n <= a.maximum.at)
		}
	}
	if f, err := v.Float64(); err == nil && a.kinds.has(kindNumber) && a.enum == nil &&
		(!a.minimum.is || f > float64(a.minimum.at)) && (!a.maximum.is || f < float64(a.maximum.at)) {
		return true
	}
	return a.schema.Validate(v) == nil
}

func (a *acceptor) list(v []any) bool {
	if a.minItems.is && len(v) < a.minItems.at || a.maxItems.is && len(v) > a.maxItems.at {
		return false
	}
	if a.items != nil {
		for _, item := range v {
			if !a.items.accepts(item) {
				return false
			}
		}
	}
	return true
}

func (a *acceptor) object(v strictjson.Object) bool {
	if a.minFields.is && len(v) < a.minFields.at {
		return false
	}
	for _, name := range a.required {
		if _, ok := v[name]; !ok {
			return false
		}
	}
	if len(a.fields) == 0 && len(a.patterns) == 0 && a.rest == nil {
		return true
	}
	for name, value := range v {
		if !a.field(name, value) {
			return false
		}
	}
	return true
}

// field holds a field to all that is said of its name.
func (a *acceptor) field(name string, v any) bool {
	field, named := a.fields[name]
	if named && !field.accepts(v) {
		return false
	}
	for _, p := range a.patterns {
		if named && p.acceptor == nil {
			continue // whether it matches or not
		}
		if p.name.MatchString(name) {
			if named = true; !p.accepts(v) {
				return false
			}
		}
	}
	return named || a.rest.accepts(v)
}

// acceptors makes those of the parts of a schema, which refer to each other: each once.
type acceptors struct {
	library *library
	root    strictjson.Object
	made    map[string]*acceptor // by the pointer to the part
}

func acceptorOf(l *library, root strictjson.Object) *acceptor {
	return acceptors{l, root, map[string]*acceptor{}}.of("", root)
}

// said are the keywords that an acceptor reads, and unsaid what no value has to fit. A
// schema that says anything else is left to the library.
var (
	said = []string{
		"type", "enum", "$ref", "required", "properties", "patternProperties", "additionalProperties", "items",
		"minProperties", "minItems", "maxItems", "minLength", "maxLength", "pattern", "minimum", "maximum",
	}
	unsaid = []string{
		"$defs", "definitions", "title", "description", "default", "$comment", "readOnly", "writeOnly", "examples", "deprecated",
	}
)

// of is nil where a part takes anything.
func (all acceptors) of(pointer string, part any) *acceptor {
	if a, known := all.made[pointer]; known {
		return a
	}
	if part == true {
		return nil
	}
	a := &acceptor{schema: &fragment{library: all.library, Location: pointer}, none: part == false}
	schema := strictjson.AsObject(part)
	says, more := keywords(schema, pointer == "")
	if !says && !more && !a.none {
		return nil
	}
	all.made[pointer] = a
	if a.asks = more; more {
		return a
	}
	a.kindsOf(schema["type"])
	a.required = strictjson.AsStrings[string](schema["required"])
	a.minFields, a.minItems, a.maxItems = edgeOf[int](a, schema["minProperties"]), edgeOf[int](a, schema["minItems"]), edgeOf[int](a, schema["maxItems"])
	a.minLength, a.maxLength = edgeOf[int](a, schema["minLength"]), edgeOf[int](a, schema["maxLength"])
	a.minimum, a.maximum = edgeOf[int64](a, schema["minimum"]), edgeOf[int64](a, schema["maximum"])
	a.enumerate(schema["enum"])
	if text, is := schema["pattern"].(string); is {
		a.pattern = a.patternOf(text)
	}
	if ref, is := schema["$ref"].(string); is {
		a.ref = all.referred(a, ref)
	}
	if items, is := schema["items"]; is {
		a.items = all.of(pointer+"/items", items)
	}
	properties := strictjson.AsObject(schema["properties"])
	a.fields = make(map[string]*acceptor, len(properties))
	for name, field := range properties {
		a.fields[name] = all.of(pointer+"/properties/"+escaped(name), field)
	}
	for name, field := range strictjson.AsObject(schema["patternProperties"]) {
		a.patterns = append(a.patterns, fieldPattern{a.patternOf(name), all.of(pointer+"/patternProperties/"+escaped(name), field)})
	}
	if rest, is := schema["additionalProperties"]; is {
		a.rest = all.of(pointer+"/additionalProperties", rest)
	}
	return a
}

// referred is of the part that a plain reference leads to; others are left to the library.
func (all acceptors) referred(a *acceptor, ref string) *acceptor {
	pointer, inside := strings.CutPrefix(ref, "#")
	part := at(all.root, strings.Split(pointer, "/")[1:])
	if !inside || strings.ContainsAny(pointer, "~%") || part == nil || pointer != "" && pointer[0] != '/' {
		a.asks = true
		return nil
	}
	return all.of(pointer, part)
}

// escaped is a name as it stands in a pointer.
func escaped(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// keywords reports whether a schema says anything that an acceptor reads, and anything more. A
// document says at its top what it is called and which edition it is of.
func keywords(schema strictjson.Object, top bool) (says, more bool) {
	for keyword, v := range schema {
		switch {
		case slices.Contains(said, keyword):
			says = true
		case slices.Contains(unsaid, keyword) || strings.HasPrefix(keyword, "x-"):
		case top && (keyword == "$id" || keyword == "$schema" && v == edition):
		default:
			more = true
		}
	}
	return says, more
}

// edition is the one of JSON Schema whose keywords an acceptor knows.
const edition = "https://json-schema.org/draft/2020-12/schema"

func (a *acceptor) patternOf(text string) jsonschema.Regexp {
	compiled, err := patternOf(text)
	if err != nil {
		a.asks = true
		return nil
	}
	return compiled
}

func (a *acceptor) enumerate(enum any) {
	values, is := enum.([]any)
	if !is {
		return
	}
	a.enum = map[string]bool{}
	for _, v := range values {
		if text, ok := v.(string); ok {
			a.enum[text] = true
		} else {
			a.asks = true
		}
	}
}

// An edge is a number that something comes up to at least or at most, where there is one.
type edge[T int | int64] struct {
	is bool
	at T
}

// edgeOf leaves what is not written as a whole number to the library.
func edgeOf[T int | int64](a *acceptor, at any) edge[T] {
	if at == nil {
		return edge[T]{}
	}
	number, _ := at.(strictjson.Number)
	n, err := number.Int64()
	if err != nil {
		a.asks = true
	}
	return edge[T]{true, T(n)}
}

// A kindSet is some of JSON's types.
type kindSet uint8

const (
	kindNull kindSet = 1 << iota
	kindBoolean
	kindNumber
	kindInteger
	kindString
	kindArray
	kindObject
)

var kindNames = map[string]kindSet{
	"null": kindNull, "boolean": kindBoolean, "number": kindNumber, "integer": kindInteger, "string": kindString, "array": kindArray, "object": kindObject,
}

// kindsOf are all where a schema names none.
func (a *acceptor) kindsOf(types any) {
	names := strictjson.AsStrings[string](types)
	if name, is := types.(string); is {
		names = []string{name}
	}
	if types == nil {
		a.kinds = ^kindSet(0)
	}
	for _, name := range names {
		a.kinds |= kindNames[name]
	}
}

// has reports whether one of some kinds is among them.
func (s kindSet) has(some kindSet) bool { return s&some != 0 }
