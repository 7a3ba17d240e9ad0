package api

import (
	"github.com/narratoria/narratoria/internal/strictjson"
)

// schema is the JSON Schema of a shape. Objects of types with a name are references to
// "#/$defs/NAME"; those that were met are added to defs.
func (s *shape) schema(defs strictjson.Object) strictjson.Object {
	if s.kind == object && s.name != "" {
		if _, known := defs[s.name]; !known {
			defs[s.name] = s.objectSchema(defs)
		}
		ref := strictjson.Object{"$ref": "#/$defs/" + s.name}
		if s.null {
			return strictjson.Object{"anyOf": []any{ref, strictjson.Object{"type": "null"}}}
		}
		return ref
	}
	o := strictjson.Object{"type": s.typeNames()}
	switch s.kind {
	case text:
		s.textSchema(o)
	case whole:
		least, top := s.limits.edges()
		o["minimum"], o["maximum"] = strictjson.Int(least), strictjson.Int(top)
	case list:
		o["items"] = s.of.schema(defs)
		if s.limits.max > 0 {
			o["maxItems"] = strictjson.Int(int64(s.limits.max))
		}
	case dictionary:
		o["additionalProperties"] = s.of.schema(defs)
	}
	return o
}

// textSchema bounds the letters by the bytes, which is what a schema can say; a text of
// other letters than those of ASCII may be refused although it fits.
func (s *shape) textSchema(o strictjson.Object) {
	if s.limits.enum != nil {
		o["enum"] = strictjson.FromStrings(s.limits.enum)
		return
	}
	o["maxLength"] = strictjson.Int(int64(s.limits.max))
	if s.limits.min > 0 {
		o["minLength"] = strictjson.Int(s.limits.min)
	}
}

// typeNames is the schema's "type".
func (s *shape) typeNames() any {
	name := map[kind]string{text: "string", whole: "integer", truth: "boolean", object: "object", dictionary: "object", list: "array", free: "object"}[s.kind]
	if s.null {
		return []any{name, "null"}
	}
	return name
}

func (s *shape) objectSchema(defs strictjson.Object) strictjson.Object {
	properties, required := strictjson.Object{}, []any{}
	for _, f := range s.fields {
		property := f.shape.schema(defs)
		if f.doc != "" {
			property["description"] = f.doc
		}
		properties[f.name] = property
		if f.required {
			required = append(required, f.name)
		}
	}
	o := strictjson.Object{"type": "object", "properties": properties, "additionalProperties": false}
	strictjson.PutList(o, "required", required)
	strictjson.Put(o, "description", s.doc)
	return o
}
