// Package gbnf makes of a JSON Schema a grammar in GBNF, the form in which llama.cpp takes grammars.
//
//	grammar, err := gbnf.FromSchema(schema)
//
// Every text of the grammar is JSON that holds to the schema; not every text that holds to the schema is of the
// grammar: members stand in the order of their names, others than those that the schema names do not come,
// numbers have at most 15 digits before and behind the point and no exponent, there is no white space but
// a space behind a comma or a colon, and what is written by \u is written as it is.
//
// What is understood, of drafts 7 and 2020-12:
//
//	type (one or several) · enum · const · anyOf · $ref within the schema
//	properties · required · additionalProperties
//	items (one schema) · minItems · maxItems
//	minLength · maxLength
//	minimum · maximum, of an integer, 1000 apart at most; or minimum 0 or 1 alone
//
// and what says nothing of a value: title, description, default, examples, format, $schema, $id, $comment,
// $defs, definitions, and names that begin with x-. A schema with anything else in it, or that lets a value be anything, is an error: no keyword
// is passed over that would make a text wrong.
package gbnf

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// The bounds of a schema, and of its grammar.
const (
	MostGrammar = 1 << 20 // bytes

	mostDepth   = 64
	mostValues  = 20_000
	mostRange   = 1000 // integers between a minimum and a maximum
	mostRepeats = 1000 // that llama.cpp is asked to count
)

// FromSchema makes the grammar, whose root is named root. The error says what of the schema is not understood, and where.
func FromSchema(schema []byte) (string, error) {
	tree, _, err := strictjson.ParseWithin(schema, strictjson.Limits{Depth: mostDepth, Values: mostValues})
	if err != nil {
		return "", fmt.Errorf("the schema is no JSON: %w", err)
	}
	m := &maker{root: tree, rules: map[string]string{}, named: map[string]string{}, opening: map[string]bool{}}
	root, err := m.value(tree, "")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "root ::= %s\n", root)
	for _, name := range slices.Sorted(maps.Keys(m.rules)) {
		fmt.Fprintf(&b, "%s ::= %s\n", name, m.rules[name])
	}
	if b.Len() > MostGrammar {
		return "", errTooLarge
	}
	return b.String(), nil
}

var errTooLarge = fmt.Errorf("the grammar of the schema would have more than %d KiB", MostGrammar>>10)

// A maker makes rules of schemas.
type maker struct {
	root    any
	rules   map[string]string // by name
	named   map[string]string // the rule of what a $ref names, by its pointer
	opening map[string]bool   // those that are being made and have written no letter yet
	size    int
}

// rule adds a rule, and gives its name.
func (m *maker) rule(name, body string) (string, error) {
	m.rules[name] = body
	if m.size += len(name) + len(body); m.size > MostGrammar {
		return "", errTooLarge
	}
	return name, nil
}

// fresh is a name that no rule has.
func (m *maker) fresh(kind string) string {
	name := kind + strconv.Itoa(len(m.rules))
	m.rules[name] = ""
	return name
}

// said is what is in a schema and says nothing of a value.
var said = []string{"title", "description", "default", "examples", "format", "$schema", "$id", "$comment", "$defs", "definitions", "deprecated", "readOnly", "writeOnly"}

// understood are the keywords beside these.
var understood = []string{
	"type", "enum", "const", "anyOf", "$ref", "properties", "required", "additionalProperties",
	"items", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum",
}

// unknown is the error of what of a schema is not understood.
func unknown(at, format string, args ...any) error {
	if at == "" {
		at = "/"
	}
	return fmt.Errorf("at %s the schema %s", at, fmt.Sprintf(format, args...))
}

