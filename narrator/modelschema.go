package narrator

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/llama/gbnf"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// A Form is what a model may say when it plans: one object, of steps that name nothing but the scripts of a
// catalogue, with input that their manifests describe, and that depend on nothing but steps before them. Whatever it
// says of this form fits the tokens that it has.
//
//	{"reasoning": "…", "step1": {"do": {"script": "memory/recall-lore", "with": {"query": "the lamp"}}},
//	 "step2": {"after": ["step1"], "do": {"script": "storyteller/narrate", "with": {}}}}
//
// The names of members are such that their order is that of the letters: what a step waits for, what it does, with what.
type Form struct {
	// Schema is the form as a JSON Schema, of what grammars are made of alone (package gbnf).
	Schema []byte
	// Longest is how many bytes the longest text of its grammar has, and so the most tokens.
	Longest int
	// Left says which scripts are left out, or what of their input, and why; a sentence each.
	Left []string

	scripts []offered
	steps   int // at most
	text    int // characters of one that a model writes, at most
}

// The bounds of a form.
const (
	reasoningLength = 80 // characters
	mostSteps       = 6
	mostOffered     = 24 // scripts
	mostNamed       = 24 // people, those who are there before others
	mostInput       = 8 << 10
	mostAfter       = 3 // steps that one waits for

	defaultPlanTokens = 2048
)

// An offered is a script that may be planned.
type offered struct {
	plan.Script
	takes shape
}

// bounds are how long a form may be; each of these is shorter than the one before.
type bounds struct{ text, steps, items int }

var allBounds = []bounds{
	{80, mostSteps, 4}, {64, mostSteps, 4}, {48, mostSteps, 3}, {40, mostSteps, 3}, {32, mostSteps, 2}, {32, 4, 2}, {24, 4, 2}, {24, 3, 1}, {20, 2, 1},
}

// FormOf is the form of the plans that may be made for a request, of its catalogue and of the names that its input may
// name: the longest one that fits so many tokens, 0 for 2048. A catalogue of which nothing can be planned has the zero
// Form, and so has one of which no plan fits.
func FormOf(request plan.Request, tokens int) Form { return new(Forms).Of(request, tokens) }

// Forms makes forms, and knows again how long the texts are of those that it made: to reckon that takes four times as long as all else of a form, and
// between two turns hardly anything of one changes. The zero Forms knows none. It is safe for concurrent use.
type Forms struct {
	mu      sync.Mutex
	longest map[string]int // by their schemas
}

// mostForms is how many it knows again.
const mostForms = 64

// Of is that of [FormOf], whatever was made before. Each of the bounds makes forms that are no longer than those of the one before,
// so that half of them are passed over with each that is tried.
func (m *Forms) Of(request plan.Request, tokens int) (fits Form) {
	s := sceneOf(request)
	d, named := newDraft(request), s.namesFor()
	uncalled := uncalledFor(s, d, Rules{}.Document(request))
	if tokens <= 0 {
		tokens = defaultPlanTokens
	}
	fits.Left = []string{fmt.Sprintf("No plan of these scripts is sure to fit %d tokens.", tokens)}
	for low, high := 0, len(allBounds); low < high; {
		at := (low + high) / 2
		f := m.formOf(d, named, uncalled, allBounds[at])
		if len(f.scripts) > 0 && f.Longest > tokens {
			low = at + 1
			continue
		}
		if len(f.scripts) > 0 || at == 0 { // of those of which nothing can be planned the longest says why
			fits = f
		}
		high = at
	}
	return fits
}

// namesFor are the names that "x-names" of a schema stands for.
func (s *scene) namesFor() map[string][]string {
	return map[string][]string{"people": ids(s.known[:min(len(s.known), mostNamed)]), "factions": s.factions}
}

// uncalledFor are the scripts that a model may not plan in this turn, since it would be its word alone that they run, and that may be the word of whoever
// wrote a prompt: of dice, and of scripts that may keep something, those that neither the player's words call for nor rules plan. What reads or tells is free.
func uncalledFor(s *scene, d *draft, byRules plan.Document) map[plan.ScriptRef]bool {
	uncalled := map[plan.ScriptRef]bool{}
	for _, script := range d.catalogue.Scripts() {
		kept := script.Keeps && script.Ref != lookupPortrait // which shows what is kept
		if (kept || script.Ref == rollDice) && !d.calledFor(s, script.Ref.String()) &&
			!slices.ContainsFunc(byRules.Tools, func(t plan.Tool) bool { return t.Path == script.Ref.String() }) {
			uncalled[script.Ref] = true
		}
	}
	return uncalled
}

