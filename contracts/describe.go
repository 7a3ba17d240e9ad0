package contracts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// describe says what a schema wants, to follow "expected": its x-expected, else
// what its keywords say, else "".
func describe(root, schema strictjson.Object) string {
	if phrase, ok := schema["x-expected"].(string); ok {
		return phrase
	}
	if want, ok := schema["const"]; ok {
		return show(want)
	}
	if want, ok := schema["enum"].([]any); ok {
		return oneOf(want)
	}
	if target, ok := referenced(root, schema); ok && schema["type"] == nil {
		return describe(root, target)
	}
	var kinds []string
	for _, name := range typesOf(schema) {
		kinds = append(kinds, describeType(root, schema, name))
	}
	return alternatives(kinds)
}

func typesOf(schema strictjson.Object) []string {
	switch t := schema["type"].(type) {
	case string:
		return []string{t}
	case []any:
		names := make([]string, 0, len(t))
		for _, item := range t {
			if name, ok := item.(string); ok {
				names = append(names, name)
			}
		}
		return names
	}
	return nil
}

func describeType(root, schema strictjson.Object, name string) string {
	switch name {
	case "integer":
		return "an integer" + describeRange(schema)
	case "number":
		return "a number" + describeRange(schema)
	case "boolean":
		return "true or false"
	case "null":
		return "null"
	case "array":
		return "an array" + describeItems(root, schema)
	case "object":
		return "an object"
	}
	return describeString(schema)
}

func describeRange(schema strictjson.Object) string {
	least, hasLeast := schema["minimum"].(strictjson.Number)
	most, hasMost := schema["maximum"].(strictjson.Number)
	switch {
	case hasLeast && hasMost:
		return fmt.Sprintf(" from %s to %s", least, most)
	case hasLeast:
		return fmt.Sprintf(" of at least %s", least)
	case hasMost:
		return fmt.Sprintf(" of at most %s", most)
	}
	return ""
}

// describeItems names the elements of an array where one word does.
func describeItems(root, schema strictjson.Object) string {
	items, _ := schema["items"].(strictjson.Object)
	if target, ok := referenced(root, items); ok && items["type"] == nil {
		items = target
	}
	if names := typesOf(items); len(names) == 1 && names[0] != "null" {
		return " of " + names[0] + "s"
	}
	return ""
}

func describeString(schema strictjson.Object) string {
	if format, ok := schema["format"].(string); ok {
		return describeFormat(format)
	}
	if pattern, ok := schema["pattern"].(string); ok {
		return "text that matches " + show(pattern)
	}
	if least, ok := schema["minLength"].(strictjson.Number); ok && least != "0" {
		return "a string that is not empty"
	}
	return "a string"
}

func describeFormat(format string) string {
	switch format {
	case "uuid":
		return "a UUID"
	case "date-time":
		return "an ISO 8601 date and time"
	case "password":
		return "a string"
	}
	return "a string of format " + strconv.Quote(format)
}

// referenced is the schema that $ref leads to.
func referenced(root, schema strictjson.Object) (strictjson.Object, bool) {
	ref, ok := schema["$ref"].(string)
	if !ok {
		return nil, false
	}
	target, ok := at(root, pathOf(ref)).(strictjson.Object)
	return target, ok
}

// pathOf is the way that a reference inside a document goes.
func pathOf(ref string) []string {
	return slices.Collect(jsontext.Pointer(strings.TrimPrefix(ref, "#")).Tokens())
}

// at is the value a path leads to in a tree, or nil.
func at(tree any, path []string) any {
	for _, token := range path {
		switch v := tree.(type) {
		case strictjson.Object:
			tree = v[token]
		case []any:
			index, err := strconv.Atoi(token)
			if err != nil || index < 0 || index >= len(v) {
				return nil
			}
			tree = v[index]
		default:
			return nil
		}
	}
	return tree
}