// value is the expression of whatever a schema takes.
func (m *maker) value(schema any, at string) (string, error) {
	s, is := schema.(strictjson.Object)
	if !is {
		return "", unknown(at, "is no object, so it says nothing of what a value is")
	}
	var has []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		switch {
		case slices.Contains(understood, name):
			has = append(has, name)
		case !slices.Contains(said, name) && !strings.HasPrefix(name, "x-"):
			return "", unknown(at, "has %.40q, of which no grammar is made", name)
		}
	}
	for _, alone := range []string{"$ref", "anyOf"} {
		if slices.Contains(has, alone) && len(has) > 1 {
			return "", unknown(at, "has %q beside other keywords", alone)
		}
	}
	switch {
	case s["$ref"] != nil:
		return m.ref(s["$ref"], at)
	case s["anyOf"] != nil:
		return m.anyOf(s["anyOf"], at)
	}
	if _, is := s["const"]; is {
		return m.values(s, []any{s["const"]}, has, at)
	}
	if _, is := s["enum"]; is {
		list, is := s["enum"].([]any)
		if !is {
			return "", unknown(at, "has an enum that is no list")
		}
		return m.values(s, list, has, at)
	}
	kinds, err := types(s, at)
	if err != nil {
		return "", err
	}
	var all []string
	for _, kind := range kinds {
		one, err := m.kind(s, kind, at)
		if err != nil {
			return "", err
		}
		all = append(all, one)
	}
	return alternatives(all), nil
}

func alternatives(all []string) string {
	if len(all) == 1 {
		return all[0]
	}
	return "( " + strings.Join(all, " | ") + " )"
}

// types are those that a schema names; one that has members and no type is taken for an object's, and so on.
func types(s strictjson.Object, at string) ([]string, error) {
	switch t := s["type"].(type) {
	case string:
		return []string{t}, nil
	case []any:
		names := strictjson.AsStrings[string](t)
		if len(names) == 0 || len(names) != len(t) {
			return nil, unknown(at, "has a type that is none")
		}
		return names, nil
	case nil:
		if s["properties"] != nil {
			return []string{"object"}, nil
		}
		if s["items"] != nil {
			return []string{"array"}, nil
		}
		return nil, unknown(at, "does not say what a value is")
	}
	return nil, unknown(at, "has a type that is none")
}

func (m *maker) kind(s strictjson.Object, kind, at string) (string, error) {
	switch kind {
	case "null":
		return `"null"`, nil
	case "boolean":
		return `( "true" | "false" )`, nil
	case "string":
		return m.text(s, at)
	case "integer":
		return m.integer(s, at)
	case "number":
		if s["minimum"] != nil || s["maximum"] != nil {
			return "", unknown(at, "bounds a number that is no integer")
		}
		integer, err := m.rule("integer", `"-"? ( "0" | [1-9] [0-9]{0,14} )`)
		if err != nil {
			return "", err
		}
		return m.rule("number", integer+` ( "." [0-9]{1,15} )?`)
	case "array":
		return m.array(s, at)
	case "object":
		return m.object(s, at)
	}
	return "", unknown(at, "has the type %.40q, which is none", kind)
}

// text is a string: each letter counts as one, and an escape too.
func (m *maker) text(s strictjson.Object, at string) (string, error) {
	least, most, err := bounds(s, "minLength", "maxLength", at)
	if err != nil {
		return "", err
	}
	letter, err := m.rule("letter", `[^"\\\x00-\x1F\x7F\uD800-\uDFFF] | "\\" ["\\/bfnrt]`)
	if err != nil {
		return "", err
	}
	return `"\"" ` + letter + repeats(least, most) + ` "\""`, nil
}

// integer is a whole number; between bounds it is one of a list.
func (m *maker) integer(s strictjson.Object, at string) (string, error) {
	low, hasLow, err := whole(s, "minimum", at)
	if err != nil {
		return "", err
	}
	high, hasHigh, err := whole(s, "maximum", at)
	switch {
	case err != nil:
		return "", err
	case !hasLow && !hasHigh:
		return m.rule("integer", `"-"? ( "0" | [1-9] [0-9]{0,14} )`)
	case !hasHigh && low == 0:
		return `( "0" | [1-9] [0-9]{0,14} )`, nil
	case !hasHigh && low == 1:
		return `( [1-9] [0-9]{0,14} )`, nil
	case !hasLow || !hasHigh || high < low || high-low >= mostRange || high-low < 0:
		return "", unknown(at, "bounds an integer otherwise than by two bounds less than %d apart, or a minimum of 0 or 1", mostRange)
	}
	var all []string
	for n := low; ; n++ {
		all = append(all, quote(strconv.FormatInt(n, 10)))
		if n == high {
			return alternatives(all), nil
		}
	}
}