func (m *Forms) formOf(d *draft, named map[string][]string, uncalled map[plan.ScriptRef]bool, b bounds) (f Form) {
	for _, script := range d.catalogue.Scripts() {
		takes, why := takesOf(script, named, b)
		switch {
		case why == "" && d.failed[script.Ref]:
			why = "it failed in this turn"
		case why == "" && uncalled[script.Ref]:
			why = "nothing in this turn calls for it"
		case why == "" && len(f.scripts) == mostOffered:
			why = fmt.Sprintf("there are more than %d", mostOffered)
		}
		if why != "" {
			f.Left = append(f.Left, fmt.Sprintf("The script %s is left out: %s.", script.Ref, why))
			continue
		}
		for _, part := range takes.left {
			f.Left = append(f.Left, fmt.Sprintf("Of the script %s the input %s.", script.Ref, part))
		}
		f.scripts = append(f.scripts, offered{script, takes})
	}
	if len(f.scripts) == 0 {
		return f
	}
	f.write(b)
	if err := m.measure(&f); err != nil {
		return Form{Left: append(f.Left, fmt.Sprintf("No grammar is made of the plans of these scripts: %v.", err))}
	}
	return f
}

// takesOf is what a model may give to a script, or why it may not plan it.
func takesOf(script plan.Script, named map[string][]string, b bounds) (shape, string) {
	switch {
	case script.Settles, script.Ref == makeChoices, script.Ref == evaluateChoice:
		return shape{}, "what it does follows from the turn by rule"
	case script.Input == nil && len(script.Triggers) > 0:
		return nothing(), "" // what it is given is always the same
	case script.Input == nil:
		return shape{}, "its manifest does not say what it takes"
	case strictjson.Size(script.Input) > mostInput:
		return shape{}, fmt.Sprintf("what its manifest says of its input has more than %d bytes", mostInput)
	}
	n := narrower{named: named, bounds: b}
	takes, err := n.value(script.Input, "", 0)
	switch {
	case err != nil:
		return shape{}, err.Error()
	case takes.kind != "object":
		return shape{}, "its input is no object"
	}
	takes.left = n.left
	return takes, ""
}

// write makes the schema of the scripts.
func (f *Form) write(b bounds) {
	f.steps, f.text = b.steps, b.text
	calls := []any{}
	for _, script := range f.scripts {
		calls = append(calls, protocol.Object{
			"type": "object", "additionalProperties": false, "required": []any{"script", "with"},
			"properties": protocol.Object{"script": protocol.Object{"const": script.Ref.String()}, "with": script.takes.schema()},
		})
	}
	steps, required := protocol.Object{"reasoning": textSchema(0, min(reasoningLength, 2*b.text))}, []any{"reasoning", stepID(0)}
	for i := range b.steps {
		step := protocol.Object{
			"type": "object", "additionalProperties": false, "required": []any{"do"},
			"properties": protocol.Object{"do": protocol.Object{"$ref": "#/$defs/call"}},
		}
		if i > 0 {
			before := []any{}
			for j := range i {
				before = append(before, stepID(j))
			}
			strictjson.AsObject(step["properties"])["after"] = protocol.Object{
				"type": "array", "maxItems": strictjson.Int(min(i, mostAfter)), "items": protocol.Object{"enum": before}, "uniqueItems": true,
			}
		}
		steps[stepID(i)] = step
	}
	f.Schema = strictjson.Encode(protocol.Object{
		"type": "object", "additionalProperties": false, "required": required, "properties": steps,
		"$defs": protocol.Object{"call": protocol.Object{"anyOf": calls}},
	})
}

// measure reckons the longest text of a form.
func (m *Forms) measure(f *Form) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if longest, known := m.longest[string(f.Schema)]; known {
		f.Longest = longest
		return nil
	}
	grammar, err := gbnf.OfSchema(f.Schema)
	if err != nil {
		return err
	}
	longest, bounded := grammar.Longest()
	if !bounded {
		return errors.New("a text of it may be of any length")
	}
	if len(m.longest) >= mostForms || m.longest == nil {
		m.longest = map[string]int{}
	}
	f.Longest, m.longest[string(f.Schema)] = longest, longest
	return nil
}

