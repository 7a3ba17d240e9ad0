package strictjson

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Append writes v on one line with sorted keys, so equal trees give equal
// bytes. Besides trees it takes Go's own numbers, []string and
// map[string]string; other types and non-finite numbers panic, being errors of
// the program and not of its input. A Go string that is not UTF-8, which no tree
// from [Parse] holds, is written with U+FFFD in place of each bad byte.
func Append(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return appendString(dst, v)
	case Number:
		if v == "" {
			return append(dst, '0')
		}
		return append(dst, v...)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Append(dst, item)
		}
		return append(dst, ']')
	case Object:
		return appendObject(dst, v)
	default:
		return appendGo(dst, v)
	}
}

func appendObject(dst []byte, object Object) []byte {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	dst = append(dst, '{')
	for i, key := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, key), ':')
		dst = Append(dst, object[key])
	}
	return append(dst, '}')
}

func appendString(dst []byte, s string) []byte {
	quoted, _ := jsontext.AppendQuote(dst, s) // its error is bad UTF-8, which it has replaced
	return quoted
}

func appendGo(dst []byte, v any) []byte {
	rv := reflect.ValueOf(v)
	switch {
	case rv.CanInt():
		return strconv.AppendInt(dst, rv.Int(), 10)
	case rv.CanUint():
		return strconv.AppendUint(dst, rv.Uint(), 10)
	case rv.CanFloat() && !math.IsNaN(rv.Float()) && !math.IsInf(rv.Float(), 0):
		return strconv.AppendFloat(dst, rv.Float(), 'g', -1, 64)
	case rv.Kind() == reflect.String:
		return appendString(dst, rv.String())
	case rv.Kind() == reflect.Slice:
		list := make([]any, rv.Len())
		for i := range list {
			list[i] = rv.Index(i).Interface()
		}
		return Append(dst, list)
	case rv.Kind() == reflect.Map && rv.Type().Key().Kind() == reflect.String:
		object := make(Object, rv.Len())
		for _, key := range rv.MapKeys() {
			object[key.String()] = rv.MapIndex(key).Interface()
		}
		return appendObject(dst, object)
	}
	panic(fmt.Sprintf("strictjson: cannot write a %T", v))
}
