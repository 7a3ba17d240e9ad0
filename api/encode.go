package api

import (
	"maps"
	"reflect"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// appendJSON writes a value on one line with sorted keys, as strictjson does.
func appendJSON(dst []byte, v any) []byte { return appendValue(dst, reflect.ValueOf(v)) }

func appendValue(dst []byte, v reflect.Value) []byte {
	if itself, is := v.Interface().(described); is {
		return itself.appendJSON(dst)
	}
	s := shapeOf(v.Type())
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return append(dst, "null"...)
		}
		v = v.Elem()
	}
	switch s.kind {
	case object:
		return appendObject(dst, s, v)
	case list:
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, v.Index(i))
		}
		return append(dst, ']')
	case dictionary:
		return appendTable(dst, v)
	case free:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return strictjson.Append(dst, v.Interface())
	case text:
		return strictjson.Append(dst, v.String())
	case whole:
		return strictjson.Append(dst, v.Int())
	}
	return strictjson.Append(dst, v.Bool())
}

func appendObject(dst []byte, s *shape, v reflect.Value) []byte {
	dst = append(dst, '{')
	first := true
	for _, f := range s.fields {
		value := v.Field(f.index)
		if !f.required && isNothing(value) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = strictjson.Append(dst, f.name)
		dst = append(dst, ':')
		dst = appendValue(dst, value)
	}
	return append(dst, '}')
}

// isNothing reports whether a value that may be left out is.
func isNothing(v reflect.Value) bool {
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		return v.Len() == 0
	}
	return v.IsZero()
}

func appendTable(dst []byte, v reflect.Value) []byte {
	values := map[string]reflect.Value{}
	for key, value := range v.Seq2() {
		values[key.String()] = value
	}
	dst = append(dst, '{')
	for i, key := range slices.Sorted(maps.Keys(values)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strictjson.Append(dst, key)
		dst = append(dst, ':')
		dst = appendValue(dst, values[key])
	}
	return append(dst, '}')
}
