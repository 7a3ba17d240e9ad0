package contracts

import (
	"maps"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// CompileConfig makes a [Schema] of the text of a skill's config-schema.json, or
// says what is wrong with it. The schema is nil when problems.Err() is not.
//
// A stranger wrote that text, so it is held to the keywords of
// config-schema-meta.schema.json, whose every use this package can bound: other
// keywords give a warning and are not read, references stay inside the document
// and lead round in no circle, and what it all unfolds to is limited, its patterns too. The
// larger the schema, the less it is asked about: values times parts, and bytes of text times
// instructions of patterns, are limited. It refuses an unknown setting where its author wrote
// "additionalProperties": false.
func CompileConfig(file string, text []byte) (*Schema, Problems) {
	tree, problems := Validate(ConfigSchemaMeta, file, text)
	if problems.Err() != nil {
		return nil, problems
	}
	raw := prune(tree.(strictjson.Object))
	size, found := examine(file, raw)
	if len(found) > 0 {
		found.Locate(text)
		return nil, append(problems, found...)
	}
	compiled, err := compile(base+"config-schema.json", raw)
	if err != nil {
		return nil, append(problems, Problem{File: file, Line: 1, Column: 1, Kind: BadValue, Message: "the document is no JSON Schema: " + err.Error()})
	}
	return &Schema{compiled: compiled, raw: raw, limits: limitsFor(size), refuseUnknown: true, fits: acceptorOf(compiled.library, raw)}, problems
}

// How the keywords of a configuration schema hold other schemas.
var (
	mapsOfSchemas  = []string{"properties", "patternProperties", "$defs", "definitions"}
	listsOfSchemas = []string{"allOf", "anyOf", "oneOf"}
	soleSchemas    = []string{"additionalProperties", "items", "not", "if", "then", "else"}
)

// prune copies a schema without the keywords nobody reads. "$id" goes too: it
// would change what references mean.
func prune(schema strictjson.Object) strictjson.Object {
	keywords := at(ConfigSchemaMeta.Schema().raw, []string{"$defs", "keywords", "properties"}).(strictjson.Object)
	kept := maps.Clone(schema)
	maps.DeleteFunc(kept, func(keyword string, _ any) bool {
		_, known := keywords[keyword]
		return !known || keyword == "$id"
	})
	replaceSchemas(kept, prune)
	return kept
}

// replaceSchemas puts f of each schema below in its place, copying the maps and
// lists that hold them.
func replaceSchemas(schema strictjson.Object, f func(strictjson.Object) strictjson.Object) {
	replace := func(v any) any {
		if object, ok := v.(strictjson.Object); ok {
			return f(object)
		}
		return v // true or false
	}
	for _, keyword := range mapsOfSchemas {
		if object, ok := schema[keyword].(strictjson.Object); ok {
			object = maps.Clone(object)
			for name, v := range object {
				object[name] = replace(v)
			}
			schema[keyword] = object
		}
	}
	for _, keyword := range listsOfSchemas {
		if list, ok := schema[keyword].([]any); ok {
			list = slices.Clone(list)
			for i, v := range list {
				list[i] = replace(v)
			}
			schema[keyword] = list
		}
	}
	for _, keyword := range soleSchemas {
		if v, ok := schema[keyword]; ok {
			schema[keyword] = replace(v)
		}
	}
}