func stepID(at int) string { return "step" + strconv.Itoa(at+1) }

// textSchema is a text of one line, so long.
func textSchema(least, most int) protocol.Object {
	o := protocol.Object{"type": "string", "maxLength": strictjson.Int(most), "x-one-line": true}
	if least > 0 {
		o["minLength"] = strictjson.Int(least)
	}
	return o
}

// A shape is what of a schema is asked of a model: bounded, and of keywords that every grammar holds. What is of a
// shape is of the schema that it was made of.
type shape struct {
	kind        string // string, integer, number, boolean, null, array, object, enum
	values      []any  // of an enum
	of          string // whose names these are, as "x-names" says; or ""
	least, most int    // characters, or items
	unique      bool   // no item twice
	low, high   *int64 // of an integer
	item        *shape
	members     map[string]*shape
	required    []string
	left        []string // what of the schema is not in it
}

func nothing() shape { return shape{kind: "object"} }

// schema is the shape as a JSON Schema.
func (s *shape) schema() protocol.Object {
	switch s.kind {
	case "enum":
		return protocol.Object{"enum": s.values}
	case "string":
		return textSchema(s.least, s.most)
	case "integer":
		o := protocol.Object{"type": s.kind}
		if s.low != nil {
			o["minimum"] = strictjson.Int(*s.low)
		}
		if s.high != nil {
			o["maximum"] = strictjson.Int(*s.high)
		}
		return o
	case "array":
		o := protocol.Object{"type": s.kind, "items": s.item.schema(), "maxItems": strictjson.Int(s.most)}
		if s.least > 0 {
			o["minItems"] = strictjson.Int(s.least)
		}
		if s.unique {
			o["uniqueItems"] = true
		}
		return o
	case "object":
		properties := protocol.Object{}
		for name, member := range s.members {
			properties[name] = member.schema()
		}
		return protocol.Object{
			"type": s.kind, "additionalProperties": false, "properties": properties, "required": strictjson.FromStrings(s.required),
		}
	}
	return protocol.Object{"type": s.kind}
}

// A narrower makes shapes of schemas.
type narrower struct {
	named map[string][]string
	bounds
	left []string
}

const (
	deepestInput = 4
	mostMembers  = 12
	mostValues   = 64
)

// saysNothing are the keywords that say nothing of a value.
var saysNothing = []string{"title", "description", "default", "examples", "$comment", "$schema", "$id", "deprecated"}

// value is the shape of a schema; the error says what of it no shape holds.
func (n *narrower) value(schema any, at string, depth int) (shape, error) {
	o, is := schema.(protocol.Object)
	if !is || depth > deepestInput {
		return shape{}, inputError(at, "is not said, or too deep")
	}
	if list, named := n.named[strictjson.AsString(o["x-names"])]; named && o["type"] == "string" {
		s, err := enumOf(strictjson.FromStrings(list), at, "would name nobody who is there")
		s.of = strictjson.AsString(o["x-names"])
		return s, err
	}
	var keywords []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if !slices.Contains(saysNothing, name) && !strings.HasPrefix(name, "x-") {
			keywords = append(keywords, name)
		}
	}
	only := func(names ...string) error {
		for _, k := range keywords {
			if !slices.Contains(names, k) {
				return inputError(at, fmt.Sprintf("has %.40q, which no grammar here holds", k))
			}
		}
		return nil
	}
	if v, is := o["const"]; is {
		o = protocol.Object{"enum": []any{v}}
		keywords = slices.DeleteFunc(keywords, func(k string) bool { return k == "const" })
		if err := only("type"); err != nil || len(keywords) > 0 {
			return shape{}, inputError(at, "has more than its one value")
		}
		return enumOf(strictjson.AsList(o["enum"]), at, "has no value")
	}
	if list, is := o["enum"].([]any); is {
		if err := only("enum"); err != nil {
			return shape{}, err
		}
		return enumOf(list, at, "has no value")
	}
	switch kind := strictjson.AsString(o["type"]); kind {
	case "string":
		return n.text(o, at, only("type", "minLength", "maxLength"))
	case "integer":
		return n.integer(o, at, only("type", "minimum", "maximum"))
	case "number", "boolean", "null":
		return shape{kind: kind}, only("type")
	case "array":
		return n.array(o, at, depth, only("type", "items", "minItems", "maxItems", "uniqueItems"))
	case "object":
		return n.object(o, at, depth, only("type", "properties", "required", "additionalProperties"))
	}
	return shape{}, inputError(at, "has no type of its own")
}

