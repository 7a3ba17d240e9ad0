package config

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A document is a skill's configuration schema as a tree. It has been compiled
// by package contracts, so its references lead to schemas in it and never round
// in a circle.
type document struct {
	root     strictjson.Object
	patterns map[string]*regexp.Regexp // by their text, those that were asked for
}

func parseSchema(text []byte) (document, error) {
	root, err := strictjson.ParseObject(text)
	return document{root, map[string]*regexp.Regexp{}}, err
}

// A position is a place in a configuration: all schemas that speak of it,
// whether or not they apply to the value that stands there. What one of them
// calls a secret is one.
type position struct {
	document
	schemas []strictjson.Object
}

func (d document) top() position { return d.at(d.root) }

// at collects the schemas that apply in the same place as the given ones.
func (d document) at(schemas ...any) position {
	p := position{document: d}
	for _, schema := range schemas {
		p.collect(schema)
	}
	return p
}

func (p *position) collect(v any) {
	schema, ok := v.(strictjson.Object)
	if !ok {
		return
	}
	p.schemas = append(p.schemas, schema)
	if ref, ok := schema["$ref"].(string); ok {
		p.collect(p.lookup(ref))
	}
	for _, keyword := range []string{"if", "then", "else"} {
		p.collect(schema[keyword])
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		list, _ := schema[keyword].([]any)
		for _, item := range list {
			p.collect(item)
		}
	}
}

// lookup follows a reference such as "#/$defs/key".
func (d document) lookup(ref string) any {
	parts := strings.Split(ref, "/")
	if len(parts) != 3 {
		return nil
	}
	definitions, _ := d.root[parts[1]].(strictjson.Object)
	return definitions[parts[2]]
}

// member is the position of an object's member.
func (p position) member(name string) position {
	var schemas []any
	for _, schema := range p.schemas {
		properties, _ := schema["properties"].(strictjson.Object)
		own, known := properties[name]
		if known {
			schemas = append(schemas, own)
		}
		patterns, _ := schema["patternProperties"].(strictjson.Object)
		for _, pattern := range slices.Sorted(maps.Keys(patterns)) {
			if p.matches(pattern, name) {
				schemas, known = append(schemas, patterns[pattern]), true
			}
		}
		if !known {
			schemas = append(schemas, schema["additionalProperties"])
		}
	}
	return p.at(schemas...)
}

// matches is false for what is no pattern, which the schema was refused for.
func (d document) matches(pattern, name string) bool {
	expression, known := d.patterns[pattern]
	if !known {
		expression, _ = regexp.Compile(pattern)
		d.patterns[pattern] = expression
	}
	return expression != nil && expression.MatchString(name)
}

// item is the position of an array's items.
func (p position) item() position {
	var schemas []any
	for _, schema := range p.schemas {
		schemas = append(schemas, schema["items"])
	}
	return p.at(schemas...)
}

func (p position) sensitive() bool {
	return slices.ContainsFunc(p.schemas, func(schema strictjson.Object) bool {
		return schema["x-sensitive"] == true || schema["format"] == "password"
	})
}

// namesVariable reports whether a schema here gives a variable's name.
func (p position) namesVariable(name string) bool {
	return slices.ContainsFunc(p.schemas, func(schema strictjson.Object) bool { return schema["x-env-var"] == name })
}

// defaults are the values that the schema gives, nested objects included. What
// stands behind a condition gives none.
func (d document) defaults(v any) (any, bool) {
	schema, ok := v.(strictjson.Object)
	if !ok {
		return nil, false
	}
	if value, ok := schema["default"]; ok {
		return strictjson.Clone(value), true
	}
	object := strictjson.Object{}
	if ref, ok := schema["$ref"].(string); ok {
		value, found := d.defaults(d.lookup(ref))
		inner, isObject := value.(strictjson.Object)
		if found && !isObject {
			return value, true
		}
		maps.Copy(object, inner)
	}
	list, _ := schema["allOf"].([]any)
	for _, item := range list {
		value, _ := d.defaults(item)
		inner, _ := value.(strictjson.Object)
		overlay(object, inner)
	}
	properties, _ := schema["properties"].(strictjson.Object)
	for name, property := range properties {
		if value, ok := d.defaults(property); ok {
			object[name] = value
		}
	}
	return object, len(object) > 0
}

// overlay puts the members of one object over those of another, object by
// object. Unlike a state patch, null is a value here.
func overlay(under, over strictjson.Object) {
	for name, value := range over {
		inner, isObject := value.(strictjson.Object)
		below, wasObject := under[name].(strictjson.Object)
		if isObject && wasObject {
			overlay(below, inner)
		} else {
			under[name] = strictjson.Clone(value)
		}
	}
}
