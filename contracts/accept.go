package contracts

import (
	"math/big"
	"reflect"
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
// It is made of the library's compiled schema and knows the keywords that the contracts
// say most with. Where a schema has others, and where a value takes more to compare, the
// library is asked about that part of the tree.
type acceptor struct {
	schema *jsonschema.Schema
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

// acceptors makes those of schemas that refer to each other, each once.
type acceptors map[*jsonschema.Schema]*acceptor

func acceptorOf(s *jsonschema.Schema) *acceptor { return acceptors{}.of(s) }

// said are the keywords that an acceptor reads, and unsaid what no value has to fit. A
// schema that says anything else is left to the library.
var (
	said = []string{
		"Bool", "Types", "Enum", "Ref", "Required", "Properties", "PatternProperties", "AdditionalProperties", "Items2020",
		"MinProperties", "MinItems", "MaxItems", "MinLength", "MaxLength", "Pattern", "Minimum", "Maximum",
	}
	unsaid = []string{
		"DraftVersion", "Location", "ID", "Anchor", "Title", "Description", "Default", "Comment", "ReadOnly", "WriteOnly", "Examples", "Deprecated",
	}
)

// of is nil where a schema takes anything.
func (all acceptors) of(s *jsonschema.Schema) *acceptor {
	if a, known := all[s]; known || s == nil {
		return a
	}
	says, more := keywords(s)
	if !says && !more {
		return nil
	}
	a := &acceptor{schema: s}
	all[s] = a
	if a.asks = more; more {
		return a
	}
	a.none = s.Bool != nil && !*s.Bool
	a.kinds, a.required, a.pattern = kindsOf(s.Types), s.Required, s.Pattern
	a.ref, a.items = all.of(s.Ref), all.of(s.Items2020)
	a.minFields, a.minItems, a.maxItems = edgeOf(s.MinProperties), edgeOf(s.MinItems), edgeOf(s.MaxItems)
	a.minLength, a.maxLength = edgeOf(s.MinLength), edgeOf(s.MaxLength)
	a.minimum, a.maximum = a.numberEdge(s.Minimum), a.numberEdge(s.Maximum)
	a.enumerate(s.Enum)
	a.fields = make(map[string]*acceptor, len(s.Properties))
	for name, field := range s.Properties {
		a.fields[name] = all.of(field)
	}
	for name, field := range s.PatternProperties {
		a.patterns = append(a.patterns, fieldPattern{name, all.of(field)})
	}
	switch rest := s.AdditionalProperties.(type) {
	case bool:
		if !rest {
			a.rest = &acceptor{none: true}
		}
	case *jsonschema.Schema:
		a.rest = all.of(rest)
	}
	return a
}

// keywords reports whether a schema says anything that an acceptor reads, and anything more.
func keywords(s *jsonschema.Schema) (says, more bool) {
	if s.DraftVersion != 2020 {
		return false, true
	}
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		switch {
		case !field.IsExported() || v.Field(i).IsZero() || slices.Contains(unsaid, field.Name):
		case slices.Contains(said, field.Name):
			says = true
		default:
			more = true
		}
	}
	return says, more
}

func (a *acceptor) enumerate(enum *jsonschema.Enum) {
	if enum == nil {
		return
	}
	a.enum = map[string]bool{}
	for _, v := range enum.Values {
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

func edgeOf(at *int) edge[int] {
	if at == nil {
		return edge[int]{}
	}
	return edge[int]{true, *at}
}

// numberEdge leaves fractions to the library.
func (a *acceptor) numberEdge(at *big.Rat) edge[int64] {
	if at == nil {
		return edge[int64]{}
	}
	if !at.IsInt() || !at.Num().IsInt64() {
		a.asks = true
		return edge[int64]{}
	}
	return edge[int64]{true, at.Num().Int64()}
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
func kindsOf(types *jsonschema.Types) (set kindSet) {
	if types == nil || types.IsEmpty() {
		return ^kindSet(0)
	}
	for _, name := range types.ToStrings() {
		set |= kindNames[name]
	}
	return set
}

// has reports whether one of some kinds is among them.
func (s kindSet) has(some kindSet) bool { return s&some != 0 }