func inputError(at, what string) error {
	if at == "" {
		return fmt.Errorf("its input %s", what)
	}
	return fmt.Errorf("its input at %s %s", at, what)
}

// enumOf is one of some values that are no lists or objects.
func enumOf(list []any, at, none string) (shape, error) {
	if len(list) == 0 {
		return shape{}, inputError(at, none)
	}
	for _, v := range list {
		if kind := strictjson.Kind(v); kind == "array" || kind == "object" || strictjson.Size(v) > textBytes || len(list) > mostValues {
			return shape{}, inputError(at, "has values that are too many or too large")
		}
	}
	return shape{kind: "enum", values: list}, nil
}

func (n *narrower) text(o protocol.Object, at string, err error) (shape, error) {
	s := shape{kind: "string", least: int(strictjson.AsInteger(o["minLength"])), most: n.bounds.text}
	if most, is := o["maxLength"]; is {
		s.most = int(min(int64(s.most), strictjson.AsIntegerOr(most, 0)))
	}
	if err == nil && (s.least < 0 || s.least > s.most) {
		err = inputError(at, fmt.Sprintf("wants a text of more than %d characters", n.bounds.text))
	}
	return s, err
}

func (n *narrower) integer(o protocol.Object, at string, err error) (shape, error) {
	s := shape{kind: "integer"}
	for name, to := range map[string]**int64{"minimum": &s.low, "maximum": &s.high} {
		if v, is := o[name]; is {
			bound := strictjson.AsIntegerOr(v, farthest+1)
			if *to = &bound; err == nil && max(bound, -bound) > farthest {
				err = inputError(at, fmt.Sprintf("has a bound beyond %d", farthest))
			}
		}
	}
	if err == nil && s.low != nil && s.high != nil && *s.high < *s.low {
		err = inputError(at, "is bounded so that there is none")
	}
	return s, err
}

const farthest = 1_000_000

func (n *narrower) array(o protocol.Object, at string, depth int, err error) (shape, error) {
	s := shape{kind: "array", least: int(strictjson.AsInteger(o["minItems"])), most: n.items}
	if most, is := o["maxItems"]; is {
		s.most = int(min(int64(s.most), strictjson.AsIntegerOr(most, 0)))
	}
	if err != nil {
		return s, err
	}
	item, err := n.value(o["items"], at+"/items", depth+1)
	s.item = &item
	if s.unique = o["uniqueItems"] == true && err == nil; s.unique {
		s.most = min(s.most, uniqueOf(item))
	}
	if err == nil && (s.most < 1 || s.least < 0 || s.least > s.most) {
		err = inputError(at, fmt.Sprintf("wants a list of other than 1 to %d items", n.items))
	}
	return s, err
}

// uniqueOf is how many of some items a list may have, none of them twice: a grammar has a rule for each set of them.
func uniqueOf(item shape) int {
	switch {
	case item.kind != "enum", len(item.values) > 20:
		return 1
	case len(item.values) > 12:
		return 2
	}
	return min(len(item.values), 3)
}

// object has the members of which there are shapes; of those that may be left out, others are.
func (n *narrower) object(o protocol.Object, at string, depth int, err error) (shape, error) {
	s := shape{kind: "object", members: map[string]*shape{}, required: strictjson.AsStrings[string](o["required"])}
	if err != nil {
		return s, err
	}
	properties := strictjson.AsObject(o["properties"])
	for _, name := range s.required {
		if properties[name] == nil {
			return s, inputError(at, fmt.Sprintf("wants %.40q, of which it says nothing", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		member, err := n.value(properties[name], at+"/"+strictjson.Token(name), depth+1)
		if err == nil && len(s.members) == mostMembers && !slices.Contains(s.required, name) {
			err = inputError(at, fmt.Sprintf("has more than %d members", mostMembers))
		}
		switch {
		case err == nil:
			s.members[name] = &member
		case slices.Contains(s.required, name):
			return s, err
		default:
			n.left = append(n.left, fmt.Sprintf("%.60q is left out: %v", strings.TrimPrefix(at+"/"+name, "/"), err))
		}
	}
	return s, nil
}