func (m *maker) array(s strictjson.Object, at string) (string, error) {
	least, most, err := bounds(s, "minItems", "maxItems", at)
	if err != nil {
		return "", err
	}
	if most == 0 {
		return `"[]"`, nil
	}
	item, err := m.inside(s["items"], at+"/items")
	if err != nil {
		return "", err
	}
	name, err := m.rule(m.fresh("item"), item)
	if err != nil {
		return "", err
	}
	if most > 0 {
		most--
	}
	some := name + ` ( "," " "? ` + name + " )" + repeats(max(0, least-1), most)
	if least == 0 {
		return `"[" ( ` + some + ` )? "]"`, nil
	}
	return `"[" ` + some + ` "]"`, nil
}

// object has the members that a schema names, in the order of their names.
//
//	first0 ::= member first none yet | first1      of one that may be left out
//	next1  ::= ( "," member )? next2               behind another
func (m *maker) object(s strictjson.Object, at string) (string, error) {
	properties, is := s["properties"].(strictjson.Object)
	if !is && s["properties"] != nil {
		return "", unknown(at, "has properties that are no object")
	}
	required := strictjson.AsStrings[string](s["required"])
	if list, is := s["required"].([]any); s["required"] != nil && (!is || len(list) != len(required)) {
		return "", unknown(at, "has required names that are none")
	}
	for _, name := range required {
		if _, is := properties[name]; !is {
			return "", unknown(at, "requires %.40q, of which it says nothing", name)
		}
	}
	if len(properties) == 0 && s["additionalProperties"] != false {
		return "", unknown(at, "lets an object have any members")
	}
	names := slices.Sorted(maps.Keys(properties))
	first, next := "", "" // what follows the last: nothing
	for _, name := range slices.Backward(names) {
		pointer := at + "/properties/" + strictjson.Token(name)
		if !slices.Contains(required, name) && properties[name] == false {
			continue // one that must not be there
		}
		value, err := m.inside(properties[name], pointer)
		if err != nil {
			return "", err
		}
		member := quote(string(strictjson.Encode(name))) + ` ":" " "? ` + value
		if member, err = m.rule(m.fresh("member"), member); err != nil {
			return "", err
		}
		alone, behind := join(member, next), join(`"," " "? `+member, next)
		if !slices.Contains(required, name) {
			if first == "" {
				first = `""`
			}
			alone, behind = alone+" | "+first, join(`( "," " "? `+member+" )?", next)
		}
		if first, err = m.rule(m.fresh("first"), alone); err != nil {
			return "", err
		}
		if next, err = m.rule(m.fresh("next"), behind); err != nil {
			return "", err
		}
	}
	return join(join(`"{"`, first), `"}"`), nil
}

func join(a, b string) string {
	if b == "" {
		return a
	}
	return a + " " + b
}

// inside is a value in an array or an object, which has written a letter.
func (m *maker) inside(schema any, at string) (string, error) {
	opening := m.opening
	m.opening = map[string]bool{}
	defer func() { m.opening = opening }()
	return m.value(schema, at)
}

func (m *maker) anyOf(of any, at string) (string, error) {
	list, is := of.([]any)
	if !is || len(list) == 0 {
		return "", unknown(at, "has an anyOf that is no list")
	}
	var all []string
	for i, one := range list {
		made, err := m.value(one, fmt.Sprintf("%s/anyOf/%d", at, i))
		if err != nil {
			return "", err
		}
		all = append(all, made)
	}
	return alternatives(all), nil
}

