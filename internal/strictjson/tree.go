package strictjson

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// FromGo turns any Go value that encoding/json can write into a tree.
func FromGo(v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return Parse(data)
}

// Clone copies a tree; the copy shares nothing that can change.
func Clone(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = Clone(item)
		}
		return list
	case Object:
		return CloneObject(v)
	}
	return v
}

// CloneObject is [Clone] for an object. A nil object stays nil.
func CloneObject(o Object) Object {
	if o == nil {
		return nil
	}
	copied := make(Object, len(o))
	for key, item := range o {
		copied[key] = Clone(item)
	}
	return copied
}

// Equal reports whether two trees are the same, numbers by their text.
func Equal(a, b any) bool {
	return bytes.Equal(Append(nil, a), Append(nil, b))
}

// Kind names the JSON type of a tree: "null", "boolean", "string", "number",
// "array" or "object".
func Kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case Object:
		return "object"
	}
	return "number"
}

// Valid reports whether s can be a JSON string as it is.
func Valid(s string) bool { return utf8.ValidString(s) }
