// Package gbnf makes of a JSON Schema a grammar in GBNF, the form in which llama.cpp takes grammars, and reads such
// grammars.
//
//	grammar, err := gbnf.OfSchema(schema)     // or what of the schema no grammar holds
//	text := grammar.String()                  // for llama.cpp
//	most, bounded := grammar.Longest()        // bytes, so that a text fits into what it may take
//	grammar.Matches(`{"mood":"dark"}`)
//
//	schema ──FromSchema──▶ text ──llama.cpp──▶ what a model may write next
//	                         └────Parse──────▶ Grammar ──▶ Longest, Size, Matches, Begin, Random
//
// OfSchema is both.
//
// Whatever is of the grammar is JSON that holds to the schema, and strictjson reads it. Whatever holds to the schema is
// of the grammar, where it is written so:
//
//   - without white space (a space behind a comma or a colon may be),
//   - members in the order in which the schema's text names them, and none that it does not name: what
//     additionalProperties and patternProperties allow beside these does not come, nor do elements behind prefixItems of which items says nothing,
//   - numbers with at most 15 digits before and behind the point, or as many as a bound before it has; no exponent, no
//     zero that could be left out, and no -0,
//   - letters as they are, but for \" \\ \b \f \n \r \t, and \u00 with two digits for the other control characters,
//   - what enum and const list as package strictjson encodes it, its numbers as those above.
//
// What is understood, of drafts 7 and 2020-12:
//
//	type (one or several) · enum · const · anyOf · oneOf, of which no value fits two by what they say · $ref within the schema
//	properties · required · additionalProperties · patternProperties, of names that are not among them
//	minProperties · maxProperties, where what is required and named holds to them
//	items (one schema) · prefixItems · minItems · maxItems · uniqueItems, of what is listed
//	minLength · maxLength, in code points · pattern, in the syntax of RE2
//	minimum · maximum · exclusiveMinimum · exclusiveMaximum
//
// and what says nothing of a value: title, description, default, examples, format, $schema, $id of the whole, $comment,
// $defs, definitions, and names that begin with x-. One that has properties or items and no type is taken for an object's or an array's. A
// schema with anything else in it, or that lets a value be anything, or that no value could ever be whole of, is an error
// which names the place and the keyword: no keyword is passed over that would make a text wrong.
//
// One name of ours makes a grammar narrower than its schema: a string with "x-one-line": true and no pattern has no control
// characters and no ends of lines. So it is what people read on one line, and has four bytes a letter and not six.
package gbnf

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
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
	mostRepeats = 1 << 20 // letters or elements that are counted
	mostUnique  = 1024    // rules of one list that has no value twice
	mostSteps   = 2_000_000
)

// FromSchema makes the grammar, whose root is named root. The error says what of the schema is not understood, and where.
func FromSchema(schema []byte) (string, error) {
	grammar, err := OfSchema(schema)
	if err != nil {
		return "", err
	}
	return grammar.String(), nil
}

// OfSchema is the grammar that FromSchema makes, read.
func OfSchema(schema []byte) (*Grammar, error) {
	tree, _, err := strictjson.ParseWithin(schema, strictjson.Limits{Depth: mostDepth, Values: mostValues})
	if err != nil {
		return nil, fmt.Errorf("the schema is no JSON: %w", err)
	}
	m := &maker{
		root: tree, order: strictjson.Names(schema),
		rules: map[string]string{}, named: map[string]string{}, opening: map[string]bool{}, patterns: map[string]string{}, steps: mostSteps,
	}
	root, err := m.value(tree, "")
	if err == nil {
		err = m.dialect(tree)
	}
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "root ::= %s\n", root)
	for _, name := range slices.Sorted(maps.Keys(m.rules)) {
		fmt.Fprintf(&b, "%s ::= %s\n", name, m.rules[name])
	}
	if b.Len() > MostGrammar {
		return nil, errTooLarge
	}
	return m.check(b.String())
}

var errTooLarge = fmt.Errorf("the grammar of the schema would have more than %d KiB", MostGrammar>>10)

// check reads the grammar as llama.cpp does, and looks for values that contain themselves in any case.
func (m *maker) check(text string) (*Grammar, error) {
	g, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the schema makes a grammar that is none: %w", err)
	}
	hopeless := g.hopeless()
	for pointer, name := range m.named {
		if hopeless[name] {
			return nil, unknown(pointer, "refers to itself, and lets no value come to an end")
		}
	}
	return g, nil
}

// A maker makes rules of schemas.
type maker struct {
	root     any
	order    map[string][]string // the names of each object, as the schema's text has them, by its pointer
	rules    map[string]string   // by name
	named    map[string]string   // the rule of what a $ref names, by its pointer
	opening  map[string]bool     // those that are being made and have written no letter yet
	patterns map[string]string   // the rule of a pattern with its bounds
	size     int
	steps    int // that may yet be taken where a short schema has many
}

// step counts some steps, and reports whether they may be taken.
func (m *maker) step(n int) bool {
	m.steps = max(0, m.steps-n)
	return m.steps > 0
}