// ref is the rule of what stands elsewhere in the schema.
func (m *maker) ref(to any, at string) (string, error) {
	text, _ := to.(string)
	pointer, local := strings.CutPrefix(text, "#")
	if !local || pointer != "" && pointer[0] != '/' {
		return "", unknown(at, "refers to another, which is not looked for")
	}
	if m.opening[pointer] {
		return "", unknown(at, "refers to itself, and says nothing in between")
	}
	if name := m.named[pointer]; name != "" {
		return name, nil
	}
	target, err := m.find(pointer)
	if err != nil {
		return "", unknown(at, "%v", err)
	}
	name := m.fresh("value")
	m.named[pointer], m.opening[pointer] = name, true
	defer delete(m.opening, pointer)
	body, err := m.value(target, pointer)
	if err != nil {
		return "", err
	}
	return m.rule(name, body)
}

func (m *maker) find(pointer string) (any, error) {
	found := m.root
	if pointer == "" {
		return found, nil
	}
	for _, token := range strings.Split(pointer, "/")[1:] {
		inner, is := found.(strictjson.Object)[strictjson.Name(token)]
		if _, object := inner.(strictjson.Object); !is || !object {
			return nil, errors.New("refers to what is not there")
		}
		found = inner
	}
	return found, nil
}

// values are those of an enum that are of the type, if one is named. What else is said of them is not looked at.
func (m *maker) values(s strictjson.Object, list []any, has []string, at string) (string, error) {
	has = slices.DeleteFunc(has, func(name string) bool { return name == "type" })
	if len(has) != 1 {
		return "", unknown(at, "has more than a type beside the values that it lists: %q", has)
	}
	var all []string
	for _, v := range list {
		if s["type"] == nil || ofType(v, s["type"]) {
			all = append(all, quote(string(strictjson.Encode(v))))
		}
	}
	if len(all) == 0 {
		return "", unknown(at, "lists no value that can be")
	}
	return alternatives(all), nil
}

// ofType reports whether a value is of a type, or of one of some.
func ofType(v, named any) bool {
	if list, is := named.([]any); is {
		return slices.ContainsFunc(list, func(one any) bool { return ofType(v, one) })
	}
	switch v := v.(type) {
	case nil:
		return named == "null"
	case bool:
		return named == "boolean"
	case string:
		return named == "string"
	case strictjson.Number:
		return named == "number" || named == "integer" && !strings.ContainsAny(string(v), ".eE")
	case []any:
		return named == "array"
	case strictjson.Object:
		return named == "object"
	}
	return false
}

// bounds are how many there may be; most is -1 where there is no bound.
func bounds(s strictjson.Object, low, high, at string) (least, most int, err error) {
	n, _, err := whole(s, low, at)
	if err != nil {
		return 0, 0, err
	}
	x, bounded, err := whole(s, high, at)
	switch {
	case err != nil:
		return 0, 0, err
	case n < 0, n > mostRepeats, bounded && (x < n):
		return 0, 0, unknown(at, "wants at least %d, which is more than %s or %d", n, high, mostRepeats)
	case !bounded:
		return int(n), -1, nil
	}
	return int(n), int(min(x, mostRepeats)), nil
}

// whole is a keyword that is a whole number.
func whole(s strictjson.Object, name, at string) (n int64, is bool, err error) {
	v, is := s[name]
	if !is {
		return 0, false, nil
	}
	number, _ := v.(strictjson.Number)
	if n, err = strconv.ParseInt(string(number), 10, 64); err != nil {
		return 0, false, unknown(at, "has a %s that is no whole number", name)
	}
	return n, true, nil
}

func repeats(least, most int) string {
	switch {
	case most < 0 && least == 0:
		return "*"
	case most < 0:
		return fmt.Sprintf("{%d,}", least)
	}
	return fmt.Sprintf("{%d,%d}", least, most)
}

// quote writes a text as GBNF has it between quotation marks.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\x%02X`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