// rule adds a rule, and gives its name.
func (m *maker) rule(name, body string) (string, error) {
	if m.rules[name] == body {
		return name, nil
	}
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
	"type", "enum", "const", "anyOf", "oneOf", "$ref", "properties", "required", "additionalProperties", "patternProperties",
	"minProperties", "maxProperties", "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "pattern",
	"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
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
	has, err := keywords(s, at)
	if err != nil {
		return "", err
	}
	for _, alone := range []string{"$ref", "anyOf", "oneOf"} {
		if slices.Contains(has, alone) && len(has) > 1 {
			return "", unknown(at, "has %q beside other keywords", alone)
		}
	}
	switch {
	case s["$ref"] != nil:
		return m.ref(s["$ref"], at)
	case s["anyOf"] != nil:
		return m.anyOf(s["anyOf"], at, "anyOf")
	case s["oneOf"] != nil:
		return m.oneOf(s["oneOf"], at)
	}
	if list, is := s["enum"].([]any); is {
		return values(s, list, has, at)
	}
	if _, is := s["enum"]; is {
		return "", unknown(at, "has an enum that is no list")
	}
	if only, is := s["const"]; is {
		return values(s, []any{only}, has, at)
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

// dialect looks at what a schema says it is written in. In draft 7 a format is asked of a value, and prefixItems is nothing.
func (m *maker) dialect(schema any) error {
	named, is := schema.(strictjson.Object)["$schema"]
	text, _ := named.(string)
	switch draft := strings.TrimSuffix(text, "#"); {
	case !is, draft == "https://json-schema.org/draft/2020-12/schema":
		return nil
	case draft != "http://json-schema.org/draft-07/schema":
		return unknown("", "is of the dialect %.60q, which is not understood", text)
	}
	for _, later := range []string{"format", "prefixItems"} {
		for pointer, names := range m.order {
			if slices.Contains(names, later) {
				return unknown(pointer, "has %q, of which no grammar is made in draft 7", later)
			}
		}
	}
	return nil
}

// keywords are those of a schema that say something of a value.
func keywords(s strictjson.Object, at string) (has []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		switch {
		case name == "$id" && at != "":
			return nil, unknown(at, "has an $id within another, by which references would mean something else")
		case name == "$schema" && at != "":
			return nil, unknown(at, "has a $schema within another")
		case slices.Contains(understood, name):
			has = append(has, name)
		case !slices.Contains(said, name) && !strings.HasPrefix(name, "x-"):
			return nil, unknown(at, "has %.40q, of which no grammar is made", name)
		}
	}
	return has, nil
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
		if slices.Contains(names, "number") { // which an integer is too
			names = slices.DeleteFunc(names, func(name string) bool { return name == "integer" })
		}
		return names, nil
	case nil:
		if s["properties"] != nil {
			return []string{"object"}, nil
		}
		if s["items"] != nil || s["prefixItems"] != nil {
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
		return m.number(s, at)
	case "array":
		return m.array(s, at)
	case "object":
		return m.object(s, at)
	}
	return "", unknown(at, "has the type %.40q, which is none", kind)
}

// object has the members that a schema names, in the order in which it does.
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
	if err := others(s, properties, len(required), at); err != nil {
		return "", err
	}
	first, next := "", "" // what follows the last: nothing
	for _, name := range slices.Backward(m.order[at+"/properties"]) {
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

// others looks at what is said of members by their number and by patterns: what is named must not be meant, for it is not
// looked at.
func others(s, properties strictjson.Object, required int, at string) error {
	least, most, err := bounds(s, "minProperties", "maxProperties", at)
	switch {
	case err != nil:
		return err
	case least > required:
		return unknown(at, "has minProperties beyond what is required, of which no grammar is made")
	case most >= 0 && most < len(properties):
		return unknown(at, "has maxProperties below what is named, of which no grammar is made")
	}
	patterns, is := s["patternProperties"].(strictjson.Object)
	if !is && s["patternProperties"] != nil {
		return unknown(at, "has patternProperties that are no object")
	}
	for pattern, schema := range patterns {
		matcher, err := regexp.Compile(pattern)
		if err != nil {
			return unknown(at, "has patternProperties of what is no pattern: %v", err)
		}
		if any, is := schema.(strictjson.Object); schema == true || is && len(any) == 0 {
			continue
		}
		for name := range properties {
			if matcher.MatchString(name) {
				return unknown(at, "has patternProperties of %.40q, which is named too", name)
			}
		}
	}
	return nil
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
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

func (m *maker) anyOf(of any, at, keyword string) (string, error) {
	list, is := of.([]any)
	if !is || len(list) == 0 {
		return "", unknown(at, "has an %s that is no list", keyword)
	}
	var all []string
	for i, one := range list {
		made, err := m.value(one, fmt.Sprintf("%s/%s/%d", at, keyword, i))
		if err != nil {
			return "", err
		}
		all = append(all, made)
	}
	return alternatives(all), nil
}

// oneOf is anyOf where no value can fit two.
func (m *maker) oneOf(of any, at string) (string, error) {
	list, _ := of.([]any)
	for i := range list {
		for j := range i {
			if !m.apart(list[i], list[j], 0) {
				return "", unknown(at, "has a oneOf of which a value might fit both %d and %d", j, i)
			}
		}
	}
	return m.anyOf(of, at, "oneOf")
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
		switch within := found.(type) {
		case strictjson.Object:
			found = within[strictjson.Name(token)]
		case []any:
			n, err := strconv.Atoi(token)
			if err != nil || n < 0 || n >= len(within) {
				return nil, errors.New("refers to what is not there")
			}
			found = within[n]
		default:
			return nil, errors.New("refers to what is not there")
		}
	}
	if _, is := found.(strictjson.Object); !is {
		return nil, errors.New("refers to what is not there")
	}
	return found, nil
}

// values are those of an enum that are of the type, if one is named. What else is said of them is not looked at.
func values(s strictjson.Object, list []any, has []string, at string) (string, error) {
	has = slices.DeleteFunc(has, func(name string) bool { return name == "type" })
	if len(has) != 1 {
		return "", unknown(at, "has more than a type beside the values that it lists: %q", has)
	}
	var all []string
	for _, text := range listed(list, s["type"]) {
		all = append(all, quote(text))
	}
	if len(all) == 0 {
		return "", unknown(at, "lists no value that can be")
	}
	return alternatives(all), nil
}

// listed are the values of a list that are of a type, each once, as they are written.
func listed(list []any, kind any) (all []string) {
	for _, v := range list {
		v = plain(v)
		if text := string(strictjson.Encode(v)); (kind == nil || ofType(v, kind)) && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// plain is a value whose numbers are written in one way.
func plain(v any) any {
	switch v := v.(type) {
	case strictjson.Number:
		return strictjson.Number(plainNumber(string(v)))
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = plain(v[i])
		}
		return all
	case strictjson.Object:
		all := strictjson.Object{}
		for name := range v {
			all[name] = plain(v[name])
		}
		return all
	}
	return v
}

// ofType reports whether a value is of a type, or of one of some.
func ofType(v, named any) bool {
	if list, is := named.([]any); is {
		return slices.ContainsFunc(list, func(one any) bool { return ofType(v, one) })
	}
	if n, is := v.(strictjson.Number); is && named == "integer" {
		return !strings.ContainsAny(string(n), ".eE")
	}
	return named == strictjson.Kind(v)
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
	case n < 0, bounded && (x < n):
		return 0, 0, unknown(at, "wants at least %d, which is more than %s", n, high)
	case n > mostRepeats, x > mostRepeats:
		return 0, 0, unknown(at, "has a %s or %s of more than %d", low, high, mostRepeats)
	case !bounded:
		return int(n), -1, nil
	}
	return int(n), int(x), nil
}

// whole is a keyword that is a whole number.
func whole(s strictjson.Object, name, at string) (n int64, is bool, err error) {
	v, is := s[name]
	if !is {
		return 0, false, nil
	}
	number, _ := v.(strictjson.Number)
	if n, err = strconv.ParseInt(plainNumber(string(number)), 10, 64); err != nil {
		return 0, false, unknown(at, "has a %s that is no whole number", name)
	}
	return n, true, nil
}

// llama.cpp makes a rule of each repetition that need not be, and takes less than 2000 of them; more than a few hundred
// are counted in blocks.
const (
	atOnce = 256
	block  = 64
)

// times has the text of a rule come so often, or any number of times where most is -1.
func (m *maker) times(name string, least, most int) (string, error) {
	if most >= 0 && most <= atOnce {
		return repeated(name, least, most), nil
	}
	must, err := m.exactly(name, least)
	if err != nil || most < 0 {
		return join(must, name+"*"), err
	}
	may, err := m.upTo(name, most-least)
	return join(must, may), err
}

func repeated(name string, least, most int) string {
	switch {
	case most == 0:
		return ""
	case least == most:
		return fmt.Sprintf("%s{%d}", name, least)
	}
	return fmt.Sprintf("%s{%d,%d}", name, least, most)
}

func (m *maker) exactly(name string, n int) (string, error) {
	if n <= atOnce {
		return repeated(name, n, n), nil
	}
	blocks, err := m.block(name)
	if err != nil {
		return "", err
	}
	many, err := m.exactly(blocks, n/block)
	return join(many, repeated(name, n%block, n%block)), err
}

// upTo is n times or less: of each number there is one way, a number of blocks and less than one behind them.
func (m *maker) upTo(name string, n int) (string, error) {
	if n <= atOnce {
		return repeated(name, 0, n), nil
	}
	blocks, err := m.block(name)
	if err != nil {
		return "", err
	}
	fewer, err := m.upTo(blocks, n/block-1)
	if err != nil {
		return "", err
	}
	all, err := m.exactly(blocks, n/block)
	return alternatives([]string{join(fewer, repeated(name, 0, block-1)), join(all, repeated(name, 0, n%block))}), err
}

func (m *maker) block(name string) (string, error) {
	return m.rule(name+"-"+strconv.Itoa(block), repeated(name, block, block))
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
